import { get, post } from '../call.ts'
import { savedFilter } from '../entities/page.ts'
import { code, data, flag, id, list, mapOf, optional, text } from '../field.ts'

const tableId = code('表格', { max: 80 })

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
