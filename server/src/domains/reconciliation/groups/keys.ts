import { createHash } from 'node:crypto'
import { formatDay, parseTime, startOfDay } from '@yibao/shared/time.ts'
import { type GroupKey, keyText } from '../../order/group.ts'

/** A group's id follows from what it is, so that a day shows the same id before and after its first run. */
export const groupIdOf = (storeId: string, day: string, key: GroupKey): string =>
  createHash('sha256')
    .update(`${storeId}/${day}/${keyText(key)}`)
    .digest('hex')
    .slice(0, 32)

/** First and last second of a day in Asia/Shanghai: both belong to it. */
export const boundsOf = (day: string): { start: Date; end: Date } => ({
  start: startOfDay(day),
  end: parseTime(`${day} 23:59:59`),
})

/** The moment of `day` that is nearest to `at`: itself when it lies in the day, else the day's edge. */
export const nearestIn = (day: string, at: Date): Date => {
  if (formatDay(at) === day) return at
  const { start, end } = boundsOf(day)
  return at < start ? start : end
}
