import { type filingDue, soonDays, weekDays } from '@yibao/shared/entities/filing.ts'
import { addDays } from '@yibao/shared/time.ts'
import { and, count, eq, gte, inArray, lt, lte, ne, or, type SQL } from 'drizzle-orm'
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

/**
 * Of the asker's stores what the centre holds until within a week from today, of chronic diseases and residents' two, and
 * until within 30 days of what takes longer to be filed anew.
 */
export const countEnding = async (c: Context, today: string) => {
  const rows = await c.db
    .select({ kind: filing.kind, n: count() })
    .from(filing)
    .where(
      and(
        or(
          and(inArray(filing.kind, ['disease', 'twoDiseases']), isDue('week', today)),
          and(inArray(filing.kind, ['specialDrug', 'designation']), isDue('soon', today)),
        ),
        c.scope.where(filing.storeId),
      ),
    )
    .groupBy(filing.kind)
  const of = (wanted: (typeof rows)[number]['kind']) => rows.find(({ kind }) => kind === wanted)?.n ?? 0
  return {
    ...{ ending: of('disease'), endingTwoDiseases: of('twoDiseases') },
    ...{ endingSpecialDrugs: of('specialDrug'), endingDesignations: of('designation') },
  }
}
