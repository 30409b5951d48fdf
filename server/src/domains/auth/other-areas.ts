import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { store } from '../organisation/tables.ts'
import { areasOf } from './grants.ts'

/** Names that are said of many. */
const named = 3

/**
 * What work on all the stores that somebody works with says at its end: in which of his areas it was not done, for he works
 * in one at a time. '' where a store was named, and for whoever has no other area with an open store.
 */
export const besideText = async ({ db, me }: Pick<Context, 'db' | 'me'>, storeId?: string): Promise<string> => {
  if (storeId !== undefined || me.storeId || !me.areaCode) return ''
  const his = await areasOf(db, { id: me.userId, isSuperAdmin: me.isSuperAdmin })
  const others = his.filter(({ code }) => code !== me.areaCode).map(({ code }) => code)
  if (!others.length) return ''
  const working = await db
    .selectDistinct({ code: store.areaCode })
    .from(store)
    .where(and(inArray(store.areaCode, others), eq(store.closed, false)))
  const left = his.filter(({ code }) => working.some((one) => one.code === code)).map(({ name }) => name)
  if (!left.length) return ''
  const some = left.slice(0, named).join('、')
  const here = his.find(({ code }) => code === me.areaCode)?.name ?? '当前区划'
  return `；这次只做了${here}的门店，${some}${left.length > named ? `等 ${left.length} 个区划` : ''}没有做，请切换区划后再做`
}
