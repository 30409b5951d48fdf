import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { catalogueMenu, disease } from '@yibao/shared/calls/catalogue-menu.ts'
import { sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { gathered } from '../../database/gathered.ts'
import { builtOnce, statementName } from '../../database/slots.ts'
import { areaOf } from '../auth/area-of.ts'
import { commonAmong } from './common.ts'
import { catalogueEntry } from './entry-tables.ts'
import { kindsOf, type Words, wordsOf } from './find.ts'
import { type DiseaseRow, shown, wireDisease } from './rows.ts'

const entry = catalogueEntry

interface Wanted {
  areaCode: string
  family: 'item' | 'disease'
  kind?: string
  keyword: string
  limit: number
}

type Columns = Partial<typeof shown>
type Hit<C extends Columns> = Pick<typeof entry.$inferSelect, keyof C & keyof typeof shown>

/** What migrations 0070 and 0077 answer to each question; they say why the search is written there. */
const searches = {
  named: sql`catalogue_named(q.area, q.kinds, q.word, q.pairs, q.parts, q.most)`,
  coded: sql`catalogue_coded(q.area, q.kinds, q.word, q.most)`,
}

interface Question extends Words {
  area: string
  kinds: string[]
  most: number
}

/** The questions of a statement: n is the place of each. */
const questions = sql`json_to_recordset(${sql.placeholder('questions')}::json)
  as q(n int, area text, kinds text[], word text, pairs bigint[], parts text[], most int)`

/** A hit as the database writes it: one text costs this process less than twenty rows of columns. */
const written = (columns: Columns) =>
  sql.join(
    Object.entries(columns).map(([key, { name }]) => sql`${sql.raw(`'${key}'`)}, hits.${sql.identifier(name)}`),
    sql`, `,
  )

/** Asked with every key that is pressed, so its statement is kept, and what is asked at once is one statement. */
const finding = builtOnce((db, key, search: keyof typeof searches, columns: Columns) => {
  const statement = db
    .select({
      found: sql<unknown[]>`(select coalesce(json_agg(json_build_object(${written(columns)})), '[]')
      from ${searches[search]} as hits)`.as('found'),
    })
    .from(questions)
    .orderBy(sql`n`)
    .prepare(statementName('entries', key))
  return gathered(async (asked: Question[]) => {
    const rows = await statement.execute({ questions: JSON.stringify(asked.map((one, n) => ({ n, ...one }))) })
    return rows.map(({ found }) => found)
  })
})

/**
 * Valid entries that a keyword means, the best first: the hit itself, then names that begin with the word, then short
 * names. Of each only these columns.
 */
const findEntries = async <C extends Columns>(
  { db }: Pick<Context, 'db'>,
  { areaCode, family, kind, keyword, limit }: Wanted,
  columns: C,
): Promise<Hit<C>[]> => {
  const words = wordsOf(areaCode, keyword)
  if (!words) return []
  const search = words.pairs ? 'named' : 'coded'
  const find = finding(db, `${search} ${Object.keys(columns).join()}`, search, columns)
  const question = { area: areaCode, kinds: kind ? [kind] : kindsOf(family), ...words, most: limit }
  return ((await find(question)) ?? []) as Hit<C>[]
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
