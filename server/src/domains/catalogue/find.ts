import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { like } from '../../database/like.ts'
import { catalogueEntry } from './entry-tables.ts'
import { gramsMatch } from './grams.ts'
import { fileKinds } from './kinds.ts'

/** Behind every text that begins with another: no character is greater. */
const last = '\u{10ffff}'

/** A column that begins with a text. A range, because a prepared LIKE finds no index. */
export const beginsWith = (column: SQL | typeof catalogueEntry.code, start: string): SQL =>
  sql`(${column} >= ${start} and ${column} < ${start + last})`

const chinese = /\p{Script=Han}/u

/**
 * Rows of an area that a keyword means: a name's characters anywhere in it, several words all of them; pinyin initials
 * or a code from their beginning; one Chinese character as the beginning of a name.
 */
export const keywordMatch = (areaCode: string, keyword: string): SQL | undefined => {
  const word = keyword.trim()
  if (!word) return undefined
  const { name, brand, code, initials } = catalogueEntry
  if (!chinese.test(word))
    return sql`(${beginsWith(code, word)} or ${beginsWith(code, word.toUpperCase())} or ${beginsWith(sql`${initials}`, word.toUpperCase())})`
  const grams = gramsMatch(sql`${catalogueEntry.grams}`, areaCode, word)
  if (!grams) return beginsWith(sql`${name}`, word)
  // Two characters are what the index holds; of longer words it holds the pairs, in whatever order.
  const long = word.split(/\s+/).filter((one) => one.length > 2)
  return and(grams, ...long.map((one) => sql`(${name} || ' ' || ${brand}) ilike ${like(one)}`))
}

/** The kinds of a family, 1304 among the items. */
export const kindsOf = (family: 'item' | 'disease'): string[] => [
  ...Object.entries(fileKinds)
    .filter(([, kind]) => kind.family === family)
    .map(([kind]) => kind),
  ...(family === 'item' ? ['1304'] : []),
]

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
