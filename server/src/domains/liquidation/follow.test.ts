import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { message } from '@yibao/shared/calls/message.ts'
import { addMonths } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Client } from '../../test/kit.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { message as notice } from '../message/tables.ts'
import { store } from '../organisation/tables.ts'
import { useBench } from '../reconciliation/test/use-bench.ts'
import { followClaims } from './follow.ts'
import { liquidation as table } from './tables.ts'
import { Claims } from './test/claims.ts'

// What was applied for is followed by itself: our book says what the centre says, and a store hears what it has to see to.

const bench = useBench()
const claims = new Claims(() => bench)
let month = '2043-01'
/** Later on the day of the application, by both clocks. */
const at = (time: string) => claims.after('clerk', month, time)
const deps = () => bench.counter.server.deps

beforeEach(async () => {
  month = addMonths(month, 2)
  await deps().db.execute(sql`update area set settings = settings || '{"inFlightMax":0}'::jsonb`)
  // What other tests left is not asked about.
  await deps().db.update(table).set({ state: '2' })
})

const faults: unknown[] = []
const follow = () => followClaims(deps(), (fault) => faults.push(fault))
const applied = async () => {
  await claims.withFund('clerk', month)
  const { client, draft } = await claims.drafted('clerk', month, ['10.00'])
  const { eventId } = (await claims.apply(client, draft)).result!
  const shown = async (mine = client) => (await claims.listed(mine, month))[0]!
  return { client, id: draft.id, eventId, shown }
}
const news = async (client: Client) =>
  (await client.ok(message.paged, { tab: 'unread', type: 'liquidation', pageSize: 100 })).items.filter(
    ({ title }) => title.includes('清算申请') && title.includes(month),
  )

test('reviewed, deducted, sent back: kept and told once each; nobody is asked before its time', async () => {
  const { client, eventId, shown } = await applied()
  expect(await follow(), 'just applied for').toBe(0)
  await at('10:10:00')
  await claims.move(eventId, 'firstReview')
  await claims.move(eventId, 'deduct', { amount: '0.05', text: '超限价' })
  expect(await Promise.all([follow(), follow()])).toContain(1)
  expect(await shown()).toMatchObject({ state: '3', deducted: '0.05', message: '超限价' })
  const [told, ...more] = await news(client)
  expect([told?.title, more]).toEqual([expect.stringMatching(`^清算申请有扣款：.* ${month}$`), []])
  expect(await follow()).toBe(0)
  const { client: evening } = await at('22:30:00')
  await claims.move(eventId, 'reject', { text: '缺少申请表' })
  expect(await follow()).toBe(1)
  expect(await shown(evening)).toMatchObject({ state: '5', message: '缺少申请表' })
  expect((await news(evening)).map(({ title }) => title.split('：')[0]).sort()).toEqual([
    '清算申请有扣款',
    '清算申请被驳回',
  ])
  await deps()
    .db.update(table)
    .set({ nextAt: new Date(0) })
    .where(eq(table.state, '5'))
  expect(await follow()).toBe(1)
  expect(await news(evening)).toHaveLength(2)
  expect(faults).toEqual([])
})

test('a centre that gives no answer is asked more and more seldom, and nothing changes', async () => {
  const { client, eventId, shown } = await applied()
  await claims.move(eventId, 'firstReview')
  for (const time of ['10:10:00', '11:15:00']) {
    await at(time)
    await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '3205' })
    expect(await follow()).toBe(1)
    expect(await shown()).toMatchObject({ state: '1' })
    expect(await follow()).toBe(0)
  }
  await at('13:10:00')
  expect(await follow(), 'two hours behind the second').toBe(0)
  await at('13:20:00')
  expect(await follow()).toBe(1)
  expect(await shown()).toMatchObject({ state: '3' })
  expect(await news(client)).toEqual([])
})

test('only while somebody is signed in, and not behind the end', async () => {
  const { client, id, eventId, shown } = await applied()
  await at('10:10:00')
  const signedIn = (day: string) =>
    deps().db.execute(
      sql`update sign_in set day = ${day} where day like ${`${addMonths(month, 1)}%`} or day = '2020-01-01'`,
    )
  await signedIn('2020-01-01')
  expect(await follow()).toBe(0)
  await signedIn(`${addMonths(month, 1)}-02`)
  for (const move of ['firstReview', 'approve', 'pay']) await claims.move(eventId, move)
  expect(await follow()).toBe(1)
  expect(await shown()).toMatchObject({ state: '6' })
  await deps()
    .db.update(table)
    .set({ nextAt: new Date(0) })
    .where(eq(table.id, id))
  expect(await follow()).toBe(0)
  expect(await news(client)).toEqual([])
})

/** The application as it would stand had all of it been so many months ago; what was sent of it was sent now. */
const monthsAgo = async (id: string, months: number, more: object = {}) => {
  const then = addMonths(month, -months)
  await deps()
    .db.update(table)
    .set({ month: then, nextAt: new Date(0), ...more })
    .where(eq(table.id, id))
  return then
}

