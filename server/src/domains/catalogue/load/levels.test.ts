import { startOfDay } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { databases, startTestServer } from '../../../test/kit.ts'
import { catalogueSource } from '../entry-tables.ts'
import { giveLevels, turnLevels } from './levels.ts'

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
      await giveLevels(server.deps.db, areaCode, '2026-11-30')
      expect(await levels(areaCode)).toEqual(expected)
    }
  })

  test('the class is that of the day: not of a row to come, nor of one that has ended, and so is the link to it', async () => {
    const { db } = server.deps
    const area = '370100'
    const codes = ['CHANGES', 'BEGINS', 'ENDED', 'MOVES', 'UNSAID'].map((code) => `('${code}')`).join()
    await db.execute(sql`insert into catalogue_entry
      select ${area}::text, '1301', code, '药', '', '', '', '', '', '', '', '101', case code when 'UNSAID' then '1' else '' end, false, '',
        false, '', '', '', '2026-01-01', '', true, 'F001', 'centre', 'Y', '{}', ''
      from (values ${sql.raw(codes)}) n (code)`)
    const term = (infno: string, rid: string, code: string, days: [string, string], data: object) =>
      db.execute(sql`insert into catalogue_term values
        (${area}, ${infno}, ${rid}, ${code}, ${days[0]}, ${days[1]}, true, '2026-01-01', ${JSON.stringify(data)}::jsonb)`)
    const thisYear: [string, string] = ['2026-01-01', '2026-12-31']
    const next: [string, string] = ['2027-01-01', '']
    await term('1312', 'c1', 'CHANGES', thisYear, { chrgitm_lv: '01' })
    await term('1312', 'c2', 'CHANGES', next, { chrgitm_lv: '02' })
    await term('1312', 'b1', 'BEGINS', next, { chrgitm_lv: '03' })
    await term('1312', 'e1', 'ENDED', thisYear, { chrgitm_lv: '01' })
    for (const [code, level] of [
      ['OLD', '02'],
      ['NEW', '01'],
    ])
      await term('1312', `m-${code}`, code!, ['2026-01-01', ''], { chrgitm_lv: level })
    await term('1316', 'l1', 'MOVES', thisYear, { hilist_code: 'OLD' })
    await term('1316', 'l2', 'MOVES', next, { hilist_code: 'NEW' })
    await db.insert(catalogueSource).values({ areaCode: area, kind: '1312', version: '2026-12-30' })
    const of = async (today: string, give = () => giveLevels(db, area, today)) => {
      await give()
      const { rows } = (await db.execute(
        sql`select code, level from catalogue_entry where area_code = ${area} order by code`,
      )) as { rows: { code: string; level: string }[] }
      return Object.fromEntries(rows.map(({ code, level }) => [code, level]))
    }
    const before = { CHANGES: '1', BEGINS: '', ENDED: '1', MOVES: '2', UNSAID: '1' }
    expect(await of('2026-12-31')).toEqual(before)
    const given = new Map<string, string>()
    const turn = (day: string) => () => turnLevels({ db, clock: () => startOfDay(day) }, given)
    expect(await of('', turn('2026-12-31'))).toEqual(before)
    expect(await of('', turn('2027-01-01')), 'by itself, once the day has begun').toEqual({
      CHANGES: '2',
      BEGINS: '3',
      ENDED: '',
      MOVES: '1',
      UNSAID: '1',
    })
    expect(await of('2026-12-31'), 'a clock that was a day ahead').toEqual({ ...before, BEGINS: '3' })
  })
})
