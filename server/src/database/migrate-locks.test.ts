import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { NotStarted } from '../process/not-started.ts'
import { held, untilWaiting } from '../test/locks.ts'
import { databases, leavePostgres, newPostgres } from '../test/postgres.ts'
import { lockWork } from './locks.ts'
import { migrate, migrationsOfBuild } from './migrate.ts'
import { lockTables, tablesOf } from './migrate-locks.ts'
import { type Database, openPglite, openPostgres } from './open.ts'

const hashOf = (tag: string) => migrationsOfBuild().find((one) => one.tag === tag)!.hash

/** A database that has not had two steps yet: first one of the orders, then one of their messages. */
const before = async (db: Database) => {
  await db.execute(sql`drop index if exists order_number, intent_order`)
  await db.execute(
    sql`delete from migration where hash in (${hashOf('0112_order_numbers')}, ${hashOf('0115_intent_order')})`,
  )
}

const soon = { lock: 150, pauses: [20] }
/** Long enough that nobody gives way in a test that must not come to it. */
const never = { lock: 60_000, pauses: [60_000] }

describe.runIf(databases.includes('postgres'))('beside nodes of before that are at work', () => {
  const database = opened(async () => {
    const url = await newPostgres()
    const { close, ...rest } = await openPostgres(url, 6)
    return { ...rest, url, close: () => close().then(() => leavePostgres(url)) }
  })
  beforeEach(() => before(database.db))

  test('recovery that holds a message and asks for its order next is waited for, and neither is ended', async () => {
    const { db } = database
    let next = (_: unknown) => {}
    const mayMove = new Promise((resolve) => (next = resolve))
    const claimed = db.transaction(async (tx) => {
      // As claimIntent does.
      await tx.execute(sql`update settlement_intent set attempts = attempts + 1 where id = 'none'`)
      next(undefined)
      await untilWaiting(db, 1)
      await tx.execute(sql`update purchase_order set state = 'unknown' where id = 'none'`)
    })
    await mayMove
    const said: string[] = []
    await expect(Promise.all([migrate(database, (text) => said.push(text), never), claimed])).resolves.toEqual([
      2,
      undefined,
    ])
    expect(said).toEqual([expect.stringMatching(/^正在把数据库更新到这个版本（2 步/)])
  })

  test('a dump that reads every table is waited for without anybody behind it: who it is stands in the log', async () => {
    const { db, url } = database
    const dump = await openPostgres(`${url}?application_name=pg_dump`, 1)
    const end = await held(dump.db, (tx) => tx.execute(sql`select from purchase_order limit 1`))
    const said: string[] = []
    const migrated = migrate(database, (text) => said.push(text), soon)
    await expect.poll(() => said.length, { timeout: 10_000 }).toBeGreaterThan(1)
    for (const text of said)
      expect(text).toMatch(
        /^数据库还没有更新：要改的表正被 pg_dump（127\.0\.0\.1，进程 \d+，idle in transaction，已 \d+ 秒）占用。请等它做完，或结束它。没有改动任何数据，1 秒后再试…$/,
      )
    // A counter gets through between two tries.
    await db.execute(sql`update settlement_intent set attempts = attempts where id = 'none'`)
    await end()
    expect(await migrated).toBe(2)
    expect(said.at(-1)).toMatch(/^正在把数据库更新到这个版本/)
    await dump.close()
  })

  test('another node that is at it is waited for, and that is said', async () => {
    const { db } = database
    const end = await held(db, (tx) => lockWork(tx, 'migrate'))
    const said: string[] = []
    const migrated = migrate(database, (text) => said.push(text), soon)
    await untilWaiting(db, 1)
    expect(said).toEqual(['另一个节点正在更新这个数据库，等它完成…'])
    await end()
    expect(await migrated).toBe(2)
  })

  test('nothing waits behind it where nothing is left to do', async () => {
    const { db } = database
    await migrate(database)
    const end = await held(db, (tx) => tx.execute(sql`lock table purchase_order`))
    expect(await migrate(database, undefined, soon)).toBe(0)
    await end()
  })
})

const plain = opened(async () => {
  const one = await openPglite()
  await migrate(one)
  return one
})

test('tables are locked as the steps are at them, those of a settlement first, its message before its order', async () => {
  const { db } = plain
  const statements = [
    `-- alter table session: a word of a comment
     create index "x" on "purchase_order" using btree ("store_id")`,
    `update store set name = name from company where company.id = store."companyId"`,
    `DROP INDEX "order_setl";`,
    `ALTER TABLE "settlement_intent" ADD COLUMN "message" text`,
    `create table "made_here" (id text)`,
    `insert into "operation_log" ("id") select id from "not_there"`,
    `alter table if exists only "user_account" drop column x`,
  ]
  const tables = await tablesOf(db, statements)
  expect(tables).toEqual([
    ['settlement_intent', 'access exclusive'],
    ['purchase_order', 'access exclusive'],
    ['company', 'share row exclusive'],
    ['operation_log', 'share row exclusive'],
    ['store', 'share row exclusive'],
    ['user_account', 'access exclusive'],
  ])
  await db.transaction((tx) => lockTables(tx, tables, 1000))
})

test('a step that fails is said with what to do: no start by itself mends it', async () => {
  const { db } = plain
  await db.execute(sql`delete from migration where hash = ${hashOf('0163_sent_path')}`)
  const fault = await migrate(plain).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(NotStarted)
  expect((fault as Error).message).toMatch(
    /^数据库升级步骤 0163_sent_path 出错（column "sent_path" .*already exists）。数据库还是升级前的样子，请用原来的版本启动/,
  )
})
