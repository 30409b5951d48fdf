import { addDays } from '@yibao/shared/time.ts'
import { and, eq, gte, like, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { databaseEra } from '../database/life.ts'
import { signIn } from '../domains/attendance/tables.ts'
import { message } from '../domains/message/tables.ts'
import { store } from '../domains/organisation/tables.ts'
import { reconcileDay } from '../domains/reconciliation/day/store-day.ts'
import { totalOfStore } from '../domains/reconciliation/day/total.ts'
import { reconGroup } from '../domains/reconciliation/tables.ts'
import { openBench } from '../domains/reconciliation/test/bench.ts'
import { startCentre } from '../domains/settlement/test/centre.ts'
import { tellTime } from '../domains/settlement/test/counter.ts'
import { jobNamed } from '../test/job.ts'
import { reconcileNight, tellUntold } from './reconcile.ts'

const centre = opened(startCentre)
const bench = opened(() => openBench(centre))

const fail = (fault: unknown) => {
  throw fault
}

test('at night yesterday of every store is compared once, details included; by day nothing runs', async () => {
  const day = await bench.day('clerk', '2026-06-10')
  await day.buy('1.00')
  await day.centreOnly('P3205010000120260610080000001')
  const night = await bench.day('clerk', '2026-06-11', '01:00:00')
  expect(await reconcileNight(night.deps, fail)).toBe(4)
  const groups = await night.deps.db.select().from(reconGroup)
  expect(new Set(groups.map((group) => group.day))).toEqual(new Set(['2026-06-10']))
  expect(new Set(groups.map(({ storeId }) => storeId)).size).toBe(4)
  expect(groups.filter(({ state }) => state !== '2')).toMatchObject([
    { state: '3', operatorName: '系统', insutype: '310' },
  ])
  const unequal = groups.find(({ state }) => state === '3')!
  expect((await night.differences(unequal)).map((one) => one.class)).toEqual(['centreOnlyUnknown'])
  expect(await reconcileNight(night.deps, fail)).toBe(0)
  const news = await night.deps.db.select().from(message)
  expect(
    news.map(({ title, stores }) => [title, stores]),
    'said once, to the store',
  ).toEqual([[expect.stringContaining('2026-06-10 对账不平'), [unequal.storeId]]])
  const noon = await bench.day('clerk', '2026-06-12', '12:00:00')
  expect(await reconcileNight(noon.deps, fail)).toBe(0)
})

test('the last day of a store that was closed on it is compared all the same', async () => {
  const { deps } = await bench.day('clerk', '2026-04-02', '01:00:00')
  const ran = async (closedAt: string) => {
    const shut = { closed: true, closedAt: new Date(`${closedAt}+08:00`) }
    await deps.db.update(store).set(shut).where(eq(store.fixmedinsCode, 'P32050100002'))
    await reconcileNight(deps, fail)
    const groups = await deps.db.select().from(reconGroup).where(eq(reconGroup.day, '2026-04-01'))
    const [row] = await deps.db.select().from(store).where(eq(store.fixmedinsCode, 'P32050100002'))
    return groups.filter(({ storeId }) => storeId === row!.id).length
  }
  expect(await ran('2026-03-31T20:00:00')).toBe(0)
  expect(await ran('2026-04-01T20:00:00')).toBeGreaterThan(0)
  const open = { closed: false, closedAt: null }
  await deps.db.update(store).set(open).where(eq(store.fixmedinsCode, 'P32050100002'))
})

test('the night is from 00:30 to 06:00; a store that was given up, and a node that leaves, run nothing', async () => {
  const at = async (time: string) => {
    const { deps } = await bench.day('clerk', '2026-03-15', time)
    return reconcileNight(deps, fail)
  }
  expect([await at('00:29:59'), await at('06:00:00')]).toEqual([0, 0])
  const { db, services } = bench.counter.server.deps
  const closed = (is: boolean) => db.update(store).set({ closed: is }).where(eq(store.fixmedinsCode, 'P32050100002'))
  await closed(true)
  vi.spyOn(services.node, 'leaving', 'get').mockReturnValueOnce(true)
  expect(await at('05:59:59')).toBe(0)
  expect(await at('00:30:00')).toBe(3)
  await closed(false)
  expect(await at('05:59:59')).toBe(1)
})

test('a run whose server died is gone on with at night', async () => {
  const day = await bench.day('clerk', '2026-03-25')
  await day.total()
  const night = await bench.day('clerk', '2026-03-26', '01:00:00')
  await reconcileNight(night.deps, fail)
  const mine = and(eq(reconGroup.day, day.date), eq(reconGroup.storeId, (await day.store()).id))
  const died = { state: '1', at: new Date('2026-03-26T00:50:00+08:00') }
  await night.deps.db.update(reconGroup).set(died).where(mine)
  expect(await reconcileNight(night.deps, fail)).toBe(1)
  const groups = await night.deps.db.select().from(reconGroup).where(mine)
  expect(groups.map(({ state }) => state)).toEqual(groups.map(() => '2'))
})

test.each([
  ['a store whose centre is silent', '2026-06-20', 2],
  ['a store of which one group got no answer', '2026-06-30', 1],
])('%s is tried again in the next round', async (_, day, times) => {
  const night = await bench.day('clerk', addDays(day, 1), '01:00:00')
  await centre.fault({ fault: 'dropBeforeBooking', infno: '3201', fixmedins_code: 'P32050100002', times })
  expect(await reconcileNight(night.deps, fail)).toBe(4)
  bench.clock.advance(600_000)
  await tellTime(centre, bench.clock())
  expect(await reconcileNight(night.deps, fail)).toBe(1)
  expect(await reconcileNight(night.deps, fail)).toBe(0)
  const groups = await night.deps.db.select().from(reconGroup).where(eq(reconGroup.day, day))
  expect(groups.map(({ state }) => state)).toEqual(groups.map(() => '2'))
})

test('days whose night nobody was there for are compared in the next one, a week of them, by the stores that worked', async () => {
  const missed = await bench.day('clerk', '2026-08-01')
  await missed.buy('1.00')
  await missed.centreOnly('P3205010000120260801080000001')
  await bench.day('clerk2', '2026-08-02')
  const late = await bench.day('clerk', '2026-07-26')
  await late.buy('1.00')
  await bench.day('clerk2', '2026-07-27')
  const night = await bench.day('clerk', '2026-08-04', '01:00:00')
  expect(await reconcileNight(night.deps, fail)).toBe(4 + 3)
  const groups = await night.deps.db.select().from(reconGroup).where(gte(reconGroup.day, '2026-07-20'))
  expect([...new Set(groups.map(({ day, areaCode }) => `${day} ${areaCode}`))].sort()).toEqual([
    '2026-07-27 320100',
    '2026-08-01 320500',
    '2026-08-02 320100',
    '2026-08-03 320100',
    '2026-08-03 320500',
    '2026-08-03 430100',
  ])
  const unequal = groups.filter(({ state }) => state === '3')
  expect(unequal.map(({ day }) => day)).toEqual(['2026-08-01'])
  expect((await night.differences(unequal[0]!)).map((one) => one.class)).toEqual(['centreOnlyUnknown'])
  expect(await reconcileNight(night.deps, fail)).toBe(0)
})

test('a run in the afternoon is not the end of its day: the night asks about what came after it', async () => {
  const afternoon = await bench.day('clerk', '2026-07-10', '15:00:00')
  await afternoon.buy('1.00')
  expect((await afternoon.total()).unequal).toBe(0)
  const evening = await bench.day('clerk', '2026-07-10', '18:00:00')
  await evening.buy('2.00')
  const lateRow = await bench.day('clerk2', '2026-07-10', '18:30:00')
  expect((await lateRow.total()).unequal).toBe(0)
  // Only the centre has this one: our own sums are as the run left them.
  await lateRow.centreOnly('P3201020000120260710190000001')
  const night = await bench.day('clerk', '2026-07-11', '01:00:00')
  expect(await reconcileNight(night.deps, fail)).toBe(4)
  const groups = await night.deps.db.select().from(reconGroup).where(eq(reconGroup.day, '2026-07-10'))
  expect(groups.find(({ count }) => count > 0)).toMatchObject({ count: 2, total: 300, state: '2' })
  expect(groups.filter(({ state }) => state !== '2')).toMatchObject([{ areaCode: '320100', state: '3' }])
  expect(await reconcileNight(night.deps, fail)).toBe(0)
})

test('what was booked after its night under an insurance that nobody was asked about is compared by the next one', async () => {
  const day = await bench.day('clerk', '2026-05-10')
  const bought = await day.buy('1.00')
  await day.patch(bought.id, { setlId: null, settledAt: null })
  const night = await bench.day('clerk', '2026-05-11', '01:00:00')
  expect(await reconcileNight(night.deps, fail)).toBe(4)
  const settledAt = new Date(`${day.date}T10:00:00+08:00`)
  await day.patch(bought.id, { setlId: 'late', settledAt, insutype: '340' })
  const here = and(eq(reconGroup.day, day.date), eq(reconGroup.insutype, '340'))
  expect(await night.deps.db.select().from(reconGroup).where(here)).toEqual([])
  // Nobody was signed in there on that day, as far as anybody knows: what is booked is compared all the same.
  await night.deps.db.delete(signIn).where(eq(signIn.day, day.date))
  const next = await bench.day('clerk', '2026-05-12', '01:00:00')
  expect(await reconcileNight(next.deps, fail)).toBe(4 + 1)
  expect(await next.deps.db.select().from(reconGroup).where(here)).toMatchObject([{ count: 1 }])
  expect(await reconcileNight(next.deps, fail)).toBe(0)
})

test('what the afternoon found and left open is looked into again at night, and what came after it too', async () => {
  const afternoon = await bench.day('clerk', '2026-07-12', '15:00:00')
  await afternoon.centreOnly('P3205010000120260712080000001')
  const [first] = await afternoon.run()
  expect(first).toMatchObject({ class: 'centreOnlyUnknown' })
  const evening = await bench.day('clerk', '2026-07-12', '18:00:00')
  await evening.centreOnly('P3205010000120260712170000001')
  const night = await bench.day('clerk', '2026-07-13', '01:00:00')
  await reconcileNight(night.deps, fail)
  expect(await night.differences({ id: first!.groupId })).toHaveLength(2)
})

test('a store whose rows the centre would not compare is told so; it is unequal all the same', async () => {
  const day = await bench.day('clerk', '2026-08-10')
  await day.centreOnly('P3205010000120260810080000001')
  const night = await bench.day('clerk', '2026-08-11', '01:00:00')
  await day.centre.fault({ fault: 'refuse', infno: '3202', text: '明细对账暂停服务' })
  await reconcileNight(night.deps, fail)
  const news = await night.deps.db.select().from(message).where(like(message.title, '2026-08-10%'))
  expect(news.map(({ content }) => content)).toEqual([
    expect.stringMatching(/有 1 组与医保中心不平，有的没有对出明细（.*明细对账暂停服务.*），请在日对账中重新对明细。$/),
  ])
})

test('what the centre would not compare is asked for once more by each following night, until it is known', async () => {
  const day = await bench.day('clerk', '2026-08-20')
  await day.buy('1.00')
  await day.centreOnly('P3205010000120260820080000001')
  const storeId = (await day.store()).id
  const refused = { fault: 'refuse', infno: '3202', text: '明细对账暂停服务' }
  const first = await bench.day('clerk', '2026-08-21', '01:00:00')
  await day.centre.fault(refused)
  await reconcileNight(first.deps, fail)
  expect(await reconcileNight(first.deps, fail), 'not again in the same night').toBe(0)
  const unequal = async () => {
    const here = and(eq(reconGroup.day, '2026-08-20'), eq(reconGroup.storeId, storeId), eq(reconGroup.state, '3'))
    return (await first.deps.db.select().from(reconGroup).where(here))[0]!
  }
  expect(await first.differences(await unequal())).toEqual([])
  const second = await bench.day('clerk', '2026-08-22', '00:30:00')
  await day.centre.fault(refused)
  expect(await reconcileNight(second.deps, fail)).toBe(4 + 1)
  expect(await second.differences(await unequal())).toEqual([])
  const third = await bench.day('clerk', '2026-08-23', '00:30:00')
  expect(await reconcileNight(third.deps, fail)).toBe(4 + 1)
  expect((await third.differences(await unequal())).map((one) => one.class)).toEqual(['centreOnlyUnknown'])
  const fourth = await bench.day('clerk', '2026-08-24', '00:30:00')
  expect(await reconcileNight(fourth.deps, fail), 'its rows are known').toBe(4)
  const news = await first.deps.db.select().from(message).where(like(message.title, '2026-08-20%'))
  expect(news, 'said once').toHaveLength(1)
})

test('a list that the centre had not made yet: nothing leaves our book by it, and the next night finds the day even', async () => {
  const day = await bench.day('clerk', '2026-08-25')
  const bought = [await day.buy('1.00'), await day.buy('0.01')]
  const storeId = (await day.store()).id
  const first = await bench.day('clerk', '2026-08-26', '01:00:00')
  await day.centre.option('320500', 'lateStatement', true)
  onTestFinished(() => day.centre.option('320500', 'lateStatement', false))
  await day.centre.fault({ fault: 'refuse', infno: '5203', text: '系统夜间维护，暂停服务', times: 0 })
  await reconcileNight(first.deps, fail)
  const here = and(eq(reconGroup.day, '2026-08-25'), eq(reconGroup.storeId, storeId), eq(reconGroup.insutype, '310'))
  const group = async () => (await first.deps.db.select().from(reconGroup).where(here))[0]!
  const found = await first.differences(await group())
  expect(found).toMatchObject([{ class: 'localOnly' }, { class: 'localOnly' }])
  expect(found.flatMap(({ evidence }) => evidence).join(), 'of itself it spoke, not of the settlement').not.toContain(
    '维护',
  )

  // The centre's night is not over: who wants to mark them is told to wait; then it shows them.
  const morning = await bench.day('clerk', '2026-08-26', '09:00:00')
  const mark = async () => (await morning.handle(found[0]!, 'markReversed')).resultNotice?.error
  await day.centre.fault({ fault: 'refuse', infno: '5203', text: '系统夜间维护，暂停服务' })
  expect(await mark()).toBe(
    '医保中心：“系统夜间维护，暂停服务”，不知道这笔结算还在不在，没有标记，请约 10 分钟后再标记；医保中心夜间维护的，次日上午再标记',
  )
  await day.centre.clearFaults()
  await day.inTime()
  expect(await mark()).toBe('医保中心查到这笔结算，没有标记，请重新对明细；仍然如此的用「标记处理」写明原因')
  expect(await day.book()).toHaveLength(2)
  for (const { id } of bought) expect(await day.order(id)).toMatchObject({ state: 'settled', reversedBy: null })

  // Still late in the next night: asked about once, and once more in the one after it.
  const late = '医保中心查得到这笔结算，对账文件里却没有：中心的清单可能还没有生成，请稍后重新对明细'
  const second = await bench.day('clerk', '2026-08-27', '01:00:00')
  expect(await reconcileNight(second.deps, fail)).toBe(4 + 1)
  expect(await second.differences(await group())).toMatchObject([{ evidence: [late] }, { evidence: [late] }])
  expect((await second.differences(await group())).map(({ proposal }) => proposal)).toEqual([undefined, undefined])
  expect(await reconcileNight(second.deps, fail), 'not again in the same night').toBe(0)
  await day.centre.option('320500', 'lateStatement', false)
  const third = await bench.day('clerk', '2026-08-28', '01:00:00')
  await reconcileNight(third.deps, fail)
  expect(await group()).toMatchObject({ state: '2' })
  expect(await third.differences(await group())).toEqual([])
  for (const { id } of bought) expect(await day.order(id)).toMatchObject({ state: 'settled' })
})

test('whose server died behind the result is told of it all the same, once, and by day', async () => {
  const died = await bench.day('clerk', '2026-09-10')
  await died.buy('1.00')
  await died.centreOnly('P3205010000120260910080000001')
  const night = await bench.day('clerk', '2026-09-11', '05:50:00')
  const shop = await died.store()
  expect(await reconcileDay(night.deps, shop, { day: died.date, by: '系统' })).toMatchObject({
    unequal: 1,
    silent: false,
  })
  const told = () => night.deps.db.select().from(message).where(like(message.title, '2026-09-10%'))
  // Another node may be at its rows just now, and tells it then.
  await tellUntold(night.deps)
  expect(await told()).toEqual([])
  const morning = await bench.day('clerk', '2026-09-11', '08:00:00')
  const round = async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stop = jobNamed('reconcile').start(morning.deps)
    vi.advanceTimersByTime(600_000)
    vi.useRealTimers()
    await stop()
  }
  await round()
  await round()
  expect(await told()).toMatchObject([
    {
      title: `2026-09-10 对账不平：${shop.name}`,
      stores: [shop.id],
      content: expect.stringMatching(/有 1 组.*差异已列在/),
    },
  ])
})

