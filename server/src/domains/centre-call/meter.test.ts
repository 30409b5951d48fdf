import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { migrate } from '../../database/migrate.ts'
import { openPglite } from '../../database/open.ts'
import { durationClass, percentileOf } from './duration.ts'
import { CentreMeter } from './meter.ts'
import { centreCall, centreCallStore, centreFault } from './tables.ts'

const database = opened(openPglite)
beforeAll(async () => {
  await migrate(database)
})

test('a class is at most an eighth longer than what is in it, and a percentile is one of them', () => {
  for (const ms of [1, 2, 40, 333, 29_999, 300_000]) {
    expect(durationClass(ms)).toBeGreaterThanOrEqual(ms)
    expect(durationClass(ms)).toBeLessThanOrEqual(Math.ceil(ms * 1.125) + 1)
  }
  expect(durationClass(0)).toBe(1)
  expect(durationClass(9_999_999)).toBe(600_000)
  const rows = [
    { ms: 500, calls: 5 },
    { ms: 10, calls: 90 },
    { ms: 2000, calls: 5 },
  ]
  expect([0.5, 0.9, 0.95, 0.96, 1].map((share) => percentileOf(rows, share))).toEqual([10, 10, 500, 2000, 2000])
  expect(percentileOf([], 0.95)).toBeUndefined()
})

test('counts are added to what is there, by ten minutes; refusals without the numbers they quote', async () => {
  const { db } = database
  let now = new Date('2026-11-21T02:39:59Z')
  const [one, other] = [new CentreMeter(db, () => now), new CentreMeter(db, () => now)]
  const booked = { kind: 'booked', output: {}, refMsgid: '', ms: 40 } as const
  for (const meter of [one, one, other]) meter.count('320500', '2102', booked)
  one.count('320500', '2102', { kind: 'refused', message: '卡号 A1234567 已挂失', ms: 40 })
  other.count('320500', '2102', { kind: 'refused', message: '卡号 B7654321 已挂失', ms: 40 })
  one.count('320500', '1101', { kind: 'unknown', reason: 'timeout', detail: 'x', ms: 30_000 })
  one.count('320500', '1101', { kind: 'notSent', reason: 'ECONNREFUSED 10.0.0.1' })
  await Promise.all([one.flush(), other.flush()])
  await one.flush()
  now = new Date('2026-11-21T02:40:00Z')
  one.count('320500', '2102', booked)
  await one.flush()
  const calls = await db
    .select()
    .from(centreCall)
    .orderBy(centreCall.at, centreCall.infno, centreCall.ended, centreCall.ms)
  expect(
    calls.map(({ at, infno, ended, ms, calls: n }) => [at.toISOString().slice(11, 16), infno, ended, ms, n]),
  ).toEqual([
    ['02:30', '1101', 'unanswered', 0, 1],
    ['02:30', '1101', 'unanswered', durationClass(30_000), 1],
    ['02:30', '2102', 'booked', durationClass(40), 3],
    ['02:30', '2102', 'refused', durationClass(40), 2],
    ['02:40', '2102', 'booked', durationClass(40), 1],
  ])
  const faults = await db.select().from(centreFault).orderBy(centreFault.infno, centreFault.text)
  expect(faults.map(({ infno, text, calls: n }) => [infno, text, n]).sort()).toEqual([
    ['1101', '等待医保中心应答超时', 1],
    ['1101', '连不上医保中心', 1],
    ['2102', '卡号 … 已挂失', 2],
  ])
})

test('what could not be written is written with what comes after it', async () => {
  let broken = true
  const db = new Proxy(database.db, {
    get: (target, key) => {
      if (key === 'transaction' && broken) return async () => Promise.reject(new Error('gone'))
      return Reflect.get(target, key, target) as unknown
    },
  })
  const meter = new CentreMeter(db, () => new Date('2026-11-22T00:00:00Z'))
  const count = () => meter.count('430100', '2102', { kind: 'booked', output: {}, refMsgid: '', ms: 1 }, 'P43010200001')
  count()
  await expect(meter.flush()).rejects.toThrow('gone')
  await expect(meter.flushStores()).rejects.toThrow('gone')
  count()
  broken = false
  await meter.flush()
  await meter.flushStores()
  const rows = (await database.db.select().from(centreCall)).filter(({ areaCode }) => areaCode === '430100')
  expect(rows.map(({ calls }) => calls)).toEqual([2])
  expect(await database.db.select().from(centreCallStore)).toEqual([
    expect.objectContaining({ fixmedinsCode: 'P43010200001', day: '2026-11-22', infno: '2102', calls: 2 }),
  ])
})
