import { and, eq, type SQL } from 'drizzle-orm'
import type { Deps } from '../../context.ts'
import { claimsOn } from '../../database/claims.ts'
import { type StockMessage, stockMessage } from './tables.ts'

const claims = claimsOn(stockMessage)

/** Rows that one request or job at a time works on (claims.ts). */
export const withMessages = <T>(
  deps: Deps,
  ids: readonly string[],
  work: (mine: StockMessage[]) => Promise<T>,
): Promise<T> => claims({ db: deps.db, deps }, ids, work)

/** What is known of a claimed row from now on; false when the claim has ended, or `when` no longer holds. */
export const mark = async (
  { db }: Pick<Deps, 'db'>,
  { id, claimedUntil }: StockMessage,
  set: Partial<StockMessage>,
  when?: SQL,
): Promise<boolean> => {
  const mine = and(eq(stockMessage.id, id), eq(stockMessage.claimedUntil, claimedUntil as Date), when)
  const marked = await db.update(stockMessage).set(set).where(mine).returning({ id: stockMessage.id })
  return marked.length > 0
}
