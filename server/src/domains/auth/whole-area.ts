import { eq } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import { areaName } from '../organisation/districts.ts'
import { store } from '../organisation/tables.ts'
import { areaOf } from './area-of.ts'
import { dataRolesOf } from './grants.ts'

type Asker = Pick<Context, 'db' | 'me'>

/**
 * Whether what holds for every store of an area is the asker's to change: his data roles name the area, or every open
 * store of it is his, wherever he works at the moment. Who has some of its stores would change it for other companies'
 * counters; of an area without one nobody has them all.
 */
export const holdsArea = async ({ db, me }: Asker, areaCode: string): Promise<boolean> => {
  if (me.isSuperAdmin) return true
  if (me.storeId) return false
  const roles = await dataRolesOf(db, me.userId)
  if (roles.some(({ areas }) => areas.includes(areaCode))) return true
  const his = new Set(roles.flatMap(({ stores }) => stores))
  if (!his.size) return false
  const there = await db.select({ id: store.id, closed: store.closed }).from(store).where(eq(store.areaCode, areaCode))
  return there.some(({ id }) => his.has(id)) && there.every(({ id, closed }) => closed || his.has(id))
}

/** The area a change of shared data is for: the one asked for or the session's. Refuses who holds a part of it only. */
export const wholeAreaOf = async (c: Context, medicalAreaCode?: string): Promise<string> => {
  const areaCode = await areaOf(c, medicalAreaCode)
  return (await holdsArea(c, areaCode)) ? areaCode : refuse('area.shared', { area: areaName(areaCode) })
}
