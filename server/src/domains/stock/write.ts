import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { StockKind } from '@yibao/shared/entities/stock.ts'
import { getTableColumns, notInArray, sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { newId } from '../../ids.ts'
import { dropFirst, dropLater, firstDay, firstNo, firstStock } from './first-take.ts'
import type { Goods, Shop, StockInput } from './stock-row.ts'
import { type StockFacts, type StockMessage, stockMessage } from './tables.ts'

const letters = { take: 'T', change: 'C', purchase: 'P', back: 'R' } as const

/**
 * fixmedins_bchno, 26 of its 30 characters: the kind and a digest of what the row is known by, so that it is never anything
 * else's, and the same again where a database has lost the row and its ERP says it once more.
 */
const batchNoOf = (kind: StockKind, shop: string, number: string): string => {
  const digest = createHash('sha256')
    .update(JSON.stringify([shop, kind, number]))
    .digest('hex')
    .slice(0, 32)
  return letters[kind] + BigInt(`0x${digest}`).toString(36).toUpperCase().padStart(25, '0')
}

const columns = ['docNo', 'ownCode', 'quantity', 'on', 'lot', 'madeOn', 'expiresOn', 'price', 'fixmedinsCode']

const factsOf = (row: StockInput): StockFacts =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => !columns.includes(name) && value !== undefined))

/** What a row takes from its goods. */
type Named = Pick<Goods, 'ownCode' | 'nationalCode' | 'name' | 'prescription' | 'price' | 'producer'>

/** What a row says of its goods, as it is kept. */
const valuesOf = (kind: StockKind, goods: Named, row: StockInput) => ({
  ...{ ownCode: goods.ownCode, nationalCode: goods.nationalCode || goods.ownCode, name: goods.name },
  ...{ prescription: goods.prescription, lot: row.lot ?? '', madeOn: row.madeOn ?? '' },
  ...{ expiresOn: row.expiresOn ?? '', quantity: row.quantity, happenedOn: row.on },
  price: row.price ?? (kind === 'change' ? goods.price : ''),
  facts: { ...factsOf(row), ...(kind === 'purchase' && { producer: row.producer || goods.producer }) },
})

/**
 * Whether a row that comes again says what it said before. What became of its goods since counts only for what is still to
 * be told: what the centre has, may have or was taken away is as it was.
 */
export const saysTheSame = (before: StockMessage, goods: Goods | undefined, row: StockInput): boolean => {
  const { nationalCode, name, prescription, price, facts } = before
  const then = { ownCode: row.ownCode, nationalCode, name, prescription, price, producer: facts.producer ?? '' }
  const open = before.state === 'waiting' || before.state === 'refused'
  return Object.entries(valuesOf(before.kind, (open && goods) || then, row)).every(([name, value]) =>
    isDeepStrictEqual(before[name as keyof StockMessage], value),
  )
}

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

/** A checked row with the goods it is about. */
export interface GoodRow {
  goods: Goods
  row: StockInput
}

const { docNo, storeId, kind: kindOf, state } = stockMessage

/** What a row that is known is brought up to date with: everything but what it is known by. */
const renewed = Object.fromEntries(
  Object.entries(getTableColumns(stockMessage))
    .filter(([name]) => !['id', 'batchNo', 'storeId', 'areaCode', 'kind', 'docNo'].includes(name))
    .map(([name, { name: column }]) => [name, sql.raw(`excluded."${column}"`)]),
)

/** Writes rows to be told, each number once; answers the numbers of those that the centre does not have, and may not. */
const put = async ({ db, now, shop, kind, source }: Writing, rows: readonly GoodRow[]): Promise<Set<string>> => {
  const values = rows.map(({ goods, row }) => {
    const id = risingId(now)
    return {
      ...{
        id,
        batchNo: batchNoOf(kind, shop.id, row.docNo),
        storeId: shop.id,
        areaCode: shop.areaCode,
        kind,
        docNo: row.docNo,
      },
      ...{ ...valuesOf(kind, goods, row), source, writtenAt: now },
      // Written together, what goes back is told after what came in.
      nextAt: kind === 'back' ? new Date(now.getTime() + 1) : now,
    }
  })
  if (!values.length) return new Set()
  const written = await db
    .insert(stockMessage)
    // In one order, so that two writers of the same rows do not wait for each other; the ids keep the sheet's.
    .values(values.toSorted((a, b) => (a.docNo < b.docNo ? -1 : 1)))
    // The claim too: whoever was about to send what it said before does not.
    .onConflictDoUpdate({
      target: [storeId, kindOf, docNo],
      set: renewed,
      setWhere: notInArray(state, ['uploaded', 'unknown']),
    })
    .returning({ docNo })
  return new Set(written.map((one) => one.docNo))
}

/**
 * Writes checked rows of one kind, to be told: a number that is known is brought up to date as long as the centre has
 * nothing of it. Answers the numbers that were written, and what somebody has to take away at the centre himself, in words.
 * The rows of a store's first stock take are told a second time as a stock change (3501 rule 2): what stands on the shelf
 * has to come from somewhere.
 */
export const writeStock = async (
  writing: Writing,
  rows: readonly GoodRow[],
): Promise<{ written: Set<string>; surplus: string }> => {
  const { db, shop } = writing
  // Two first stock takes of a store see each other: else each would be the first, and stand on the shelf twice.
  if (writing.kind === 'take') await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`stock take ${shop.id}`}))`)
  const written = await put(writing, rows)
  if (writing.kind !== 'take' || !written.size) return { written, surplus: '' }
  const first = await firstDay(db, shop.id)
  const changeType = firstStock(shop.areaCode)
  const doubled = rows.flatMap(({ goods, row }) => {
    const { docNo: number, ownCode, quantity, on } = row
    if (on !== first || Number(quantity) === 0 || !written.has(number)) return []
    return [{ goods, row: { docNo: firstNo(number), ownCode, quantity, on, changeType } }]
  })
  await put({ ...writing, kind: 'change' }, doubled)
  const still = new Set(doubled.map(({ row }) => row.docNo))
  const others = [...written].filter((number) => !still.has(firstNo(number)))
  await dropFirst(db, shop.id, others, '盘存改过，不再是首次盘存的库存')
  // The stock take of an earlier day came later, in another batch of the sheet or another call.
  const surplus = first && doubled.length ? await dropLater(db, shop.id, first) : ''
  return { written, surplus }
}
