import type { ResultOf } from '@yibao/shared/call.ts'
import type { catalogue as counterCalls } from '@yibao/shared/calls/catalogue.ts'
import { and, eq, inArray, lte } from 'drizzle-orm'
import { asIncoming, incoming } from '../../database/incoming.ts'
import type { Database } from '../../database/open.ts'
import { itemLot } from './tables.ts'

type Lot = NonNullable<ResultOf<typeof counterCalls.searchItemDirectoryList>[number]['lastLot']>

/** A lot that a store sold of an item; days yyyy-MM-dd or ''. */
export type SoldLot = typeof itemLot.$inferInsert

/**
 * Keeps the newest lot of each item of each store. Runs where sales are written, after their settlement and no part of
 * one; rows in one order, so that two nodes do not wait for each other.
 */
export const rememberLots = async (tx: Database, sold: readonly SoldLot[]): Promise<void> => {
  const newest = new Map<string, SoldLot>()
  for (const one of sold) {
    const key = `${one.storeId} ${one.ownCode}`
    const known = newest.get(key)
    if (one.lot && !(known && known.at > one.at)) newest.set(key, one)
  }
  const rows = [...newest].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  if (!rows.length) return
  await tx
    .insert(itemLot)
    .values(rows)
    .onConflictDoUpdate({
      target: [itemLot.storeId, itemLot.ownCode],
      set: asIncoming(itemLot, ['lot', 'madeOn', 'expiresOn', 'at']),
      setWhere: lte(itemLot.at, incoming(itemLot.at)),
    })
}

/** What a store sold last of some items, by own code. */
export const lastLots = async (db: Database, storeId: string, codes: readonly string[]): Promise<Map<string, Lot>> => {
  const rows = await db
    .select()
    .from(itemLot)
    .where(and(eq(itemLot.storeId, storeId), inArray(itemLot.ownCode, [...codes])))
  return new Map(
    rows.map(({ ownCode, lot, madeOn, expiresOn }) => [
      ownCode,
      { lot, madeOn: madeOn || undefined, expiresOn: expiresOn || undefined },
    ]),
  )
}
