import { get, pageOf, paging, post } from '../call.ts'
import { diffRow, diffSums, diffType } from '../entities/menu-diff.ts'
import { choice, code, day, dict, group, id, integer, list, note, optional } from '../field.ts'

const menu = 'MenuDiff'
const statistics = 'Menudiffstatistics'
const store = { storeId: optional(id('门店')) }

/** What 目录差异统计 is narrowed to. */
const ofStatistics = {
  ...store,
  medicalAreaCode: optional(code('区划', { max: 6 })),
  companyId: optional(code('公司', { max: 40 })),
  keyword: optional(note('门店名称', { max: 60 })),
  /** Last compared on or before this day. */
  before: optional(day('比对早于')),
}

/** /menu-manager/menu-diff and menu-diff-statistics */
export const menuDiff = {
  paged: get('/api/MenuDiff/Paged', {
    title: '目录差异',
    menu,
    scope: 'store',
    input: {
      ...paging,
      ...store,
      type: optional(diffType),
      keyword: optional(note('商品名称/编码', { max: 60 })),
      listType: optional(dict('目录类别', 'list_type')),
      state: optional(diffRow.shape.state),
    },
    result: pageOf(diffRow),
  }),
  /**
   * accept: 3301 with what is suggested, of the rows that are `acceptable`, or with `nationalCode` for one row whatever it
   * is; unmap: 3302, with `nationalCode` of this mapping only.
   */
  handle: post('/api/MenuDiff/Handle', {
    title: '处理目录差异',
    menu,
    button: 'handle',
    scope: 'store',
    audit: { action: '处理目录差异', record: ['action', 'ids', 'nationalCode'] },
    input: {
      ids: list(id('编号'), '差异', { max: 500 }),
      action: choice('处理', { accept: '采纳建议', ignore: '忽略', restore: '恢复', unmap: '撤销对照' }),
      nationalCode: optional(code('国家码', { max: 30 })),
    },
    result: group('结果', { done: integer('成功'), failed: integer('失败'), text: note('说明') }),
  }),
  /** Compares the items of one store, or of every store of the asker, with the catalogue again. */
  recompute: post('/api/MenuDiff/Recompute', {
    title: '重新比对',
    menu: [menu, statistics],
    button: 'handle',
    scope: 'store',
    progress: true,
    audit: { action: '重新比对目录', record: ['storeId'] },
    input: store,
    result: group('比对', { progressId: id('进度') }),
  }),
  statistics: get('/api/MenuDiff/Statistics', {
    title: '目录差异统计',
    menu: statistics,
    scope: 'area',
    input: { ...paging, ...ofStatistics },
    result: pageOf(diffSums),
  }),
  remind: post('/api/MenuDiff/Remind', {
    title: '提醒门店',
    menu: statistics,
    button: 'push',
    scope: 'area',
    audit: { action: '提醒门店处理目录差异', record: ['storeId'] },
    input: { storeId: id('门店') },
  }),
  /** The same for the named stores, or for all that match, behind a progress; who has nothing to map is left alone. */
  remindAll: post('/api/MenuDiff/RemindAll', {
    title: '批量提醒门店',
    menu: statistics,
    button: 'push',
    scope: 'area',
    progress: true,
    audit: {
      action: '批量提醒门店处理目录差异',
      record: ['storeIds', 'storeId', 'medicalAreaCode', 'companyId', 'keyword', 'before'],
    },
    input: { ...ofStatistics, storeIds: optional(list(id('门店'), '门店', { max: 500 })) },
    result: group('批量提醒', { progressId: id('进度') }),
  }),
}
