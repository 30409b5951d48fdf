import { isDeepStrictEqual } from 'node:util'
import type { StockKind } from '@yibao/shared/entities/stock.ts'
import { and, eq, lt, notInArray } from 'drizzle-orm'
import { profileOf } from '../../centre/profiles.ts'
import type { Database } from '../../database/open.ts'
import { newId } from '../../ids.ts'
import type { Goods, Shop, StockInput } from './check-row.ts'
import { type StockFacts, type StockMessage, stockMessage } from './tables.ts'

const letters = { take: 'T', change: 'C', purchase: 'P', back: 'R' } as const

/** fixmedins_bchno, 26 of its 30 characters: the kind and the row's id, so that it is never anything else's. */
const batchNoOf = (kind: StockKind, id: string): string =>
  letters[kind] +
  BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .toUpperCase()
    .padStart(25, '0')

const columns = ['docNo', 'ownCode', 'quantity', 'on', 'lot', 'madeOn', 'expiresOn', 'price', 'fixmedinsCode']

const factsOf = (row: StockInput): StockFacts =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => !columns.includes(name) && value !== undefined))

/** What a row says of its goods, as it is kept. */
const valuesOf = (kind: StockKind, goods: Goods, row: StockInput) => ({
  ...{ ownCode: goods.ownCode, nationalCode: goods.nationalCode || goods.ownCode, name: goods.name },
  ...{ prescription: goods.prescription, lot: row.lot ?? '', madeOn: row.madeOn ?? '' },
  ...{ expiresOn: row.expiresOn ?? '', quantity: row.quantity, happenedOn: row.on },
  price: row.price ?? (kind === 'change' ? goods.price : ''),
  facts: { ...factsOf(row), ...(kind === 'purchase' && { producer: row.producer || goods.producer }) },
})

/** Whether a row that comes again says what it said before. */
export const saysTheSame = (before: StockMessage, goods: Goods, row: StockInput): boolean =>
  Object.entries(valuesOf(before.kind, goods, row)).every(([name, value]) =>
    isDeepStrictEqual(before[name as keyof StockMessage], value),
  )

let latest = 0
/** Ids rise as rows are written, so that those of one sheet stand in its order: within a millisecond they would not. */
const risingId = (now: Date): string => {
  latest = Math.max(now.getTime(), latest + 1)
  return newId(new Date(latest))
}

interface Writing {
  db: Database
  now: Date
  shop: Shop
  kind: StockKind
  source: StockMessage['source']
}

/** Writes one row, to be told; false when the centre has it already, or may. */
const put = async ({ db, now, shop, kind, source }: Writing, goods: Goods, row: StockInput): Promise<boolean> => {
  const id = risingId(now)
  const values = {
    ...valuesOf(kind, goods, row),
    ...{ source, state: 'waiting' as const, pending: '' as const, message: '', attempts: 0, writtenAt: now },
    // Written together, what goes back is told after what came in.
    nextAt: kind === 'back' ? new Date(now.getTime() + 1) : now,
    // Whoever was about to send what it said before does not: his claim has ended.
    claimedUntil: null,
  }
  const written = await db
    .insert(stockMessage)
    .values({
      ...{ id, batchNo: batchNoOf(kind, id), storeId: shop.id, areaCode: shop.areaCode, kind, docNo: row.docNo },
      ...values,
    })
    .onConflictDoUpdate({
      target: [stockMessage.storeId, stockMessage.kind, stockMessage.docNo],
      set: values,
      setWhere: notInArray(stockMessage.state, ['uploaded', 'unknown']),
    })
    .returning({ id: stockMessage.id })
  return written.length > 0
}

/** Number of the stock change that doubles a row of the first stock take. */
export const firstNo = (docNo: string): string => `${docNo}#初始`

/** inv_chg_type of the first stock: Jiangxi has a code of its own, elsewhere it is another coming in (notes 11). */
const firstStock = (areaCode: string): string => (profileOf(areaCode, '').edition === 'JX' ? '108' : '106')

/**
 * Writes one checked row, to be told: a number that is known is brought up to date as long as the centre has nothing of
 * it, false when it has. The rows of a store's first stock take are told a second time as a stock change (3501 rule 2):
 * what stands on the shelf has to come from somewhere.
 */
export const writeStock = async (writing: Writing, goods: Goods, row: StockInput): Promise<boolean> => {
  const written = await put(writing, goods, row)
  if (!written || writing.kind !== 'take' || Number(row.quantity) === 0) return written
  const { db, shop } = writing
  const before = and(
    and(eq(stockMessage.storeId, shop.id), eq(stockMessage.kind, 'take')),
    and(lt(stockMessage.happenedOn, row.on), notInArray(stockMessage.state, ['deleted', 'needless'])),
  )
  const [earlier] = await db.select({ id: stockMessage.id }).from(stockMessage).where(before).limit(1)
  if (earlier) return true
  const { docNo, ownCode, quantity, on } = row
  const first = { docNo: firstNo(docNo), ownCode, quantity, on, changeType: firstStock(shop.areaCode) }
  await put({ ...writing, kind: 'change' }, goods, first)
  return true
}
