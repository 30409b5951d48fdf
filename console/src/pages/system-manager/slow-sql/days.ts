import type { ResultOf } from '@yibao/shared/call.ts'
import type { slowSql } from '@yibao/shared/calls/slow-sql.ts'
import { formatCount } from '@yibao/shared/money.ts'

type Days = ResultOf<typeof slowSql.get>['days']

/** How often a statement was slow on each day, and its longest time. */
export const chartOf = (days: Days) => ({
  names: days.map(({ day }) => day.slice(5)),
  bars: [{ key: 'count', title: '次数', values: days.map(({ count }) => String(count)) }],
  line: { key: 'maxMs', title: '最长', values: days.map(({ count, maxMs }) => (count ? maxMs : undefined)) },
  units: { bars: '次', line: 'ms' },
})

/** The same in words. */
export const sentenceOf = (days: Days): string => {
  const slow = days.filter(({ count }) => count > 0)
  const times = slow.reduce((sum, { count }) => sum + count, 0)
  const [worst] = slow.toSorted((a, b) => b.maxMs - a.maxMs)
  return worst
    ? `近 ${days.length} 天有 ${slow.length} 天慢过，共 ${formatCount(times)} 次；最长 ${worst.maxMs} ms（${worst.day.slice(5)}）`
    : `近 ${days.length} 天没有慢过`
}
