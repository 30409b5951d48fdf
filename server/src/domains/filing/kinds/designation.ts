import { validIdCard } from '@yibao/shared/id-card.ts'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { designate, queryDesignations, withdrawDesignation } from '../../../centre/operations/designation.ts'
import { codesOf } from '../../dictionary/entries.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { type Kind, textOf } from './kind.ts'
import { mapped } from './mapped.ts'

/** biz_appy_type 就医定点医疗机构登记, the one both editions have (notes 9). */
const designated = '03'

/** psn_cert_type of an identity card, which Jiangxi prints without its zero. */
const isIdCard = (type: string) => Number(type) === 1

const named = ({ fixmedinsName, name }: StoreRow) => fixmedinsName || name

const isElsewhere = (code: string, shop: StoreRow) => code !== shop.fixmedinsCode

/** What the centre is told of an agent has to be whole: who he is, whose he is, and his number. */
export const checkAgent = (sealed: Record<string, string>): void => {
  const written = Object.keys(sealed).filter((name) => name.startsWith('agent'))
  if (!written.length) return
  const wanted = {
    agentName: '代办人',
    agentRelation: '与参保人关系',
    agentCertType: '证件类型',
    agentCertNo: '证件号码',
  }
  const missing = Object.entries(wanted).filter(([name]) => !sealed[name])
  if (missing.length)
    refuse('filing.agent', {}, { fields: Object.fromEntries(missing.map(([name, title]) => [name, `请填写${title}`])) })
  if (isIdCard(sealed.agentCertType!) && !validIdCard(sealed.agentCertNo!))
    refuse('filing.agent', {}, { fields: { agentCertNo: '证件号码不正确，请核对 18 位号码' } })
}

/** Refuses a code that the area's dictionary does not have. */
const checkCode = async (c: Context, shop: StoreRow, [field, type, title]: string[], code: string): Promise<void> => {
  const codes = await codesOf(c.db, shop.areaCode, type!)
  if (codes.length && !codes.some(({ value }) => value === code))
    refuse('filing.code', { title: title!, code }, { fields: { [field!]: '请从列表中选择' } })
}

/** 人员定点备案: 2505, 2506 and 5302, always of the store's own institution. */
export const designation: Kind = {
  name: 'designation',
  what: '人员定点备案',
  infnos: ['2505', '2506', '5302'],
  subject: ({ shop }) => ({ code: shop.fixmedinsCode, name: named(shop) }),
  part: (form) => textOf(form, 'order'),
  check: async (c, { form, shop, sealed }) => {
    checkAgent(sealed)
    const type = ['businessType', 'biz_appy_type', '业务申请类型']
    await checkCode(c, shop, type, textOf(form, 'businessType'))
  },
  upload: ({ one, personal, shop }, run) => {
    const text = (name: string) => textOf(one.form, name)
    const { written } = personal
    const sealed = (name: string) => written[name] ?? ''
    return run(designate, {
      ...{ psnNo: personal.psnNo, tel: sealed('tel'), address: sealed('address') },
      ...{ businessType: text('businessType'), order: text('order'), memo: text('memo') },
      ...{ institutionCode: shop.fixmedinsCode, institutionName: named(shop) },
      ...{ beginDay: text('beginDay'), endDay: text('endDay') },
      ...agentOf(written),
    })
  },
  repeal: ({ one, personal }, reason, run) =>
    run(withdrawDesignation, { serial: one.serial, psnNo: personal.psnNo, reason }),
  held: async (psnNo, run, one) => {
    const businessType = (one && textOf(one.form, 'businessType')) || designated
    return mapped(await run(queryDesignations, { psnNo, businessType }), (row) => ({
      ...{ code: row.institutionCode, name: row.institutionName, beginDay: row.from, endDay: row.until },
      ...{ about: [`定点排序号 ${row.order}`, row.memo].filter(Boolean).join('，'), part: row.order },
    }))
  },
  advice: ({ code, name, part }, shop) =>
    isElsewhere(code, shop)
      ? `要在本店享受统筹：请参保人先到「${name}」或医保中心撤销这个定点，或用 ${part} 以外的定点排序号备案`
      : '本店已是定点，不必再报',
  elsewhere: ({ code }, shop) => isElsewhere(code, shop),
}

/** The agent of what was written; '' for what was left empty. */
export const agentOf = (written: Record<string, string>) => {
  const text = (name: string) => written[name] ?? ''
  return {
    ...{ agentName: text('agentName'), agentRelation: text('agentRelation'), agentCertType: text('agentCertType') },
    ...{ agentCertNo: text('agentCertNo'), agentTel: text('agentTel'), agentAddress: text('agentAddress') },
  }
}
