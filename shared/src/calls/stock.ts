import { get, pageOf, paging, post } from '../call.ts'
import { saleNeeds } from '../entities/sale.ts'
import { stockKind, stockReportAnswer, stockReportRows, stockRow, stockState } from '../entities/stock.ts'
import { code, day, group, id, list, note, optional, text } from '../field.ts'

// A list beside the store's goods on 目录差异. Bringing a sheet in is that page's 导入; whoever may tell the centre of a
// mapping there (处理) may tell it of the stock.
const menu = 'MenuDiff'
const change = { menu, button: 'handle', scope: 'store' } as const

const filters = {
  kind: optional(stockKind),
  state: optional(stockState),
  needs: optional(saleNeeds),
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
  upload: post('/api/Stock/Upload', {
    ...change,
    title: '上传进销存',
    progress: true,
    audit: { action: '上传进销存', record: ['ids'] },
    input: { ids: list(id('编号'), '明细', { max: 500 }) },
    result: group('上传', { progressId: id('进度') }),
  }),
  /** 3507 of what the centre holds; what it does not hold is told no more. */
  delete: post('/api/Stock/Delete', {
    ...change,
    title: '删除进销存',
    audit: { action: '删除进销存', record: ['id', 'reason'] },
    input: { id: id('编号'), reason: text('删除原因', { min: 2, max: 100 }) },
    result: stockRow,
  }),
  /** Somebody looked a row up that stayed unknown: the centre holds nothing of it, and it may be told again. */
  notHeld: post('/api/Stock/NotHeld', {
    ...change,
    title: '确认中心没有',
    audit: { action: '确认中心没有进销存', record: ['id'] },
    input: { id: id('编号') },
    result: stockRow,
  }),
  /** An ERP's rows, opened by the company's verify code like its silent login; sent again they answer how they stand. */
  report: post('/api/Stock/Report', {
    title: 'ERP 上报进销存',
    public: true,
    audit: { action: 'ERP 上报进销存', record: ['companyId', 'storeNo'] },
    input: {
      companyId: code('公司编号'),
      verifyCode: text('验证码', { max: 400 }),
      /** The store by its number in the ERP, or its fixmedins_code. */
      storeNo: code('门店编号', { max: 40 }),
      ...stockReportRows,
    },
    result: list(stockReportAnswer, '结果'),
  }),
}
