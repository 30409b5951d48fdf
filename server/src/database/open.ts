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
import { checkStandbys } from './standbys.ts'
import { measureEmbedded, measurePool, Statements } from './statements.ts'
import { type Watch, watchDatabase } from './watch.ts'

/** The one database type of the server: PGlite and PostgreSQL behind the same drizzle. */
export type Database = PgDatabase<PgQueryResultHKT>

export interface OpenDatabase {
  db: Database
  /** The same over connections of their own, for jobs: neither they nor the counters take the other's. */
  background: Database
  /** The same over connections of their own, which end what takes longer than `readsEnd`; the embedded one knows no such end. */
  reads: Database
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
  const db = drizzlePglite(client)
  return {
    db,
    background: db,
    reads: db,
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
 * Connections of a node: what counters and exports share; what jobs do behind them, recovery among it, which waits for
 * whatever a counter holds; and what reads over many stores share, of which each may take as long as all orders of a month
 * take.
 */
const most = { all: 14, background: 4, reads: 6 }
/** ms after which a read over many stores ends, and for which it waits for a connection. */
export const readsEnd = 30_000
/** ms that a statement waits for what another one holds; then it is refused in words and has changed nothing (answer.ts). */
const lockPatience = 10_000

const everySession = {
  // Machine code for one reading of a list takes longer to make than the reading: 0.7 s of the 0.8 s of a month's list.
  jit: 'off',
  // A node that dies without a word (its power, its line) is gone for the database within half a minute, and its locks with
  // it; by itself a system asks after two hours.
  tcp_keepalives_idle: 15,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 30_000,
  // The same of one that stands still while its machine answers. No transaction of ours waits for anything but its database.
  idle_in_transaction_session_timeout: 60_000,
}

interface PoolOptions {
  watch?: Watch | undefined
  /** ms that a statement may take, and that is waited for a connection. */
  end?: number
  /** ms that a statement waits for a lock; for ever unless said. */
  lock?: number
}

/**
 * Connections to a PostgreSQL that may be restarted under us. A broken one is replaced when it is next needed; unheard,
 * its error would end the process, and of those that are lent out (a transaction) the pool itself hears nothing.
 */
export const poolOf = (url: string, max: number, { watch, end, lock }: PoolOptions = {}): pg.Pool => {
  const settings = { ...everySession, ...(end && { statement_timeout: end }), ...(lock && { lock_timeout: lock }) }
  const text = Object.entries(settings).map(([name, value]) => `set ${name} = ${value}`)
  const onConnect = (client: pg.ClientBase) => client.query(text.join('; '))
  // From the beginning: one that is being opened when the database falls silent is waited for too.
  class Kept extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      watch?.keep(this)
    }
  }
  const pool = new pg.Pool({
    ...{ onConnect, Client: Kept, connectionString: url, max, idleTimeoutMillis: idle },
    ...{ connectionTimeoutMillis: end ?? patience, keepAlive: true, keepAliveInitialDelayMillis: patience },
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

/**
 * A real PostgreSQL. `max` connections per node, beside those of `background` and `reads`; `waitMs`: how long it may be
 * silent before its connections are broken.
 */
export const openPostgres = async (url: string, max = most.all, waitMs?: number): Promise<OpenDatabase> => {
  const watch = waitMs ? watchDatabase(url, waitMs) : undefined
  const pool = poolOf(url, max, { watch, lock: lockPatience })
  const background = poolOf(url, most.background, { watch, lock: lockPatience })
  const reads = poolOf(url, most.reads, { watch, end: readsEnd })
  const pools = [pool, background, reads]
  const statements = new Statements()
  for (const one of pools) measurePool(one, statements)
  const inAll = (count: (one: pg.Pool) => number) => pools.reduce((sum, one) => sum + count(one), 0)
  statements.connections = () => ({
    used: inAll(({ totalCount, idleCount }) => totalCount - idleCount),
    max: max + most.background + most.reads,
    waiting: inAll(({ waitingCount }) => waitingCount),
  })
  const close = async () => {
    await watch?.stop()
    await Promise.all(pools.map((one) => one.end()))
  }
  let warning: string | undefined
  try {
    checkKind((await pool.query(kindOfDatabase)).rows[0])
    const ask = (text: string) => pool.query(text)
    const warnings = [await checkCollation(ask), await checkStandbys(ask)]
    warning = warnings.filter(Boolean).join('\n') || undefined
  } catch (fault) {
    await close()
    throw fault
  }
  return {
    db: drizzlePg(pool),
    background: drizzlePg(background),
    reads: drizzlePg(reads),
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
