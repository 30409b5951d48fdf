import { asc } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { areasOf } from '../../auth/grants.ts'
import { store } from '../tables.ts'

/** The areas the person's data roles open, each with its stores of the session's scope. */
export const placesOf = async (c: Context) => {
  const { db, me, scope } = c
  const stores = await db
    .select({ id: store.id, name: store.name, areaCode: store.areaCode, settings: store.settings })
    .from(store)
    .where(scope.where(store.id))
    .orderBy(asc(store.areaCode), asc(store.fixmedinsCode))
  const open = await areasOf(db, { id: me.userId, isSuperAdmin: me.isSuperAdmin })
  // Within a chosen area the others wait until it is switched.
  const areas = open.filter(({ code }) => !me.areaCode || code === me.areaCode)
  return {
    areas: areas.map(({ code, name }) => ({
      areaCode: code,
      areaName: name,
      stores: stores
        .filter(({ areaCode }) => areaCode === code)
        .map(({ id, name: storeName, settings }) => ({ storeId: id, storeName, own: Object.keys(settings).length })),
    })),
  }
}
