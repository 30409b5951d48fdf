import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import type { Database } from '../../database/open.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { monthResults } from './month/results.ts'

const clock = testClock()
const server = opened(() => startTestServer({ clock }))

test('a month of all stores is looked up in the days of its month, not in all days of its store', async () => {
  const { db } = server.deps
  await db.execute(sql`insert into recon_group (id, store_id, area_code, day, clr_optins, insutype, clr_type, count, total,
      fund, account, cash, state, at)
    select 'g' || s || '-' || n, 's' || s, '320500', to_char(date '2026-01-01' + n, 'YYYY-MM-DD'), '320599', '310', '41', 1,
      1, 1, 1, 1, '2', now() from generate_series(1, 40) s, generate_series(0, 364) n`)
  await db.execute(sql`analyze recon_group`)
  const explained = { execute: (query: SQL) => db.execute(sql`explain (costs off) ${query}`) } as unknown as Database
  const plan = JSON.stringify(await monthResults(explained, { from: '2026-03', to: '2026-03', stores: undefined }))
  expect(plan).toMatch(/recon_group_key/)
  expect(plan, 'the day is part of what the index is asked').toMatch(/Index Cond: [^"]*day >= /)
})

test('the groups of a long period are listed for one store, or where orders need not be read for them', async () => {
  const area = await server.as('area', { areaCode: '320500' })
  const said = async (input: object) => (await area.send(reconciliation.dayPaged, input)).error?.fields?.to
  const month = { from: '2026-05-01', to: '2026-05-31' }
  const year = { from: '2025-06-01', to: '2026-05-31' }
  const text = '没有选门店时一次最多查 31 天，请缩短日期，或选一家门店'
  expect(await said(year)).toBe(text)
  expect(await said({ ...year, state: '0' })).toBe(text)
  const stores = await server.deps.db.execute(sql`select id from store where "areaCode" = '320500' limit 1`)
  const [{ id: storeId }] = (stores as unknown as { rows: [{ id: string }] }).rows
  for (const fine of [month, { ...year, storeId }, { ...year, state: '3' }]) expect(await said(fine)).toBeUndefined()
})
