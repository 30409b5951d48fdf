import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { NotStarted } from '../process/not-started.ts'
import { restIncoming } from './incoming.ts'
import { lockWork } from './locks.ts'
import type { OpenDatabase } from './open.ts'
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

/**
 * Brings the database to this build's schema: numbered SQL files, each once, in order, in one transaction. Answers how
 * many were applied; how long each took, or which one failed, is kept for SQL版本管理. Safe with several nodes starting
 * together. Throws NotStarted for a database of a newer version, or where a file was changed after it ran: what this build
 * wrote there could mean something else to it (OPERATIONS: the only way back is the backup). `say` hears that a database
 * which is in use is brought up to date: with millions of orders that takes minutes.
 */
export const migrate = async (
  { db }: Pick<OpenDatabase, 'db'>,
  say: (text: string) => void = () => {},
): Promise<number> => {
  const files = migrationsOfBuild()
  const executor = hostname()
  let begun: { hash: string; begin: number } | undefined
  const ms = () => Math.round(performance.now() - (begun?.begin ?? 0))
  try {
    return await db.transaction(async (tx) => {
      await lockWork(tx, 'migrate')
      await tx.execute(
        sql`create table if not exists migration (hash text primary key, at timestamptz not null default now())`,
      )
      const result = await tx.execute(sql`select hash from migration`)
      const rows = rowsFrom<{ hash: string }>(result)
      const done = new Set(rows.map(({ hash }) => hash))
      const runs: Run[] = []
      const newer = [...done].filter((hash) => !files.some((file) => file.hash === hash)).length
      if (newer)
        throw new NotStarted(
          `这个数据库已由更新的版本升级过（有 ${newer} 步这个版本没有），用这个版本会记错账。请启动更新的版本；要退回这个版本，只能恢复升级前的备份`,
        )
      const left = files.filter(({ hash }) => !done.has(hash))
      if (done.size && left.length)
        say(`正在把数据库更新到这个版本（${left.length} 步，订单多时要几分钟）。中途停止不会丢数据，下次从头再来…`)
      for (const { hash, statements } of left) {
        begun = { hash, begin: performance.now() }
        for (const statement of statements) if (statement.trim()) await tx.execute(sql.raw(statement))
        await tx.execute(sql`insert into migration (hash) values (${hash})`)
        runs.push({ hash, state: 'done', ms: ms(), executor, error: '' })
      }
      // By now the table is there, whichever version it was before.
      await keepRuns(tx, runs)
      return runs.length
    })
  } catch (fault) {
    const error = text(fault)
    // A database from before this table says it in the log alone.
    if (begun) await keepRuns(db, [{ hash: begun.hash, state: 'failed', ms: ms(), executor, error }]).catch(() => {})
    throw fault
  }
}

const text = (fault: unknown): string => {
  const cause = fault instanceof Error && fault.cause instanceof Error ? fault.cause : (fault as Error)
  return cause.message.slice(0, 500)
}
