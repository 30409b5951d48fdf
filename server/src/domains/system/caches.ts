import type { cache as calls } from '@yibao/shared/calls/system.ts'
import { kilobytes } from '@yibao/shared/entities/size.ts'
import type { Handlers } from '../../call/mount.ts'
import { refuse } from '../../call/refuse.ts'
import { pageBounds } from '../../database/page.ts'
import { type CacheEntry, cacheEntries, removeEntries } from '../../process/cache.ts'
import { masked } from './audit.ts'

const shown = 19_900

/** What a cache holds, a line for each thing in it; of much of it the beginning. */
const contents = (value: unknown): string => {
  const text = JSON.stringify(masked(value), null, 2)
  return text.length > shown ? `${text.slice(0, shown)}\n…内容很长，只显示前面一部分` : text
}

const row = ({ value: _, size, ...entry }: CacheEntry) => ({ ...entry, size: kilobytes(size) })

/** The caches of this node. A permission or a setting is never cached: it counts from the next request. */
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
  remove: ({ key, prefix }) => ({ removed: removeEntries((one) => (prefix ? one.startsWith(key) : one === key)) }),
  clear: ({ kind }) => ({ removed: removeEntries((one) => one.startsWith(`${kind}:`)) }),
}
