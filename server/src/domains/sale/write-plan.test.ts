import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { openPostgres } from '../../database/open.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { startTestServer } from '../../test/kit.ts'
import { usual } from '../../test/postgres.ts'
import { order } from '../order/tables.ts'
import { writeSales } from './write.ts'

const server = opened(() => startTestServer({ handlers: {} }))

test.skipIf(usual !== 'postgres')(
  'while a backup holds its snapshot what was just written is not read again for each fifty orders behind it',
  async () => {
    const { deps, databaseUrl } = server
    const one = await openPostgres(databaseUrl!, 1)
    const backup = new pg.Client({ connectionString: databaseUrl })
    await backup.connect()
    try {
      await one.db.execute(sql`insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id,
          operator_name, state, person, medical_type, basket, lines, total, settled_at, created_at, updated_at)
        select 'o' || n, 'N' || n, '320500', '10001', 's', 'u', '李䶮', 'settled', '{}', '41', '{}', '[]', 1, t, t, t
        from generate_series(1, 500) n, lateral (select now() - make_interval(secs => n) as t) t`)
      await one.db.execute(sql`analyze purchase_order`)
      await backup.query('begin isolation level repeatable read')
      await backup.query('select 1 from store')
      const read = async () => {
        await one.db.execute(sql`select pg_stat_force_next_flush()`)
        const rows = await deps.db.execute(sql`select idx_tup_read as n from pg_stat_user_indexes
          where indexrelname = 'order_sale_due'`)
        return Number(rowsFrom<{ n: string }>(rows)[0]!.n)
      }
      const before = await read()
      expect(await writeSales({ ...deps, db: one.db })).toBe(500)
      expect(await deps.db.$count(order, sql`sale_mark = 'sold'`)).toBe(500)
      const asked = (await read()) - before
      expect(asked).toBeGreaterThanOrEqual(500)
      expect(asked).toBeLessThan(700)
    } finally {
      await backup.end()
      await one.close()
    }
  },
)
