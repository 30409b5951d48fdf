import { eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { areaOf } from '../auth/area-of.ts'
import { holdsArea } from '../auth/whole-area.ts'
import { area, store, systemSetting } from '../organisation/tables.ts'
import type { Level } from './layout.ts'

/** Where options are kept. */
export interface Place {
  level: Level
  /** As the operation log names it: system, area:320500, store:<id>. */
  key: string
  name: string
  areaCode: string
  storeId?: string
}

export const systemPlace: Place = { level: 'system', key: 'system', name: '全平台', areaCode: '' }

interface Asked {
  medicalAreaCode?: string
  storeId?: string
}

/** The place a request is about: a store of the scope, else an area the person's data roles open. */
export const placeOf = async (c: Context, { medicalAreaCode, storeId }: Asked): Promise<Place> => {
  if (storeId) {
    const [row] = await c.db
      .select()
      .from(store)
      .where(eq(store.id, c.scope.check(storeId)))
    if (!row) return refuse('not.found', { what: '门店' })
    return { level: 'store', key: `store:${row.id}`, name: row.name, areaCode: row.areaCode, storeId: row.id }
  }
  c.scope.take()
  const code = await areaOf(c, medicalAreaCode)
  const [row] = await c.db.select().from(area).where(eq(area.code, code))
  if (!row) return refuse('not.found', { what: '区划' })
  return { level: 'area', key: `area:${code}`, name: row.name, areaCode: code }
}

/** An area's options hold for every store of it: only who has the whole area may change them. */
export const mayChange = async (c: Context, { level, areaCode }: Place): Promise<boolean> =>
  level !== 'area' || holdsArea(c, areaCode)

const standing = <T extends typeof area | typeof store | typeof systemSetting>(table: T) => ({
  settings: table.settings,
  revision: table.settingsRevision,
  by: table.settingsBy,
  at: table.settingsAt,
})

type Settled = Pick<typeof area.$inferSelect, 'settings' | 'settingsRevision' | 'settingsBy' | 'settingsAt'>

/** What one level has set itself, locked for a change when asked; a platform that never set anything has revision 0. */
export const ownOf = async (db: Context['db'], { level, areaCode, storeId = '' }: Place, lock = false) => {
  const query =
    level === 'store'
      ? db.select(standing(store)).from(store).where(eq(store.id, storeId)).$dynamic()
      : level === 'area'
        ? db.select(standing(area)).from(area).where(eq(area.code, areaCode)).$dynamic()
        : db.select(standing(systemSetting)).from(systemSetting).where(eq(systemSetting.id, 'system')).$dynamic()
  const [row] = await (lock ? query.for('update') : query)
  return row ?? { settings: {}, revision: 0, by: '', at: null }
}

/** Writes what a level has set itself. */
export const writeOwn = async (db: Context['db'], { level, areaCode, storeId = '' }: Place, values: Settled) => {
  if (level === 'store') await db.update(store).set(values).where(eq(store.id, storeId))
  else if (level === 'area') await db.update(area).set(values).where(eq(area.code, areaCode))
  else await db.update(systemSetting).set(values).where(eq(systemSetting.id, 'system'))
}
