import { type PeriodName, periodDays, periodNames } from '@yibao/shared/period.ts'
import { addDays, addMonths, formatDay } from '@yibao/shared/time.ts'
import type { DayUnit } from '../form/typed-day.ts'

/**
 * What a range of days or months offers at a press: its name, its first and its last day, yyyy-MM-dd. The days are
 * Shanghai's as everywhere, whatever zone the PC is set to.
 */
export const presetsOf = (unit: DayUnit, now: Date): [label: string, from: string, to: string][] => {
  const today = formatDay(now)
  const named = (name: PeriodName): [string, string, string] => {
    const { from, to } = periodDays(today)[name]
    return [periodNames[name], from, to]
  }
  if (unit === 'month')
    return [
      named('lastMonth'),
      named('month'),
      ['近 3 个月', `${addMonths(today.slice(0, 7), -2)}-01`, today],
      named('year'),
    ]
  const yesterday = addDays(today, -1)
  return [named('today'), ['昨天', yesterday, yesterday], named('week'), named('month')]
}
