import { sql } from 'drizzle-orm'
import type { Deps } from '../../context.ts'
import { isDue, perStore, type Resting, takeTurns, tellingStores } from '../telling/turns.ts'
import { withMessage } from './claim.ts'
import { tellStock } from './send.ts'
import { stockMessage } from './tables.ts'

/** The rows that are due in some stores, each store's oldest first: one probe of a small index for each store. */
export const dueQuery = (stores: readonly { id: string; delay: number }[], now: Date) => {
  const ids = stores.map(({ id }) => id)
  const until = stores.map(({ delay }) => new Date(now.getTime() - delay).toISOString())
  return sql`
    select due.id, asked.store_id as "storeId"
    from unnest(${sql.param(ids)}::text[], ${sql.param(until)}::timestamptz[]) as asked(store_id, until)
    cross join lateral (
      select ${stockMessage.id} as id from ${stockMessage}
      where ${stockMessage.storeId} = asked.store_id and ${stockMessage.nextAt} is not null
        and ${stockMessage.nextAt} <= ${now.toISOString()}::timestamptz and ${stockMessage.writtenAt} <= asked.until
      order by ${stockMessage.nextAt}, ${stockMessage.id} limit ${perStore}
    ) as due`
}

/**
 * Tells the centres what is due of the stock of stores that tell by themselves, as what they sold (sale/round.ts): what
 * was written a moment ago can still be corrected or taken away.
 */
export const stockDue = async (
  deps: Deps,
  report: (fault: unknown) => void,
  resting: Resting = new Map(),
): Promise<number> => {
  const stores = await tellingStores(deps, resting)
  if (!stores.length) return 0
  const found = (await deps.db.execute(dueQuery(stores, deps.clock()))) as unknown as {
    rows: { id: string; storeId: string }[]
  }
  const tell = (id: string) =>
    withMessage(deps, id, async (one) => (one && isDue(deps, one) ? tellStock(deps, one) : undefined))
  return takeTurns(deps, found.rows, tell, report, resting)
}
