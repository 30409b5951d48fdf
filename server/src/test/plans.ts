import type pg from 'pg'
import type { Database } from '../database/open.ts'

type Query = (asked: string | { text: string }, values?: unknown[]) => Promise<pg.QueryResult>

/**
 * How PostgreSQL answers what a piece of work asks of a table: one plan for each statement outside transactions that
 * names it, in the order they were asked.
 */
export const plansOf = async (db: Database, table: string, work: () => Promise<unknown>): Promise<string[]> => {
  const pool = (db as unknown as { $client: { query: Query } }).$client
  const { query } = pool
  const asked: { text: string; values?: unknown[] }[] = []
  pool.query = (statement, values) => {
    const text = typeof statement === 'string' ? statement : statement.text
    if (text.includes(`"${table}"`)) asked.push({ text, values })
    return query.call(pool, statement, values)
  }
  try {
    await work()
  } finally {
    pool.query = query
  }
  const plans: string[] = []
  for (const { text, values } of asked) {
    const { rows } = await query.call(pool, { text: `explain (costs off) ${text}` }, values)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return plans
}
