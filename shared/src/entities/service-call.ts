import { choice, group, integer, note, optional, ratio } from '../field.ts'

export const serviceCallGroup = choice('分组', {
  infno: '按交易',
  day: '按日',
  hour: '按小时',
  area: '按区划',
  store: '按门店',
  fault: '按失败原因',
})

/** How a call to a centre ended. */
export const callEnd = choice('结果', { booked: '成功', refused: '中心拒绝', unanswered: '没有答复' })

const counts = {
  calls: integer('调用次数'),
  booked: integer('成功'),
  refused: integer('中心拒绝'),
  /** Lost, late, unreadable, or never on their way: nobody said yes or no. */
  unanswered: integer('没有答复'),
  /** 成功 of 调用次数; absent without calls, for reasons of failure, and where one result is asked for. */
  rate: optional(ratio('成功率')),
  /** Of the calls that waited for the centre, at most an eighth too long; absent where none did. */
  p50: optional(integer('中位耗时（毫秒）')),
  p95: optional(integer('95% 耗时（毫秒）')),
}

/** Calls to the centres of a period (domain.md 8.2 服务调用统计). */
export const serviceCallSums = group('合计', counts)

/** The same of one transaction, day, hour, area, shop or reason. */
export const serviceCallRow = group('调用统计', { key: note('分组编码'), name: note('分组'), ...counts })
