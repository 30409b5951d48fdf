import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { serviceCall } from '@yibao/shared/calls/service-call.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { AskedAreaSelect } from '../organisation/area-select.tsx'
import { StoreFilter } from '../organisation/store-filter.tsx'

type Question = Partial<InputOf<typeof serviceCall.chart>>
type Result = ResultOf<typeof serviceCall.chart>

/** Days back from today that a first visit shows: hours of two days, else a week. */
const daysBack = { hour: 1, infno: 6 } as const

/** What both pages of calls to the centres ask and show. */
export const callReport = (groupBy: keyof typeof daysBack) => ({
  empty: '这段时间没有调用医保中心。请放宽日期或条件',
  initial: () => {
    const to = formatDay(new Date())
    return { from: addDays(to, -daysBack[groupBy]), to, groupBy }
  },
  filters: [
    'from' as const,
    'to' as const,
    { key: 'infno' as const, placeholder: '例如 2102' },
    'ended' as const,
    { key: 'areaCode' as const, title: '区划', more: true, input: AskedAreaSelect },
    { key: 'storeId' as const, title: '门店', more: true, input: StoreFilter },
  ],
  kept: 35,
  groupBy: 'groupBy' as const,
  nameWidth: 240,
  figures: ['calls', 'booked', 'refused', 'unanswered', 'rate', 'p50', 'p95'],
  columns: ['calls', 'booked', 'refused', 'unanswered', 'rate', { key: 'p50', width: 130 }, { key: 'p95', width: 130 }],
  chart: { bars: ['booked', 'refused', 'unanswered'], line: 'p95', units: { bars: '次', line: '毫秒' } },
  sentence: ({ totals: { calls, refused, unanswered, p95 } }: Result) =>
    `共调用 ${formatCount(calls)} 次，医保中心拒绝 ${formatCount(refused)} 次，没有答复 ${formatCount(unanswered)} 次${p95 === undefined ? '' : `，95% 在 ${p95} 毫秒内答复`}`,
})

const page = '/system-manager/service-call-statistics'

/** Where the calls of a bar stand in figures: its day, hour, area or shop by transaction, its transaction by hour (of a shop by day). */
export const narrowed = ({ key }: { key: string }, question: Question): Partial<Record<string, string>> => {
  const { from, to, infno, areaCode, storeId, ended, groupBy = 'infno' } = question
  const day = key.slice(0, 10)
  const within = {
    infno: { from, to, areaCode, storeId, ended, infno: key, groupBy: storeId ? 'day' : 'hour' },
    day: { from: day, to: day, areaCode, storeId, ended, infno, groupBy: 'infno' },
    hour: { from: day, to: day, areaCode, ended, infno, groupBy: 'infno' },
    area: { from, to, areaCode: key, storeId, ended, infno, groupBy: 'infno' },
    store: { from, to, areaCode, storeId: key, ended, infno, groupBy: 'infno' },
    fault: undefined,
  }[groupBy]
  if (!within) return {}
  const asked = Object.entries(within).flatMap(([name, value]) => (value ? [[`f.${name}`, value]] : []))
  return { calls: `${page}?${new URLSearchParams([...asked, ['f.show', 'table']])}` }
}
