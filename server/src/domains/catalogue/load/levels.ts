import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Deps } from '../../../call/context.ts'
import { lockNames } from '../../../database/locks.ts'
import type { Database } from '../../../database/open.ts'
import { catalogueSource } from '../entry-tables.ts'
import { holdsToday, nearnessOf } from '../term-today.ts'

/**
 * What people are shown of an entry is the class its area gives it on a day (1312 by way of 1316), none where that has ended,
 * and what its file said where the area has said nothing yet.
 */
const writeLevels = async (db: Database, areaCode: string, today: string): Promise<void> => {
  const holding = (infno: string, field: string) => sql`(
    select distinct on (t.code) t.code, t.data ->> ${field} as said from catalogue_term t
    where t.area_code = ${areaCode} and t.infno = ${infno} and ${holdsToday(today)}
    order by t.code, ${nearnessOf('t')}, t.begin_day desc, t.rid)`
  await db.execute(sql`
    with link as materialized ${holding('1316', 'hilist_code')}, class as materialized ${holding('1312', 'chrgitm_lv')},
    named as materialized (
      select distinct coalesce(l.code, t.code) as code
      from catalogue_term t
      left join catalogue_term l on l.area_code = t.area_code and l.infno = '1316' and l.data ->> 'hilist_code' = t.code
        and ${nearnessOf('l')} is not null
      where t.area_code = ${areaCode} and t.infno = '1312' and t.begin_day <= ${today}
        and ${nearnessOf('t')} is not null)
    update catalogue_entry e set level = now.level from (
      select named.code, coalesce(ltrim(class.said, '0'), '') as level
      from named
      left join link on link.code = named.code
      left join class on class.code = coalesce(link.said, named.code)) now
    where e.area_code = ${areaCode} and e.code = now.code and now.level in ('', '1', '2', '3') and e.level <> now.level`)
}

/**
 * The classes of an area behind a download; and the index takes in what it put aside, so that the first searches do not
 * read it line by line.
 *
 * The figures of both tables are taken before: those of yesterday do not know an area that came in just now, and a
 * database that believes it empty goes through all it says of classes once more for every entry.
 */
export const giveLevels = async (db: Database, areaCode: string, today: string): Promise<void> => {
  await db.execute(sql`analyze catalogue_entry`)
  await db.execute(sql`analyze catalogue_term`)
  await writeLevels(db, areaCode, today)
  await db.execute(sql`select gin_clean_pending_list('catalogue_entry_grams')`)
}

/**
 * The classes of a new day: those of 1 January are in the catalogue for weeks before. `given` is what a process remembers
 * of the day that it has given them for, by area; two nodes give the same, one behind the other.
 */
export const turnLevels = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  given: Map<string, string>,
): Promise<void> => {
  const today = formatDay(clock())
  if (given.get('') === today) return
  const areas = await db
    .select({ areaCode: catalogueSource.areaCode })
    .from(catalogueSource)
    .where(and(eq(catalogueSource.kind, '1312'), ne(catalogueSource.version, '0')))
    .orderBy(catalogueSource.areaCode)
  for (const { areaCode } of areas) {
    if (given.get(areaCode) === today) continue
    await db.transaction(async (tx) => {
      await lockNames(tx, [`catalogue levels ${areaCode}`])
      await writeLevels(tx, areaCode, today)
    })
    given.set(areaCode, today)
  }
  given.set('', today)
}
