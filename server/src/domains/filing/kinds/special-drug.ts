import { basisForm } from '@yibao/shared/entities/filing.ts'
import { fileSpecialDrug, querySpecialDrugs, repealSpecialDrug } from '../../../centre/operations/special-drug.ts'
import { agentOf, checkAgent } from './designation.ts'
import { checkInsurance, insuredAreaOf } from './insurance.ts'
import { type Kind, textOf } from './kind.ts'
import { mapped } from './mapped.ts'

/** 特药备案: 2591, 2594 and 5391, which Jiangxi's edition alone has. One drug each. */
export const specialDrug: Kind = {
  name: 'specialDrug',
  what: '特药备案',
  infnos: ['2591', '2594', '5391'],
  sealed: basisForm,
  subject: ({ form }) => ({ code: textOf(form, 'drugCode'), name: textOf(form, 'drugName') }),
  part: () => '',
  check: (_, written) => {
    checkInsurance(written)
    checkAgent(written.sealed)
  },
  upload: (found, run) => {
    const { one, personal, shop } = found
    const text = (name: string) => textOf(one.form, name)
    const { insurances: _, written, ...person } = personal
    return run(fileSpecialDrug, {
      ...person,
      ...{ address: written.address ?? '', insutype: text('insutype'), insuredArea: insuredAreaOf(found) },
      ...{ diseaseCode: text('diseaseCode'), diseaseName: text('diseaseName') },
      ...{ drugCode: text('drugCode'), drugName: text('drugName'), basis: written.basis ?? text('basis') },
      ...{ limit: Number(text('limit')), appliedOn: text('appliedOn'), beginDay: one.beginDay, endDay: one.endDay },
      ...{ doctorCode: text('doctorCode'), doctorName: text('doctorName') },
      institutions: [
        { code: text('hospitalCode'), name: text('hospitalName') },
        { code: shop.fixmedinsCode, name: shop.fixmedinsName || shop.name },
      ],
      ...agentOf(written),
    })
  },
  repeal: ({ one }, _, run) => run(repealSpecialDrug, { serial: one.serial }),
  held: async (psnNo, run, one) => {
    const period = one ? { from: one.beginDay, until: one.endDay } : {}
    return mapped(await run(querySpecialDrugs, { psnNo, ...period }), (row) => ({
      ...{ code: row.drugCode, name: row.drugName, beginDay: row.from, endDay: row.until },
      ...{ about: row.diseaseName, part: '' },
    }))
  },
  advice: () => '由其他机构备案，不必再报',
}
