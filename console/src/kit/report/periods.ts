import { type PeriodName, periodDays, periodNames } from '@yibao/shared/period.ts'
import { addDays } from '@yibao/shared/time.ts'

interface Period {
  text: string
  from: string
  to: string
}

/**
 * The periods people ask for, as of a day; those under way end today. In months, where a report is asked by months. `kept`:
 * days back for which there are figures; what begins earlier is left out.
 */
export const periodsOf = (today: string, byMonth = false, kept?: number): Period[] => {
  const monthOf = ({ text, from, to }: Period) => ({ text, from: from.slice(0, 7), to: to.slice(0, 7) })
  if (byMonth) return daysOf(today).slice(shorter).map(monthOf)
  return daysOf(today).filter(({ from }) => kept === undefined || from > addDays(today, -kept))
}

/** Periods at the head of the list that are shorter than a month. */
const shorter = 2

const daysOf = (today: string): Period[] => {
  const days = periodDays(today)
  return Object.entries(periodNames).map(([name, text]) => ({ text, ...days[name as PeriodName] }))
}
