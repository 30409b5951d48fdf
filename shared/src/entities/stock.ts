import {
  choice,
  code,
  day,
  dict,
  flag,
  group,
  id,
  list,
  note,
  optional,
  price,
  quantity,
  type Schema,
  text,
  time,
} from '../field.ts'
import { saleNeeds, saleState } from './sale.ts'

/** What of a store's stock the centre is told (domain.md 2.11): 3501, 3502, 3503 and 3504. */
export const stockKind = choice('类型', { take: '盘存', change: '库存变更', purchase: '采购', back: '采购退货' })
export type StockKind = 'take' | 'change' | 'purchase' | 'back'

/** The states are those of a sale that is told. */
export const stockState = saleState

/** Number of the row in the store's own books: what comes again under it is the same row. */
const docNo = code('单据行号', { max: 40 })
const goods = { docNo, ownCode: code('商品编码', { max: 30 }) }
const packs = { madeOn: day('生产日期'), expiresOn: day('有效期至') }
const lot = code('批号', { max: 30 })
const memo = optional(note('备注', { max: 200 }))
const operator = text('经办人', { max: 50 })
const unitPrice = optional(price('单价'))
const supplier = {
  supplier: text('供应商', { max: 100 }),
  supplierPermit: optional(code('供应商许可证号', { max: 50 })),
}
const invoiceCode = optional(code('发票代码', { max: 50 }))
const invoiceNo = code('发票号', { max: 50 })

/** The columns of each kind's sheet, and the fields of its rows in an ERP's call. Quantities in the smallest priced pack. */
export const stockForms = {
  take: {
    ...{ ...goods, quantity: quantity('库存数量'), on: day('盘存日期') },
    ...{ lot: optional(lot), ...packs, memo },
  },
  change: {
    ...{ ...goods, changeType: dict('变更类型', 'inv_chg_type'), quantity: quantity('变更数量'), on: day('变更日期') },
    ...{ price: unitPrice, operator: optional(operator), memo },
  },
  purchase: {
    ...{ ...goods, quantity: quantity('采购数量'), on: day('入库日期'), ...supplier, lot, ...packs },
    ...{ producer: optional(text('生产企业', { max: 100 })), approvalNo: text('批准文号', { max: 100 }) },
    ...{ operator, price: unitPrice, invoiceCode, invoiceNo: optional(invoiceNo) },
    ...{ deliveryNo: optional(code('随货单号', { max: 50 })), gift: optional(flag('赠送')), memo },
  },
  back: {
    ...{ ...goods, quantity: quantity('退货数量'), on: day('退货日期'), ...supplier, ...packs },
    ...{ operator, price: unitPrice, invoiceCode, invoiceNo },
    ...{ purchaseNo: optional(code('原采购单据行号', { max: 40 })), memo },
  },
} satisfies Record<StockKind, Record<string, Schema>>

/** A column of a sheet that names the store, where the asker has several. */
export const stockShop = { fixmedinsCode: optional(code('机构编码', { max: 12 })) }

/** One row that the centre is told of, as the list shows it. */
export const stockRow = group('进销存', {
  ...{ id: id('编号'), kind: stockKind, docNo: code('单据行号') },
  ...{ storeId: id('门店编号'), storeName: text('门店') },
  ...{ ownCode: code('商品编码'), nationalCode: note('国家码'), name: text('名称'), lot: note('批号') },
  ...{ madeOn: optional(day('生产日期')), expiresOn: optional(day('有效期至')) },
  ...{ quantity: quantity('数量'), price: note('单价'), on: day('业务日期') },
  ...{ about: note('往来/原因'), operator: note('经办人'), source: choice('来源', { sheet: '表格', erp: 'ERP' }) },
  state: stockState,
  needs: optional(saleNeeds),
  /** What the centre answered, or why it was not told. */
  message: note('说明'),
  /** The key under which the centre holds it (fixmedins_bchno). */
  batchNo: code('上传流水号'),
  uploadedAt: optional(time('上传时间')),
})

/** Rows of one call of an ERP, of each kind. */
const most = 500
const rowsOf = <K extends StockKind>(kind: K, title: string) =>
  optional(list(group(title, stockForms[kind]), title, { max: most }))

/** What an ERP tells of one store, each kind in the form of its sheet. */
export const stockReportRows = {
  purchase: rowsOf('purchase', '采购'),
  back: rowsOf('back', '采购退货'),
  take: rowsOf('take', '盘存'),
  change: rowsOf('change', '库存变更'),
}

/** What became of a row: taken, with its state at the centre, or why not. */
export const stockReportAnswer = group('结果', {
  kind: stockKind,
  docNo,
  ok: flag('已接收'),
  state: optional(stockState),
  text: note('说明'),
})
