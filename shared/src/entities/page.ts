import type { z } from 'zod/mini'
import { choice, code, data, flag, group, id, integer, list, mapOf, optional, text, time } from '../field.ts'

/** How a table is shown (SPEC 3 uiTable): its columns in their order. Widths in pixels. */
export const tableSettings = group('表格设置', {
  columns: list(
    group('列', {
      key: code('列', { max: 60 }),
      width: optional(integer('宽度', { min: 20, max: 2000 })),
      hidden: optional(flag('隐藏')),
      fixed: optional(choice('固定', { left: '左侧', right: '右侧', none: '不固定' })),
    }),
    '列',
    { max: 100 },
  ),
  dense: optional(flag('紧凑')),
  pageSize: optional(integer('每页条数', { min: 1, max: 500 })),
})
export type TableSettings = z.infer<typeof tableSettings>

/** A question kept under a name. */
export const savedFilter = group('常用查询', {
  id: id('编号'),
  name: text('名称', { max: 40 }),
  filters: mapOf('条件', data('值')),
  shared: flag('共享'),
  pinned: flag('置顶'),
  /** Whether the asker may change it. */
  mine: flag('可修改'),
  ownerName: text('创建人'),
  updatedAt: time('更新时间'),
})
