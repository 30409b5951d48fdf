import { parseTime, startOfDay } from '@yibao/shared/time.ts'

const firstMoment = (month: string): number => startOfDay(`${month}-01`).getTime()

/**
 * The time of a row as it is kept, of what the centre told. A version of before kept rows without a time as of the first
 * moment of their month, and a centre that tells days only means that moment by the first day: told by the centre it is
 * kept one millisecond late, which no wire form shows.
 */
export const toldTime = (month: string, told: string): Date => {
  const at = parseTime(told)
  return at.getTime() === firstMoment(month) ? new Date(at.getTime() + 1) : at
}

/** Whether the time of a row of a yyyy-MM may be none of the centre's: extracted once more it is known to be or not. */
export const mayBeMadeUp = (month: string, { settledAt }: { settledAt: Date }): boolean =>
  settledAt.getTime() === firstMoment(month)
