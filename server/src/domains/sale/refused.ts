import { and, desc, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { type Refused, readAtMost, refusedOf } from '../telling/refused.ts'
import { salePiece } from './tables.ts'

/** Pieces that the centre refused. */
export const refusedSales = async (c: Context): Promise<Refused | undefined> =>
  refusedOf(
    await c.db
      .select({ at: salePiece.soldAt })
      .from(salePiece)
      .where(and(c.scope.where(salePiece.storeId), sql`${salePiece.state} = 'refused'`))
      .orderBy(desc(salePiece.soldAt))
      .limit(readAtMost),
  )
