import { type StockKind, stockForms, stockShop } from '@yibao/shared/entities/stock.ts'
import type { ImportRow, ImportType } from '../../xlsx/import-type.ts'
import { sheetShops } from '../catalogue/sheet-sellers.ts'
import { type RowFault, rowChecker } from './check-row.ts'
import type { GoodRow } from './put.ts'
import type { Shop as AnyShop, StockInput } from './stock-row.ts'
import { writeStock } from './write.ts'

type Asker = Parameters<NonNullable<ImportType['applyAll']>>[0]
type Checker = Awaited<ReturnType<typeof rowChecker>>

type Shop = AnyShop & { name: string }

const rowOf = (row: ImportRow) => row as StockInput & { fixmedinsCode?: string }

/** The store a row is for: by its code, or the only one the asker has. */
const shopsOf = async (c: Asker, areaCode: string) => {
  const found = await sheetShops(c, areaCode)
  const only = found.length === 1 ? found[0] : undefined
  const byCode = new Map(found.map((one) => [one.fixmedinsCode, one]))
  return (fixmedinsCode?: string): Shop | undefined => (fixmedinsCode ? byCode.get(fixmedinsCode) : only)
}

/** Asks about the rows of each store once; `use` gets a row's place with what its store's checker knows. */
const byShop = async (
  c: Asker,
  areaCode: string,
  kind: StockKind,
  rows: readonly ImportRow[],
  use: (shop: Shop, checker: Checker, places: readonly number[]) => unknown,
): Promise<readonly (Shop | undefined)[]> => {
  const shopOf = await shopsOf(c, areaCode)
  const shops = rows.map((row) => shopOf(rowOf(row).fixmedinsCode))
  for (const shop of new Map(shops.flatMap((one) => (one ? [[one.id, one] as const] : []))).values()) {
    const places = shops.flatMap((one, i) => (one?.id === shop.id ? [i] : []))
    const mine = places.map((i) => rowOf(rows[i]!))
    await use(shop, await rowChecker(c, shop, kind, mine), places)
  }
  return shops
}

const checkAll = async (c: Asker, areaCode: string, kind: StockKind, rows: readonly ImportRow[]) => {
  const faults: (RowFault | undefined)[] = []
  const shops = await byShop(c, areaCode, kind, rows, (_, checker, places) => {
    // A store that is named in one row and left out in another is the same.
    const seen = new Set<string>()
    for (const i of places) {
      const row = rowOf(rows[i]!)
      const twice = seen.has(row.docNo) ? { key: 'docNo', reason: `表格中本店已有单据行号 ${row.docNo}` } : undefined
      faults[i] = twice ?? checker.fault(row)
      seen.add(row.docNo)
    }
  })
  return rows.map((row, i) => {
    const { fixmedinsCode } = rowOf(row)
    if (shops[i]) return faults[i]
    const reason = fixmedinsCode ? `没有机构编码为 ${fixmedinsCode} 的门店` : '请填写门店的机构编码'
    return { key: 'fixmedinsCode', reason }
  })
}

/** What was right when it was checked and is not any more stays as it is: the centre has it by now. */
const bringIn = async (c: Asker, areaCode: string, kind: StockKind, rows: readonly ImportRow[]): Promise<string[]> => {
  const said: string[] = []
  await byShop(c, areaCode, kind, rows, async (shop, checker, places) => {
    const good = places.flatMap((i): GoodRow[] => {
      const { fixmedinsCode: _, ...row } = rowOf(rows[i]!)
      const goods = checker.goods(row.ownCode as string)
      return goods && !checker.fault(row as StockInput) ? [{ goods, row: row as StockInput }] : []
    })
    const { surplus } = await writeStock({ db: c.db, now: c.now, shop, kind, source: 'sheet' }, good)
    if (surplus) said.push(`${shop.name}：${surplus}`)
  })
  return said
}

const type = (kind: StockKind, title: string, sample: Record<string, string>): ImportType => ({
  title,
  menus: ['MenuDiff'],
  button: 'import',
  fields: { ...stockForms[kind], ...stockShop },
  sample: { ...sample, fixmedinsCode: 'P32050100001' },
  unique: { title: '机构编码和单据行号', keyOf: (row) => `${rowOf(row).fixmedinsCode ?? ''}\n${rowOf(row).docNo}` },
  check: (c, areaCode, rows) => checkAll(c, areaCode, kind, rows),
  apply: async (c, areaCode, row) => {
    await bringIn(c, areaCode, kind, [row])
  },
  applyAll: (c, areaCode, rows) => bringIn(c, areaCode, kind, rows),
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
