import { type StockKind, stockForms, stockShop } from '@yibao/shared/entities/stock.ts'
import { sheetShops } from '../catalogue/sheet-sellers.ts'
import type { ImportRow, ImportType } from '../transfer/import-types.ts'
import { type RowFault, rowChecker, type Shop, type StockInput } from './check-row.ts'
import { writeStock } from './write.ts'

type Asker = Parameters<ImportType['apply']>[0]

const rowOf = (row: ImportRow) => row as StockInput & { fixmedinsCode?: string }

/** The store a row is for: by its code, or the only one the asker has. */
const shopsOf = async (c: Asker, areaCode: string) => {
  const found = await sheetShops(c, areaCode)
  const only = found.length === 1 ? found[0] : undefined
  const byCode = new Map(found.map((one) => [one.fixmedinsCode, one]))
  return (fixmedinsCode?: string): Shop | undefined => (fixmedinsCode ? byCode.get(fixmedinsCode) : only)
}

const checkAll = async (c: Asker, areaCode: string, kind: StockKind, rows: readonly ImportRow[]) => {
  const shopOf = await shopsOf(c, areaCode)
  const faults: (RowFault | undefined)[] = rows.map((row) => {
    const { fixmedinsCode } = rowOf(row)
    if (shopOf(fixmedinsCode)) return undefined
    const reason = fixmedinsCode ? `没有机构编码为 ${fixmedinsCode} 的门店` : '请填写门店的机构编码'
    return { key: 'fixmedinsCode', reason }
  })
  const shops = new Map(rows.flatMap((row) => shopOf(rowOf(row).fixmedinsCode) ?? []).map((one) => [one.id, one]))
  for (const shop of shops.values()) {
    const mine = rows.flatMap((row, i) => (shopOf(rowOf(row).fixmedinsCode)?.id === shop.id ? [i] : []))
    const checker = await rowChecker(
      c,
      shop,
      kind,
      mine.map((i) => rowOf(rows[i]!)),
    )
    for (const i of mine) faults[i] = checker.fault(rowOf(rows[i]!))
  }
  return faults
}

const type = (kind: StockKind, title: string, sample: Record<string, string>): ImportType => ({
  title,
  menu: 'MenuDiff',
  button: 'import',
  fields: { ...stockForms[kind], ...stockShop },
  sample: { ...sample, fixmedinsCode: 'P32050100001' },
  unique: { title: '机构编码和单据行号', keyOf: (row) => `${rowOf(row).fixmedinsCode ?? ''}\n${rowOf(row).docNo}` },
  check: (c, areaCode, rows) => checkAll(c, areaCode, kind, rows),
  apply: async (c, areaCode, row) => {
    const { fixmedinsCode, ...input } = rowOf(row)
    const shop = (await shopsOf(c, areaCode))(fixmedinsCode)
    if (!shop) return
    const checker = await rowChecker(c, shop, kind, [input as StockInput])
    const goods = checker.goods(input.ownCode)
    if (!goods || checker.fault(input as StockInput)) return
    await writeStock({ db: c.db, now: c.now, shop, kind, source: 'sheet' }, goods, input as StockInput)
  },
})

const packs = { madeOn: '2026-01-15', expiresOn: '2028-12-31' }
const trade = { ...packs, supplier: '示例医药有限公司', operator: '李四', price: '9.80', invoiceNo: 'FP20261101' }

/** The sheets of a store's stock: what the centre is told of it by 3501 to 3504. */
export const stockTakeImport = type('take', '盘存', {
  ...{ docNo: 'PD20261101-1', ownCode: '100001', quantity: '120', on: '2026-11-01', lot: 'A20260115', ...packs },
})
export const stockChangeImport = type('change', '库存变更', {
  ...{ docNo: 'BG20261102-1', ownCode: '100001', changeType: '103', quantity: '2', on: '2026-11-02', operator: '李四' },
})
export const stockPurchaseImport = type('purchase', '采购', {
  ...{ docNo: 'CG20261101-1', ownCode: '100001', quantity: '100', on: '2026-11-01', lot: 'A20260115', ...trade },
  ...{ approvalNo: '国药准字H00000000', gift: '否' },
})
export const stockBackImport = type('back', '采购退货', {
  ...{ docNo: 'CT20261103-1', ownCode: '100001', quantity: '10', on: '2026-11-03', ...trade },
  purchaseNo: 'CG20261101-1',
})
