import { and, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { byCharacters } from '../../database/by-characters.ts'
import { like } from '../../database/like.ts'
import { catalogueEntry } from './entry-tables.ts'
import { gramsOf } from './grams.ts'
import { fileKinds } from './kinds.ts'

/** Behind every text that begins with another: no character is greater. */
const last = '\u{10ffff}'

/** A column that begins with a text. A range, because a prepared LIKE finds no index. */
export const beginsWith = (column: SQLWrapper, start: string): SQL =>
  sql`(${byCharacters(column)} >= ${start} and ${byCharacters(column)} < ${start + last})`

const chinese = /\p{Script=Han}/u

const { name, brand, code, initials } = catalogueEntry

/** What of a name is in its index: an entry of a B-tree has 2.7 KB at most. */
const indexedName = (column: SQL): SQL => sql`left(${column}, 40)`

const codeOrInitials = (word: string): SQL | undefined => {
  const upper = word.toUpperCase()
  return or(beginsWith(code, word), beginsWith(code, upper), beginsWith(initials, upper))
}

/** A keyword as the search takes it: the pairs of a Chinese one for their index, and patterns of its longer parts. */
export interface Words {
  word: string
  pairs?: number[]
  parts: string[]
}

/** Undefined for nothing; without pairs a code or initials are meant. */
export const wordsOf = (areaCode: string, keyword: string): Words | undefined => {
  // No database takes half of a character, or the one with the number 0.
  const word = keyword.replace(/[\p{Cs}\0]/gu, '').trim()
  if (!word) return undefined
  if (!chinese.test(word)) return { word, parts: [] }
  // Two characters are what the index holds; of longer words it holds the pairs, in whatever order.
  const long = word.split(/\s+/).filter((one) => one.length > 2)
  return { word, pairs: gramsOf(areaCode, word), parts: long.map(like) }
}

/**
 * The condition that a keyword means a row: a name's characters anywhere in it, several words all of them; pinyin
 * initials or a code from their beginning; one Chinese character as the beginning of a name.
 */
export const keywordMatch = (areaCode: string, keyword: string): SQL | undefined => {
  const words = wordsOf(areaCode, keyword)
  if (!words) return undefined
  const { word, pairs, parts } = words
  if (!pairs) return codeOrInitials(word)
  if (!pairs.length) return beginsWith(indexedName(sql`${name}`), word)
  return and(
    sql`${catalogueEntry.grams} @> ${`{${pairs.join(',')}}`}::bigint[]`,
    ...parts.map((part) => sql`(${name} || ' ' || ${brand}) ilike ${part}`),
  )
}

/** The kinds of a family, 1304 among the items. */
export const kindsOf = (family: 'item' | 'disease'): string[] => [
  ...Object.entries(fileKinds)
    .filter(([, kind]) => kind.family === family)
    .map(([kind]) => kind),
  ...(family === 'item' ? ['1304'] : []),
]

/** Whether an entry holds on a day: neither stopped, nor yet to begin, nor over. Days are yyyy-MM-dd or ''. */
export const holds = (one: { valid: boolean; beginDay: string; endDay: string } | undefined, today: string): boolean =>
  one?.valid === true && one.beginDay <= today && (one.endDay === '' || one.endDay >= today)

/** The same as SQL over catalogue_entry. */
export const holdsOn = (today: string): SQL => {
  const { valid, beginDay, endDay } = catalogueEntry
  return sql`(${valid} and ${beginDay} <= ${today} and (${endDay} = '' or ${endDay} >= ${today}))`
}

/** Rows of one area and of a family, or of one kind. */
export const entriesOf = (areaCode: string, family: 'item' | 'disease', kind?: string): SQL | undefined =>
  and(
    eq(catalogueEntry.areaCode, areaCode),
    kind ? eq(catalogueEntry.kind, kind) : inArray(catalogueEntry.kind, kindsOf(family)),
  )

/** The number of an entry on the wire: its file and its code. */
export const entryId = sql<string>`(${catalogueEntry.kind} || ':' || ${catalogueEntry.code})`

/** The file and the code of an entry's number. */
export const partsOfId = (id: string): { kind: string; code: string } => ({
  kind: id.slice(0, 4),
  code: id.slice(5),
})
