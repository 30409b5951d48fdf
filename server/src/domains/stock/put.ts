import { createHash } from 'node:crypto'
import type { StockKind } from '@yibao/shared/entities/stock.ts'
import { notInArray } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { restIncoming } from '../../database/incoming.ts'
import type { Database } from '../../database/open.ts'
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
export const valuesOf = (kind: StockKind, goods: Named, row: StockInput) => ({
  ...{ ownCode: goods.ownCode, nationalCode: goods.nationalCode || goods.ownCode, name: goods.name },
  ...{ prescription: goods.prescription, lot: row.lot ?? '', madeOn: row.madeOn ?? '' },
  ...{ expiresOn: row.expiresOn ?? '', quantity: row.quantity, happenedOn: row.on },
  price: row.price ?? (kind === 'change' ? goods.price : ''),
  facts: { ...factsOf(row), ...(kind === 'purchase' && { producer: row.producer || goods.producer }) },
})

let latest = 0
/** Ids rise as rows are written, so that those of one sheet stand in its order: within a millisecond they would not. */
const risingId = (now: Date): string => {
  latest = Math.max(now.getTime(), latest + 1)
  return newId(new Date(latest))
}

/** Who writes what kind of rows, of which store. */
export interface Writing {
  db: Database
  now: Date
  shop: Shop
  kind: StockKind
  source: StockMessage['source']
}

/** A checked row with the goods it is about. */
export interface GoodRow {
  goods: Named
  row: StockInput
}

const { docNo, storeId, kind: kindOf, state } = stockMessage

/** What a row that is known is brought up to date with: everything but what it is known by. */
const renewed = restIncoming(stockMessage, ['id', 'batchNo', 'storeId', 'areaCode', 'kind', 'docNo'])

/** Writes rows to be told, each number once; answers the numbers of those that the centre does not have, and may not. */
export const put = async ({ db, now, shop, kind, source }: Writing, rows: readonly GoodRow[]): Promise<Set<string>> => {
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
