import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, test } from 'vitest'
import { openPglite } from './open.ts'

test('what the version before gave up is looked for again: messages without an answer, and what waits of closed stores', async () => {
  const migrations = readMigrationFiles({ migrationsFolder: join(import.meta.dirname, 'migrations') })
  const at = migrations.findIndex(({ sql: parts }) => parts.some((one) => one.includes('sale_piece_person')))
  const database = await openPglite()
  const { db } = database
  const rows = async (query: ReturnType<typeof sql>) =>
    ((await db.execute(query)) as unknown as { rows: Record<string, unknown>[] }).rows
  try {
    for (const { sql: parts } of migrations.slice(0, at)) for (const one of parts) await database.execute(one)
    await db.execute(sql`insert into store (id, "areaCode", "companyId", name, "fixmedinsCode", closed, closed_at) values
      ('lost', '320500', 'c', '䶮店', 'P1', true, null), ('done', '320500', 'c', '𠮷店', 'P2', true, null),
      ('open', '320500', 'c', '三店', 'P3', false, null), ('kept', '320500', 'c', '四店', 'P4', true, '2026-01-02')`)
    await db.execute(sql`insert into rx_message (id, prescription_id, store_id, kind, at, state, next_at) values
      ('m1', 'p1', 'lost', 'dispense', now(), 'unknown', null), ('m2', 'p2', 'done', 'verdict', now(), 'refused', null),
      ('m3', 'p3', 'open', 'verdict', now(), 'unknown', '2026-01-02')`)
    await db.execute(sql`insert into stock_message (id, batch_no, store_id, area_code, kind, doc_no, own_code, national_code,
        name, prescription, quantity, facts, happened_on, source, written_at, state, message)
      select n, n, 'kept', '320500', 'change', no, 'c', 'x', '䶮', false, '1', '{}', '2026-11-05', 'erp', now(), state, message
      from (values ('1', 'A#初始', 'needless', '首次盘存改为 2026-11-03，这条不用上传'),
        ('2', 'B#初始', 'uploaded', '首次盘存改为 2026-11-03，这条已上传：请在「进销存」删除，否则医保中心的库存多一份'),
        ('3', 'C#初始', 'needless', '不是首次盘存的库存，不用上传'), ('4', 'D#初始', 'needless', '已删除：录错'))
        as one (n, no, state, message)`)
    for (const { sql: parts } of migrations.slice(at)) for (const one of parts) await database.execute(one)
    expect(await rows(sql`select id from rx_message where next_at > now() - interval '1 hour'`)).toEqual([{ id: 'm1' }])
    expect(await rows(sql`select id from store where closed_at is not null order by id`)).toEqual([
      { id: 'kept' },
      { id: 'lost' },
    ])
    expect(await rows(sql`select id from stock_message where not_first order by id`)).toEqual([
      { id: '1' },
      { id: '2' },
      { id: '3' },
    ])
  } finally {
    await database.close()
  }
})
