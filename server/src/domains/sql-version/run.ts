import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { masked } from '../../call/audit.ts'
import { breakOffWith } from '../../database/ended.ts'
import { lockWork, tryWork } from '../../database/locks.ts'
import type { Database } from '../../database/open.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { reportFault } from '../../process/fault.ts'
import type { Statement } from './statements.ts'
import { sqlRun, sqlScript } from './tables.ts'

/** What a statement of a script may take, what it may wait for a lock that a counter holds, and a whole script. ms. */
const limits = { statement: 600_000, lock: 10_000, script: 1_800_000 }

/** Said of an execution whose server ended: its transaction ended with it. */
export const interrupted = '服务器在执行中途停止，数据库已全部撤回，没有留下任何改动，可以再次执行'

/** Seconds between the note of an execution and its lock: longer than any node needs for it. */
const grace = 3

/** Ended by our own rules; `message` is Chinese. */
class Stopped extends Error {}

/** A script did not end well; `message` says where and why, as it is noted. */
export class ScriptFailed extends Error {}

const rowsOf = (answer: unknown): number => {
  const { command, rowCount, affectedRows } = answer as { command?: string; rowCount?: number; affectedRows?: number }
  // node-postgres counts the rows of a question as well; PGlite tells only what was changed.
  if (command === undefined) return affectedRows ?? 0
  return /^(insert|update|delete|merge)$/i.test(command) ? (rowCount ?? 0) : 0
}

const wordsOf = (fault: unknown): string => {
  const cause = fault instanceof Error && fault.cause instanceof Error ? fault.cause : (fault as Error)
  return masked(String(cause?.message ?? cause)).slice(0, 500)
}

const stepped = async (tx: Database, statements: readonly Statement[]): Promise<number> => {
  const begin = performance.now()
  let rows = 0
  for (const [i, { text, line }] of statements.entries()) {
    const before = performance.now()
    if (before - begin > limits.script)
      throw new Stopped(`超过 ${limits.script / 60_000} 分钟，停在第 ${i + 1} 条语句之前`)
    try {
      rows += rowsOf(await tx.execute(sql.raw(text)))
    } catch (fault) {
      throw new Stopped(`第 ${i + 1} 条语句（第 ${line} 行）：${wordsOf(fault)}`)
    }
  }
  return rows
}

const transactionOf = async (tx: Database): Promise<string> => {
  const result = await tx.execute(sql`select txid_current()::text as id`)
  return rowsFrom<{ id: string }>(result)[0]!.id
}

interface Run {
  id: string
  scriptId: string
  /** States from which it may begin: asked again under the lock. */
  from: (typeof sqlScript.$inferSelect)['state'][]
  /** The script's state when it went well, and when it did not; undefined = as before. */
  to: { done: 'done' | 'undone'; failed?: 'failed' }
}

/**
 * Executes statements in one transaction that also notes how they ended: either everything is there and says so, or
 * nothing is. Answers the rows they changed; throws ScriptFailed, which is noted by then.
 */
export const execute = async (
  db: Database,
  { id, scriptId, from, to }: Run,
  statements: readonly Statement[],
): Promise<number> => {
  const begin = performance.now()
  const ms = () => Math.round(performance.now() - begin)
  try {
    return await db.transaction(async (tx) => {
      for (const [name, value] of [
        ['lock_timeout', limits.lock],
        ['statement_timeout', limits.statement],
      ] as const)
        await tx.execute(sql.raw(`set local ${name} = ${value}`))
      await breakOffWith(tx)
      await lockWork(tx, 'sqlScript')
      const still = and(eq(sqlRun.id, id), eq(sqlRun.state, 'running'))
      const mine = await tx.select({ id: sqlRun.id }).from(sqlRun).where(still)
      if (!mine.length) throw new Stopped('没有开始：记录已被另一次执行取代')
      const open = and(eq(sqlScript.id, scriptId), inArray(sqlScript.state, from))
      if (!(await tx.$count(sqlScript, open))) throw new Stopped('没有开始：脚本的状态已被另一位管理员改变')
      const transaction = await transactionOf(tx)
      const rows = await stepped(tx, statements)
      if ((await transactionOf(tx)) !== transaction) throw new Stopped('脚本结束了自己的事务，请检查数据库现在的内容')
      await tx.update(sqlRun).set({ state: 'done', ms: ms(), rows }).where(still)
      await tx.update(sqlScript).set({ state: to.done }).where(eq(sqlScript.id, scriptId))
      return rows
    })
  } catch (fault) {
    const noted = db.transaction(async (tx) => {
      // Where the commit's answer got lost it says done already, and stays so.
      const [ended] = await tx
        .update(sqlRun)
        .set({ state: 'failed', ms: ms(), error: wordsOf(fault) })
        .where(and(eq(sqlRun.id, id), eq(sqlRun.state, 'running')))
        .returning({ id: sqlRun.id })
      if (ended && to.failed) await tx.update(sqlScript).set({ state: to.failed }).where(eq(sqlScript.id, scriptId))
    })
    // A database that is gone takes no note now: endDead makes it.
    await noted.catch((also: unknown) => reportFault('sql run', also))
    throw new ScriptFailed(wordsOf(fault))
  }
}

/**
 * Notes the end of an execution whose server is gone. As long as a script is executed its transaction holds the lock; a
 * note without it is older than its transaction, which has been taken back whole.
 */
export const endDead = async (db: Database): Promise<void> => {
  const old = and(eq(sqlRun.state, 'running'), lt(sqlRun.startedAt, sql`now() - make_interval(secs => ${grace})`))
  const [left] = await db.select({ id: sqlRun.id }).from(sqlRun).where(old)
  if (!left) return
  await db.transaction(async (tx) => {
    if (!(await tryWork(tx, 'sqlScript'))) return
    const ended = await tx
      .update(sqlRun)
      .set({ state: 'failed', error: interrupted })
      .where(old)
      .returning({ scriptId: sqlRun.scriptId, kind: sqlRun.kind })
    for (const { scriptId, kind } of ended)
      if (kind === 'execute') await tx.update(sqlScript).set({ state: 'failed' }).where(eq(sqlScript.id, scriptId))
  })
}
