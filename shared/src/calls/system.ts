import { get, pageOf, paging, post } from '../call.ts'
import { cacheRow, operationDetail, operationModule, operationRow } from '../entities/operation.ts'
import { savedFilter, tableSettings } from '../entities/page.ts'
import { choice, code, data, flag, group, id, integer, list, mapOf, note, optional, text, time } from '../field.ts'

const log = { menu: 'OperationLog', scope: 'area' } as const

export const operationLog = {
  paged: get('/api/OperationLog/Paged', {
    ...log,
    title: '操作日志',
    input: {
      ...paging,
      from: optional(time('开始时间')),
      to: optional(time('结束时间')),
      userName: optional(note('账号', { max: 50 })),
      storeId: optional(id('门店')),
      module: optional(operationModule),
      action: optional(note('操作', { max: 40 })),
      result: optional(choice('结果', { ok: '成功', failed: '未成功' })),
      ip: optional(note('IP', { max: 45 })),
      keyword: optional(note('对象/结果/请求号', { max: 60 })),
    },
    result: pageOf(operationRow),
  }),
  get: get('/api/OperationLog/Get/:id', {
    ...log,
    title: '操作详情',
    input: { id: id('编号') },
    result: operationDetail,
  }),
}

const tableId = code('表格', { max: 80 })
const settings = optional(tableSettings)
const removed = group('设置', { own: settings, default: settings })

/** How tables are shown (SPEC 3 uiTable): everybody for himself, an administrator for his area. */
export const uiTable = {
  get: get('/api/UiTable/Get', { title: '表格设置', input: { tableId }, result: removed }),
  save: post('/api/UiTable/Save', {
    title: '保存表格设置',
    input: { tableId, settings: tableSettings },
    result: removed,
  }),
  saveDefault: post('/api/UiTable/SaveDefault', {
    title: '保存区划默认表格设置',
    audit: { action: '保存区划默认表格设置', record: ['tableId'] },
    input: { tableId, settings: tableSettings },
    result: removed,
  }),
  /** Own settings away, the area's default again. */
  reset: post('/api/UiTable/Reset', { title: '恢复默认表格设置', input: { tableId }, result: removed }),
}

export const savedFilters = {
  list: get('/api/SavedFilter/List', { title: '常用查询', input: { tableId }, result: list(savedFilter, '常用查询') }),
  /** With an id that one is changed, without it a new one is made. */
  save: post('/api/SavedFilter/Save', {
    title: '保存常用查询',
    input: {
      tableId,
      id: optional(id('编号')),
      name: text('名称', { max: 40 }),
      filters: mapOf('条件', data('值')),
      shared: flag('共享'),
      pinned: flag('置顶'),
    },
    result: savedFilter,
  }),
  remove: post('/api/SavedFilter/Remove/:id', { title: '删除常用查询', input: { id: id('编号') } }),
}

const caches = { menu: 'CacheManager' } as const

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
  /** One key, or every key that begins so. */
  remove: post('/api/Cache/Remove', {
    ...caches,
    button: 'remove',
    title: '删除缓存',
    audit: { action: '删除缓存', record: ['key', 'prefix'] },
    input: { key: text('键', { max: 120 }), prefix: optional(flag('按前缀')) },
    result: group('删除', { removed: integer('删除条数') }),
  }),
  clear: post('/api/Cache/Clear', {
    ...caches,
    button: 'remove',
    title: '清空逻辑缓存',
    audit: { action: '清空逻辑缓存', record: ['kind'] },
    input: { kind: cacheRow.shape.kind },
    result: group('删除', { removed: integer('删除条数') }),
  }),
}
