import { createHash } from 'node:crypto'
import type { Database } from './open.ts'

/** ms a list counts as longer than the bound once it was. */
const lasts = 60_000
/** Filters that are remembered; each is a hash and a moment. */
const most = 1000

const lists = new WeakMap<Database, Map<string, number>>()

/**
 * Whether a list is known to have more rows than are counted: it shows 10,000+ all the same, and counting that far costs
 * more than the page itself. Orders are never deleted, so a minute of it is no lie anybody meets. `shape` and `values`
 * say which list: who may see it and its filters. Kept as a hash, because a filter may hold a name.
 */
export const overBound = (db: Database, shape: string, values: Record<string, unknown>, now: Date) => {
  const known = lists.get(db) ?? new Map<string, number>()
  lists.set(db, known)
  const key = createHash('sha256')
    .update(`${shape}\n${JSON.stringify(values)}`)
    .digest('base64')
  const since = known.get(key)
  return {
    known: since !== undefined && now.getTime() - since < lasts,
    remember: () => {
      if (known.size >= most) known.clear()
      known.set(key, now.getTime())
    },
  }
}
