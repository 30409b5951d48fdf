import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { catalogueMenu, disease } from '@yibao/shared/calls/catalogue.ts'
import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { builtOnce } from '../../database/slots.ts'
import { areaOf } from '../organisation/area-of.ts'
import { commonAmong } from './common.ts'
import { catalogueEntry } from './entry-tables.ts'
import { kindsOf, wordsOf } from './find.ts'
import { type DiseaseRow, shown, wireDisease } from './rows.ts'

/** Hits that are put in order: the best of them come first, however many there are. */
const looked = 100

const entry = catalogueEntry

/** The hit itself, then names that begin with the word, then short names. */
const best = (word: unknown): SQL[] => [
  sql`case when code = ${word} or name = ${word} then 0 when starts_with(name, ${word}) then 1 else 2 end`,
  sql`length(name)`,
  sql`code`,
]

interface Wanted {
  areaCode: string
  family: 'item' | 'disease'
  kind?: string
  keyword: string
  limit: number
}

type Columns = Partial<typeof shown>
type Hit<C extends Columns> = Pick<typeof entry.$inferSelect, keyof C & keyof typeof shown>

interface Finding {
  execute: (values: Record<string, unknown>) => Promise<unknown>
}

/**
 * Asked with every key that is pressed, so its text is written once. It is planned each time: a plan for any word would
 * read the table for a rare one, because it cannot know that there are few.
 */
const finding = builtOnce((_db, _key, build: () => { prepare: (name: string) => Finding }) => build().prepare(''))

const place = (name: string) => sql.placeholder(name)

/** Entries that hold a keyword's pairs, by their index: migration 0061 says why the planner is not asked. */
const byPairs = (kinds: string[]) => sql`catalogue_hits(${place('area')}, ${`{${kinds.join(',')}}`}::text[],
  ${place('grams')}::bigint[], ${place('long')}::text[], ${sql.raw(String(looked))})`

/** The same columns of rows that drizzle does not know as a table. */
const named = (columns: Columns) =>
  Object.fromEntries(
    Object.entries(columns).map(([key, column]) => [
      key,
      sql`${sql.identifier(column.name)}`.mapWith(column).as(column.name),
    ]),
  )

/** Valid entries that a keyword means, the best first; of each only these columns, for it is asked all day. */
export const findEntries = async <C extends Columns>(
  { db }: Pick<Context, 'db'>,
  { areaCode, family, kind, keyword, limit }: Wanted,
  columns: C,
): Promise<Hit<C>[]> => {
  const words = wordsOf(areaCode, keyword)
  if (!words) return []
  const build = () => {
    const kinds = kind ? [kind] : kindsOf(family)
    const within = and(
      sql`${entry.areaCode} = ${place('area')}`,
      inArray(entry.kind, kinds),
      sql`${entry.valid}`,
      words.where(place),
    )
    const hits = words.paired ? byPairs(kinds) : sql`(${db.select(columns).from(entry).where(within).limit(looked)})`
    return db
      .select(named(columns))
      .from(sql`${hits} as hits`)
      .orderBy(...best(sql`${place('word')}::text`))
      .limit(place('limit'))
  }
  const values = { ...words.values, area: areaCode, word: keyword.trim(), limit }
  const key = `${Object.keys(columns).join()} ${family} ${kind ?? ''} ${words.shape}`
  return finding(db, key, build).execute(values) as Promise<Hit<C>[]>
}

/** Catalogue/GetItemDirectoryBySelect. */
export const selectItems = async (
  { keyword, limit = 20, medicalAreaCode }: InputOf<typeof catalogueMenu.getItemDirectoryBySelect>,
  c: Context,
): Promise<ResultOf<typeof catalogueMenu.getItemDirectoryBySelect>> => {
  const areaCode = await areaOf(c, medicalAreaCode)
  const { kind, code, name, spec, producer, dosageForm, listType } = shown
  const columns = { kind, code, name, spec, producer, dosageForm, listType }
  const found = await findEntries(c, { areaCode, family: 'item', keyword, limit }, columns)
  return found.map(({ kind: file, listType: type, ...rest }) => ({
    ...rest,
    id: `${file}:${rest.code}`,
    listType: type || '-',
  }))
}

/** Disease/SearchDiseaseList; what an area uses every day comes first. */
export const searchDiseases = async (
  { keyword, limit = 20, kind, medicalAreaCode }: InputOf<typeof disease.searchDiseaseList>,
  c: Context,
): Promise<DiseaseRow[]> => {
  const areaCode = await areaOf(c, medicalAreaCode)
  const found = await findEntries(c, { areaCode, family: 'disease', kind, keyword, limit }, shown)
  const often = await commonAmong(
    c,
    areaCode,
    found.map(({ code }) => code),
  )
  const rows = found.map((one) => wireDisease(one, often.has(`${one.kind}:${one.code}`)))
  return [...rows.filter(({ common }) => common), ...rows.filter(({ common }) => !common)]
}
