import { eq } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { type KeyOption, keyOptions, twinOf } from '../organisation/counter-keys.ts'
import { area, store } from '../organisation/tables.ts'
import type { Place } from './place.ts'

type Values = Record<string, unknown>
type Faults = Record<string, string>

/** What areas and stores below a place say themselves, the store over its area. */
const below = async (db: Database, { level, areaCode }: Place): Promise<{ name: string; own: Values }[]> => {
  if (level === 'store') return []
  const rows = await db
    .select({ areaName: area.name, ofArea: area.settings, storeName: store.name, ofStore: store.settings })
    .from(area)
    .leftJoin(store, eq(store.areaCode, area.code))
    .where(level === 'area' ? eq(area.code, areaCode) : undefined)
  return rows.map(({ areaName, ofArea, storeName, ofStore }) => ({
    name: storeName ?? areaName,
    own: { ...(level === 'system' && ofArea), ...ofStore },
  }))
}

/**
 * Two actions on one key, by field: here, or in a place below that took the key for another action. `touched`: what the
 * save sets or resets; `whole`: what would hold here after it.
 */
export const keyFaults = async (
  db: Database,
  place: Place,
  { touched, whole, title }: { touched: Values; whole: Values; title: (key: string) => string },
): Promise<Faults> => {
  const changed = keyOptions.filter((option) => touched[option] !== undefined)
  if (!changed.length) return {}
  const faults: Faults = {}
  const tell = (option: KeyOption, values: Values, where = '') => {
    const twin = twinOf(option, values)
    if (twin)
      faults[`values.${option}`] ??= `${where}${title(option)}和${title(twin)}都是 ${values[option]}，请换一个键`
  }
  for (const option of changed) tell(option, whole)
  for (const { name, own } of await below(db, place))
    for (const option of changed) if (own[option] === undefined) tell(option, { ...whole, ...own }, `${name}的`)
  return faults
}
