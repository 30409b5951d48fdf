import type { StockKind } from '@yibao/shared/entities/stock.ts'
import { scaled } from '@yibao/shared/money.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { soldBy } from '../catalogue/items.ts'
import { item } from '../catalogue/tables.ts'
import { stateTitle } from './rows.ts'
import { type StockMessage, stockMessage } from './tables.ts'

/** A row of any kind whose own fields are right. */
export interface StockInput {
  docNo: string
  ownCode: string
  quantity: string
  on: string
  lot?: string
  madeOn?: string
  expiresOn?: string
  price?: string
  producer?: string
  purchaseNo?: string
  [fact: string]: unknown
}

export interface Shop {
  id: string
  areaCode: string
  companyId: string
}

export type Goods = typeof item.$inferSelect

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

const held: StockMessage['state'][] = ['uploaded', 'unknown']

/** What a company's goods and a store's book say to rows of one store and kind; asked once for all of them. */
export const rowChecker = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  shop: Shop,
  kind: StockKind,
  rows: readonly StockInput[],
) => {
  const codes = [...new Set(rows.map(({ ownCode }) => ownCode))]
  const numbers = [...new Set(rows.flatMap(({ docNo, purchaseNo }) => [docNo, purchaseNo ?? docNo]))]
  const found = codes.length
    ? await db
        .select()
        .from(item)
        .where(and(soldBy(shop), inArray(item.ownCode, codes)))
    : []
  const known = numbers.length
    ? await db
        .select()
        .from(stockMessage)
        .where(
          and(
            eq(stockMessage.storeId, shop.id),
            inArray(stockMessage.kind, kind === 'back' ? ['back', 'purchase'] : [kind]),
            inArray(stockMessage.docNo, numbers),
          ),
        )
    : []
  const goods = new Map(found.map((one) => [one.ownCode, one]))
  const told = new Map(known.map((one) => [`${one.kind} ${one.docNo}`, one]))
  const today = formatDay(now)
  const about = (row: StockInput): RowFault | undefined => {
    const one = goods.get(row.ownCode)
    if (!one) return { key: 'ownCode', reason: `本公司没有商品 ${row.ownCode}，请先在「目录差异」导入商品` }
    const before = told.get(`${kind} ${row.docNo}`)
    if (before && held.includes(before.state))
      return { key: 'docNo', reason: `${row.docNo} ${stateTitle(before.state)}，要改请先删除中心记录` }
    if (kind === 'purchase' && !row.producer && !one.producer)
      return { key: 'producer', reason: '商品没有登记生产企业，请填写' }
    if (kind === 'back' && row.purchaseNo && !told.has(`purchase ${row.purchaseNo}`))
      return { key: 'purchaseNo', reason: `没有采购 ${row.purchaseNo}，请先导入采购，或留空` }
    return undefined
  }
  return {
    goods: (ownCode: string): Goods | undefined => goods.get(ownCode),
    before: (docNo: string): StockMessage | undefined => told.get(`${kind} ${docNo}`),
    fault: (row: StockInput): RowFault | undefined => dates(row, today) ?? amounts(kind, row) ?? about(row),
  }
}
