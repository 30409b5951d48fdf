import type { ResultOf } from '@yibao/shared/call.ts'
import type { report } from '@yibao/shared/calls/dashboard.ts'
import { fen, formatAmount, formatCount } from '@yibao/shared/money.ts'
import { formatTime, parseTime } from '@yibao/shared/time.ts'
import type { Plot } from './plot.ts'

type Area = ResultOf<typeof report.areaDashboard>

const times = (value: number) => `${formatCount(value)} 笔`
const ms = (value: number) => (value ? `${value} 毫秒` : '--')

/** Stores by what they settled today. */
export const rankingPlot = (ranking: Area['ranking']): Plot => ({
  head: '门店',
  names: ranking.map(({ name }) => name),
  form: 'rows',
  series: [
    {
      ...{ title: '总额', tone: 'account' },
      values: ranking.map(({ total }) => Math.max(0, fen(total))),
      text: (value) => formatAmount(value / 100),
    },
  ],
})

/** The store of the first row and how often it settled; '' without a row. */
export const rankingSentence = ([first]: Area['ranking']): string =>
  first ? `${first.name}最多，${times(first.count)}` : ''

/** Stores by their differences of 30 days: what is open, and what was dealt with. */
export const worstPlot = (worst: Area['worst']): Plot => ({
  head: '门店',
  names: worst.map(({ name }) => name),
  form: 'rows',
  series: [
    { title: '未处理', tone: 'open', values: worst.map(({ open }) => open), text: times },
    { title: '已处理', tone: 'done', values: worst.map(({ handled }) => handled), text: times },
  ],
})

/** The first store with an open difference and how many it has, or that all are dealt with. */
export const worstSentence = (worst: Area['worst']): string => {
  const open = worst.filter((one) => one.open > 0)
  return open[0] ? `${open[0].name}最多，${times(open[0].open)}未处理` : '差异都已处理'
}

const step = 600_000
const steps = 144

/** Of a step with more than a fifth of its calls without an answer the centre is to blame (ux 7: the incident band). */
const isIncident = ({ calls, unanswered }: Area['latency'][number]) => unanswered * 5 > calls

const clockOf = (at: string) => at.slice(11, 16)

/** The centre's p95 in the 144 steps of 10 minutes until `at`; steps without a call are gaps. */
export const latencyPlot = (latency: Area['latency'], at: string): Plot => {
  const last = Math.floor(parseTime(at).getTime() / step) * step
  const known = new Map(latency.map((one) => [one.at, one]))
  const places = Array.from({ length: steps }, (_, i) => formatTime(new Date(last - (steps - 1 - i) * step)))
  return {
    head: '时间',
    names: places.map((place) => place.slice(5, 16)),
    form: 'line',
    series: [{ title: 'P95', tone: 'now', values: places.map((place) => known.get(place)?.p95 ?? 0), text: ms }],
    bands: places.map((place) => {
      const one = known.get(place)
      return one !== undefined && isIncident(one)
    }),
  }
}

/** The highest p95 and when it was, and how many steps had an incident and when the last was. */
export const latencySentence = (latency: Area['latency']): string => {
  const incidents = latency.filter(isIncident)
  const slowest = latency.toSorted((a, b) => b.p95 - a.p95)[0]
  const peak = slowest?.p95 ? `P95 最高 ${ms(slowest.p95)}（${clockOf(slowest.at)}）` : ''
  const trouble = incidents.length
    ? `${incidents.length} 个时段无应答较多，最近 ${clockOf(incidents.at(-1)!.at)}`
    : '没有故障时段'
  return [peak, trouble].filter(Boolean).join('，')
}
