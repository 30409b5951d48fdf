import type { Deps } from '../../call/context.ts'
import { settingsOf } from './settings.ts'

/** ms that `since` may fall short of a moment that was written just now: it is what has passed at the least. */
const unsure = 1000

/**
 * ms until nothing of a message can arrive at the centre any more (DESIGN 7, inFlightMax), 0 when it cannot now. `closed` =
 * when its connection was closed, or when it will be at the latest, which may lie ahead by `open` ms, by the database's
 * clock. What that was set meanwhile is no time that has passed.
 */
export const flightLeft = async (
  { db, services }: Pick<Deps, 'db' | 'services'>,
  areaCode: string,
  { closed, open }: { closed: Date | null; open: number },
): Promise<number> => {
  if (!closed) return 0
  const { inFlightMax } = await settingsOf(db, areaCode)
  const { leaps } = services
  await leaps.look()
  // While the connection was open the clock may have been set too: before the moment at which it is to be closed.
  const whole = leaps.since(new Date(closed.getTime() - open)) - open
  const passed = Math.min(whole, leaps.since(closed))
  return Math.max(0, inFlightMax - (passed < 0 && passed > -unsure ? 0 : passed))
}

/** ms that have really passed since the connection of a message was closed; 0 while it is open. */
export const flightTime = async ({ services }: Pick<Deps, 'services'>, closed: Date | null): Promise<number> => {
  if (!closed) return 0
  const { leaps } = services
  await leaps.look()
  return Math.max(0, leaps.since(closed))
}