test('a month of long ago that is applied for now is followed for a year from then on, and that it ends is said', async () => {
  const { client, id, eventId } = await applied()
  await claims.move(eventId, 'firstReview')
  await monthsAgo(id, 14)
  await at('10:10:00')
  expect(await follow()).toBe(1)
  const year = 366 * 86_400_000
  const longAgo = new Date(bench.clock().getTime() - year + 3_600_000)
  const then = await monthsAgo(id, 14, { closedAt: longAgo, appliedAt: longAgo, state: '3' })
  expect(await follow(), 'an hour before its year is over').toBe(1)
  const told = async () =>
    (await client.ok(message.paged, { tab: 'unread', type: 'liquidation', pageSize: 100 })).items
      .filter(({ title }) => title.includes(then))
      .map(({ title }) => title.split('：')[0])
  expect(await told()).toContain('清算申请不再自动查询')
  await monthsAgo(id, 14, { closedAt: new Date(0), appliedAt: new Date(0), state: '3' })
  expect(await follow()).toBe(0)
})

test('one whose answer was lost is asked about however old its month is', async () => {
  const { draft, later } = await loseAnswer('dropBeforeBooking')
  await later()
  const long = new Date(0)
  await monthsAgo(draft.id, 40, { closedAt: long, appliedAt: long })
  expect(await follow()).toBe(1)
})

test('what a centre keeps back when it pays is asked about week by week, and its store hears what came of it', async () => {
  const { client, id, eventId, shown } = await applied()
  for (const [move, more] of [['firstReview'], ['reserve', { amount: '0.10' }], ['approve'], ['pay']] as const)
    await claims.move(eventId, move, more)
  await at('10:10:00')
  expect(await follow()).toBe(1)
  const before = await shown()
  expect(before).toMatchObject({ state: '6', reserved: '0.10' })
  await deps()
    .db.update(table)
    .set({ nextAt: new Date(0) })
    .where(eq(table.id, id))
  expect(await follow()).toBe(1)
  const [row] = await deps().db.select().from(table).where(eq(table.id, id))
  expect(row!.nextAt!.getTime() - bench.clock().getTime()).toBe(7 * 86_400_000)
  await claims.move(eventId, 'deduct', { amount: '0.04', text: '年终考核' })
  await claims.move(eventId, 'reserve', { amount: '0.01' })
  expect(await follow(), 'a week is not over').toBe(0)
  await deps()
    .db.update(table)
    .set({ nextAt: new Date(0) })
    .where(eq(table.id, id))
  expect(await follow()).toBe(1)
  const [taken] = await news(client)
  expect(taken?.title).toContain('有扣款')
  const said = await deps().db.select().from(notice).where(eq(notice.title, taken!.title))
  expect(said[0]?.content).toContain('又拨付 0.05 元')
  await claims.move(eventId, 'reserve', { amount: '0' })
  await deps()
    .db.update(table)
    .set({ nextAt: new Date(0) })
    .where(eq(table.id, id))
  expect(await follow()).toBe(1)
  const after = await shown()
  expect(after).toMatchObject({ state: '6', reserved: '0.00', deducted: '0.04' })
  expect(Number(after.paid)).toBeCloseTo(Number(before.paid) + 0.06)
  expect((await news(client)).map(({ title }) => title.split('：')[0]).sort()).toEqual([
    '清算申请又有拨付',
    '清算申请有扣款',
  ])
  // A centre that has forgotten what it paid says nothing that anybody has to see to.
  await deps()
    .db.update(table)
    .set({ nextAt: new Date(0), reserved: 10, eventId: 'FORGOTTEN' })
    .where(eq(table.id, id))
  expect(await follow()).toBe(1)
  expect(await shown()).toMatchObject({ state: '6' })
  expect((await news(client)).map(({ title }) => title)).toHaveLength(2)
})

test('whoever asks the centre about months asks about what was paid too', async () => {
  const { eventId, shown } = await applied()
  for (const move of ['firstReview', 'approve', 'pay']) await claims.move(eventId, move)
  await at('10:10:00')
  expect(await follow()).toBe(1)
  await claims.move(eventId, 'deduct', { amount: '0.05', text: '年终考核' })
  const office = await bench.counter.server.as('area', { areaCode: '320500' })
  await untilEnded(office, (await office.ok(liquidation.pull, { from: month, to: month })).progressId)
  expect(await shown()).toMatchObject({ state: '6', deducted: '0.05' })
})

const loseAnswer = async (fault: string) => {
  const drawn = await claims.drafted('clerk3', month, ['9.00'])
  await bench.centre.fault({ fault, infno: '3692' })
  await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '3693' })
  expect((await claims.apply(drawn.client, drawn.draft)).statusCode).toBe(504)
  const shown = async () => (await claims.listed(drawn.client, month))[0]!
  expect(await shown()).toMatchObject({ state: '7' })
  const later = async () => (await claims.after('clerk3', month, '10:10:00')).client
  return { ...drawn, shown, later }
}

