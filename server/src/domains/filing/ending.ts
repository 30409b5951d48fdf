import { addDays } from '@yibao/shared/time.ts'
import { and, count, eq, gte, lte, ne } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { filing } from './tables.ts'

/** Days before its end from which a chronic disease's filing stands on the home page (ux 7). */
const soon = 7

/** Chronic diseases of the asker's stores that the centre holds until within a week from today. */
export const countEnding = async (c: Context, today: string): Promise<number> => {
  const [row] = await c.db
    .select({ n: count() })
    .from(filing)
    .where(
      and(
        ...[eq(filing.kind, 'disease'), eq(filing.state, 'uploaded'), ne(filing.endDay, '')],
        ...[gte(filing.endDay, today), lte(filing.endDay, addDays(today, soon)), c.scope.where(filing.storeId)],
      ),
    )
  return row!.n
}
