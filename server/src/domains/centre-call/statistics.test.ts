import { serviceCall } from '@yibao/shared/calls/service-call.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { people } from '../../seed/people.ts'
import { dataRoles } from '../../seed/roles.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { userDataRole } from '../auth/tables.ts'
import { CentreMeter } from './meter.ts'

// Calls to the centres as an administrator reads them: whose fault it is that the counters wait.

let area: Client
const booked = (ms: number) => ({ kind: 'booked', output: {}, refMsgid: '', ms }) as const
const server = opened(() => startTestServer({ clock: testClock() }))
beforeAll(async () => {
  area = await server.as('area', { areaCode: '320500' })
  const { db } = server.deps
  let now = new Date('2026-11-19T15:59:00Z') // 23:59 of the 19th in China
  const meter = new CentreMeter(db, () => now)
  meter.count('320500', '2102', booked(40))
  meter.count('430100', '2102', booked(9000))
  now = new Date('2026-11-19T16:01:00Z')
  for (let i = 0; i < 8; i++) meter.count('320500', '2102', booked(100))
  meter.count('320500', '2102', { kind: 'refused', message: '账户余额不足', ms: 40 })
  meter.count('320500', '2102', { kind: 'unknown', reason: 'timeout', detail: 'x', ms: 30_000 })
  meter.count('320500', '1101', { kind: 'notSent', reason: 'ECONNREFUSED' })
  await meter.flush()
  const of = (code: string) => (areaCode: string, infno: string) => meter.count(areaCode, infno, booked(50), code)
  now = new Date('2026-11-18T02:00:00Z')
  for (let i = 0; i < 3; i++) of('P32050100001')('320500', '2102')
  of('P32050100002')('320500', '1101')
  of('P43010200001')('430100', '2102')
  meter.count('320500', '2102', { kind: 'refused', message: '账户余额不足', ms: 40 }, 'P32050100002')
  now = new Date('2026-11-18T16:30:00Z')
  of('P32050100001')('320500', '2102')
  // Its shop is gone: nobody's calls are shown by its number.
  of('P32050199999')('320500', '2102')
  await meter.flushStores()
  await meter.flushStores()
})

const period = { from: '2026-11-19', to: '2026-11-20' }
const asked = (more: object = {}, who = area) => who.ok(serviceCall.statistics, { ...period, ...more } as never)

test('by transaction: how they ended, the share that was done, how long they took', async () => {
  const { items, totals } = await asked()
  expect(
    items.map(({ name, calls, booked: done, refused, unanswered, rate }) => [
      name,
      calls,
      done,
      refused,
      unanswered,
      rate,
    ]),
  ).toEqual([
    ['2102 药店结算', 11, 9, 1, 1, '0.8182'],
    ['1101 人员基本信息获取', 1, 0, 0, 1, '0.0000'],
  ])
  expect(items.map(({ p50, p95 }) => [p50! >= 100 && p50! <= 113, p95! >= 30_000, p50 === undefined])).toEqual([
    [true, true, false],
    [false, false, true],
  ])
  expect(totals).toMatchObject({ calls: 12, booked: 9, refused: 1, unanswered: 2, rate: '0.7500' })
})

test('a day and an hour are those of China; a reason says whether anybody answered', async () => {
  const calls = async (groupBy: string) => (await asked({ groupBy })).items.map(({ name, calls: n }) => [name, n])
  expect(await calls('day')).toEqual([
    ['2026-11-19', 1],
    ['2026-11-20', 11],
  ])
  expect(await calls('hour')).toEqual([
    ['11-19 23:00', 1],
    ['11-20 00:00', 11],
  ])
  const reasons = (await asked({ groupBy: 'fault' })).items
  expect(reasons.map(({ name, refused, unanswered }) => [name, refused, unanswered]).sort()).toEqual([
    ['等待医保中心应答超时', 0, 1],
    ['账户余额不足', 1, 0],
    ['连不上医保中心', 0, 1],
  ])
  expect((await asked({ infno: '1101' })).totals).toMatchObject({ calls: 1, rate: '0.0000' })
})

