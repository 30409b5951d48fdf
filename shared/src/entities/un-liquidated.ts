import { choice, dict, group, integer, money, note, optional } from '../field.ts'

/** Why money is in no accepted application. */
export const openReason = choice('原因', {
  unchecked: '未对账',
  unequal: '不平',
  notApplied: '未申请',
  unknown: '申请结果未知',
  rejected: '已驳回',
})

/** A settlement that is in no accepted application, by what it is in: nothing or a draft, or one that did not get through. */
export const openClaim = choice('未清算', { none: '未申请', unknown: '申请结果未知', rejected: '已驳回' })

export const unLiquidatedGroup = choice('分组', {
  group: '按门店、月份和险种',
  store: '按门店',
  month: '按月',
  reason: '按原因',
})

const open = {
  settlements: integer('结算笔数'),
  reversals: integer('撤销笔数'),
  total: money('费用总额'),
  fund: money('基金支付'),
  /** Of our book, as in every report; an application has the centre's acct_pay, which may leave the family's part out. */
  account: money('个人账户（含共济）'),
  cash: money('现金'),
  /** What is to be claimed of it: the funds, and the account where the area's 基金申报 has it in it. */
  due: optional(money('应申报')),
  /** Since the month ended; the longest of several. */
  days: integer('未清算天数'),
}

/** Money of closed months that is in no accepted application (domain.md 5.6). */
export const unLiquidatedSums = group('合计', open)
export const unLiquidatedRow = group('未清算', {
  key: note('分组编码'),
  name: note('分组'),
  clrType: optional(dict('清算类别', 'clr_type')),
  insutype: optional(dict('险种', 'insutype')),
  reason: optional(openReason),
  ...open,
})
