import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '../database/open.ts'

/** Until at least so many sessions of this PostgreSQL database wait for another one's lock. */
export const untilWaiting = (db: Pick<Database, 'execute'>, sessions: number): Promise<void> =>
  expect
    .poll(async () => {
      const answer = await db.execute(
        sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return (answer as unknown as { rows: { n: number }[] }).rows[0]!.n
    })
    .toBeGreaterThanOrEqual(sessions)
