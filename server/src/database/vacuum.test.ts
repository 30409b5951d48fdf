import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { databases, startTestServer } from '../test/kit.ts'
import { rowsFrom } from './rows-from.ts'

const kept = [
  ...['operation_log', 'order_collection', 'order_event', 'outpatient_visit', 'prescription', 'prescription_event'],
  ...['purchase_order', 'rx_message', 'sale_piece', 'settlement_intent', 'slip'],
]

describe.each(databases)('on %s', (database) => {
  const server = opened(() => startTestServer({ handlers: {}, database }))

  test('what grows with every sale is vacuumed and analyzed a few times a day however much there is, and a small shop’s no more seldom than by the usual fifth', async () => {
    const found = await server.deps.db.execute(sql`
      select relname as name, reloptions as options from pg_class where reloptions::text like '%autovacuum%' order by 1`)
    const tables = rowsFrom<{ name: string; options: string[] }>(found)
    expect(tables.map(({ name }) => name)).toEqual(kept)
    for (const { options } of tables) {
      const set = new Map(options.map((one) => one.split('=') as [string, string]))
      for (const work of ['vacuum', 'vacuum_insert', 'analyze']) {
        const after = (rows: number) =>
          Number(set.get(`autovacuum_${work}_threshold`)) + Number(set.get(`autovacuum_${work}_scale_factor`)) * rows
        // A year's sales, of each of which some four rows are left behind.
        for (const year of [1e6, 1e9]) expect((year * 4) / 365 / after(year)).toBeGreaterThan(2)
        expect(after(10_000)).toBeLessThanOrEqual(50 + 0.2 * 10_000)
      }
    }
  })
})
