import { addDays } from '@yibao/shared/time.ts'
import { and, count, eq, gte, inArray, lte, ne } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { filing } from './tables.ts'

/** Days before its end from which a disease's filing stands on the home page (ux 7). */
const soon = 7

/** Chronic diseases, and residents' two, of the asker's stores that the centre holds until within a week from today. */
export const countEnding = async (c: Context, today: string) => {
  const rows = await c.db
    .select({ kind: filing.kind, n: count() })
    .from(filing)
    .where(
      and(
        ...[inArray(filing.kind, ['disease', 'twoDiseases']), eq(filing.state, 'uploaded'), ne(filing.endDay, '')],
        ...[gte(filing.endDay, today), lte(filing.endDay, addDays(today, soon)), c.scope.where(filing.storeId)],
      ),
    )
    .groupBy(filing.kind)
  const of = (wanted: (typeof rows)[number]['kind']) => rows.find(({ kind }) => kind === wanted)?.n ?? 0
  return { ending: of('disease'), endingTwoDiseases: of('twoDiseases') }
}
