import type { Deps } from '../../call/context.ts'
import { settingsOf } from './settings.ts'

/** ms that `since` may fall short of a moment that was written just now: it is what has passed at the least. */
const unsure = 1000

/** When a message left, or when its connection was closed: while it is open, when it will be at the latest. */
type Message = { sentAt: Date | null } | { closedAt: Date | null }

/**
 * ms until nothing of a message can arrive at the centre any more (DESIGN 7, inFlightMax), 0 when it cannot now. Its moment
 * is of the database's clock; its connection is open for `timeoutMs` at most. What that was set meanwhile is no time that
 * has passed.
 */
export const leftOf = async (
  { db, services }: Pick<Deps, 'db' | 'services'>,
  areaCode: string,
  message: Message,
  timeoutMs: number,
): Promise<number> => {
  const moment = 'closedAt' in message ? message.closedAt : message.sentAt
  if (!moment) return 0
  const { inFlightMax } = await settingsOf(db, areaCode)
  const { leaps } = services
  await leaps.look()
  const closed = 'closedAt' in message ? moment : new Date(moment.getTime() + timeoutMs)
  // While the connection was open the clock may have been set too: before the moment at which it is to be closed.
  const whole = leaps.since(new Date(closed.getTime() - timeoutMs)) - timeoutMs
  const passed = Math.min(whole, leaps.since(closed))
  return Math.max(0, inFlightMax - (passed < 0 && passed > -unsure ? 0 : passed))
}

/** Whole minutes to wait, as people are told them. */
export const minutesOf = (ms: number): number => Math.ceil(ms / 60_000)

/** ms that have really passed since the connection of a message was closed; 0 while it is open. */
export const flightTime = async ({ services }: Pick<Deps, 'services'>, closed: Date | null): Promise<number> => {
  if (!closed) return 0
  const { leaps } = services
  await leaps.look()
  return Math.max(0, leaps.since(closed))
}
