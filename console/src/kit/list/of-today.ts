import { formatDay } from '@yibao/shared/time.ts'
import { useEffect, useState } from 'react'
import { same } from '../same.ts'
import { firstPage, type ListState } from './state.ts'

type Filters = Record<string, unknown>

/**
 * A list that still asks what it began with asks what it would begin with now: 今天 of a page that was left open over night
 * is the new day. undefined: nothing has changed, or a person has chosen other days.
 */
export const ofToday = (state: ListState, now: Filters | undefined): ListState | undefined => {
  const { began, filters } = state
  if (!began || !now || same(began, now)) return undefined
  if (!Object.entries(began).every(([key, value]) => same(filters[key], value))) return undefined
  return { ...state, filters: { ...filters, ...now }, began: now, page: firstPage }
}

const today = () => formatDay(new Date())
/** ms between two looks at the calendar. */
const look = 30_000

/**
 * Keeps a list or report that begins with days of the calendar at today's, while it is open and when it comes back. `held`:
 * somebody has ticked rows of it, or is asking for others; both stay under his eyes until he is done with them.
 */
export const useOfToday = (
  state: ListState,
  initial: (() => Filters | undefined) | undefined,
  change: (next: ListState) => void,
  held = false,
): void => {
  const [day, setDay] = useState(today)
  useEffect(() => {
    const timer = setInterval(() => setDay(today()), look)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    const next = held ? undefined : ofToday(state, initial?.())
    if (next) change(next)
  }, [day, state, held])
}
