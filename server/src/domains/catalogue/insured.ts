import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { catalogueEntry as entry } from './entry-tables.ts'
import { holdsOn, kindsOf } from './find.ts'
import { capToday, insuredCode, shareToday } from './term-today.ts'
import { capText, shareText } from './terms.ts'

/** What an area's insurance says of a national code: level 1 甲 2 乙 3 丙 or '', share before the fund, price cap. */
export interface Insured {
  level: string
  selfPayRatio: string | undefined
  priceCap: string | undefined
}

/**
 * What the downloaded catalogue says today of national codes (domain.md 8.5), by code; the ones it does not know are left out.
 * `insurance`: whose share, where the person is known.
 */
export const insuredOf = async (
  db: Database,
  areaCode: string,
  codes: readonly string[],
  today: string,
  insurance?: string,
): Promise<Map<string, Insured>> => {
  if (!codes.length) return new Map()
  const [area, code] = [sql`${entry.areaCode}`, sql`${entry.code}`]
  const term = { areaCode: area, code: insuredCode(area, code, today) }
  const rows = await db
    .select({
      code: entry.code,
      level: entry.level,
      cap: capToday(term, today),
      share: shareToday(term, today, insurance),
    })
    .from(entry)
    .where(
      and(
        eq(entry.areaCode, areaCode),
        inArray(entry.code, [...codes]),
        holdsOn(today),
        inArray(entry.kind, kindsOf('item')),
      ),
    )
  return new Map(
    rows.map(({ code: national, level, cap, share }) => [
      national,
      { level, selfPayRatio: shareText(share), priceCap: capText(cap) },
    ]),
  )
}
