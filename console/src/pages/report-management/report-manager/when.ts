import { nextDue, periodText, type Rhythm, reportedPeriod } from '@yibao/shared/reporting/rhythm.ts'
import { formatTime } from '@yibao/shared/time.ts'

/** Times that the dialog shows. */
const shownTimes = 3

/** 6:0 and 0600 and ６：００ as 06:00; what is no time stays as it was typed. */
export const typedClock = (text: string): string => {
  const [, hour, minute] = /^(\d{1,2}):?(\d{1,2})$/.exec(text.normalize('NFKC').trim()) ?? []
  return hour && minute ? `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` : text
}

/** Until then the night compares the day before with the centres (jobs/reconcile.ts). */
const compared = '06:00'

/** What a time before that means for a report; '' for any other, and for what is no time. */
export const earlyText = (clock: string): string =>
  clock < compared
    ? `夜间对账到 ${compared} 结束：这之前发送的报表，最后一天可能还没有对账，建议定在 ${compared} 之后`
    : ''

/** The next times of a plan, each with the period that it is of. */
export const nextTimes = (rhythm: Rhythm, now: Date): string[] => {
  const times: Date[] = []
  while (times.length < shownTimes) times.push(nextDue(rhythm, times.at(-1) ?? now))
  return times.map((due) => `${formatTime(due).slice(0, 16)}，统计 ${periodText(reportedPeriod(rhythm, due))}`)
}
