import type { ResultOf } from '@yibao/shared/call.ts'
import type { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { columnsOf, fieldsOf } from '../../centre/standard.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { commonAmong } from './common.ts'
import { cellMark } from './entries.ts'
import { catalogueEntry, catalogueSource } from './entry-tables.ts'
import { partsOfId } from './find.ts'
import { type AnyKind, isFileKind, titleOfKind } from './kinds.ts'
import { type DiseaseRow, itemFields, wireDisease, wireItem } from './rows.ts'
import { capRow, shareRow, termsOf } from './terms.ts'

type Detail = ResultOf<typeof catalogueMenu.getItemDirectoryById>

/** The columns of a kept line by what the standard calls them, empty ones left out. */
const fieldsOfLine = (kind: string, line: string): Detail['fields'] => {
  const titles = isFileKind(kind)
    ? columnsOf('JX', kind, 'downloaded file').map(({ title }) => title)
    : fieldsOf('JX', kind, 'out').map(({ title }) => title)
  return line
    .split(cellMark)
    .map((value, i) => ({ title: titles[i] ?? '', value }))
    .filter(({ title, value }) => title && value)
}

/** One entry, whole. */
export const findEntry = async (c: Context, areaCode: string, id: string) => {
  const { kind, code } = partsOfId(id)
  const here = and(eq(catalogueEntry.areaCode, areaCode), eq(catalogueEntry.kind, kind), eq(catalogueEntry.code, code))
  const [found] = await c.db
    .select({ ...itemFields(c), line: catalogueEntry.line })
    .from(catalogueEntry)
    .where(here)
  return found ? { ...found, here } : refuse('not.found', { what: '这条目录' })
}

/** Catalogue/GetItemDirectoryById. */
export const detailOf = async (c: Context, areaCode: string, id: string): Promise<Detail> => {
  const { line, here: _, ...raw } = await findEntry(c, areaCode, id)
  const caps = await termsOf(c, areaCode, '1318', raw.code)
  const shares = await termsOf(c, areaCode, '1319', raw.code)
  return {
    ...wireItem(raw),
    fields: fieldsOfLine(raw.kind, line),
    caps: caps.flatMap((term) => capRow(term) ?? []),
    shares: shares.flatMap((term) => shareRow(term) ?? []),
  }
}

/** Disease/Get: one disease, whole. */
export const diseaseOf = async (
  c: Context,
  areaCode: string,
  id: string,
): Promise<DiseaseRow & Pick<Detail, 'fields'>> => {
  const { line, here: _, ...raw } = await findEntry(c, areaCode, id)
  const common = (await commonAmong(c, areaCode, [raw.code])).has(id)
  return { ...wireDisease(raw, common), fields: fieldsOfLine(raw.kind, line) }
}

/** How far the area's copies of these files and queries have come. */
export const versionsOf = async (
  c: Context,
  areaCode: string,
  kinds: readonly AnyKind[],
): Promise<ResultOf<typeof catalogueMenu.getMaxVersionInfo>> => {
  const known = await c.db.select().from(catalogueSource).where(eq(catalogueSource.areaCode, areaCode))
  const counted = await c.db.execute(sql`
    select kind, count(*)::int as rows from catalogue_entry where area_code = ${areaCode} group by kind
    union all select infno, count(*)::int from catalogue_term where area_code = ${areaCode} group by infno`)
  const rows = new Map(rowsFrom<{ kind: string; rows: number }>(counted).map((one) => [one.kind, one.rows]))
  return kinds.map((kind) => {
    const source = known.find((one) => one.kind === kind)
    return {
      ...{ kind, title: titleOfKind(kind), version: source?.version ?? '0', rows: rows.get(kind) ?? 0 },
      pending: isFileKind(kind) && source ? Math.max(0, source.fileRows - source.fileDone) : 0,
      state: source?.state ?? 'idle',
      error: source?.error ?? '',
      updatedAt: source?.updatedAt ? formatTime(source.updatedAt) : undefined,
    }
  })
}
