import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { databases, startTestServer } from '../../../test/kit.ts'
import { giveLevels } from './levels.ts'

const entries = 15_000
const terms = 3000

describe.each(databases)('on %s', (database) => {
  const server = opened(() => startTestServer({ database }))

  const takeIn = async (areaCode: string): Promise<void> => {
    const { db } = server.deps
    await db.execute(sql`insert into catalogue_entry
      select ${areaCode}::text, '1301', 'X' || n, '药' || n, '', '', '', '', '', '', '', '101', '', false, '', false, '', '', '',
        '2026-01-01', '', true, 'F001', 'centre', 'Y', '{}', ''
      from generate_series(1, ${entries}::int) n`)
    await db.execute(sql`insert into catalogue_term
      select ${areaCode}::text, '1312', 'A' || n, 'X' || n, '2026-01-01', '', true, '2026-01-01',
        jsonb_build_object('chrgitm_lv', case when n % 2 = 0 then '01' else '02' end)
      from generate_series(1, ${terms}::int) n`)
    // Every tenth is said of a code of the area's own, which 1316 leads to the national one.
    await db.execute(sql`insert into catalogue_term
      select ${areaCode}::text, '1316', 'B' || n, 'X' || (n + ${terms}::int), '2026-01-01', '', true, '2026-01-01',
        jsonb_build_object('hilist_code', 'X' || n)
      from generate_series(10, ${terms}::int, 10) n`)
  }
  const levels = async (areaCode: string) => {
    const { rows } = (await server.deps.db.execute(sql`
      select level, count(*)::int as n from catalogue_entry where area_code = ${areaCode} group by 1 order by 1`)) as {
      rows: { level: string; n: number }[]
    }
    return Object.fromEntries(rows.map(({ level, n }) => [level, n]))
  }

  // An embedded database serves nobody while a statement runs: a second area once took five minutes.
  test('a second area has its classes as soon as the first', async () => {
    const expected = { '': entries - terms, '1': terms / 2, '2': terms / 2 }
    for (const areaCode of ['320500', '320100', '430100']) {
      await takeIn(areaCode)
      await giveLevels(server.deps.db, areaCode)
      expect(await levels(areaCode)).toEqual(expected)
    }
  })
})