test('of one result only such calls are counted, and no share of them is said', async () => {
  const of = async (ended: string, groupBy = 'infno') => asked({ ended, groupBy })
  expect((await of('unanswered')).items.map(({ key, calls, unanswered }) => [key, calls, unanswered])).toEqual([
    ['1101', 1, 1],
    ['2102', 1, 1],
  ])
  const refused = await of('refused')
  expect(refused.items.map(({ key }) => key)).toEqual(['2102'])
  expect([refused.totals.calls, refused.totals.booked, refused.totals.rate]).toEqual([1, 0, undefined])
  expect((await of('refused', 'fault')).items.map(({ name }) => name)).toEqual(['账户余额不足'])
  expect((await of('booked', 'fault')).items).toEqual([])
})

test('each administrator sees his area, the platform all of them; a clerk none', async () => {
  const admin = await server.as('admin')
  expect((await asked({ groupBy: 'area' }, admin)).items.map(({ name, calls }) => [name, calls])).toEqual([
    ['苏州市 320500', 12],
    ['长沙市 430100', 1],
  ])
  expect((await asked({ areaCode: '430100' }, admin)).totals).toMatchObject({ calls: 1 })
  expect((await area.send(serviceCall.statistics, { ...period, areaCode: '430100' } as never)).statusCode).toBe(403)
  const clerk = await server.as('clerk')
  expect((await clerk.send(serviceCall.statistics, period as never)).statusCode).toBe(403)
  expect((await area.ok(serviceCall.chart, { ...period, groupBy: 'hour' } as never)).items).toHaveLength(2)
})

test('a period that cannot be is refused in words, an empty one is empty', async () => {
  const why = async (more: object) => (await area.send(serviceCall.statistics, more as never)).error?.fields
  expect(await why({ from: '2026-11-20', to: '2026-11-19' })).toEqual({ to: '结束日期早于开始日期' })
  expect(await why({ from: '2026-10-17', to: '2026-10-18' })).toEqual({
    from: '调用次数只保留 35 天，开始日期最早 2026-10-18',
  })
  const nothing = await asked({ from: '2026-11-01', to: '2026-11-01' })
  expect([nothing.items, nothing.totals]).toEqual([[], { calls: 0, booked: 0, refused: 0, unanswered: 0 }])
})

test('by shop: how many in whose name, by day; what is not kept of a shop is refused in words', async () => {
  const two = { from: '2026-11-18', to: '2026-11-19' }
  const of = async (more: object, who = area) =>
    (await asked({ ...two, ...more }, who)).items.map(({ name, calls, refused, p95 }) => [name, calls, refused, p95])
  expect(await of({ groupBy: 'store' })).toEqual([
    ['示例大药房观前店', 4, 0, undefined],
    ['示例大药房平江店', 2, 1, undefined],
  ])
  expect(await of({ groupBy: 'store', infno: '1101' })).toEqual([['示例大药房平江店', 1, 0, undefined]])
  expect(await of({ groupBy: 'store', ended: 'refused' })).toEqual([['示例大药房平江店', 1, 1, undefined]])
  const [shop] = (await asked({ ...two, groupBy: 'store' })).items
  expect(await of({ storeId: shop!.key })).toEqual([['2102 药店结算', 4, 0, undefined]])
  expect(await of({ storeId: shop!.key, groupBy: 'day' })).toEqual([
    ['2026-11-18', 3, 0, undefined],
    ['2026-11-19', 1, 0, undefined],
  ])
  expect((await of({ groupBy: 'store' }, await server.as('admin'))).length, 'of every area').toBe(3)
  for (const groupBy of ['hour', 'fault']) {
    const { error } = await area.send(serviceCall.statistics, { ...two, storeId: shop!.key, groupBy } as never)
    expect(error?.fields?.groupBy).toContain('按日保留')
  }
})

test('a shop that a data role keeps from somebody is not counted for him', async () => {
  const mine = eq(userDataRole.userId, people.find(({ userName }) => userName === 'area1')!.id)
  await server.deps.db.update(userDataRole).set({ roleId: dataRoles.guanqian.id }).where(mine)
  const one = await server.as('area1', { areaCode: '320500' })
  const { items, totals } = await asked({ from: '2026-11-18', to: '2026-11-19', groupBy: 'store' }, one)
  expect([items.map(({ name }) => name), totals.calls]).toEqual([['示例大药房观前店'], 4])
})
