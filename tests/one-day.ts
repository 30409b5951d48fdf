import { addDays, formatDay, startOfDay } from '@yibao/shared/time.ts'

/** ms that the longest file of stories takes on a busy machine. */
const longest = 6 * 60_000

/**
 * ms until the next day begins in Shanghai, where that is so near that a story begun at `now` would go on over it; else 0.
 */
export const untilOneDay = (now: Date): number => {
  const left = startOfDay(addDays(formatDay(now), 1)).getTime() - now.getTime()
  return left <= longest ? left : 0
}
