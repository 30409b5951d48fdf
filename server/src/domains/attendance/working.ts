import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, exists, isNull, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { store } from '../organisation/tables.ts'
import { signIn } from './tables.ts'

/**
 * Of a query over stores: those that are open and where somebody is signed in today, so that a job may speak with their centre.
 */
export const working = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): SQL | undefined => {
  const today = and(eq(signIn.day, formatDay(clock())), isNull(signIn.signedOutAt))
  const signedIn = db
    .select({ one: sql`1` })
    .from(signIn)
    .where(and(eq(signIn.storeId, store.id), today))
  return and(eq(store.closed, false), exists(signedIn))
}
