import { type filingDue, soonDays, weekDays } from '@yibao/shared/entities/filing.ts'
import { addDays } from '@yibao/shared/time.ts'
import { and, count, eq, gte, inArray, lt, lte, ne, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Context } from '../../call/context.ts'
import { filing } from './tables.ts'

/** What the centre holds until within some days from today, or only held until yesterday. */
export const isDue = (due: z.infer<typeof filingDue>, today: string): SQL | undefined =>
  and(
    eq(filing.state, 'uploaded'),
    ne(filing.endDay, ''),
    due === 'ended'
      ? lt(filing.endDay, today)
      : and(gte(filing.endDay, today), lte(filing.endDay, addDays(today, due === 'week' ? weekDays : soonDays))),
  )

/** Chronic diseases, and residents' two, of the asker's stores that the centre holds until within a week from today. */
export const countEnding = async (c: Context, today: string) => {
  const rows = await c.db
    .select({ kind: filing.kind, n: count() })
    .from(filing)
    .where(and(inArray(filing.kind, ['disease', 'twoDiseases']), isDue('week', today), c.scope.where(filing.storeId)))
    .groupBy(filing.kind)
  const of = (wanted: (typeof rows)[number]['kind']) => rows.find(({ kind }) => kind === wanted)?.n ?? 0
  return { ending: of('disease'), endingTwoDiseases: of('twoDiseases') }
}
