import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { isDatabaseBusy } from '../process/database-busy.ts'
import { isDatabaseGone } from '../process/database-gone.ts'
import { NotStarted } from '../process/not-started.ts'
import { breakOffWith } from './ended.ts'
import { restIncoming } from './incoming.ts'
import { lockWork, tryWork, waitForLocks } from './locks.ts'
import { holdersOf, lockTables, tablesOf } from './migrate-locks.ts'
import { notOpenWords } from './not-open.ts'
import type { Database, OpenDatabase } from './open.ts'
import { rowsFrom } from './rows-from.ts'
import { migrationRun } from './tables.ts'

const migrationsFolder = join(import.meta.dirname, 'migrations')

interface Migration {
  /** 0105_service_hit */
  tag: string
  hash: string
  statements: string[]
}

let read: Migration[] | undefined

/** The migrations of this build, in order. */
export const migrationsOfBuild = (): Migration[] => {
  if (read) return read
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  const files = readMigrationFiles({ migrationsFolder })
  read = files.map(({ hash, sql: statements }, i) => ({ tag: journal.entries[i]!.tag, hash, statements }))
  return read
}

type Run = typeof migrationRun.$inferInsert

const keepRuns = async (db: OpenDatabase['db'], runs: Run[]): Promise<void> => {
  if (!runs.length) return
  const set = restIncoming(migrationRun, ['hash'])
  await db.insert(migrationRun).values(runs).onConflictDoUpdate({ target: migrationRun.hash, set })
}

/** ms that a try waits for others' locks, for the counters wait behind it, and ms between two tries, the last one ever after. */
interface Patience {
  lock: number
  pauses: readonly number[]
}

const patience: Patience = { lock: 3000, pauses: [5000, 10_000, 20_000, 30_000, 60_000] }

/** Who says where a migration stands. */
type Say = (text: string) => void

const waitingWords = (holders: readonly string[], pause: number): string => {
  const who = holders.length ? ` ${holders.join('、')}占用。请等它做完，或结束它` : '其他节点的业务占用'
  return `数据库还没有更新：要改的表正被${who}。没有改动任何数据，${Math.ceil(pause / 1000)} 秒后再试…`
}

const failedWords = (tag: string, fault: unknown): string =>
  `数据库升级步骤 ${tag} 出错（${text(fault)}）。数据库还是升级前的样子，请用原来的版本启动，并把这一行交给技术支持`

/** One step after the other, in the transaction; `begins` hears of each. */
const apply = async (tx: Database, left: readonly Migration[], begins: (one: Migration) => void): Promise<Run[]> => {
  const runs: Run[] = []
  for (const one of left) {
    const { hash, statements } = one
    const begin = performance.now()
    begins(one)
    for (const statement of statements) if (statement.trim()) await tx.execute(sql.raw(statement))
    await tx.execute(sql`insert into migration (hash) values (${hash})`)
    runs.push({ hash, state: 'done', ms: since(begin), executor: hostname(), error: '' })
  }
  return runs
}

/** The steps that the database has not had. Throws NotStarted where it has had others. */
const leftOf = async (tx: Database): Promise<{ left: Migration[]; isNew: boolean }> => {
  const files = migrationsOfBuild()
  await tx.execute(
    sql`create table if not exists migration (hash text primary key, at timestamptz not null default now())`,
  )
  const result = await tx.execute(sql`select hash from migration`)
  const done = new Set(rowsFrom<{ hash: string }>(result).map(({ hash }) => hash))
  const newer = [...done].filter((hash) => !files.some((file) => file.hash === hash)).length
  if (newer)
    throw new NotStarted(
      `这个数据库已由更新的版本升级过（有 ${newer} 步这个版本没有），用这个版本会记错账。请启动更新的版本；要退回这个版本，只能恢复升级前的备份`,
    )
  return { left: files.filter(({ hash }) => !done.has(hash)), isNew: !done.size }
}

/** One try. Answers how many were applied; undefined where others hold what it needs, and `pause` ms are waited. */
const tried = async (db: Database, say: Say, lock: number, pause: number): Promise<number | undefined> => {
  let begun: { one: Migration; begin: number } | undefined
  let tables: Awaited<ReturnType<typeof tablesOf>> = []
  try {
    return await db.transaction(async (tx) => {
      // A start that was ended in the middle would hold its locks until the statement's own end.
      await breakOffWith(tx)
      await waitForLocks(tx)
      if (!(await tryWork(tx, 'migrate'))) {
        say('另一个节点正在更新这个数据库，等它完成…')
        await lockWork(tx, 'migrate')
      }
      const { left, isNew } = await leftOf(tx)
      if (!isNew && left.length) {
        tables = await tablesOf(
          tx,
          left.flatMap(({ statements }) => statements),
        )
        await lockTables(tx, tables, lock)
        say(`正在把数据库更新到这个版本（${left.length} 步，订单多时要几分钟）。中途停止不会丢数据，下次从头再来…`)
      }
      const runs = await apply(tx, left, (one) => (begun = { one, begin: performance.now() }))
      // By now the table is there, whichever version it was before.
      await keepRuns(tx, runs)
      return runs.length
    })
  } catch (fault) {
    if (isDatabaseBusy(fault)) {
      say(waitingWords(await holdersOf(db, tables, lock), pause))
      return undefined
    }
    if (!begun || isDatabaseGone(fault)) throw fault
    const { one, begin } = begun
    const run = { hash: one.hash, ms: since(begin), executor: hostname(), error: text(fault) }
    // A database from before this table says it in the log alone.
    await keepRuns(db, [{ ...run, state: 'failed' }]).catch(() => {})
    throw new NotStarted(notOpenWords(fault) ?? failedWords(one.tag, fault), { cause: fault })
  }
}

/**
 * Brings the database to this build's schema: numbered SQL files, each once, in order, in one transaction. Answers how
 * many were applied; how long each took, or which one failed, is kept for SQL版本管理. Safe with several nodes starting
 * together, and beside nodes of before that are at work: where one of them, or a dump, holds a table for longer than the
 * counters may wait behind us, everything is given back and tried again, until it goes. Throws NotStarted where a step
 * fails, for a database of a newer version, or where a file was changed after it ran: what this build wrote there could
 * mean something else to it (OPERATIONS: the only way back is the backup). `say` hears that a database which is in use is
 * brought up to date (with millions of orders that takes minutes), and for whom each next try waits.
 */
export const migrate = async (
  { db }: Pick<OpenDatabase, 'db'>,
  say: Say = () => {},
  { lock, pauses }: Patience = patience,
): Promise<number> => {
  for (let tries = 0; ; tries++) {
    const pause = pauses[Math.min(tries, pauses.length - 1)]!
    const applied = await tried(db, say, lock, pause)
    if (applied !== undefined) return applied
    await sleep(pause)
  }
}

const since = (begin: number): number => Math.round(performance.now() - begin)

const text = (fault: unknown): string => {
  const cause = fault instanceof Error && fault.cause instanceof Error ? fault.cause : (fault as Error)
  return cause.message.slice(0, 500)
}
