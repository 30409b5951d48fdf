import { and, eq, ne, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { startTestServer } from '../../test/kit.ts'
import { clearingRow } from './tables.ts'

const server = opened(startTestServer)

test('a whole month is read by its id, not among the rows of every month', async () => {
  const { db } = server.deps
  await db.execute(sql`insert into clearing_row (id, month_id, store_id, area_code, month, setl_sn, mdtrt_id, settled_at,
      total, paid, run) select 'r' || m || '-' || n, 'm' || m, 's' || m, '320500', '2026-03', 'S' || n, 'V' || n, now(), 1,
      1, 1 from generate_series(1, 60) m, generate_series(1, 200) n`)
  await db.execute(sql`analyze clearing_row`)
  const whole = eq(clearingRow.monthId, 'm7')
  for (const asked of [
    sql`select count(*) filter (where answer = 'open') from ${clearingRow} where ${whole}`,
    sql`select * from ${clearingRow} where ${and(whole, eq(clearingRow.answer, 'open'))}`,
    sql`delete from ${clearingRow} where ${and(whole, ne(clearingRow.run, 2), eq(clearingRow.answer, 'open'))}`,
  ]) {
    const answer = await db.execute(sql`explain (costs off) ${asked}`)
    const plan = JSON.stringify(rowsFrom<unknown>(answer))
    expect(plan).toContain('clearing_row_whole')
    expect(plan).not.toContain('Seq Scan on clearing_row')
  }
})
