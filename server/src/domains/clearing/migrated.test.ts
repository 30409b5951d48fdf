import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, test } from 'vitest'
import { openPglite } from '../../database/open.ts'
import { clearingMonth, clearingRow } from './tables.ts'

test('months of before keep every row with its answer; one that was read half-way is read from its first row', async () => {
  const migrations = readMigrationFiles({ migrationsFolder: join(import.meta.dirname, '../../database/migrations') })
  const at = migrations.findIndex(({ sql }) => sql.some((one) => one.includes('clearing_row_listed')))
  const database = await openPglite()
  try {
    for (const { sql } of migrations.slice(0, at)) for (const one of sql) await database.execute(one)
    await database.execute(`
      insert into clearing_month (id, store_id, area_code, month, state, run, next_row, operator_name) values
        ('m1', 's1', '320500', '2026-10', '3', 2, 4, '李䶮'), ('m2', 's2', '320500', '2026-10', '1', 1, 101, '李䶮');
      insert into clearing_row (id, month_id, store_id, area_code, month, setl_sn, mdtrt_id, settled_at, total, paid, run,
        order_id, refunded, own_total, own_paid, result, answer, note) values
        ('c1', 'm1', 's1', '320500', '2026-10', 'S1', 'V1', '2026-10-09 09:00+08', 900, 800, 2, 'o1', false, 900, 800, 'equal', 'confirmed', ''),
        ('c2', 'm1', 's1', '320500', '2026-10', 'S2', 'V2', '2026-10-09 10:00+08', 500, 500, 2, null, false, null, null, 'centreOnly', 'refused', '不是本店的'),
        ('r1', 'm1', 's1', '320500', '2026-10', 'own:o1:r', 'V1', '2026-10-09 11:00+08', null, null, 0, 'o1', true, -900, -800, 'oursOnly', 'none', ''),
        ('r2', 'm1', 's1', '320500', '2026-10', 'S3', 'V3', '2026-10-09 12:00+08', null, null, 0, 'o3', false, 100, 100, 'oursOnly', 'none', ''),
        ('h1', 'm2', 's2', '320500', '2026-10', 'S9', 'V9', '2026-10-09 09:00+08', 100, 100, 1, null, false, null, null, 'centreOnly', 'open', '')`)
    for (const { sql } of migrations.slice(at)) for (const one of sql) await database.execute(one)
    const rows = await database.db.select().from(clearingRow).orderBy(clearingRow.id)
    expect(
      rows.map(({ id, setlSn, total, ownTotal, answer, note, nth }) => [
        id,
        setlSn,
        total ?? ownTotal,
        answer,
        note,
        nth,
      ]),
    ).toEqual([
      ['c1', 'S1', 900, 'confirmed', '', 1],
      ['c2', 'S2', 500, 'refused', '不是本店的', 1],
      ['h1', 'S9', 100, 'open', '', 1],
      ['r1', '', -900, 'none', '', 1],
      ['r2', 'S3', 100, 'none', '', 1],
    ])
    const months = await database.db.select().from(clearingMonth).orderBy(clearingMonth.id)
    expect(months.map(({ state, run, nextRow, pageRow }) => [state, run, nextRow, pageRow])).toEqual([
      ['3', 2, 4, 0],
      ['1', 2, 1, 0],
    ])
  } finally {
    await database.close()
  }
})
