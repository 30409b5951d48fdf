import { choice, group, integer, money, note, optional } from '../field.ts'

export const fundPayGroup = choice('分组', {
  day: '按日',
  month: '按月',
  store: '按门店',
  insutype: '按险种',
  medicalType: '按医疗类别',
  outFlag: '按异地标志',
})

/** Money of a period: settlements on the centre's day, reversals taken off on theirs. */
export const fundSums = {
  settlements: integer('结算笔数'),
  reversals: integer('撤销笔数'),
  total: money('费用总额'),
  poolFund: money('统筹基金'),
  civilServant: money('公务员补助'),
  largeAmount: money('大额补助'),
  seriousIllness: money('居民大病'),
  enterprise: money('企业补充'),
  medicalAid: money('医疗救助'),
  otherFund: money('其他基金'),
  fundTotal: money('基金合计'),
  account: money('个人账户'),
  familyAccount: money('其中共济'),
  cash: money('现金'),
  /** 基金合计 less the sum of its parts (domain.md 4.2 I2). */
  gap: money('基金核对差额'),
}

/** Sums of a period, reversals taken off. */
export const fundPaySums = group('合计', fundSums)

/** The same of one day, month, store or code: `key` is its value, `name` what it is called. */
export const fundPayRow = group('分组合计', { key: note('分组编码'), name: note('分组'), ...fundSums })

export const monthCollectGroup = choice('分组', { storeMonth: '按门店和月', month: '按月', store: '按门店' })

const collected = {
  businessDays: integer('有业务天数'),
  /** Of those with business, all of whose groups agree. */
  closedDays: integer('已对平天数'),
  /** Over, with business or where the centre alone has some, and not reconciled; days nobody compared are among them. */
  openDays: integer('未对平天数'),
  ...fundSums,
  /** What is to be claimed: the funds, and the account where the area's 基金申报 has it in it. */
  due: optional(money('应申报清算')),
  /** 基金申报 of applications that the centre has, and what came of them (实际拨付). */
  applied: money('已申报清算'),
  paid: money('已拨付'),
}

/** A month's money and how far its days are reconciled; days are counted store by store. */
export const monthCollectSums = group('合计', collected)

/** The same of one store's month, of a month, or of a store (domain.md 8.12 月汇总表). */
export const monthCollectRow = group('月汇总', { key: note('分组编码'), name: note('分组'), ...collected })
