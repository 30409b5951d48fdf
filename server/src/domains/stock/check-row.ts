import type { StockKind } from '@yibao/shared/entities/stock.ts'
import { scaled } from '@yibao/shared/money.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { soldBy } from '../catalogue/items.ts'
import { item } from '../catalogue/tables.ts'
import { codesOf } from '../dictionary/entries.ts'
import { firstNo } from './first-take.ts'
import { stateTitle } from './rows.ts'
import type { Goods, Shop, StockInput } from './stock-row.ts'
import { type StockMessage, stockMessage } from './tables.ts'

/** What is wrong with a row, at which of its fields. */
export interface RowFault {
  key: string
  reason: string
}

const dates = ({ on, madeOn, expiresOn }: StockInput, today: string): RowFault | undefined => {
  if (on > today) return { key: 'on', reason: '日期晚于今天' }
  if (madeOn && madeOn > today) return { key: 'madeOn', reason: '生产日期晚于今天' }
  if (madeOn && expiresOn && expiresOn < madeOn) return { key: 'expiresOn', reason: '有效期早于生产日期' }
  return undefined
}

const amounts = (kind: StockKind, { quantity }: StockInput): RowFault | undefined => {
  const value = scaled(quantity, 4)
  // Nothing may be left on the shelf; nothing else may happen to nothing.
  if (kind !== 'take' && value === 0n) return { key: 'quantity', reason: '数量应大于 0' }
  return kind === 'take' && value % 100n !== 0n ? { key: 'quantity', reason: '盘存数量最多两位小数' } : undefined
}

const isHeld = (one: StockMessage | undefined): one is StockMessage =>
  one?.state === 'uploaded' || one?.state === 'unknown'

const keyOf = (kind: StockKind, docNo: string): string => `${kind} ${docNo}`

/** What the store's book holds under these rows' numbers, and under those that they name. */
const toldOf = async (
  { db }: Pick<Context, 'db'>,
  shop: Shop,
  kind: StockKind,
  rows: readonly StockInput[],
): Promise<Map<string, StockMessage>> => {
  const under = (of: StockKind, numbers: readonly string[]): SQL | undefined =>
    numbers.length ? and(eq(stockMessage.kind, of), inArray(stockMessage.docNo, [...new Set(numbers)])) : undefined
  const numbers = rows.map(({ docNo }) => docNo)
  const wanted = or(
    under(kind, numbers),
    kind === 'take' ? under('change', numbers.map(firstNo)) : undefined,
    kind === 'back'
      ? under(
          'purchase',
          rows.flatMap(({ purchaseNo }) => purchaseNo ?? []),
        )
      : undefined,
  )
  const known = wanted
    ? await db
        .select()
        .from(stockMessage)
        .where(and(eq(stockMessage.storeId, shop.id), wanted))
    : []
  return new Map(known.map((one) => [keyOf(one.kind, one.docNo), one]))
}

/** What a company's goods and a store's book say to rows of one store and kind; asked once for all of them. */
export const rowChecker = async (
  c: Pick<Context, 'db' | 'now'>,
  shop: Shop,
  kind: StockKind,
  rows: readonly StockInput[],
) => {
  const codes = [...new Set(rows.map(({ ownCode }) => ownCode))]
  const found = codes.length
    ? await c.db
        .select()
        .from(item)
        .where(and(soldBy(shop), inArray(item.ownCode, codes)))
    : []
  const goods = new Map(found.map((one) => [one.ownCode, one]))
  const told = await toldOf(c, shop, kind, rows)
  // Editions differ, and areas have codes of their own.
  const types = kind === 'change' ? await codesOf(c.db, shop.areaCode, 'inv_chg_type') : undefined
  const today = formatDay(c.now)
  const about = (row: StockInput): RowFault | undefined => {
    const one = goods.get(row.ownCode)
    if (!one) return { key: 'ownCode', reason: `本公司没有商品 ${row.ownCode}，请先在「目录差异」导入商品` }
    const before = told.get(keyOf(kind, row.docNo))
    if (isHeld(before))
      return { key: 'docNo', reason: `${row.docNo} ${stateTitle(before.state)}，要改请先删除中心记录` }
    const first = told.get(keyOf('change', firstNo(row.docNo)))
    if (isHeld(first) && scaled(first.quantity, 4) !== scaled(row.quantity, 4))
      return { key: 'quantity', reason: `库存变更 ${first.docNo} ${stateTitle(first.state)}，要改数量请先删除它` }
    if (types && !types.some(({ value }) => value === row.changeType))
      return { key: 'changeType', reason: `本地医保中心没有变更类型 ${row.changeType}` }
    if (kind === 'purchase' && !row.producer && !one.producer)
      return { key: 'producer', reason: '商品没有登记生产企业，请填写' }
    if (kind === 'back' && row.purchaseNo && !told.has(keyOf('purchase', row.purchaseNo)))
      return { key: 'purchaseNo', reason: `没有采购 ${row.purchaseNo}，请先导入采购，或留空` }
    return undefined
  }
  return {
    goods: (ownCode: string): Goods | undefined => goods.get(ownCode),
    before: (docNo: string): StockMessage | undefined => told.get(keyOf(kind, docNo)),
    fault: (row: StockInput): RowFault | undefined => dates(row, today) ?? amounts(kind, row) ?? about(row),
  }
}
