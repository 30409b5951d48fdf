import type { centre as centreCalls } from '@yibao/shared/calls/centre.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { queryDictionary } from '../../centre/operations/dictionary.ts'
import { ask } from '../attendance/ask.ts'
import { working } from '../attendance/working.ts'
import { maintenanceOf } from '../message/maintenance.ts'
import { type StoreRow, storeOf } from '../organisation/store.ts'
import { store } from '../organisation/tables.ts'
import { centreState } from './tables.ts'
import { standingOf } from './watch.ts'

/** A short dictionary: any answer, a refusal too, shows that the centre is there (watch.ts hears it). */
const knock = (deps: Deps, shop: StoreRow) =>
  ask(deps, shop, queryDictionary, { type: 'gend', on: deps.clock() }, 15_000)

export const centreHandlers: Handlers<typeof centreCalls> = {
  state: async (_, c) => {
    const { areaCode } = c.me
    const maintenance = await maintenanceOf(c)
    const [row] = areaCode ? await c.db.select().from(centreState).where(eq(centreState.areaCode, areaCode)) : []
    return {
      state: standingOf(row) ?? 'unknown',
      ms: row?.ms ?? undefined,
      answeredAt: row?.answeredAt ? formatTime(row.answeredAt) : undefined,
      since: row?.silentSince ? formatTime(row.silentSince) : undefined,
      maintenance,
    }
  },

  retry: async (_, c) => {
    await knock(c.deps, await storeOf(c.deps, c.storeId))
    await c.services.watch.flush()
    return null
  },
}

/** ms between two questions whether a silent centre is there again, of all nodes together. */
const askEvery = 30_000

/**
 * Asks the centres that did not answer last, each by one of its stores: nobody tries a centre that his light calls cut, and
 * it would be called so until somebody did. By one at work where there is one; in the morning, before anybody has signed
 * in, by any that is open. Answers how many were asked.
 */
export const askSilent = async (deps: Deps): Promise<number> => {
  const { db, clock } = deps
  const before = new Date(clock().getTime() - askEvery)
  const due = or(isNull(centreState.askedAt), lt(centreState.askedAt, before))
  const silent = await db
    .update(centreState)
    .set({ askedAt: clock() })
    .where(and(isNotNull(centreState.silentSince), lt(centreState.silentSince, before), due))
    .returning({ areaCode: centreState.areaCode })
  const one = async (areaCode: string) => {
    const [shop] = await db
      .select()
      .from(store)
      .where(and(eq(store.areaCode, areaCode), eq(store.closed, false)))
      // Among equals another one each time: one that cannot sign in must not be the only one that tries.
      .orderBy(desc(sql`${working(deps)}`), sql`random()`)
      .limit(1)
    // Silent still: so it stays.
    if (shop) await knock(deps, shop).catch(() => undefined)
  }
  await Promise.all(silent.map(({ areaCode }) => one(areaCode)))
  return silent.length
}
