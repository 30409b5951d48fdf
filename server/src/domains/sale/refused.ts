import { and, desc, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { salePiece } from './tables.ts'

/** More are counted on the page. */
const most = 99

/** How many pieces the centre refused that nobody has mended, up to `most` + 1, and the newest one's moment. */
export const refusedSales = async (c: Context): Promise<{ count: number; text: string; at: Date } | undefined> => {
  const found = await c.db
    .select({ at: salePiece.soldAt })
    .from(salePiece)
    .where(and(c.scope.where(salePiece.storeId), sql`${salePiece.state} = 'refused'`))
    .orderBy(desc(salePiece.soldAt))
    .limit(most + 1)
  const [newest] = found
  const count = found.length
  return newest && { count, text: count > most ? `${most} 条以上` : `${count} 条`, at: newest.at }
}
