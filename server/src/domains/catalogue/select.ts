import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { catalogueMenu, disease } from '@yibao/shared/calls/catalogue.ts'
import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { builtOnce } from '../../database/slots.ts'
import { areaOf } from '../organisation/area-of.ts'
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

type Hit = Omit<typeof entry.$inferSelect, 'grams' | 'line' | 'initials'>

interface Finding {
  execute: (values: Record<string, unknown>) => Promise<Hit[]>
}

/**
 * Asked with every key that is pressed, so its text is written once. It is planned each time: a plan for any word would
 * read the table for a rare one, because it cannot know that there are few.
 */
const finding = builtOnce((_db, _key, build: () => { prepare: (name: string) => Finding }) => build().prepare(''))

/** Valid entries that a keyword means, the best first. */
export const findEntries = async (
  { db }: Pick<Context, 'db'>,
  { areaCode, family, kind, keyword, limit }: Wanted,
): Promise<Hit[]> => {
  const words = wordsOf(areaCode, keyword)
  if (!words) return []
  const place = (name: string) => sql.placeholder(name)
  const build = () => {
    const within = and(
      sql`${entry.areaCode} = ${place('area')}`,
      inArray(entry.kind, kind ? [kind] : kindsOf(family)),
      sql`${entry.valid}`,
      words.where(place),
    )
    const hits = db.select(shown).from(entry).where(within).limit(looked).as('hits')
    return db
      .select()
      .from(hits)
      .orderBy(...best(sql`${place('word')}::text`))
      .limit(place('limit'))
  }
  const values = { ...words.values, area: areaCode, word: keyword.trim(), limit }
  return finding(db, `${family} ${kind ?? ''} ${words.shape}`, build).execute(values)
}

/** Catalogue/GetItemDirectoryBySelect. */
export const selectItems = async (
  { keyword, limit = 20, medicalAreaCode }: InputOf<typeof catalogueMenu.getItemDirectoryBySelect>,
  c: Context,
): Promise<ResultOf<typeof catalogueMenu.getItemDirectoryBySelect>> => {
  const areaCode = await areaOf(c, medicalAreaCode)
  const found = await findEntries(c, { areaCode, family: 'item', keyword, limit })
  return found.map(({ kind, code, name, spec, producer, dosageForm, listType }) => ({
    ...{ id: `${kind}:${code}`, code, name, spec, producer, dosageForm, listType: listType || '-' },
  }))
}

/** Disease/SearchDiseaseList. */
export const searchDiseases = async (
  { keyword, limit = 20, kind, medicalAreaCode }: InputOf<typeof disease.searchDiseaseList>,
  c: Context,
): Promise<DiseaseRow[]> => {
  const areaCode = await areaOf(c, medicalAreaCode)
  return (await findEntries(c, { areaCode, family: 'disease', kind, keyword, limit })).map(wireDisease)
}
