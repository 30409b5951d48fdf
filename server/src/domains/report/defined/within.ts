import { sql } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { wasEnded } from '../../../database/ended.ts'

/** Seconds a statement of a preview, and of a report in force, may take. */
export const patience = { preview: 8, run: 25 } as const

/**
 * Reads under a limit of time, in a transaction that can write nothing; a statement that takes longer is ended by the
 * database and refused in words. The embedded database of a single PC knows no such end: its books are small.
 */
export const within = async <T>(c: Context, seconds: number, read: (c: Context) => Promise<T>): Promise<T> => {
  try {
    return await c.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('transaction_read_only', 'on', true),
        set_config('statement_timeout', ${`${Math.round(seconds * 1000)}`}, true)`)
      return await read(Object.create(c, { db: { value: tx } }) as Context)
    })
  } catch (fault) {
    if (wasEnded(fault)) return refuse('report.slow', { seconds })
    throw fault
  }
}
