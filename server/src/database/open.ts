import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import pg from 'pg'

/** The one database type of the server: PGlite and PostgreSQL behind the same drizzle. */
export type Database = PgDatabase<PgQueryResultHKT>

export interface OpenDatabase {
  db: Database
  /** Plain SQL, for migrations and health. */
  execute: (sql: string) => Promise<unknown>
  kind: 'pglite' | 'postgres'
  close: () => Promise<void>
}

// PostgreSQL answers bigint as text; every bigint of ours is fen or a count and fits a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Embedded database in `folder`, or in memory without one; `loadDataDir` starts it from a dump. */
export const openPglite = async (folder?: string, loadDataDir?: Blob): Promise<OpenDatabase> => {
  if (folder) mkdirSync(folder, { recursive: true })
  const client = await PGlite.create({ dataDir: folder, loadDataDir })
  return {
    db: drizzlePglite(client),
    execute: (sql) => client.exec(sql),
    kind: 'pglite',
    close: () => client.close(),
  }
}

/** ms a connection stays open without work: it keeps its plans, and a quiet minute of a shop should not cost them. */
const idle = 600_000

/** A real PostgreSQL. `max` connections per node. */
export const openPostgres = async (url: string, max = 20): Promise<OpenDatabase> => {
  const pool = new pg.Pool({ connectionString: url, max, idleTimeoutMillis: idle })
  // A connection that breaks while idle is replaced by the pool; unheard, its error would end the process.
  pool.on('error', (error) => console.error('database', error.message))
  await pool.query('select 1')
  return {
    db: drizzlePg(pool),
    execute: (sql) => pool.query(sql),
    kind: 'postgres',
    close: () => pool.end(),
  }
}

/** The database of a configuration. */
export const openDatabase = ({ databaseUrl, dataDir }: { databaseUrl?: string; dataDir: string }) =>
  databaseUrl ? openPostgres(databaseUrl) : openPglite(join(dataDir, 'database'))
