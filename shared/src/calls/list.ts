import { get, post } from '../call.ts'
import { savedFilter, tableSettings } from '../entities/page.ts'
import { code, data, flag, group, id, list, mapOf, optional, text } from '../field.ts'

// What every list asks besides its rows.

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
    audit: { action: '保存区划默认表格设置', record: ['tableId'], target: ['tableId'] },
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
    audit: { action: '保存常用查询', record: ['tableId', 'id', 'name', 'shared'], target: ['name'] },
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
  remove: post('/api/SavedFilter/Remove/:id', {
    title: '删除常用查询',
    audit: { action: '删除常用查询', record: ['id'] },
    input: { id: id('编号') },
  }),
}
