import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import pg from 'pg'
import { isDatabaseGone } from '../process/database-gone.ts'
import { reportFault } from '../process/fault.ts'
import { NotStarted } from '../process/not-started.ts'
import { checkCollation } from './collation.ts'
import { howToCreate } from './not-open.ts'
import { measureEmbedded, measurePool, Statements } from './statements.ts'
import { type Watch, watchDatabase } from './watch.ts'

/** The one database type of the server: PGlite and PostgreSQL behind the same drizzle. */
export type Database = PgDatabase<PgQueryResultHKT>

export interface OpenDatabase {
  db: Database
  /** Plain SQL, for migrations and health. */
  execute: (sql: string) => Promise<unknown>
  kind: 'pglite' | 'postgres'
  /** What whoever starts the server has to know of it. */
  warning?: string
  /** What is asked of it, measured. */
  statements: Statements
  watch?: Watch
  close: () => Promise<void>
}

// PostgreSQL answers bigint as text; every bigint of ours is fen or a count and fits a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Embedded database in `folder`, or in memory without one; `loadDataDir` starts it from a dump. */
export const openPglite = async (folder?: string, loadDataDir?: Blob): Promise<OpenDatabase> => {
  if (folder) mkdirSync(folder, { recursive: true })
  const client = await PGlite.create({ dataDir: folder, loadDataDir })
  const statements = new Statements()
  measureEmbedded(client, statements)
  return {
    db: drizzlePglite(client),
    execute: (sql) => client.exec(sql),
    kind: 'pglite',
    statements,
    close: () => client.close(),
  }
}

/** ms a connection stays open without work: it keeps its plans, and a quiet minute of a shop should not cost them. */
const idle = 600_000
/** ms to wait for a connection: whoever stands at a counter rather hears that there is none. */
export const patience = 15_000

/**
 * Connections to a PostgreSQL that may be restarted under us. A broken one is replaced when it is next needed; unheard,
 * its error would end the process, and of those that are lent out (a transaction) the pool itself hears nothing.
 */
export const poolOf = (url: string, max: number, watch?: Watch): pg.Pool => {
  const onConnect = async (client: pg.ClientBase) => {
    watch?.keep(client)
    // Machine code for one reading of a list takes longer to make than the reading: 0.7 s of the 0.8 s of a month's list.
    await client.query('set jit = off')
  }
  const pool = new pg.Pool({
    ...{ onConnect, connectionString: url, max, idleTimeoutMillis: idle },
    ...{ connectionTimeoutMillis: patience, keepAlive: true, keepAliveInitialDelayMillis: patience },
  })
  pool.on('connect', (client) => {
    client.on('error', (fault) => reportFault('database', fault))
  })
  pool.on('error', () => {}) // its connection has said it
  return pool
}

const kindOfDatabase = `select current_setting('server_encoding') as encoding,
  current_setting('server_version_num')::int as version, current_setting('server_version') as named`

/** What no migration could run on is said in words instead of by the statement that fails. */
const checkKind = ({ encoding, version, named }: { encoding: string; version: number; named: string }): void => {
  if (version < 150_000) throw new NotStarted(`PostgreSQL ${named} 太旧，需要 15 或更高版本`)
  if (encoding !== 'UTF8')
    throw new NotStarted(`数据库的编码是 ${encoding}，存不下中文姓名。请建一个新的库：${howToCreate}`)
}

/** A real PostgreSQL. `max` connections per node; `waitMs`: how long it may be silent before its connections are broken. */
export const openPostgres = async (url: string, max = 20, waitMs?: number): Promise<OpenDatabase> => {
  const watch = waitMs ? watchDatabase(url, waitMs) : undefined
  const pool = poolOf(url, max, watch)
  const statements = new Statements()
  measurePool(pool, statements)
  statements.connections = () => ({
    used: pool.totalCount - pool.idleCount,
    max,
    waiting: pool.waitingCount,
  })
  const close = async () => {
    await watch?.stop()
    await pool.end()
  }
  let warning: string | undefined
  try {
    checkKind((await pool.query(kindOfDatabase)).rows[0])
    warning = await checkCollation((text) => pool.query(text))
  } catch (fault) {
    await close()
    throw fault
  }
  return {
    db: drizzlePg(pool),
    execute: (sql) => pool.query(sql),
    kind: 'postgres',
    warning,
    statements,
    watch,
    close,
  }
}

/** ms to wait for a database that is being started beside us (a machine that was switched on). */
const startPatience = 60_000

const openWhenThere = async (url: string, waitMs?: number): Promise<OpenDatabase> => {
  const end = performance.now() + startPatience
  for (;;)
    try {
      return await openPostgres(url, undefined, waitMs)
    } catch (fault) {
      if (!isDatabaseGone(fault) || performance.now() > end) throw fault
      reportFault('waiting for the database', fault)
      await sleep(500)
    }
}

/** The database of a configuration. A PostgreSQL that is not there yet is waited for. */
export const openDatabase = ({
  databaseUrl,
  databaseWait,
  dataDir,
}: {
  databaseUrl?: string
  databaseWait?: number
  dataDir: string
}): Promise<OpenDatabase> =>
  databaseUrl ? openWhenThere(databaseUrl, databaseWait) : openPglite(join(dataDir, 'database'))
