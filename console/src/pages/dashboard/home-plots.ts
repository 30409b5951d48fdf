import type { ResultOf } from '@yibao/shared/call.ts'
import type { report } from '@yibao/shared/calls/dashboard.ts'
import { fen, formatAmount, formatCount } from '@yibao/shared/money.ts'
import { change, type Plot } from './plot.ts'

type Home = ResultOf<typeof report.dashboard>
type Day = Home['days'][number]

const yuan = (value: number) => formatAmount(value / 100)
const times = (value: number) => `${formatCount(value)} 笔`

const parts = [
  ['cash', '现金'],
  ['account', '账户'],
  ['fund', '基金'],
] as const

/** Fen of a day. */
const sumOf = (day: Day) => parts.reduce((sum, [key]) => sum + fen(day[key]), 0)

/** Money per day, stacked (ux 7: are we normal?). */
export const daysPlot = (days: readonly Day[]): Plot => ({
  head: '日期',
  names: days.map(({ day }) => day.slice(5)),
  form: 'stacked',
  series: parts.map(([key, title]) => ({ title, tone: key, values: days.map((day) => fen(day[key])), text: yuan })),
})

/** Yesterday beside the same weekday a week before it: today is not over. */
export const daysSentence = (days: readonly Day[]): string => {
  const [yesterday, before] = [days.at(-2), days.at(-9)]
  if (!yesterday || !before) return ''
  const than = change(sumOf(yesterday), sumOf(before))
  return `昨天 ${yuan(sumOf(yesterday))} 元${than && `，比上周同日 ${than}`}`
}

const clock = (hour: number) => `${hour} 时`

/** The hours in which anything was settled, with those between them. */
const opened = (hours: Home['hours']) => {
  const busy = hours.filter(({ today, before }) => today || before).map(({ hour }) => hour)
  return hours.filter(({ hour }) => hour >= Math.min(...busy) && hour <= Math.max(...busy))
}

/** Settlements by hour, beside the same weekday a week ago (ux 7: when to staff). */
export const hoursPlot = (hours: Home['hours']): Plot => {
  const shown = opened(hours)
  return {
    head: '时段',
    names: shown.map(({ hour }) => clock(hour)),
    form: 'beside',
    series: [
      { title: '今天', tone: 'now', values: shown.map(({ today }) => today), text: times },
      { title: '上周同日', tone: 'before', values: shown.map(({ before }) => before), text: times },
    ],
  }
}

/** Whole hours until now against the same hours a week ago, and when it was busiest then. */
export const hoursSentence = (hours: Home['hours'], at: string): string => {
  const until = Number(at.slice(11, 13))
  const over = hours.filter(({ hour }) => hour < until)
  const sum = (which: 'today' | 'before') => over.reduce((all, one) => all + one[which], 0)
  const than = change(sum('today'), sum('before'))
  const busiest = hours.toSorted((a, b) => b.before - a.before)[0]
  const peak = busiest?.before ? `，那天 ${clock(busiest.hour)}最忙` : ''
  return `${clock(until)}前 ${times(sum('today'))}${than && `，比上周同日 ${than}`}${peak}`
}

/** What kinds of visits the money of 30 days came from (domain.md 8.1). */
export const typesPlot = (types: Home['types']): Plot => ({
  head: '医疗类别',
  names: types.map(({ name }) => name),
  form: 'rows',
  series: [{ title: '总额', tone: 'account', values: types.map(({ total }) => Math.max(0, fen(total))), text: yuan }],
})

/**
 * The share of the first row in the total, in whole percent; negative totals count as nothing, and '' where there is no
 * total.
 */
export const typesSentence = (types: Home['types']): string => {
  const all = types.reduce((sum, { total }) => sum + Math.max(0, fen(total)), 0)
  const [first] = types
  return first && all ? `${first.name}占 ${Math.round((fen(first.total) / all) * 100)}%` : ''
}
