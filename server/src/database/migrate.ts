import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { OpenDatabase } from './open.ts'

const migrationsFolder = join(import.meta.dirname, 'migrations')

/** Number of the advisory lock that lets one node migrate at a time. */
const lock = 764_650_001

/**
 * Brings the database to this build's schema: numbered SQL files, each once, in order, in one transaction. Answers how
 * many were applied. Safe with several nodes starting together.
 */
export const migrate = async ({ db }: Pick<OpenDatabase, 'db'>): Promise<number> => {
  const files = readMigrationFiles({ migrationsFolder })
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`)
    await tx.execute(
      sql`create table if not exists migration (hash text primary key, at timestamptz not null default now())`,
    )
    const result = await tx.execute(sql`select hash from migration`)
    const rows = (result as unknown as { rows: { hash: string }[] }).rows
    const done = new Set(rows.map(({ hash }) => hash))
    const open = files.filter(({ hash }) => !done.has(hash))
    for (const { hash, sql: statements } of open) {
      for (const statement of statements) if (statement.trim()) await tx.execute(sql.raw(statement))
      await tx.execute(sql`insert into migration (hash) values (${hash})`)
    }
    return open.length
  })
}
