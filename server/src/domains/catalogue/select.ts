import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { catalogueMenu, disease } from '@yibao/shared/calls/catalogue.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { areaOf } from '../organisation/area-of.ts'
import { catalogueEntry } from './entry-tables.ts'
import { entriesOf, keywordMatch } from './find.ts'
import { type DiseaseRow, wireDisease } from './rows.ts'

/** Hits that are put in order: the best of them come first, however many there are. */
const looked = 200

const entry = catalogueEntry

/** The hit itself, then names that begin with the word, then short names. */
const best = (word: string): SQL[] => [
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

/** Valid entries that a keyword means, the best first. */
export const findEntries = async (
  { db }: Pick<Context, 'db'>,
  { areaCode, family, kind, keyword, limit }: Wanted,
): Promise<Hit[]> => {
  const match = keywordMatch(areaCode, keyword)
  if (!match) return []
  const { areaCode: area, dosageForm, listType, limitText, beginDay, endDay, ...same } = entry
  const hits = db
    .select({
      ...{ areaCode: area, kind: same.kind, code: same.code, name: same.name, brand: same.brand, spec: same.spec },
      ...{ dosageForm, unit: same.unit, pack: same.pack, producer: same.producer, aprvno: same.aprvno, listType },
      ...{ level: same.level, limited: same.limited, limitText, negotiated: same.negotiated, otc: same.otc },
      ...{ category: same.category, parent: same.parent, beginDay, endDay, valid: same.valid, version: same.version },
      source: same.source,
    })
    .from(entry)
    .where(and(entriesOf(areaCode, family, kind), eq(entry.valid, true), match))
    .limit(looked)
    .as('hits')
  return db
    .select()
    .from(hits)
    .orderBy(...best(keyword.trim()))
    .limit(limit)
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
