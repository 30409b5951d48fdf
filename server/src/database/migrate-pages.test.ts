import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, test } from 'vitest'
import { operationLog } from '../call/tables.ts'
import { itemsOf } from '../domains/dictionary/items.ts'
import { hintMessage } from '../domains/hint/tables.ts'
import { company } from '../domains/organisation/tables.ts'
import { seed } from '../seed/index.ts'
import { migrate } from './migrate.ts'
import { openPglite } from './open.ts'

test('a database of the first version keeps its data, and gets what later versions bring', async () => {
  const database = await openPglite()
  const { db } = database
  const [first, ...later] = readMigrationFiles({ migrationsFolder: join(import.meta.dirname, 'migrations') })
  await db.execute(sql`create table migration (hash text primary key, at timestamptz not null default now())`)
  for (const statement of first!.sql) await db.execute(sql.raw(statement))
  await db.execute(sql`insert into migration (hash) values (${first!.hash})`)
  await db.execute(
    sql`insert into menu_role (id, name, menus, buttons, enabled) values ('r', '店员', '[]', '[]', true)`,
  )
  await db.execute(
    sql`insert into dictionary_item (edition, code_type, code, label, sort) values ('JX', 'gend', '1', '男', 0)`,
  )
  await db.execute(sql`
    insert into operation_log (id, at, user_name, call, action, record, ok, ms, request_id)
    values ('old', '2026-01-01 08:00:00+08', 'clerk', 'order.void', '作废订单', '{"id":"1"}', true, 5, 'r1')`)
  await db.execute(sql`insert into company (id, name) values ('1', '有店'), ('2', '没有店')`)
  await db.execute(sql`insert into store (id, "companyId", "areaCode", "fixmedinsCode", name)
    values ('s', '1', '320500', 'P1', '甲'), ('t', '1', '320100', 'P2', '乙')`)
  expect(await migrate(database)).toBe(later.length)
  const companies = await db.select({ areas: company.areas }).from(company).orderBy(company.id)
  expect(companies, 'areas of the stores that are there').toEqual([{ areas: ['320100', '320500'] }, { areas: [] }])
  expect(await migrate(database), 'once').toBe(0)
  expect(await db.select().from(operationLog)).toMatchObject([
    { id: 'old', record: { id: '1' }, target: '', client: '' },
  ])
  expect(await itemsOf(db, { areaCode: '320500' })).toMatchObject([{ code: '1', label: '男', source: 'centre' }])
  expect(await seed(db, { demo: true }), 'no demo data into a live database').toBe(false)
  const hints = await db.select().from(hintMessage)
  expect(hints.length).toBeGreaterThan(30)
  for (const { pattern } of hints) expect(() => new RegExp(pattern)).not.toThrow()
  await db.update(hintMessage).set({ guide: '我们自己的说法' })
  await seed(db, { demo: true })
  expect((await db.select().from(hintMessage)).every(({ guide }) => guide === '我们自己的说法')).toBe(true)
  await database.close()
})
