import { sql } from 'drizzle-orm'
import type { Deps } from '../../context.ts'
import { isDue, perStore, type Resting, takeTurns, tellingStores } from '../telling/turns.ts'
import { withPieces } from './claim.ts'
import { salePiece } from './tables.ts'
import { uploadPiece } from './upload-piece.ts'

/** The pieces that are due in some stores, each store's oldest first: one probe of a small index for each store. */
export const dueQuery = (stores: readonly { id: string; delay: number }[], now: Date) => {
  const ids = stores.map(({ id }) => id)
  const until = stores.map(({ delay }) => new Date(now.getTime() - delay).toISOString())
  return sql`
    select due.id, asked.store_id as "storeId"
    from unnest(${sql.param(ids)}::text[], ${sql.param(until)}::timestamptz[]) as asked(store_id, until)
    cross join lateral (
      select ${salePiece.id} as id from ${salePiece}
      where ${salePiece.storeId} = asked.store_id and ${salePiece.nextAt} is not null
        and ${salePiece.nextAt} <= ${now.toISOString()}::timestamptz and ${salePiece.soldAt} <= asked.until
      order by ${salePiece.nextAt}, ${salePiece.id} desc limit ${perStore}
    ) as due`
}

/**
 * Tells the centres what is due, some pieces of each store (3505, 3506). A refusal is a person's matter and is not
 * repeated; what is unknown is made definite when its message can no longer arrive (telling/definite.ts). Several nodes
 * do it together: each piece is claimed. Answers how many were told or tried.
 */
export const uploadDue = async (
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
    withPieces(deps, [id], async ([one]) => (one && isDue(deps, one) ? uploadPiece(deps, one) : undefined))
  return takeTurns(deps, found.rows, tell, report, resting)
}