test('one whose answer was lost and that never came: may be applied for again, and its store is told', async () => {
  const { shown, later } = await loseAnswer('dropBeforeBooking')
  const client = await later()
  expect(await follow()).toBe(1)
  expect([(await shown()).state, await claims.centre('clerk3', month)]).toEqual(['0', []])
  const [told, ...more] = await news(client)
  expect([told?.title, more]).toEqual([expect.stringMatching(/^清算申请没有到达医保中心：/), []])
})

test('one whose answer was lost and that was sent back meanwhile: its store is told', async () => {
  const { shown, later } = await loseAnswer('malformed')
  const [theirs] = await claims.centre('clerk3', month)
  await claims.move(theirs!.evt_id, 'firstReview')
  await claims.move(theirs!.evt_id, 'reject', { text: '缺少申请表' })
  const client = await later()
  expect(await follow()).toBe(1)
  expect(await shown()).toMatchObject({ state: '5', eventId: theirs!.evt_id })
  expect((await news(client)).map(({ title }) => title.split('：')[0])).toEqual(['清算申请被驳回'])
})

test('a revocation that never came: it stands, and its store is told', async () => {
  const { client, id, shown } = await applied()
  await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '3204' })
  await bench.centre.fault({ fault: 'http500', infno: '3205' })
  expect((await client.send(liquidation.revoke, { id, reason: '申报金额有误' })).statusCode).toBe(504)
  const { client: later } = await at('10:10:00')
  expect(await follow()).toBe(1)
  expect((await shown(later)).state).toBe('1')
  expect((await news(later)).map(({ title }) => title.split('：')[0])).toEqual(['清算申请没有撤销'])
})

test('one that a person found at the centre is followed like any other', async () => {
  const { client, draft } = await claims.drafted('clerk', month, ['9.00'])
  await bench.centre.fault({ fault: 'dropAfterBooking', infno: '3203' })
  await claims.apply(client, draft)
  const [theirs] = await claims.centre('clerk', month)
  const found = { id: draft.id, reason: '电话问过中心' }
  await client.ok(liquidation.resolve, found)
  expect((await claims.listed(client, month))[0]).toMatchObject({ state: '0' })
  await client.ok(liquidation.resolve, { ...found, eventId: theirs!.evt_id })
  await claims.move(theirs!.evt_id, 'firstReview')
  const { client: later } = await at('10:10:00')
  expect(await follow()).toBe(1)
  expect((await claims.listed(later, month))[0]).toMatchObject({ state: '3' })
})

test('one that no centre can be asked about is told to its store once', async () => {
  const { client, draft } = await claims.drafted('clerk', month, ['9.00'])
  await bench.centre.fault({ fault: 'dropAfterBooking', infno: '3203' })
  expect((await claims.apply(client, draft)).statusCode).toBe(504)
  for (const time of ['10:10:00', '12:20:00']) {
    const { client: later } = await at(time)
    expect(await follow()).toBe(1)
    expect((await news(later)).map(({ title }) => title.split('：')[0])).toEqual(['清算申请结果未知'])
  }
  expect((await claims.listed(client, month))[0]).toMatchObject({ state: '7' })
  expect(faults).toEqual([])
})

test('a revocation about which the centre says nothing is told to its store once', async () => {
  const { client, id, shown } = await applied()
  await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '3204' })
  await bench.centre.fault({ fault: 'refuse', infno: '3205', text: '数据已归档', times: 0 })
  expect((await client.send(liquidation.revoke, { id, reason: '申报金额有误' })).statusCode).toBe(504)
  for (const time of ['10:10:00', '12:20:00']) {
    const { client: later } = await at(time)
    expect(await follow()).toBe(1)
    expect((await news(later)).map(({ title }) => title.split('：')[0])).toEqual(['清算申请撤销结果未知'])
  }
  expect((await shown()).state).toBe('8')
})

test('a store that was given up months ago: what was applied for is followed to its end', async () => {
  const { client, eventId } = await applied()
  const shop = eq(store.fixmedinsCode, 'P32050100001')
  await deps()
    .db.update(store)
    .set({ closed: true, closedAt: new Date(bench.clock().getTime() - 20 * 86_400_000) })
    .where(shop)
  onTestFinished(async () => void (await deps().db.update(store).set({ closed: false, closedAt: null }).where(shop)))
  await claims.move(eventId, 'firstReview')
  bench.clock.advance(3_600_000 + 600_000)
  await bench.centre.fault({ fault: 'clock', iso: bench.clock().toISOString(), gateway: true })
  expect(await follow()).toBe(1)
  const [now] = await deps().db.select().from(table).where(eq(table.eventId, eventId!))
  expect(now).toMatchObject({ state: '3' })
  expect(client).toBeDefined()
})
