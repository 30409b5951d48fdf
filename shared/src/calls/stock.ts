import { get, pageOf, paging, post } from '../call.ts'
import { stockKind, stockReportAnswer, stockReportRows, stockRow, stockState } from '../entities/stock.ts'
import { code, day, group, id, list, note, optional, text } from '../field.ts'

// Goods of a store are looked after on 目录差异: whoever brings them in brings their stock in, and tells it.
const menu = 'MenuDiff'
const change = { menu, button: 'add', scope: 'store' } as const

const filters = {
  kind: optional(stockKind),
  state: optional(stockState),
  from: optional(day('开始日期')),
  to: optional(day('结束日期')),
  keyword: optional(note('单据行号/商品编码/名称', { max: 60 })),
  storeId: optional(id('门店')),
}

/** 进销存: what the centre is told of a store's stock (3501-3504 and 3507, domain.md 2.11). */
export const stock = {
  paged: get('/api/Stock/Paged', {
    title: '进销存',
    menu,
    scope: 'store',
    input: { ...paging, ...filters },
    result: pageOf(stockRow),
  }),
  /** The named rows, or all that match. */
  upload: post('/api/Stock/Upload', {
    ...change,
    title: '上报进销存',
    progress: true,
    audit: { action: '上报进销存', record: ['ids', 'kind', 'from', 'to', 'state', 'storeId'] },
    input: { ids: optional(list(id('编号'), '明细', { max: 500 })), ...filters },
    result: group('上报', { progressId: id('进度') }),
  }),
  /** 3507 of what the centre holds; what it does not hold is told no more. */
  delete: post('/api/Stock/Delete', {
    ...change,
    title: '删除进销存',
    audit: { action: '删除进销存', record: ['id', 'reason'] },
    input: { id: id('编号'), reason: text('删除原因', { min: 2, max: 100 }) },
    result: stockRow,
  }),
  /** An ERP's rows, opened by the company's verify code like its silent login; sent again they answer how they stand. */
  report: post('/api/Stock/Report', {
    title: 'ERP 上报进销存',
    public: true,
    audit: { action: 'ERP 上报进销存', record: ['companyId', 'storeNo', 'kind'] },
    input: {
      companyId: code('公司编号'),
      verifyCode: text('验证码', { max: 400 }),
      /** The store by its number in the ERP, or its fixmedins_code. */
      storeNo: code('门店编号', { max: 40 }),
      kind: stockKind,
      rows: stockReportRows,
    },
    result: list(stockReportAnswer, '结果'),
  }),
}
