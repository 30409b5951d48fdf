import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, gt, lt, or } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import type { Deps } from '../../call/context.ts'
import { idempotency } from '../../call/tables.ts'
import { corrected, lasting } from '../../database/held.ts'
import { reportFault } from '../../process/fault.ts'

/** ms a turn outlives its process: a clerk may stand before whoever waits for it. */
const lease = 10_000
/** ms between two looks of whoever waits. */
const look = 200

type TurnDeps = Pick<Deps, 'db' | 'clock' | 'moved'>

/**
 * Does `work` when no other process is at the same, by the name of it; `done` is looked at before each try, and what it
 * finds is given instead. A process that ends in the middle of its turn keeps the others for 10 s. Whoever stood still for
 * longer may find another one at work beside him: what must never be done twice needs a fence of its own.
 */
export const inTurn = async <T>(
  deps: TurnDeps,
  what: { call: string; key: string },
  done: () => Promise<T | undefined>,
  work: () => Promise<T>,
): Promise<T> => {
  const { db } = deps
  const row = { userId: 'turn', ...what, bodyHash: newId(deps.clock()) }
  const at = and(eq(idempotency.userId, row.userId), eq(idempotency.call, what.call), eq(idempotency.key, what.key))
  const mine = and(at, eq(idempotency.bodyHash, row.bodyHash))
  const take = async () => {
    const startedAt = lasting(deps, 0)
    const left = or(
      lt(idempotency.startedAt, lasting(deps, -lease)),
      gt(idempotency.startedAt, lasting(deps, corrected)),
    )
    const taken = await db
      .insert(idempotency)
      .values({ ...row, startedAt })
      .onConflictDoUpdate({
        target: [idempotency.userId, idempotency.call, idempotency.key],
        set: { bodyHash: row.bodyHash, startedAt },
        setWhere: left,
      })
      .returning({ key: idempotency.key })
    return taken.length > 0
  }
  const report = (fault: unknown) => reportFault(`turn ${what.call}`, fault)
  for (;;) {
    const known = await done()
    if (known !== undefined) return known
    if (await take()) break
    await sleep(look)
  }
  const renew = async () => {
    await db
      .update(idempotency)
      .set({ startedAt: lasting(deps, 0) })
      .where(mine)
  }
  const timer = setInterval(() => renew().catch(report), lease / 3)
  timer.unref()
  try {
    // Whoever had it may have ended between the look and the taking.
    return (await done()) ?? (await work())
  } finally {
    clearInterval(timer)
    // What was done is told all the same: a turn that nobody gives back is over by itself.
    await db.delete(idempotency).where(mine).catch(report)
  }
}
