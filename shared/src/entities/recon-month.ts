import { choice, day, group, id, integer, list, month, note, optional, text, time } from '../field.ts'
import { liquidationState } from './liquidation-state.ts'
import { groupKey, ownSums, reconState } from './reconciliation.ts'

/** How the application for a group's month stands; absent where there is none, or a revoked one. */
export const monthClaim = optional(liquidationState)

/** Who marked a month that is unequal as a whole, with every day of it agreed, and why. */
export const monthMark = {
  handledBy: optional(note('处理人')),
  handledNote: optional(note('处理说明')),
  handledAt: optional(time('处理时间')),
}

/** A group of one store-month: what the month is claimed by (domain.md 5.5). */
export const reconMonth = group('月对账组', {
  id: id('月对账组编号'),
  month: month('月份'),
  ...groupKey,
  days: integer('有业务天数'),
  openDays: integer('未对平天数'),
  ...ownSums,
  centreResult: optional(note('中心结果')),
  centreText: optional(note('中心说明')),
  state: reconState,
  claim: monthClaim,
  operatorName: optional(note('操作员')),
  at: optional(time('对账时间')),
  ...monthMark,
})

/** One day of a store-month's group as both books stand: `state` counts what came behind the day's last run as 未对账. */
export const reconMonthDay = group('月内一天', {
  id: id('对账组编号'),
  day: day('日期'),
  ...groupKey,
  ...ownSums,
  differences: integer('差异笔数'),
  open: integer('未处理'),
  state: reconState,
})

/** A store's day in the matrix: the least finished of its groups; `none` had no business and was not asked about. */
export const matrixState = choice('当天状态', {
  none: '无业务',
  equal: '平',
  handled: '已处理',
  waiting: '未对账',
  running: '对账中',
  unequal: '不平',
  failed: '对账未完成',
})

/** One store's month, day by day (domain.md 8.7 日对账查询). */
export const matrixRow = group('门店月历', {
  storeId: id('门店'),
  storeName: text('门店名称'),
  month: month('月份'),
  days: list(group('一天', { day: day('日期'), state: matrixState, open: integer('未处理差异') }), '每天'),
  businessDays: integer('有业务天数'),
  openDays: integer('未对平天数'),
  openDates: optional(note('未对平日期')),
  operatorName: optional(note('最近操作员')),
  at: optional(time('最近对账')),
})
