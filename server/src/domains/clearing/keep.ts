import { and, eq, inArray } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { ClearingVerdict } from '../../centre/operations/clearing.ts'
import type { Written } from '../../database/columns.ts'
import type { Database } from '../../database/open.ts'
import { type Month, mark, stateByRows } from './month.ts'
import { clearingRow } from './tables.ts'

/** A month whose last message is closed at what stands in it, or now by the database's clock. */
type Answered = Omit<Month, 'closedAt'> & Pick<Written<Month>, 'closedAt'>

/**
 * The month as its rows make it, and when its last message was closed. Refuses, and with it whatever was written here,
 * when it is somebody else's by now.
 */
const keep = async (db: Database, one: Answered, message: string): Promise<void> => {
  const set = { state: await stateByRows(db, one.id), closedAt: one.closedAt, message }
  if (!(await mark({ db }, one, set))) refuse('clearing.busy')
}

/** What became of a batch of unknown rows, and the month's state with them: they are its claim's alone until then. */
export const land = (
  c: Pick<Context, 'db'>,
  one: Answered,
  ids: readonly string[],
  answer: ClearingVerdict | 'open',
  message = '',
): Promise<void> =>
  c.db.transaction(async (db) => {
    const back = answer === 'open' && { note: '', answeredBy: '', answeredAt: null }
    await db
      .update(clearingRow)
      .set({ answer, asked: '', ...back })
      .where(inArray(clearingRow.id, [...ids]))
    await keep(db, one, message)
  })

/** Everything of a month is open again. */
export const keepRolledBack = (c: Pick<Context, 'db'>, one: Answered, message: string): Promise<void> =>
  c.db.transaction(async (db) => {
    const answered = inArray(clearingRow.answer, ['confirmed', 'refused', 'unknown'])
    await db
      .update(clearingRow)
      .set({ answer: 'open', asked: '', note: '', answeredBy: '', answeredAt: null })
      .where(and(eq(clearingRow.monthId, one.id), answered))
    await keep(db, one, message)
  })
