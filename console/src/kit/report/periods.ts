import { addDays, quarter } from '@yibao/shared/time.ts'

export interface Period {
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
  const [year = '', month = ''] = today.split('-')
  const lastMonth = addDays(`${year}-${month}-01`, -1)
  const { start } = quarter(Math.ceil(Number(month) / 3) as 1 | 2 | 3 | 4)
  const lastQuarter = addDays(`${year}-${start}`, -1)
  const before = quarter(Math.ceil(Number(lastQuarter.slice(5, 7)) / 3) as 1 | 2 | 3 | 4)
  return [
    { text: '今天', from: today, to: today },
    { text: '近 7 天', from: addDays(today, -6), to: today },
    { text: '本月', from: `${year}-${month}-01`, to: today },
    { text: '上月', from: `${lastMonth.slice(0, 7)}-01`, to: lastMonth },
    { text: '本季', from: `${year}-${start}`, to: today },
    { text: '上季', from: `${lastQuarter.slice(0, 4)}-${before.start}`, to: lastQuarter },
    { text: '今年', from: `${year}-01-01`, to: today },
  ]
}
