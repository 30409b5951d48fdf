import { asc } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { areasOf } from '../auth/grants.ts'
import { store } from '../organisation/tables.ts'
import { ownKeys } from './layout.ts'

/** The areas whose options the person may see: those his data roles open; within a chosen area the others wait. */
export const openAreas = async ({ db, me }: Context): Promise<{ code: string; name: string }[]> => {
  const open = await areasOf(db, { id: me.userId, isSuperAdmin: me.isSuperAdmin })
  return open.filter(({ code }) => !me.areaCode || code === me.areaCode)
}

/** Each of those areas with its stores of the session's scope. */
export const placesOf = async (c: Context) => {
  const { db, scope } = c
  const stores = await db
    .select({ id: store.id, name: store.name, areaCode: store.areaCode, settings: store.settings })
    .from(store)
    .where(scope.where(store.id))
    .orderBy(asc(store.areaCode), asc(store.fixmedinsCode))
  return {
    areas: (await openAreas(c)).map(({ code, name }) => ({
      areaCode: code,
      areaName: name,
      stores: stores
        .filter(({ areaCode }) => areaCode === code)
        .map(({ id, name: storeName, settings }) => ({
          storeId: id,
          storeName,
          own: ownKeys('store', settings).length,
        })),
    })),
  }
}
