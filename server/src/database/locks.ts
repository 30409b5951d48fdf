import { sql } from 'drizzle-orm'
import type { Database } from './open.ts'
import { rowsFrom } from './rows-from.ts'

type Asked = Pick<Database, 'execute'>

/** What one node at a time does in a whole installation, by the number of its lock: nodes of two builds agree on them. */
const numbers = {
  migrate: 764_650_001,
  seed: 764_650_002,
  sqlScript: 764_650_003,
  foldFunds: 764_650_004,
  /** Two persons' changes of plugins see each other. */
  plugins: 764_650_014,
} as const

/** What this transaction asks for it waits for, however long: another node may be at it for minutes. */
export const waitForLocks = async (tx: Asked): Promise<void> => {
  await tx.execute(sql`set local lock_timeout = 0`)
}

/** Waits until nobody else is at it, and holds it to the end of the transaction. */
export const lockWork = async (tx: Asked, work: keyof typeof numbers): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${numbers[work]})`)
}

/** The same without waiting; false while somebody else is at it. */
export const tryWork = async (tx: Asked, work: keyof typeof numbers): Promise<boolean> => {
  const found = await tx.execute(sql`select pg_try_advisory_xact_lock(${numbers[work]}) as mine`)
  return rowsFrom<{ mine: boolean }>(found)[0]!.mine
}

/**
 * Waits until nobody else holds one of these, and holds them to the end of the transaction: what a constraint cannot say,
 * such as that two rows are not both the first. A name begins with its kind: 'trace code 12', 'stock take S1'.
 */
export const lockNames = async (tx: Asked, names: readonly string[]): Promise<void> => {
  // By the locks' own numbers: two that take the same names do not wait for each other. A node of the build before takes the
  // shorter number of most kinds.
  await tx.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct key from unnest(${sql.param([...names])}::text[]) as name,
        lateral (values (hashtextextended(name, 0)), (hashtext(name)::bigint)) as numbers (key)
      order by key) as keys`)
}
