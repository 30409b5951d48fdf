import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, exists, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { store } from '../organisation/tables.ts'
import { signIn } from './tables.ts'

type Asker = Pick<Deps, 'db' | 'clock'>

/** Days after a store was closed in which the system still brings to an end what it did. */
export const daysAfter = 7

/**
 * Of a query over stores: those that are open and where somebody is signed in today, so that a job may speak with their centre.
 */
export const working = ({ db, clock }: Asker): SQL | undefined => {
  const today = and(eq(signIn.day, formatDay(clock())), isNull(signIn.signedOutAt))
  const signedIn = db
    .select({ one: sql`1` })
    .from(signIn)
    .where(and(eq(signIn.storeId, store.id), today))
  return and(eq(store.closed, false), exists(signedIn))
}

/** Of a query over stores: those that are open, or were at some moment since. */
export const openSince = (since: Date): SQL | undefined => or(eq(store.closed, false), gte(store.closedAt, since))

/**
 * Those that work, and those that were closed some days ago: what they did, and what waits for an answer, their centre still
 * has to hear. Nobody signs in there any more; the system does by itself.
 */
export const finishing = (deps: Asker): SQL | undefined =>
  or(
    working(deps),
    and(eq(store.closed, true), gte(store.closedAt, new Date(deps.clock().getTime() - daysAfter * 86_400_000))),
  )
