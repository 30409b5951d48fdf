import { and, eq, ne, sql } from 'drizzle-orm'
import { asIncoming } from '../../database/incoming.ts'
import type { Database } from '../../database/open.ts'
import type { StoreRow } from '../organisation/store.ts'
import { noteFormerGoods } from './former.ts'
import { soldBy } from './items.ts'
import { item, itemMapping } from './tables.ts'

type Shop = Pick<StoreRow, 'id' | 'companyId' | 'areaCode'>

/**
 * Lets what a store's company has mapped in its area wait in that store, until Catalogue/ImportMatches tells it to the
 * centre: what the store has no row of; `again`: whatever it told, or was refused, too, by the code the goods have now. What
 * a sheet has brought in and waits already stays as it is.
 */
export const awaitGoods = async (
  db: Database,
  shop: Shop,
  { by, at, again = false }: { by: string; at: Date; again?: boolean },
): Promise<void> => {
  const goods = db
    .select({
      storeId: sql<string>`${shop.id}::text`.as('store_id'),
      ownCode: item.ownCode,
      nationalCode: item.nationalCode,
      listType: item.listType,
      state: sql<'waiting'>`'waiting'`.as('state'),
      message: sql<string>`''`.as('message'),
      by: sql<string>`${by}::text`.as('by'),
      at: sql<Date>`${at.toISOString()}::timestamptz`.as('at'),
    })
    .from(item)
    .where(and(soldBy(shop), ne(item.nationalCode, ''), eq(item.stopped, false)))
  if (again) await noteFormerGoods(db, shop)
  const kept = db.insert(itemMapping).select(goods)
  await (again
    ? kept.onConflictDoUpdate({
        target: [itemMapping.storeId, itemMapping.ownCode],
        set: asIncoming(itemMapping, ['nationalCode', 'listType', 'state', 'message', 'by', 'at']),
        setWhere: ne(itemMapping.state, 'waiting'),
      })
    : kept.onConflictDoNothing())
}

/** A store whose company or area is put right sells other goods: what waited of the former ones is told to nobody. */
export const awaitOtherGoods = async (db: Database, shop: Shop, how: { by: string; at: Date }): Promise<void> => {
  await db.delete(itemMapping).where(and(eq(itemMapping.storeId, shop.id), ne(itemMapping.state, 'sent')))
  await awaitGoods(db, shop, how)
}
