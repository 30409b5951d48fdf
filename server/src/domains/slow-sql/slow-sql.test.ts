import { slowSql } from '@yibao/shared/calls/slow-sql.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { calledBy } from '../../base/caller.ts'
import { operationLog } from '../../call/tables.ts'
import { Statements } from '../../database/statements.ts'
import { makeDeps } from '../../deps.ts'
import { slowSql as job } from '../../jobs/slow-sql.ts'
import type { Live } from '../../process/live.ts'
import { type Client, databases, startTestServer } from '../../test/kit.ts'
import { isQuestion } from './explain.ts'
import { flushSlow, readThreshold, trimSlow } from './flush.ts'
import { slowStatement, slowText } from './tables.ts'
import { hearThreshold } from './threshold.ts'

const fail = (fault: unknown) => {
  throw fault
}

/** A name that must be nowhere: as a value and as a literal. */
const secret = '王𠮷䶮'

describe.each(databases)('slow statements on %s', (database) => {
  let admin: Client
  const hearing: [event: string, listener: (id: string) => void][] = []
  const live: Live = {
    publish: () => undefined,
    onNodes: (event, listener) => void hearing.push([event, listener]),
    tellNodes: (event, id) => {
      for (const [name, listener] of hearing) if (name === event) listener(id)
    },
  }
  const server = opened(() => startTestServer({ database, live, config: { nodeName: 'a:1' } }))
  beforeAll(async () => {
    admin = await server.as('admin')
  })
  beforeEach(async () => {
    await server.deps.db.delete(slowStatement)
    await server.deps.db.delete(slowText)
    server.deps.services.statements!.take()
  })

  const statements = () => server.deps.services.statements!
  /** A statement that takes some ms, in the name of a call, alone and in a transaction. */
  const ask = (caller = 'order.paged', ms = 30) =>
    calledBy(caller, async () => {
      const one = sql`select s."name", pg_sleep(${ms / 1000}) from "store" s where s."name" <> ${secret} and s."name" <> '${sql.raw(secret)}' limit 1`
      await server.deps.db.execute(one)
      await server.deps.db.transaction((tx) => tx.execute(one))
    })
  const during = async (threshold: number, work: () => Promise<unknown>) => {
    statements().threshold = threshold
    await work()
    statements().threshold = 60_000
    await flushSlow(server.deps)
  }
  const list = async (input = {}) => (await admin.ok(slowSql.paged, input)).items

  test('what took long is kept by its text, with who asked, and no value or literal of it anywhere', async () => {
    await during(20, () => Promise.all([ask(), ask('job.recovery')]))
    const [row, ...more] = (await list()).filter(({ tables }) => tables.includes('store'))
    expect(more).toEqual([])
    expect(row).toMatchObject({ count: 4, rows: 4, nodes: 'a:1', tables: 'store' })
    expect(row!.callers).toMatch(/定时任务 recovery/)
    expect(row!.callers).toMatch(/order\.paged/)
    expect([row!.maxMs >= 29, row!.averageMs >= 29, row!.totalMs >= 118]).toEqual([true, true, true])
    await during(20, () => ask())
    expect((await list({ digest: row!.digest }))[0]).toMatchObject({ count: 6 })
    const all = JSON.stringify([await server.deps.db.select().from(slowText), await list()])
    expect(all).not.toContain(secret)
    expect(all).not.toContain('𠮷')
  })

  test('a call is known by its statements, however many wait for a connection at once', async () => {
    await during(0, () => Promise.all(Array.from({ length: 12 }, () => list())))
    const rows = await server.deps.db.select().from(slowStatement)
    const texts = await server.deps.db.select().from(slowText)
    const own = texts.filter(({ tables }) => tables.join() === 'slow_statement,slow_text').map(({ digest }) => digest)
    const askers = new Set(rows.filter(({ digest }) => own.includes(digest)).map(({ caller }) => caller))
    expect([own.length, [...askers]]).toEqual([2, ['slowSql.paged']])
  })

  test('what was quick is not kept, nor what a broken statement took beyond its text', async () => {
    await during(60_000, () => ask())
    expect(await list()).toEqual([])
    await during(1, () => server.deps.db.execute(sql`select pg_sleep(0.01), ${secret}::int`).catch(() => undefined))
    expect(JSON.stringify(await list())).not.toContain(secret)
  })

  test('the list is narrowed by days, length, node, table and digest, and sorted', async () => {
    const row = { node: 'a:1', caller: '', count: 2, rows: 2, lastAt: new Date(), day: formatDay(new Date()) }
    await server.deps.db.insert(slowText).values(
      ['area', 'store'].map((table) => ({
        digest: `d-${table}`,
        text: `select from ${table}`,
        tables: [table],
        lastAt: row.lastAt,
      })),
    )
    await server.deps.db.insert(slowStatement).values([
      { ...row, digest: 'd-area', totalMs: 1000, maxMs: 900 },
      { ...row, digest: 'd-store', totalMs: 1100, maxMs: 600 },
    ])
    statements().threshold = 60_000
    const ours = async (input = {}) => (await list(input)).map(({ tables }) => tables)
    expect(await ours({ sortField: 'maxMs', sortOrder: 'descend' })).toEqual(['area', 'store'])
    expect(await ours({})).toEqual(['store', 'area'])
    expect((await list({ digest: 'D-A' })).map(({ averageMs, maxMs }) => [averageMs, maxMs])).toEqual([[500, 900]])
    expect(await ours({ minMs: 601 })).toEqual(['area'])
    expect(await ours({ table: 'store' })).toEqual(['store'])
    expect(await ours({ table: 'sto' })).toEqual([])
    expect(await ours({ node: 'b:' })).toEqual([])
    const today = formatDay(new Date())
    expect(await ours({ from: addDays(today, -3), to: addDays(today, -1) })).toEqual([])
    expect((await admin.send(slowSql.paged, { from: today, to: addDays(today, -1) })).error?.fields).toHaveProperty(
      'to',
    )
  })

  test('a record has the whole statement, its days, who asked, others of its tables, and a plan that nothing was run for', async () => {
    await during(20, async () => {
      await ask()
      await server.deps.db.execute(
        sql`select pg_sleep(0.03), "id" from "store" where "name" <> all(${sql.param(['x'])}::text[])`,
      )
    })
    const [one, other] = await list()
    const got = await admin.ok(slowSql.get, { digest: one!.digest })
    expect(got.similar.map(({ digest }) => digest)).toEqual([other!.digest])
    expect([got.days.length, got.days.at(-1)?.count]).toEqual([30, one!.count])
    expect(got.sources).toHaveLength(1)
    const begin = performance.now()
    for (const { digest } of [one!, other!]) {
      const { plan } = await admin.ok(slowSql.explain, { digest })
      expect(plan).toMatch(/Scan on store/)
      expect(plan).not.toContain('actual')
    }
    expect((await admin.send(slowSql.get, { digest: 'nobody' })).statusCode).toBe(404)
    expect(performance.now() - begin).toBeLessThan(5000)
    // A connection that made a plan makes the next one as well.
    await Promise.all([one!, one!, other!].map(({ digest }) => admin.ok(slowSql.explain, { digest })))
  })

  test.each([
    ['insert into "slow_setting" ("threshold_ms", "by", "at") values ($1, $2, $3)', 'slow.kind'],
    ['with x as (delete from "store" returning 1) select * from x', 'slow.kind'],
    ['select 1; drop table "store"', 'slow.kind'],
    ['select "a" into b from "store"', 'slow.kind'],
    ['select * from "nobody_knows_it" where "x" = $1', 'slow.plan'],
  ])('no plan of %s', async (text, key) => {
    await server.deps.db.insert(slowText).values({ digest: 'd1', text, tables: [], lastAt: new Date() })
    const answer = await admin.send(slowSql.explain, { digest: 'd1' })
    expect(answer.error?.message).toMatch(key === 'slow.kind' ? /会改数据/ : /没有给出这条语句的执行计划（42P01）/)
  })

  test('literals that were not kept, a lock and names like keywords keep nobody from a plan', async () => {
    for (const [i, text] of [
      `select jsonb_build_object($1, s."name"), s."updated_at" from (select 1 as "updated_at", $2 as "name" from "store" for update) s where now() > now() - $3::interval`,
      `select "id" from "store" where "name" ilike $1 and "id" = any($2::text[]) order by "id" limit 10 offset $3`,
    ].entries()) {
      await server.deps.db.insert(slowText).values({ digest: `p${i}`, text, tables: [], lastAt: new Date() })
      expect((await admin.ok(slowSql.explain, { digest: `p${i}` })).plan).toMatch(/store/)
    }
  })

  test('the threshold holds at once, on the other nodes too, and is in the operation log', async () => {
    const other = makeDeps({ ...server.deps.config, node: '2' }, server.deps.db, { live, statements: new Statements() })
    hearThreshold(other, fail)
    expect(await admin.ok(slowSql.setting, {})).toMatchObject({ thresholdMs: 500 })
    await admin.ok(slowSql.saveSetting, { thresholdMs: 40 })
    expect(statements().threshold).toBe(40)
    await expect.poll(() => other.services.statements?.threshold).toBe(40)
    expect(await admin.ok(slowSql.setting, {})).toMatchObject({ thresholdMs: 40, by: '周管理' })
    other.services.statements!.threshold = 1
    await readThreshold(other)
    expect(other.services.statements?.threshold).toBe(40)
    for (const thresholdMs of [0, 60_001, 1.5])
      expect((await admin.send(slowSql.saveSetting, { thresholdMs })).statusCode).toBe(400)
    const logged = await server.deps.db.select().from(operationLog)
    expect(logged.filter(({ call }) => call === 'slowSql.saveSetting').map(({ record }) => record)).toContainEqual(
      expect.objectContaining({ thresholdMs: 40, before: { thresholdMs: 500 } }),
    )
    const area = await server.as('area', { areaCode: '320500' })
    for (const call of [slowSql.paged, slowSql.setting]) expect((await area.send(call, {})).statusCode).toBe(403)
    expect((await area.send(slowSql.saveSetting, { thresholdMs: 1 })).statusCode).toBe(403)
    await admin.ok(slowSql.saveSetting, { thresholdMs: 500 })
    other.services.centre.close()
  })

  test('a day keeps what cost most, for 30 days', async () => {
    const now = new Date()
    const today = formatDay(now)
    const row = (i: number, day: string) => ({
      ...{ day, digest: `x${i}`, node: 'a', caller: '', count: 1, totalMs: i, maxMs: i, rows: 0, lastAt: now },
    })
    const { db } = server.deps
    const rows = [
      ...Array.from({ length: 230 }, (_, i) => row(i, today)),
      row(999, addDays(today, -30)),
      row(998, addDays(today, -29)),
    ]
    await db.insert(slowStatement).values(rows)
    await db.insert(slowStatement).values(Array.from({ length: 70 }, (_, i) => ({ ...row(229, today), node: `n${i}` })))
    await db.insert(slowText).values([{ digest: 'x0', text: '', tables: [], lastAt: new Date(0) }])
    await trimSlow(server.deps)
    const kept = await db.select().from(slowStatement)
    expect(new Set(kept.filter(({ day }) => day === today).map(({ digest }) => digest)).size).toBe(200)
    expect(kept.some(({ digest }) => digest === 'x29')).toBe(false)
    expect(kept.filter(({ digest }) => digest === 'x229')).toHaveLength(50)
    expect(kept.map(({ digest }) => digest)).toContain('x998')
    expect(kept.map(({ digest }) => digest)).not.toContain('x999')
    expect(await db.select().from(slowText)).toEqual([])
  })

  test('written in two goes it is one row of a day: counts add up, the longest and the last are kept', async () => {
    const text = 'select 7 from slow_text'
    const at = (time: string) => Date.parse(`2026-11-20T${time}+08:00`)
    const one = { text, caller: 'order.paged', count: 2, totalMs: 900, maxMs: 600, rows: 3, at: at('09:00:00') }
    const flush = (...taken: object[]) => {
      const services = { statements: { take: () => taken }, node: { name: 'a:1' } }
      return flushSlow({ ...server.deps, services } as unknown as typeof server.deps)
    }
    await flush(one, { ...one, at: at('23:59:59.999') }, { ...one, at: at('24:00:00') })
    await flush({ ...one, count: 1, maxMs: 500, totalMs: 500, at: at('08:00:00') })
    const rows = await server.deps.db.select().from(slowStatement).orderBy(slowStatement.day)
    expect(rows).toMatchObject([
      { day: '2026-11-20', count: 5, totalMs: 2300, maxMs: 600, rows: 9, lastAt: new Date(at('23:59:59.999')) },
      { day: '2026-11-21', count: 2 },
    ])
  })

  test('of one statement those who asked most are kept, and its text as long as it has a row', async () => {
    const { db } = server.deps
    const day = formatDay(new Date())
    const lastAt = new Date(0)
    const row = { day, digest: 'y', caller: 'c', count: 1, maxMs: 1, rows: 1, lastAt }
    const rows = Array.from({ length: 60 }, (_, i) => ({ ...row, node: `n${i}`, totalMs: i }))
    await db.insert(slowStatement).values(rows)
    await db.insert(slowText).values([{ digest: 'y', text: 'select 1', tables: [], lastAt }])
    await trimSlow(server.deps)
    const kept = await db.select().from(slowStatement)
    expect([kept.length, Math.min(...kept.map(({ totalMs }) => totalMs))]).toEqual([50, 10])
    expect(await db.select().from(slowText)).toHaveLength(1)
  })

  test('the job writes what the last seconds had', async () => {
    await admin.ok(slowSql.saveSetting, { thresholdMs: 20 })
    statements().threshold = 500
    statements().take()
    const stop = job.start(server.deps)
    await expect.poll(() => statements().threshold).toBe(20)
    await ask()
    const before = await server.deps.db.select().from(slowText)
    expect(before).toEqual([])
    await stop()
    expect((await list({ table: 'store' })).length).toBe(1)
  })
})

test('a name in quotes is no word of a statement', () => {
  expect(isQuestion('select "set", "delete" from "update" where ";" = $1')).toBe(true)
  expect(isQuestion('select "a" from b; delete from b')).toBe(false)
})

test('of very many different statements only some wait for the next writing', () => {
  const statements = new Statements()
  statements.threshold = 0
  for (let i = 0; i < 1000; i++) statements.ended(`select ${i}`, 1, 1)
  statements.ended('select 1', 1, 1)
  const taken = statements.take()
  expect([taken.length, taken.find(({ text }) => text === 'select 1')?.count, statements.take().length]).toEqual([
    300, 2, 0,
  ])
})

test('of the embedded database, which does one after the other, what waited was not slow itself', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000)
  const statements = new Statements()
  const [first, second] = [statements.begin(true), statements.begin(true)]
  expect(statements.connections()).toEqual({ used: 1, max: 1, waiting: 1 })
  now.mockReturnValue(3000)
  expect(first()).toBe(2000)
  now.mockReturnValue(3100)
  expect(second()).toBe(100)
  const [one, two] = [statements.begin(), statements.begin()]
  now.mockReturnValue(4000)
  expect([one(), two()]).toEqual([900, 900])
  now.mockRestore()
})
