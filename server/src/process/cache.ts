import { hostname } from 'node:os'

/**
 * Configuration is read each time: of it nothing is kept. What a menu role grants is kept under the version of its row
 * (role-versions.ts), so that a change counts at once although it is.
 */
type CacheKind = 'dictionary' | 'role'

/** What the page of caches shows of an entry. */
export interface CacheEntry {
  key: string
  kind: CacheKind
  title: string
  entries: number
  size: number
  ttl: number
  hits: number
  node: string
  value: unknown
}

/**
 * What one call asked of the caches, and how much of it was there. A handler hands its own (`c.caches`) to what keeps
 * something worked out: a Cache, or a list known to be long. What stands around every handler (rights by the version of
 * their roles, prepared statements) is no cache of a call and is not in it.
 */
export interface CacheUse {
  asked: number
  found: number
}

/** Writes down one question to a cache for whoever asked it. */
export const noteUse = (use: CacheUse | undefined, found: boolean): void => {
  if (!use) return
  use.asked++
  if (found) use.found++
}

/** This process among those that share a database. */
const node = `${hostname()}:${process.pid}`

const known: Cache<unknown>[] = []

/** Something worked out once and kept by this process until somebody removes it. */
export class Cache<V> {
  readonly name: string
  readonly kind: CacheKind
  readonly title: string
  readonly #values = new Map<string, { value: V; hits: number }>()

  constructor(kind: CacheKind, name: string, title: string) {
    this.kind = kind
    this.name = name
    this.title = title
    known.push(this as Cache<unknown>)
  }

  /** The kept value of a key; made when it is not there. `use` learns which of both it was. */
  get(key: string, make: () => V, use?: CacheUse): V {
    const found = this.#values.get(key)
    noteUse(use, found !== undefined)
    if (found) {
      found.hits++
      return found.value
    }
    const value = make()
    this.#values.set(key, { value, hits: 0 })
    return value
  }

  entries(): CacheEntry[] {
    const { kind, title } = this
    return [...this.#values].map(([key, { value, hits }]) => {
      const plain = value instanceof Map ? Object.fromEntries(value) : value
      const size = Buffer.byteLength(JSON.stringify(plain) ?? '')
      const entries = value instanceof Map ? value.size : 1
      return { key: `${kind}:${this.name}:${key}`, kind, title, entries, size, ttl: 0, hits, node, value: plain }
    })
  }

  remove(fits: (key: string) => boolean): number {
    const keys = [...this.#values.keys()].filter((key) => fits(`${this.kind}:${this.name}:${key}`))
    for (const key of keys) this.#values.delete(key)
    return keys.length
  }
}

/** Every entry of every cache of this process. */
export const cacheEntries = (): CacheEntry[] => known.flatMap((cache) => cache.entries())

/** Removes entries by key; answers how many. */
export const removeEntries = (fits: (key: string) => boolean): number =>
  known.reduce((sum, cache) => sum + cache.remove(fits), 0)
