import { sha256hex } from '../base/hash.ts'
import type { Database } from './open.ts'

/** Every connection keeps its own copy of a prepared statement, so their number is bounded. */
const most = 64

type Values = Record<string, unknown>

/** A query of drizzle's whose values are placeholders. */
interface Query<T> {
  toSQL: () => { sql: string }
  prepare: (name: string) => { execute: (values: Values) => Promise<T> }
}

type Run = (values: Values) => Promise<unknown>

const kept = new WeakMap<Database, Map<string, Run>>()

const nameOf = (text: string) => `kept_${sha256hex(text).slice(0, 16)}`

/**
 * Runs a query as a prepared statement. `shape` says everything that its text depends on; whatever else changes from
 * request to request is a placeholder with its value in `values`. A text is written once per shape and planned by the
 * database once per connection: both cost more than reading a page. The first 64 shapes of a process are kept, which are
 * those of the lists people open; any other runs as it is.
 */
export const runKept = <T>(db: Database, shape: string, values: Values, build: () => Query<T>): Promise<T> => {
  const known = kept.get(db) ?? new Map<string, Run>()
  kept.set(db, known)
  let run = known.get(shape)
  if (!run) {
    const query = build()
    const room = known.size < most
    const prepared = query.prepare(room ? nameOf(query.toSQL().sql) : '')
    run = (now) => prepared.execute(now)
    if (room) known.set(shape, run)
  }
  return run(values) as Promise<T>
}
