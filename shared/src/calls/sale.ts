import { get, pageOf, paging, post } from '../call.ts'
import { batchFields, saleDetail, saleKind, saleNeeds, saleRow, saleState } from '../entities/sale.ts'
import { traceCode } from '../entities/settlement.ts'
import { code, day, group, id, integer, list, note, optional, text } from '../field.ts'

// The page is hidden and has no buttons of its own: its orders are those of 订单管理, and whoever may change one of them
// at the centre (撤销) may tell the centre what was sold of it.
const menu = 'OrderManagement'
const change = { menu, button: 'reverse', scope: 'store' } as const

const filters = {
  from: optional(day('开始日期')),
  to: optional(day('结束日期')),
  state: optional(saleState),
  needs: optional(saleNeeds),
  kind: optional(saleKind),
  orderId: optional(id('订单编号')),
  keyword: optional(note('订单号/追溯码', { max: 60 })),
  name: optional(note('名称', { max: 50 })),
  lot: optional(code('批号', { max: 30 })),
  storeId: optional(id('门店')),
}

/** /reconciliation/sale-info-detail: what the centre is told of the packs that were sold (3505-3507, domain.md 2.11, 8.7). */
export const sale = {
  paged: get('/api/Sale/Paged', {
    title: '销售明细',
    menu,
    scope: 'store',
    input: { ...paging, ...filters },
    result: pageOf(saleRow),
  }),
  detail: get('/api/Sale/Detail/:orderId', {
    title: '订单销售明细',
    menu,
    scope: 'store',
    input: { orderId: id('订单编号') },
    result: saleDetail,
  }),
  /** Completes a line: its batch, and a code for each pack or none. */
  saveTrace: post('/api/Sale/SaveTrace', {
    ...change,
    title: '补录追溯码',
    audit: { action: '补录销售明细', record: ['orderId', 'no', 'lot', 'madeOn', 'expiresOn', 'traceCodes'] },
    input: {
      orderId: id('订单编号'),
      no: integer('序号', { min: 1, max: 300 }),
      ...batchFields,
      traceCodes: list(traceCode, '追溯码', { max: 500 }),
    },
    result: saleDetail,
  }),
  /** The batch of several lines of one product that are not at the centre. */
  saveBatch: post('/api/Sale/SaveBatch', {
    ...change,
    title: '填写批号',
    audit: { action: '填写销售批号', target: ['lot'], record: ['ids', 'lot', 'madeOn', 'expiresOn'] },
    input: { ids: list(id('编号'), '明细', { max: 500 }), ...batchFields },
    result: group('填写批号', { changed: integer('条数') }),
  }),
  /** 3505 and 3506 of the named rows, or of all that match. */
  upload: post('/api/Sale/Upload', {
    ...change,
    title: '上传销售明细',
    progress: true,
    audit: { action: '上传销售明细', record: ['ids', 'from', 'to', 'state', 'lot', 'storeId'] },
    input: { ids: optional(list(id('编号'), '明细', { max: 500 })), ...filters },
    result: group('上传', { progressId: id('进度') }),
  }),
  /** 3507: the centre forgets it; it can be told again. */
  delete: post('/api/Sale/Delete', {
    ...change,
    title: '删除中心记录',
    audit: { action: '删除中心销售明细', record: ['id', 'reason'] },
    input: { id: id('编号'), reason: text('删除原因', { min: 2, max: 100 }) },
    result: saleRow,
  }),
  /** Somebody looked a row up that stayed unknown: the centre holds nothing of it, and it may be told again. */
  notHeld: post('/api/Sale/NotHeld', {
    ...change,
    title: '确认中心没有',
    audit: { action: '确认中心没有销售明细', record: ['id'] },
    input: { id: id('编号') },
    result: saleRow,
  }),
}
