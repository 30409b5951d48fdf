import { inArray } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { areaName } from '../organisation/districts.ts'
import { store } from '../organisation/tables.ts'
import { areaOf } from './area-of.ts'
import { dataRolesOf } from './grants.ts'

type Asker = Pick<Context, 'db' | 'me'>

/**
 * The areas among these of which what holds for every store is the asker's to change: his data roles name the area, or every
 * open store of it is his, wherever he works at the moment. Who has some of its stores would change it for other companies'
 * counters; of an area without one nobody has them all.
 */
export const wholeAreas = async ({ db, me }: Asker, codes: readonly string[]): Promise<string[]> => {
  if (me.isSuperAdmin) return [...codes]
  if (me.storeId) return []
  const roles = await dataRolesOf(db, me.userId)
  const named = new Set(roles.flatMap(({ areas }) => areas))
  const his = new Set(roles.flatMap(({ stores }) => stores))
  const rest = his.size ? codes.filter((code) => !named.has(code)) : []
  const there = rest.length
    ? await db
        .select({ id: store.id, closed: store.closed, areaCode: store.areaCode })
        .from(store)
        .where(inArray(store.areaCode, rest))
    : []
  const isHis = (code: string) => {
    const stores = there.filter(({ areaCode }) => areaCode === code)
    return stores.some(({ id }) => his.has(id)) && stores.every(({ id, closed }) => closed || his.has(id))
  }
  return codes.filter((code) => named.has(code) || isHis(code))
}

/** The same of one area. */
export const holdsArea = async (asker: Asker, areaCode: string): Promise<boolean> =>
  (await wholeAreas(asker, [areaCode])).length > 0

/** The area a change of shared data is for: the one asked for or the session's. Refuses who holds a part of it only. */
export const wholeAreaOf = async (c: Context, medicalAreaCode?: string): Promise<string> => {
  const areaCode = await areaOf(c, medicalAreaCode)
  return (await holdsArea(c, areaCode)) ? areaCode : refuse('area.shared', { area: areaName(areaCode) })
}
