import { addDays, addMonths, formatDay, quarter } from './time.ts'

/** yyyy-MM of the last month that is over. */
export const lastMonth = (now = new Date()): string => addMonths(formatDay(now).slice(0, 7), -1)

/** The periods people ask for, by name. */
export const periodNames = {
  ...{ today: '今天', week: '近 7 天', month: '本月', lastMonth: '上月' },
  ...{ quarter: '本季', lastQuarter: '上季', year: '今年' },
} as const

export type PeriodName = keyof typeof periodNames

/** First and last day of each as of a day; those under way end on it. */
export const periodDays = (today: string): Record<PeriodName, { from: string; to: string }> => {
  const [year = '', month = ''] = today.split('-')
  const monthBefore = addDays(`${year}-${month}-01`, -1)
  const { start } = quarter(Math.ceil(Number(month) / 3) as 1 | 2 | 3 | 4)
  const lastQuarter = addDays(`${year}-${start}`, -1)
  const before = quarter(Math.ceil(Number(lastQuarter.slice(5, 7)) / 3) as 1 | 2 | 3 | 4)
  return {
    today: { from: today, to: today },
    week: { from: addDays(today, -6), to: today },
    month: { from: `${year}-${month}-01`, to: today },
    lastMonth: { from: `${monthBefore.slice(0, 7)}-01`, to: monthBefore },
    quarter: { from: `${year}-${start}`, to: today },
    lastQuarter: { from: `${lastQuarter.slice(0, 4)}-${before.start}`, to: lastQuarter },
    year: { from: `${year}-01-01`, to: today },
  }
}
