import { order } from '@yibao/shared/calls/order.ts'
import { standsSettled } from '@yibao/shared/entities/order-totals.ts'
import { lastDays } from '@yibao/shared/time.ts'
import { defineList, previewSlip, type RowOf, type Tools } from '../kit/index.ts'
import { orderTones, printable, slipKind } from '../order-states/look.ts'
import { printMarked } from '../orders/print-marked.ts'
import { PersonFilter } from '../persons/person-filter.tsx'

const need = { menuCode: 'PrintSettlement', buttonCode: 'print' }
type Row = RowOf<typeof order.paged>

const print = async (row: Row, { dialogs }: Tools, layout?: '58' | '80' | '241' | 'a5' | 'a4') =>
  previewSlip(dialogs, { orderId: row.id, kind: slipKind(row.status), layout })

const layouts = [
  ['80', '80 毫米'],
  ['58', '58 毫米'],
  ['241', '连续纸'],
  ['a5', 'A5'],
  ['a4', 'A4'],
] as const

/** 结算单打印: the ERP opens it (routeKey 10) to print or reprint a slip; a second print is marked 补打. */
export default defineList({
  tableId: 'print-settlement',
  call: order.paged,
  empty: '没有找到已结算的订单。请核对 ERP 单号或结算号',
  initial: () => ({ ...lastDays(31), slip: true }),
  filters: [
    { key: 'keyword', title: '查找', placeholder: 'ERP 单号、结算号' },
    'name',
    { key: 'readId', title: '参保人', input: PersonFilter },
    'from',
    'to',
  ],
  columns: [
    { key: 'setlId', width: 154 },
    { key: 'settledAt', width: 100 },
    { key: 'maskedName', width: 84 },
    { key: 'total', width: 84 },
    { key: 'fundTotal', width: 100, hidden: true },
    { key: 'account', width: 90, hidden: true },
    { key: 'cash', width: 90 },
    { key: 'printed', width: 72 },
    { key: 'erpBill', width: 140 },
    { key: 'status', width: 90, tones: orderTones },
  ],
  batch: [printMarked(need.menuCode)],
  counts: standsSettled,
  actionsWidth: 240,
  rowActions: layouts.map(([layout, text]) => ({
    key: layout,
    text,
    need,
    shown: (row: Row) => printable(row.status),
    run: (row: Row, tools: Tools) => print(row, tools, layout),
  })),
})
