import { and, desc, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { type Refused, readAtMost, refusedOf } from '../telling/refused.ts'
import { stockMessage } from './tables.ts'

/** Rows of stock that the centre refused. */
export const refusedStock = async (c: Context): Promise<Refused | undefined> =>
  refusedOf(
    await c.db
      .select({ at: stockMessage.writtenAt })
      .from(stockMessage)
      .where(and(c.scope.where(stockMessage.storeId), sql`${stockMessage.state} = 'refused'`))
      .orderBy(desc(stockMessage.writtenAt))
      .limit(readAtMost),
  )