test('rows that nobody compared are not told as listed; what a person has found unequal himself nobody tells him', async () => {
  const died = await bench.day('clerk', '2026-09-20')
  await died.centreOnly('P3205010000120260920080000001')
  const night = await bench.day('clerk', '2026-09-21', '01:00:00')
  const shop = await died.store()
  await totalOfStore(night.deps, shop, { day: died.date, by: '系统' })
  const person = await bench.day('clerk', '2026-09-18')
  await person.centreOnly('P3205010000120260918080000001')
  expect((await person.total()).unequal).toBe(1)
  const morning = await bench.day('clerk', '2026-09-21', '08:00:00')
  expect(await tellUntold(morning.deps)).toBe(1)
  const news = await morning.deps.db.select().from(message).where(gte(message.title, '2026-09-18'))
  expect(news.map(({ content }) => content)).toEqual([
    expect.stringMatching(/^.* 2026-09-20 有 1 组与医保中心不平，有的没有对出明细，请在日对账中重新对明细。$/),
  ])
})

test('days that a restored database has lost are asked about at every store: their sign-ins are gone with them', async () => {
  const lost = await bench.day('clerk', '2026-11-04')
  await lost.centreOnly('P3205010000120261104080000001')
  const { db } = lost.deps
  await db.delete(signIn).where(eq(signIn.day, lost.date))
  const night = await bench.day('clerk', '2026-11-06', '01:00:00')
  onTestFinished(async () => void (await db.delete(databaseEra)))
  await db.update(databaseEra).set({ life: 'before' })
  const beganAt = new Date('2026-11-05T10:00:00+08:00')
  await db.insert(databaseEra).values({ life: sql`database_life()`, beganAt } as never)
  await reconcileNight(night.deps, fail)
  const groups = await db.select().from(reconGroup).where(eq(reconGroup.day, lost.date))
  expect(new Set(groups.map(({ storeId }) => storeId)).size).toBe(4)
  const unequal = groups.filter(({ state }) => state === '3')
  expect((await night.differences(unequal[0]!)).map((one) => one.class)).toEqual(['centreOnlyUnknown'])
  expect(await reconcileNight(night.deps, fail), 'and once').toBe(0)
  // What comes after its return it knows by itself.
  await bench.day('clerk2', '2026-11-07')
  const later = await bench.day('clerk', '2026-11-09', '01:00:00')
  await reconcileNight(later.deps, fail)
  const after = await db.select().from(reconGroup).where(eq(reconGroup.day, '2026-11-07'))
  expect(new Set(after.map(({ areaCode }) => areaCode))).toEqual(new Set(['320100']))
})

