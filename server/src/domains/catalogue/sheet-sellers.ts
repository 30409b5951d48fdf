import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { store } from '../organisation/tables.ts'

type Asker = Pick<Context, 'db' | 'me'>

/** The stores an imported sheet is for: an operator's own, an administrator's open ones in the area. */
export const sheetShops = ({ db, me }: Asker, areaCode: string) =>
  db
    .select({
      ...{ id: store.id, name: store.name, companyId: store.companyId },
      ...{ areaCode: store.areaCode, fixmedinsCode: store.fixmedinsCode },
    })
    .from(store)
    .where(
      and(
        eq(store.areaCode, areaCode),
        eq(store.closed, false),
        me.storeId ? eq(store.id, me.storeId) : undefined,
        me.stores === 'all' ? undefined : inArray(store.id, me.stores),
      ),
    )

/** The companies an imported sheet may be for, each with the asker's stores, and which of them a row is for. */
export const sheetSellers = async (c: Asker, areaCode: string) => {
  const shops = await sheetShops(c, areaCode)
  const ids = [...new Set(shops.map(({ companyId }) => companyId))].sort()
  return {
    /** The company of a row: the one it names, or the only one there is. Undefined: see `reasonOf`. */
    of: (named?: string): string | undefined =>
      named ? ids.find((id) => id === named) : ids.length === 1 ? ids[0] : undefined,
    /** Why a row has no company. */
    reasonOf: (named?: string): string => {
      if (named) return `本区划没有公司 ${named} 的门店`
      return ids.length
        ? `有 ${ids.length} 家公司的门店，请填写公司编号：${ids.slice(0, 5).join('、')}`
        : '当前账号在本区划没有门店'
    },
    shopsOf: (companyId: string) => shops.filter((shop) => shop.companyId === companyId),
  }
}
