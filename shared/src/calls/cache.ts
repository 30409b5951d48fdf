import { get, pageOf, paging, post } from '../call.ts'
import { cacheRow } from '../entities/operation.ts'
import { flag, group, integer, note, optional, text } from '../field.ts'

const caches = { menu: 'CacheManager' } as const

const cacheRemoved = group('删除', {
  /** Of the node that answered. */
  removed: integer('删除条数'),
  /** Nodes beside it that were told to remove the same. */
  others: optional(integer('其他节点')),
})

export const cache = {
  paged: get('/api/Cache/Paged', {
    ...caches,
    title: '缓存',
    input: { ...paging, prefix: optional(note('前缀', { max: 80 })), node: optional(note('节点', { max: 80 })) },
    result: pageOf(cacheRow),
  }),
  get: get('/api/Cache/Get', {
    ...caches,
    title: '缓存内容',
    input: { key: text('键', { max: 120 }) },
    result: group('缓存', { ...cacheRow.shape, value: note('内容', { max: 20_000 }) }),
  }),
  /** One key, or every key that begins so, on every node. */
  remove: post('/api/Cache/Remove', {
    ...caches,
    button: 'remove',
    title: '删除缓存',
    audit: { action: '删除缓存', record: ['key', 'prefix'], target: ['key'] },
    input: { key: text('键', { max: 120 }), prefix: optional(flag('按前缀')) },
    result: cacheRemoved,
  }),
  clear: post('/api/Cache/Clear', {
    ...caches,
    button: 'remove',
    title: '清空逻辑缓存',
    audit: { action: '清空逻辑缓存', record: ['kind'], target: ['kind'] },
    input: { kind: cacheRow.shape.kind },
    result: cacheRemoved,
  }),
}
