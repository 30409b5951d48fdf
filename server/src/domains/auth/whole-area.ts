import { and, eq, notInArray } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import { areaName } from '../organisation/districts.ts'
import { store } from '../organisation/tables.ts'
import { areaOf } from './area-of.ts'
import { dataRolesOf } from './grants.ts'

type Asker = Pick<Context, 'db' | 'me'>

/**
 * Whether what holds for every store of an area is the asker's to change: his data roles name the area, or every open
 * store of it is his. Who has some of its stores would change it for other companies' counters.
 */
export const holdsArea = async ({ db, me }: Asker, areaCode: string): Promise<boolean> => {
  if (me.isSuperAdmin) return true
  if (me.storeId) return false
  if ((await dataRolesOf(db, me.userId)).some(({ areas }) => areas.includes(areaCode))) return true
  const his = me.stores === 'all' ? [] : me.stores
  if (!his.length) return false
  const open = and(eq(store.areaCode, areaCode), eq(store.closed, false), notInArray(store.id, his))
  return (await db.$count(store, open)) === 0
}

/** The area a change of shared data is for: the one asked for or the session's. Refuses who holds a part of it only. */
export const wholeAreaOf = async (c: Context, medicalAreaCode?: string): Promise<string> => {
  const areaCode = await areaOf(c, medicalAreaCode)
  return (await holdsArea(c, areaCode)) ? areaCode : refuse('area.shared', { area: areaName(areaCode) })
}
