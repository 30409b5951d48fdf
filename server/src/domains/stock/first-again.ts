import { and, inArray } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { soldBy } from '../catalogue/items.ts'
import { item } from '../catalogue/tables.ts'
import { firstNo, firstStock, firstTakes, heldBefore, keepFirst } from './first-take.ts'
import { put } from './put.ts'
import type { Shop } from './stock-row.ts'

/** Rows written by one statement. */
const batch = 500

/**
 * A store's first stock take became that of a later day, because the earlier one was taken away or its day put right: what
 * stands on the shelf comes from the rows of that day now. What doubled them and was dropped for the earlier day's sake is
 * told again, as the stock take has it now, what was never written is, and what the centre holds may stay. What a person
 * took off himself stays off. As long as the centre holds what doubled an earlier day nothing of this one is told: the shelf
 * would have it twice. In the transaction of what moved the day, behind `lockTakes`.
 */
export const tellFirst = async (db: Database, now: Date, shop: Shop, first: string): Promise<void> => {
  if (await heldBefore(db, shop.id, first)) return
  const takes = await firstTakes(db, shop.id, first)
  const codes = [...new Set(takes.map(({ take }) => take.ownCode))]
  if (!codes.length) return
  const sold = await db
    .select({ ownCode: item.ownCode, price: item.price })
    .from(item)
    .where(and(soldBy(shop), inArray(item.ownCode, codes)))
  const prices = new Map(sold.map(({ ownCode, price }) => [ownCode, price]))
  const changeType = firstStock(shop.areaCode)
  for (const source of ['sheet', 'erp'] as const) {
    const told = ({ double }: (typeof takes)[number]) => double?.state === 'uploaded' || double?.state === 'unknown'
    const again = takes.filter(
      (one) => one.take.source === source && (!one.double || one.double.notFirst) && !told(one),
    )
    const rows = again.map(({ take, double }) => {
      const { docNo, ownCode, nationalCode, name, prescription, quantity, happenedOn: on } = take
      const price = prices.get(ownCode) ?? double?.price ?? ''
      const goods = { ownCode, nationalCode, name, prescription, price, producer: '' }
      return { goods, row: { docNo: firstNo(docNo), ownCode, quantity, on, changeType } }
    })
    // A statement takes some thousands of rows only, and a store's first count may have more.
    for (let from = 0; from < rows.length; from += batch)
      await put({ db, now, shop, kind: 'change', source }, rows.slice(from, from + batch))
  }
  await keepFirst(
    db,
    shop.id,
    takes.map(({ take }) => take.docNo),
  )
}
