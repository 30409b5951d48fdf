import { illnessForm, residents } from '@yibao/shared/entities/filing.ts'
import { yuan } from '@yibao/shared/money.ts'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { listTwoDiseases, twoDiseasesCalls } from '../../../centre/operations/two-diseases.ts'
import { searchDiseases } from '../../catalogue/select.ts'
import { refuseUntaken } from '../standing.ts'
import { agentOf, checkAgent } from './designation.ts'
import { checkInsurance } from './insurance.ts'
import { type Held, type Kind, type Run, textOf } from './kind.ts'
import { mapped } from './mapped.ts'

/** The two, by the beginning of their codes in the national list of chronic diseases (1309). */
const diseases = [
  { begin: 'M039', value: 'M03900', name: '高血压' },
  { begin: 'M016', value: 'M01600', name: '糖尿病' },
]

/** The two diseases as an area's catalogue has them, by the national codes where it has none of one. */
export const twoDiseasesOf = async (c: Context, areaCode?: string): Promise<{ value: string; name: string }[]> => {
  const asked = { kind: '1309' as const, limit: 50, ...(areaCode && { medicalAreaCode: areaCode }) }
  const found = await Promise.all(
    diseases.map(async ({ begin, value, name }) => {
      const rows = (await searchDiseases({ ...asked, keyword: name }, c)).filter(({ code }) => code.startsWith(begin))
      return rows.length ? rows.map((row) => ({ value: row.code, name: row.name })) : [{ value, name }]
    }),
  )
  return found.flat()
}

/** The centre's way; what is not taken is refused before anything is asked (standing.ts). */
const callsOf = ({ profile }: Run) => twoDiseasesCalls(profile) ?? refuseUntaken(twoDiseases)

const noVerdict = '2692 答复 0：没有撤销，也没有说明原因。请按「核对中心」看这条是否还在；已经审核的须到经办机构终止'

/** 门诊两病备案: residents' 高血压 and 糖尿病, by 2691-2694 or 2595, 2596 and 5395. */
export const twoDiseases: Kind = {
  name: 'twoDiseases',
  what: '门诊两病备案',
  infnos: ['2691', '2692', '2693', '2694', '2595', '2596', '5395'],
  takenBy: (profile) => twoDiseasesCalls(profile) !== undefined,
  option: '门诊两病备案',
  sealed: illnessForm,
  subject: ({ form }) => ({ code: textOf(form, 'diseaseCode'), name: textOf(form, 'diseaseName') }),
  // Another institution's application of the same day is none of ours: its number would take theirs back.
  part: (form) => textOf(form, 'hospitalCode'),
  check: async (c, { form, personal, shop, sealed }) => {
    checkInsurance({ form, personal })
    if (!residents.has(textOf(form, 'insutype')))
      refuse('filing.resident', {}, { fields: { insutype: '请选择城乡居民医保' } })
    const code = textOf(form, 'diseaseCode')
    const known = (await twoDiseasesOf(c, shop.areaCode)).find(({ value }) => value === code)
    if (!known) refuse('filing.twoDiseases', {}, { fields: { diseaseCode: '请从列表中选择' } })
    else if (known.name !== textOf(form, 'diseaseName'))
      refuse('filing.twoDiseases', {}, { fields: { diseaseName: `应为「${known.name}」` } })
    if (Number(textOf(form, 'limit')) <= 0) refuse('filing.limit', {}, { fields: { limit: '应大于 0' } })
    checkAgent(sealed)
  },
  upload: (found, run) => {
    const { one, personal } = found
    const text = (name: string) => textOf(one.form, name)
    const { insurances: _, written, ...person } = personal
    const sealed = (name: string) => written[name] ?? ''
    return run(callsOf(run).apply, {
      ...person,
      ...{ address: sealed('address'), insutype: text('insutype') },
      ...{ diseaseCode: text('diseaseCode'), diseaseName: text('diseaseName'), limit: text('limit') },
      ...{ treatment: sealed('treatment'), condition: sealed('condition') },
      ...{ hospitalCode: text('hospitalCode'), hospitalName: text('hospitalName'), doctorCode: text('doctorCode') },
      ...{ doctorOpinion: sealed('doctorOpinion'), doctorOpinionOn: text('doctorOpinionOn') },
      ...{ applyReason: sealed('applyReason'), appliedOn: text('appliedOn'), memo: sealed('memo') },
      ...{ beginDay: one.beginDay, endDay: one.endDay },
      ...agentOf(written),
    })
  },
  repeal: async ({ one }, _, run) => {
    const answer = await run(callsOf(run).withdraw, { serial: one.serial })
    if (answer.kind !== 'booked') return answer
    // A no in a message that was taken: nothing has changed there, and the clerk hears so.
    return answer.value ? { ...answer, value: true } : { kind: 'refused', message: noVerdict, ms: answer.ms }
  },
  held: async (psnNo, run, one) => {
    const calls = callsOf(run)
    const listed = await listTwoDiseases(calls, run, psnNo)
    if (listed.kind !== 'booked') return listed
    const rows = [...listed.value]
    // What the list does not name is asked for by its number, before anybody believes that it is gone.
    if (calls.one && one?.serial && !rows.some(({ serial }) => serial === one.serial)) {
      const answer = await run(calls.one, { serial: one.serial })
      if (answer.kind === 'booked') rows.push(...answer.value)
      else if (answer.kind !== 'refused') return answer
    }
    return mapped({ ...listed, value: rows }, (row): Held => {
      const { code, name, from, until, serial, hospitalCode, hospitalName, limit, reviewed } = row
      const about = [
        hospitalName,
        limit !== undefined && `限额 ${yuan(limit)} 元`,
        reviewed && `审核状态代码 ${reviewed}`,
      ]
      return {
        ...{ code, name, beginDay: from, endDay: until, serial, part: hospitalCode },
        about: about.filter(Boolean).join('，'),
      }
    })
  },
  advice: () => '由其他机构申请，不必再报；要换机构请先由那家机构撤销',
}
