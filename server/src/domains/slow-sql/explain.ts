import { sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { longest } from './normalise.ts'

const quoted = /"(?:[^"]|"")*"/g
const locking = /\bfor\s+(?:no\s+key\s+)?(?:update|key\s+share|share)\b/gi
const changing = /\b(?:insert|update|delete|merge|into|call|copy|set)\b|;/i

/** Whether a kept statement only asks: whole, one, and nothing in it changes anything. */
export const isQuestion = (text: string): boolean => {
  const bare = text.replace(quoted, ' ').replace(locking, ' ')
  return text.length < longest && /^(?:select|with)\b/i.test(bare) && !changing.test(bare)
}

const codeOf = (fault: unknown): string => {
  for (let cause = fault; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as Error & { code?: unknown }
    if (typeof code === 'string') return code
  }
  return 'unknown'
}

const name = 'yibao_plan'

/** Makes the plan in a transaction that can change nothing and that is taken back. */
const planOf = async (db: Database, text: string, types: string): Promise<string> => {
  const values = Math.max(0, ...[...text.matchAll(/"(?:[^"]|"")*"|\$(\d+)/g)].map(([, n]) => Number(n ?? 0)))
  const nulls = values ? `(${Array.from({ length: values }, () => 'null').join(', ')})` : ''
  const typed = values && types ? `(${Array.from({ length: values }, () => types).join(', ')})` : ''
  return db.transaction(async (tx) => {
    const run = (statement: string) => tx.execute(sql.raw(statement))
    await run('set transaction read only')
    await run("set local statement_timeout = '5s'")
    // PostgreSQL 15 knows no generic plan by itself, and one for nulls would read nothing.
    await run('set local plan_cache_mode = force_generic_plan')
    await run(`prepare ${name}${typed} as ${text}`)
    // It lives as long as its connection, whatever becomes of the transaction.
    const found = await tx
      .transaction((inner) => inner.execute(sql.raw(`explain execute ${name}${nulls}`)))
      .finally(() => run(`deallocate ${name}`))
    const rows = rowsFrom<Record<string, string>>(found)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

/** A literal whose type nothing in the statement tells. */
const untyped = '42P18'

/**
 * The plan that the database takes whatever the values are, in its own words. Nothing is run: EXPLAIN without ANALYZE.
 * A literal that was not kept is a placeholder whose type the statement tells; where it does not, it is a text.
 */
export const explain = async ({ db }: Pick<Context, 'db'>, text: string): Promise<string> => {
  if (!isQuestion(text)) return refuse('slow.kind')
  try {
    return await planOf(db, text, '').catch((fault: unknown) => {
      if (codeOf(fault) !== untyped) throw fault
      return planOf(db, text, 'text')
    })
  } catch (fault) {
    return refuse('slow.plan', { code: codeOf(fault) })
  }
}
