import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '../database/open.ts'
import { rowsFrom } from '../database/rows-from.ts'

/** A transaction that is left open until the answer commits it: what it wrote is locked for everybody else until then. */
export const held = async (db: Database, work: (tx: Database) => Promise<unknown>): Promise<() => Promise<void>> => {
  let commit = () => {}
  const mayEnd = new Promise<void>((resolve) => {
    commit = resolve
  })
  let ended: Promise<unknown> = Promise.resolve()
  await new Promise<void>((worked, failed) => {
    ended = db.transaction(async (tx) => {
      await work(tx).then(() => worked(), failed)
      await mayEnd
    })
  })
  return async () => {
    commit()
    await ended
  }
}

/** Until at least so many sessions of this PostgreSQL database wait for another one's lock. */
export const untilWaiting = (db: Pick<Database, 'execute'>, sessions: number): Promise<void> =>
  expect
    .poll(async () => {
      const answer = await db.execute(
        sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowsFrom<{ n: number }>(answer)[0]!.n
    })
    .toBeGreaterThanOrEqual(sessions)
