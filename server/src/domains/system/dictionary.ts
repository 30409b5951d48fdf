import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Edition } from '../../centre/profile.ts'
import { profiledAreas, profileOf } from '../../centre/profiles.ts'
import type { Database } from '../../database/open.ts'
import { enumerations } from './enumerations.ts'
import { dictionaryItem } from './tables.ts'

export interface Entry {
  value: string
  name: string
  parent?: string
}

/** The edition of the standard whose code tables an area uses; before an area is chosen, the most common one. */
export const editionOf = (areaCode: string | undefined): Edition => {
  const city = `${areaCode?.slice(0, 4)}00`
  const profiled = areaCode !== undefined && (profiledAreas.includes(areaCode) || profiledAreas.includes(city))
  return profiled ? profileOf(areaCode, '').edition : 'JX'
}

/** Entries of several types, in the order asked; a type that nobody knows has none. */
export const dictionaryMap = async (
  db: Database,
  areaCode: string | undefined,
  codeTypes: readonly string[],
): Promise<{ codeType: string; codes: Entry[] }[]> => {
  const wanted = codeTypes.filter((type) => !Object.hasOwn(enumerations, type))
  const rows = wanted.length
    ? await db
        .select()
        .from(dictionaryItem)
        .where(
          and(
            eq(dictionaryItem.edition, editionOf(areaCode)),
            inArray(dictionaryItem.codeType, wanted),
            eq(dictionaryItem.enabled, true),
          ),
        )
        .orderBy(asc(dictionaryItem.sort))
    : []
  return codeTypes.map((codeType) => {
    const own = Object.hasOwn(enumerations, codeType) ? enumerations[codeType] : undefined
    if (own) return { codeType, codes: Object.entries(own).map(([value, name]) => ({ value, name })) }
    const codes = rows
      .filter((row) => row.codeType === codeType)
      .map(({ code, label, parent }) => ({
        value: code,
        name: label,
        parent: parent ?? undefined,
      }))
    return { codeType, codes }
  })
}

/** Entries of one type in an area. */
export const codesOf = async (db: Database, areaCode: string | undefined, codeType: string): Promise<Entry[]> =>
  (await dictionaryMap(db, areaCode, [codeType]))[0]?.codes ?? []
