import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { like } from '../../database/like.ts'
import { catalogueEntry } from './entry-tables.ts'
import { gramsOf } from './grams.ts'
import { fileKinds } from './kinds.ts'

/** Behind every text that begins with another: no character is greater. */
const last = '\u{10ffff}'

/** A column that begins with a text. A range, because a prepared LIKE finds no index. */
export const beginsWith = (column: SQL, start: string): SQL => between(column, start, start + last)
const between = (column: SQL, from: unknown, to: unknown): SQL => sql`(${column} >= ${from} and ${column} < ${to})`

const chinese = /\p{Script=Han}/u

/** What a keyword asks: how its condition is made, and the values in it, so that a statement can be kept for each shape. */
export interface Words {
  shape: string
  values: Record<string, string | string[]>
  /** The index of pairs finds them: `grams` and `long` are among the values. */
  paired?: true
  /** The condition; `value` puts in a value or its place. */
  where: (value: (name: string) => unknown) => SQL | undefined
}

const { name, brand, code, initials } = catalogueEntry

const codeOrInitials = (word: string): Words => {
  const upper = word.toUpperCase()
  return {
    shape: 'latin',
    values: { from: word, to: word + last, upper, upperTo: upper + last },
    where: (value) =>
      or(
        between(sql`${code}`, value('from'), value('to')),
        between(sql`${code}`, value('upper'), value('upperTo')),
        between(sql`${initials}`, value('upper'), value('upperTo')),
      ),
  }
}

/**
 * Rows of an area that a keyword means: a name's characters anywhere in it, several words all of them; pinyin initials
 * or a code from their beginning; one Chinese character as the beginning of a name. Undefined for nothing.
 */
export const wordsOf = (areaCode: string, keyword: string): Words | undefined => {
  const word = keyword.trim()
  if (!word) return undefined
  if (!chinese.test(word)) return codeOrInitials(word)
  const grams = gramsOf(areaCode, word)
  if (!grams.length)
    return {
      ...{ shape: 'begin', values: { from: word, to: word + last } },
      where: (value) => between(sql`${name}`, value('from'), value('to')),
    }
  // Two characters are what the index holds; of longer words it holds the pairs, in whatever order.
  const long = word.split(/\s+/).filter((one) => one.length > 2)
  return {
    shape: `grams${long.length}`,
    paired: true,
    values: {
      grams: `{${grams.join(',')}}`,
      long: long.map(like),
      ...Object.fromEntries(long.map((one, i) => [`long${i}`, like(one)])),
    },
    where: (value) =>
      and(
        sql`${catalogueEntry.grams} @> ${value('grams')}::bigint[]`,
        ...long.map((_, i) => sql`(${name} || ' ' || ${brand}) ilike ${value(`long${i}`)}`),
      ),
  }
}

/** The condition of a keyword with its values in it. */
export const keywordMatch = (areaCode: string, keyword: string): SQL | undefined => {
  const words = wordsOf(areaCode, keyword)
  return words?.where((one) => words.values[one])
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