test('a silent centre is waited for once in a round, by another store in the next; the others have the night, and no longer', async () => {
  const night = await bench.day('clerk', '2026-12-02', '01:00:00')
  const groupsOf = async () => night.deps.db.select().from(reconGroup).where(eq(reconGroup.day, '2026-12-01'))
  const stores = async (areaCode: string, state?: string) =>
    new Set(
      (await groupsOf())
        .filter((one) => one.areaCode === areaCode && (!state || one.state === state))
        .map(({ storeId }) => storeId),
    ).size
  for (const fixmedins_code of ['P32050100001', 'P32050100002'])
    await centre.fault({ fault: 'dropBeforeBooking', infno: '3201', fixmedins_code, times: 0 })
  expect(await reconcileNight(night.deps, fail)).toBe(3)
  expect([await stores('320500'), await stores('320100', '2'), await stores('430100', '2')]).toEqual([1, 1, 1])
  expect(await reconcileNight(night.deps, fail)).toBe(1)
  expect([await stores('320500'), await stores('320500', '5')]).toEqual([2, 2])
  await centre.clearFaults()
  // Behind the first one the night is over.
  const late = await bench.day('clerk', '2026-12-02', '05:59:59')
  let begun = 0
  vi.spyOn(late.deps.services.node, 'leaving', 'get').mockImplementation(() => {
    if (begun++) bench.clock.advance(1000)
    return false
  })
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await reconcileNight(late.deps, fail)).toBe(1)
})
