import { inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'
import { rowsFrom } from '../../../database/rows-from.ts'
import { intent } from '../../order/tables.ts'

// A database that was played back, or whose standby took over, may have lost what came of its newest rows: a settlement
// that it holds for open may be booked, its slip printed and its goods gone.

/** Whether the database is still the one that an intent with this `life` was written into (migration 0125). */
export const livesOn = async (db: Database, life: string): Promise<boolean> => {
  const result = await db.execute(sql`select database_life() = ${life} as same`)
  return rowsFrom<{ same: boolean }>(result)[0]!.same
}

/** Says of everything that is open that its database was played back: one that came back as files cannot tell by itself. */
export const endLife = async (db: Database): Promise<void> => {
  await db
    .update(intent)
    .set({ life: 'restored' })
    .where(inArray(intent.outcome, ['open', 'unknown']))
}
