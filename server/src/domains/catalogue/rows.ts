import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { catalogueMenu, disease } from '@yibao/shared/calls/catalogue-menu.ts'
import { omit } from '@yibao/shared/omit.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { byCharacters } from '../../database/by-characters.ts'
import { like } from '../../database/like.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { areaOf } from '../auth/area-of.ts'
import { isCommon } from './common.ts'
import { catalogueEntry } from './entry-tables.ts'
import { beginsWith, entriesOf, entryId, keywordMatch } from './find.ts'
import { capToday, insuredCode, shareToday } from './term-today.ts'
import { capText, shareText } from './terms.ts'

export type ItemRow = ResultOf<typeof catalogueMenu.getItemDirectoryByPage>['items'][number]
export type DiseaseRow = ResultOf<typeof disease.getDiseaseByPage>['items'][number]
type ItemFilters = InputOf<typeof catalogueMenu.getItemDirectoryByPage>
type DiseaseFilters = InputOf<typeof disease.getDiseaseByPage>

const entry = catalogueEntry
const [area, code] = [sql`${entry.areaCode}`, sql`${entry.code}`]

/** What lists read of an entry: all but its index and its line. */
export const shown = {
  ...{ areaCode: entry.areaCode, kind: entry.kind, code: entry.code, name: entry.name, brand: entry.brand },
  ...{ spec: entry.spec, dosageForm: entry.dosageForm, unit: entry.unit, pack: entry.pack, producer: entry.producer },
  ...{ aprvno: entry.aprvno, listType: entry.listType, level: entry.level, limited: entry.limited },
  ...{ limitText: entry.limitText, negotiated: entry.negotiated, otc: entry.otc, category: entry.category },
  ...{ parent: entry.parent, beginDay: entry.beginDay, endDay: entry.endDay, valid: entry.valid },
  ...{ version: entry.version, source: entry.source },
}

/** The asker's items that have an entry's code: what other companies sell is not his to know. */
const itemsOfEntry = ({ me }: Pick<Context, 'me'>): SQL => {
  const his =
    me.stores === 'all'
      ? sql`true`
      : sql`i.company_id in (select s."companyId" from store s where s.id = any(${sql.param(me.stores)}))`
  return sql`from catalogue_item i where i.area_code = ${area} and i.national_code = ${code} and ${his}`
}
const mappedOf = (c: Context) =>
  sql<string | null>`(select string_agg(i.own_code || ' ' || i.name, '、' order by i.own_code) ${itemsOfEntry(c)})`
const isMapped = (c: Context) => sql`exists (select 1 ${itemsOfEntry(c)})`

/** The fields of an item row; what the area's insurance says of it is looked up for the rows of the page only. */
export const itemFields = (c: Context) => {
  const today = formatDay(c.now)
  const term = { areaCode: area, code: insuredCode(area, code, today) }
  return {
    ...shown,
    cap: capToday(term, today),
    share: shareToday(term, today),
    mapped: mappedOf(c),
  }
}

interface RawItem extends Omit<typeof entry.$inferSelect, 'grams' | 'line' | 'initials'> {
  cap: string | null
  share: string | null
  mapped: string | null
}

/** An item as the page shows it. */
export const wireItem = (raw: RawItem): ItemRow => {
  const { code, kind, level, cap, share, listType, mapped } = raw
  return {
    ...omit(raw, 'areaCode', 'cap', 'share', 'category', 'parent'),
    id: `${kind}:${code}`,
    kind: kind as ItemRow['kind'],
    level: level ? (level as ItemRow['level']) : undefined,
    listType: listType || '-',
    mapped: mapped ?? '',
    priceCap: capText(cap),
    selfPayRatio: shareText(share),
  }
}

/** A disease as the page shows it. */
export const wireDisease = (
  raw: Omit<typeof entry.$inferSelect, 'grams' | 'line' | 'initials'>,
  common: boolean,
): DiseaseRow => {
  const { kind, code, name, category, parent, limitText, areaCode, beginDay, endDay, version, valid, source } = raw
  const own = { code, name, category, parent, limitText, areaCode, beginDay, endDay, version, valid, source }
  return { ...own, common, id: `${kind}:${code}`, kind: kind as DiseaseRow['kind'] }
}

const common = (areaCode: string, f: Pick<ItemFilters, 'keyword' | 'validity' | 'version'>): (SQL | undefined)[] => [
  f.keyword ? keywordMatch(areaCode, f.keyword) : undefined,
  f.validity ? eq(entry.valid, f.validity === 'valid') : undefined,
  f.version ? beginsWith(entry.version, f.version) : undefined,
]

const sorting = {
  code: { by: byCharacters(entry.code), type: 'text' },
  name: entry.name,
  version: entry.version,
} as const
const ordered = { direction: 'ascend', key: entryId } as const

/** Catalogue/GetItemDirectoryByPage, by code. */
export const itemRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: ItemFilters) =>
    c.db
      .select({ ...itemFields(c), ...cursor })
      .from(entry)
      .$dynamic(),
  where: async (c, f) => {
    const areaCode = await areaOf(c, f.medicalAreaCode)
    return and(
      entriesOf(areaCode, 'item', f.kind),
      ...common(areaCode, f),
      f.listType ? eq(entry.listType, f.listType) : undefined,
      f.level ? eq(entry.level, f.level) : undefined,
      f.producer ? sql`${entry.producer} ilike ${like(f.producer)}` : undefined,
      f.aprvno ? sql`${entry.aprvno} ilike ${like(f.aprvno)}` : undefined,
      f.limited === undefined ? undefined : eq(entry.limited, f.limited),
      f.negotiated === undefined ? undefined : eq(entry.negotiated, f.negotiated),
      f.source ? eq(entry.source, f.source) : undefined,
      f.mapping ? (f.mapping === 'mapped' ? isMapped(c) : sql`not ${isMapped(c)}`) : undefined,
    )
  },
  sortable: { ...sorting, producer: entry.producer },
  ...ordered,
  keyOf: (raw) => `${raw.kind}:${raw.code}`,
  wire: ({ cursor: _, ...raw }): ItemRow => wireItem(raw),
})

/** Disease/GetDiseaseByPage, by code. */
export const diseaseRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: DiseaseFilters) =>
    c.db
      .select({ ...shown, common: isCommon, ...cursor })
      .from(entry)
      .$dynamic(),
  where: async (c, f) => {
    const areaCode = await areaOf(c, f.medicalAreaCode)
    return and(
      entriesOf(areaCode, 'disease', f.kind),
      ...common(areaCode, f),
      f.common === undefined ? undefined : f.common ? isCommon : sql`not ${isCommon}`,
    )
  },
  sortable: { ...sorting, category: entry.category },
  ...ordered,
  keyOf: (raw) => `${raw.kind}:${raw.code}`,
  wire: ({ cursor: _, common: often, ...raw }): DiseaseRow => wireDisease(raw, often),
})
