import { cache } from '@yibao/shared/calls/cache.ts'
import { diseasesInfo } from '@yibao/shared/calls/filing.ts'
import { serviceHit as calls } from '@yibao/shared/calls/service-hit.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { sweepOnce } from '../../jobs/sweep.ts'
import { jobNamed } from '../../test/job.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { company } from '../organisation/tables.ts'
import { HitMeter } from './meter.ts'
import { serviceHit, serviceUser } from './tables.ts'

// How often calls and their caches are hit: counted on two nodes, by day and company, and read as the page reads it.

let admin: Client
const clock = testClock()
const [own, other] = ['10001', '10002']
const none = { asked: 0, found: 0 }
const end = (more: object = {}) => ({ ms: 10, failed: false, caches: none, ...more })

const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  admin = await server.as('admin')
  const { db } = server.deps
  await db.insert(company).values({ id: other, name: '䶮𠮷医药连锁有限责任公司湖南省长沙市分公司' })
  let now = new Date('2026-11-20T15:59:59.999Z') // the last moment of the 20th in China
  const nodes = [new HitMeter(db, () => now), new HitMeter(db, () => now)]
  const [one, two] = nodes.map((node) => node.of('card.read'))
  const [list] = nodes.map((node) => node.of('order.paged'))
  const someone = (userId: string, companyId = own) => ({ userId, companyId })
  one!(someone('a'), end({ caches: { asked: 3, found: 3 } }))
  two!(someone('a'), end({ caches: { asked: 2, found: 1 } }))
  two!(someone('b'), end({ failed: true, ms: 31 }))
  one!(undefined, end())
  now = new Date('2026-11-20T16:00:00Z')
  one!(someone('a'), end({ caches: { asked: 1, found: 1 } }))
  list!(someone('a'), end())
  list!(someone('c', other), end({ ms: 0 }))
  await Promise.all(nodes.map((node) => node.flush()))
  list!(someone('a'), end())
  await Promise.all(nodes.map((node) => node.flush()))
})

const period = { from: '2026-11-20', to: '2026-11-21' }
const chart = (more: object = {}, who = admin) => who.ok(calls.chart, { ...period, ...more } as never)
const byDay = (more: object = {}, who = admin) => who.ok(calls.byDay, { ...period, ...more } as never)

test('two nodes add up; a call without a cache has no rate, and one that found a part is no hit', async () => {
  const { items, totals } = await chart()
  expect(items).toEqual([
    { key: 'card.read', name: '读卡 /api/Card/Read', calls: 5, errors: 1, hits: 2, rate: '0.6667', avgMs: 14 },
    { key: 'order.paged', name: '订单列表 /api/Order/Paged', calls: 3, errors: 0, avgMs: 7 },
  ])
  expect(totals).toMatchObject({ calls: 8, errors: 1, hits: 2, rate: '0.6667' })
  const days = (await chart({ groupBy: 'day' })).items.map(({ key, calls: n, rate }) => [key, n, rate])
  expect(days).toEqual([
    ['2026-11-20', 4, '0.5000'],
    ['2026-11-21', 4, '1.0000'],
  ])
})

test('by day: whoever came to both nodes is one person, on one day as in the whole period', async () => {
  const { items, totals } = await byDay({ serviceName: 'card.read' })
  expect(items.map(({ key, calls: n, hits, users }) => [key, n, hits, users])).toEqual([
    ['2026-11-20', 4, 1, 2],
    ['2026-11-21', 1, 1, 1],
  ])
  expect(totals).toMatchObject({ calls: 5, hits: 2, users: 2 })
  expect((await byDay()).totals.users).toBe(3)
  const [month] = (await byDay({ groupBy: 'month' })).items
  expect(month).toMatchObject({ key: '2026-11', calls: 8, users: 3 })
  expect((await byDay({ serviceName: 'slip.none' })).totals).toEqual({ calls: 0, errors: 0, users: 0 })
})

test('each administrator sees the companies of his stores; nobody of no company but the platform', async () => {
  const area = await server.as('area', { areaCode: '320500' })
  expect((await chart({}, area)).totals.calls).toBe(6)
  expect((await area.ok(calls.options, {})).companies.map(({ companyId }) => companyId)).toEqual([own])
  expect((await area.send(calls.byDay, { ...period, companyId: other } as never)).statusCode).toBe(403)
  expect((await chart({ companyId: other })).totals.calls).toBe(1)
  const clerk = await server.as('clerk')
  for (const call of [calls.chart, calls.byDay]) expect((await clerk.send(call, {})).statusCode).toBe(403)
})

test('after 35 days it is not known any more who came: a period has no number, a day keeps its own', async () => {
  const { db } = server.deps
  const old = '2026-10-01'
  const row = { day: old, call: 'card.read', companyId: own, calls: 9, cached: 0, hits: 0, errors: 0, ms: 90, users: 4 }
  await db.insert(serviceHit).values([row, { ...row, day: '2025-10-01' }])
  await db.insert(serviceUser).values({ day: old, call: 'card.read', userId: 'x', companyId: own })
  await sweepOnce(server.deps)
  expect((await db.select().from(serviceHit)).map(({ day }) => day)).not.toContain('2025-10-01')
  expect(await db.$count(serviceUser, eq(serviceUser.day, old))).toBe(0)
  const { items, totals } = await byDay({ from: old, serviceName: 'card.read' })
  expect([items[0]!.users, totals.users, totals.calls]).toEqual([4, undefined, 14])
  const why = await admin.send(calls.chart, { from: '2025-10-01', to: '2025-10-02' })
  expect(why.error?.fields?.from).toBe('服务命中次数只保留 400 天，开始日期最早 2025-10-18')
})

test('what the calls of this server do is counted by itself, and written at an orderly end', async () => {
  const { db } = server.deps
  const stop = jobNamed('serviceHits').start(server.deps)
  const clerk = await server.as('clerk')
  for (const client of [server.nobody, clerk, admin, admin]) await client.send(cache.paged)
  for (const _ of [1, 2]) await clerk.ok(diseasesInfo.pullInsuTypes, {})
  await stop()
  const rowsOf = async (call: string) => {
    const rows = await db.select().from(serviceHit).where(eq(serviceHit.call, call)).orderBy(serviceHit.companyId)
    return rows.map(({ companyId, calls: n, users, errors, cached }) => [companyId, n, users, errors, cached])
  }
  expect(await rowsOf('cache.paged')).toEqual([
    ['', 3, 1, 0, 0],
    [own, 1, 1, 0, 0],
  ])
  expect(await rowsOf('diseasesInfo.pullInsuTypes')).toEqual([[own, 2, 1, 0, 2]])
})

test('what could not be written comes with the next time, once', async () => {
  const { db } = server.deps
  await db.delete(serviceHit)
  let broken = true
  const flaky = new Proxy(db, {
    get: (target, key, self) =>
      key === 'transaction' && broken ? () => Promise.reject(new Error('gone')) : Reflect.get(target, key, self),
  })
  const meter = new HitMeter(flaky, clock)
  const count = meter.of('order.get')
  count({ userId: 'z', companyId: own }, end())
  await expect(meter.flush()).rejects.toThrow('gone')
  count({ userId: 'z', companyId: own }, end())
  broken = false
  await meter.flush()
  await meter.flush()
  expect(await db.select().from(serviceHit)).toMatchObject([{ calls: 2, ms: 20, users: 1 }])
})
