import { sql } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'

/**
 * What people are shown of an entry is the class its area gives it (1312 by way of 1316), where it gives one; and the
 * index takes in what it put aside, so that the first searches do not read it line by line.
 *
 * The figures of both tables are taken before: those of yesterday do not know an area that came in just now, and a
 * database that believes it empty goes through all it says of classes once more for every entry.
 */
export const giveLevels = async (db: Database, areaCode: string): Promise<void> => {
  await db.execute(sql`analyze catalogue_entry`)
  await db.execute(sql`analyze catalogue_term`)
  await db.execute(sql`
    update catalogue_entry e set level = said.level from (
      select distinct on (1) coalesce(l.code, t.code) as code, ltrim(t.data ->> 'chrgitm_lv', '0') as level
      from catalogue_term t
      left join catalogue_term l on l.area_code = t.area_code and l.infno = '1316' and l.valid
        and l.data ->> 'hilist_code' = t.code
      where t.area_code = ${areaCode} and t.infno = '1312' and t.valid order by 1, t.begin_day desc) said
    where e.area_code = ${areaCode} and e.code = said.code and said.level in ('1', '2', '3')
      and e.level <> said.level`)
  await db.execute(sql`select gin_clean_pending_list('catalogue_entry_grams')`)
}
