import type { cache as calls } from '@yibao/shared/calls/cache.ts'
import { kilobytes } from '@yibao/shared/entities/size.ts'
import { refuse } from '../../base/refuse.ts'
import { masked } from '../../call/audit.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { pageBounds } from '../../database/page.ts'
import { type CacheEntry, cacheEntries, removeEntries } from '../../process/cache.ts'
import type { Live } from '../../process/live.ts'
import { livingNodes } from '../node/living.ts'

const shown = 19_900

/** What a cache holds, a line for each thing in it; of much of it the beginning. */
const contents = (value: unknown): string => {
  const text = JSON.stringify(masked(value), null, 2)
  return text.length > shown ? `${text.slice(0, shown)}\n…内容很长，只显示前面一部分` : text
}

const row = ({ value: _, size, ...entry }: CacheEntry) => ({ ...entry, size: kilobytes(size) })

/** Event by which a node tells the others what to remove; an id of it is a key behind `=`, or the beginning of keys behind `^`. */
const gone = 'cache.gone'

const one = (key: string) => `=${key}`
const beginning = (key: string) => `^${key}`

const removeHere = (told: string): number => {
  const key = told.slice(1)
  return removeEntries((entry) => (told.startsWith('^') ? entry.startsWith(key) : entry === key))
}

/** From now on this node removes at once what is removed on another one. */
export const hearRemovals = (live: Live): void => live.onNodes?.(gone, removeHere)

/** Removes here, and tells the others: how many entries that were here, and how many other nodes are there to hear it. */
const removeEverywhere = async (c: Context, told: string) => {
  const removed = removeHere(told)
  const { live, node } = c.services
  live.tellNodes?.(gone, told)
  const others = live.tellNodes ? (await livingNodes(c)).filter((id) => id !== node.id).length : 0
  return { removed, others }
}

/** The caches of this node; what is removed is removed on every one. A changed permission or setting counts from the next request all the same (process/cache.ts). */
export const cacheHandlers: Handlers<typeof calls> = {
  paged: ({ prefix = '', node = '', ...paging }) => {
    const found = cacheEntries().filter((entry) => entry.key.startsWith(prefix) && entry.node.includes(node))
    const { limit, offset } = pageBounds(paging)
    return { items: found.slice(offset, offset + limit).map(row), total: found.length, totalIsBound: false }
  },
  get: ({ key }) => {
    const found = cacheEntries().find((entry) => entry.key === key) ?? refuse('not.found', { what: '缓存' })
    return { ...row(found), value: contents(found.value) }
  },
  remove: ({ key, prefix }, c) => removeEverywhere(c, prefix ? beginning(key) : one(key)),
  clear: ({ kind }, c) => removeEverywhere(c, beginning(`${kind}:`)),
}
