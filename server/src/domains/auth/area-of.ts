import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { areasOf } from './grants.ts'

/**
 * The area a request is about: the named one if the asker's data roles open it, else the session's. Refuses a foreign
 * area, and nobody's when neither is there.
 */
export const areaOf = async (c: Context, medicalAreaCode?: string): Promise<string> => {
  const { db, me } = c
  const areaCode = medicalAreaCode ?? me.areaCode ?? refuse('area.missing')
  c.at(areaCode)
  if (areaCode === me.areaCode) return areaCode
  const open = await areasOf(db, { id: me.userId, isSuperAdmin: me.isSuperAdmin })
  return open.some(({ code }) => code === areaCode) ? areaCode : refuse('area.denied')
}
