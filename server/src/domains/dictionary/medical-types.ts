import { formatDay } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Database } from '../../database/open.ts'
import type { AreaSettings } from '../organisation/settings.ts'
import { dictionaryMap } from './entries.ts'
import { dictionaryAreaItem } from './tables.ts'

/**
 * Those that the centre did not name in its list, and nothing more (download.ts): a list may be of its top level only, and
 * that stops no purchase.
 */
const unlisted = async (db: Database, areaCode: string | undefined): Promise<Set<string>> => {
  if (!areaCode) return new Set()
  const { areaCode: area, codeType, code, source, enabled, version } = dictionaryAreaItem
  const rows = await db
    .select({ code, source, enabled, version })
    .from(dictionaryAreaItem)
    .where(and(eq(area, areaCode), eq(codeType, 'med_type')))
  const ours = new Set(rows.flatMap((one) => (one.source === 'centre' ? [] : [one.code])))
  return new Set(rows.flatMap((one) => (one.enabled || one.version || ours.has(one.code) ? [] : [one.code])))
}

/** Kinds of purchase of an area by their code, those that are no choice on the day of `now` marked. */
const kindsOf = async (db: Database, areaCode: string | undefined, now: Date) => {
  const options = { withStopped: true, day: formatDay(now) }
  const [map] = await dictionaryMap(db, areaCode, ['med_type'], options)
  const codes = map?.codes ?? []
  const unnamed = codes.some(({ stopped }) => stopped) ? await unlisted(db, areaCode) : new Set<string>()
  return new Map(codes.map((one) => [one.value, unnamed.has(one.value) ? { ...one, stopped: undefined } : one]))
}

/**
 * The kinds of purchase that a counter offers, in the order of the area's settings, and which it begins with: what the area
 * has stopped in its dictionary is none of them, and a code that the dictionary does not know is its own name.
 */
export const offeredTypes = async (
  db: Database,
  areaCode: string | undefined,
  { medicalTypes, defaultMedicalType }: Pick<AreaSettings, 'medicalTypes' | 'defaultMedicalType'>,
  now: Date,
): Promise<{ types: { value: string; name: string }[]; first: string }> => {
  const kinds = await kindsOf(db, areaCode, now)
  const open = medicalTypes.filter((code) => !kinds.get(code)?.stopped)
  const first = open.includes(defaultMedicalType) ? defaultMedicalType : (open[0] ?? defaultMedicalType)
  return { types: open.map((value) => ({ value, name: kinds.get(value)?.name ?? value })), first }
}

/** Refuses a kind of purchase that the area has stopped: a counter that was open before may still name it. */
export const requireOffered = async (db: Database, areaCode: string, medicalType: string, now: Date): Promise<void> => {
  const kind = (await kindsOf(db, areaCode, now)).get(medicalType)
  if (kind?.stopped) refuse('medicalType.stopped', { name: kind.name })
}
