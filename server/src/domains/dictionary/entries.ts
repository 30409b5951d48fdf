import { enumerations } from '@yibao/shared/enumerations.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { type Item, isOpen, itemsOf, layered } from './items.ts'
import { type DropdownItem, dynamicDropdown } from './tables.ts'

export interface Entry {
  value: string
  name: string
  parent?: string
  isDefault?: boolean
  stopped?: boolean
}

interface Options {
  /** Stopped and expired items too, marked: names for old values. */
  withStopped?: boolean
  /** Day the validity counts for; today unless said. */
  day?: string
}

/** An item as Dictionary/Map shows it. */
const entryOf = (item: Item, day: string): Entry => ({
  value: item.code,
  name: item.label,
  parent: item.parent ?? undefined,
  isDefault: item.isDefault || undefined,
  stopped: isOpen(item, day) ? undefined : true,
})

const dropdownEntry = ({ value, name, stopped }: DropdownItem): Entry => ({
  value,
  name,
  stopped: stopped || undefined,
})

const dropdownsOf = async (db: Database, areaCode: string | undefined, names: string[]) =>
  areaCode && names.length
    ? db
        .select()
        .from(dynamicDropdown)
        .where(and(eq(dynamicDropdown.areaCode, areaCode), inArray(dynamicDropdown.name, names)))
    : []

/**
 * Entries of several types, in the order asked: our own enumerations, the area's dictionary, the area's own lists; a
 * type that nobody knows has none.
 */
export const dictionaryMap = async (
  db: Database,
  areaCode: string | undefined,
  codeTypes: readonly string[],
  { withStopped = false, day = formatDay(new Date()) }: Options = {},
): Promise<{ codeType: string; codes: Entry[] }[]> => {
  const wanted = codeTypes.filter((type) => !Object.hasOwn(enumerations, type))
  const items = wanted.length ? await itemsOf(db, { areaCode, codeTypes: wanted }) : []
  const byType = new Map<string, Item[]>()
  for (const item of items) byType.get(item.codeType)?.push(item) ?? byType.set(item.codeType, [item])
  const lists = await dropdownsOf(
    db,
    areaCode,
    wanted.filter((type) => !byType.has(type)),
  )
  return codeTypes.map((codeType) => {
    const own = Object.hasOwn(enumerations, codeType) ? enumerations[codeType] : undefined
    if (own) return { codeType, codes: Object.entries(own).map(([value, name]) => ({ value, name })) }
    const list = lists.find(({ name }) => name === codeType)?.items.map(dropdownEntry)
    const codes = list ?? (byType.get(codeType) ?? []).map((item) => entryOf(item, day))
    return { codeType, codes: withStopped ? codes : codes.filter(({ stopped }) => !stopped) }
  })
}

/** Every type that `dictionaryMap` has entries of in an area: our own, the dictionary's, the area's own lists. */
export const allTypesOf = async (db: Database, areaCode: string): Promise<string[]> => {
  const types = await db
    .selectDistinct({ codeType: sql<string>`item.code_type` })
    .from(layered({ areaCode }))
    .orderBy(sql`item.code_type`)
  const lists = await db
    .select({ name: dynamicDropdown.name })
    .from(dynamicDropdown)
    .where(eq(dynamicDropdown.areaCode, areaCode))
    .orderBy(dynamicDropdown.name)
  const names = [...types.map(({ codeType }) => codeType), ...lists.map(({ name }) => name)]
  return [...new Set([...Object.keys(enumerations), ...names])]
}

/** Entries of one type in an area. */
export const codesOf = async (db: Database, areaCode: string | undefined, codeType: string): Promise<Entry[]> =>
  (await dictionaryMap(db, areaCode, [codeType]))[0]?.codes ?? []

/** Names of the codes of some types, stopped ones too; a code that nobody knows is its own name. */
export const namesOf = async (
  db: Database,
  areaCode: string | undefined,
  codeTypes: readonly string[],
): Promise<(codeType: string, code: string) => string> => {
  const map = await dictionaryMap(db, areaCode, [...new Set(codeTypes)], { withStopped: true })
  const names = new Map(
    map.map(({ codeType, codes }) => [codeType, new Map(codes.map(({ value, name }) => [value, name]))]),
  )
  return (codeType, code) => names.get(codeType)?.get(code) ?? code
}
