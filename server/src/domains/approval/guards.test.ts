import { approval } from '@yibao/shared/calls/approval.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { seedId, storeIdOf } from '../../seed/organisation.ts'
import { leaseAt } from '../../test/clock.ts'
import { otherNode } from '../../test/other-node.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { menuRole, user, userDataRole } from '../auth/tables.ts'
import { store } from '../organisation/tables.ts'
import type { Day } from '../reconciliation/test/bench.ts'
import { startCentre } from '../settlement/test/centre.ts'
import { carryOutDue } from './carry-out.ts'
import { expireWaiting } from './expire.ts'
import { approvalRequest } from './tables.ts'
import { openDesk } from './test/desk.ts'

// Who may say yes as rights are now, and what an application does whose node is not alone or cannot go on.

const centre = opened(startCentre)
const desk = opened(() => openDesk(centre))
afterEach(() => centre.clearFaults())

const fail = (fault: unknown) => {
  throw fault
}
const set = (id: string, values: Partial<typeof approvalRequest.$inferInsert>) =>
  desk.deps.db.update(approvalRequest).set(values).where(eq(approvalRequest.id, id))
const due = async (id: string) => {
  await set(id, { claimedUntil: null, nextAttemptAt: new Date(0) })
  await carryOutDue(desk.deps, fail)
}
const reversals = async (day: Day) => (await day.book()).filter(({ infno }) => infno === '2103').length
const done = '已撤销，请按原支付方式退款'

test('an answer that comes after another node took the application over ends nothing of his', async () => {
  const day = await desk.bench.day('clerk', '2026-06-01')
  const { id: orderId } = await day.buy('1.00')
  const id = await desk.askReversal(day, orderId)
  await centre.fault({ fault: 'delay', infno: '2103', ms: 400 })
  const boss = await desk.boss()
  const { progressId } = await boss.ok(approval.do, { ids: [id], verdict: 'approve', opinion: '' })
  await expect.poll(async () => (await day.order(orderId)).state, { interval: 10 }).toBe('reversing')
  const his = leaseAt(desk.bench.clock().getTime() + 900_000)
  await set(id, { claimedUntil: his })
  await untilEnded(boss, progressId)
  expect(await desk.row(id)).toMatchObject({ state: 'approved', claimedUntil: his, outcome: null })
  expect(await desk.unread(day.client)).toEqual([])
  await due(id)
  expect([await reversals(day), ...(await desk.stateOf(day.client, id))]).toEqual([1, 'done', done])
  expect(await desk.unread(day.client)).toHaveLength(1)
})

test('a node whose clock is ahead leaves alone what another one carries out', async () => {
  const day = await desk.bench.day('clerk', '2026-06-03')
  const { id: orderId } = await day.buy('1.00')
  const id = await desk.askReversal(day, orderId)
  const there = await otherNode(desk.bench.counter.server, 310_000)
  await centre.fault({ fault: 'delay', infno: '2103', ms: 400 })
  const boss = await desk.boss()
  const { progressId } = await boss.ok(approval.do, { ids: [id], verdict: 'approve', opinion: '' })
  await expect.poll(async () => (await day.order(orderId)).state, { interval: 10 }).toBe('reversing')
  await carryOutDue(there.deps, fail)
  await untilEnded(boss, progressId)
  await there.close()
  expect([await reversals(day), ...(await desk.stateOf(day.client, id))]).toEqual([1, 'done', done])
})

test('a fault of ours before anything left: said, tried again, done once; after ten of them a person looks', async () => {
  const day = await desk.bench.day('clerk', '2026-06-02')
  const { db } = desk.deps
  const [first, second] = [(await day.buy('1.00')).id, (await day.buy('2.00')).id]
  await db.execute(sql`create function broken() returns trigger language plpgsql as $$ begin
    if new.infno = '2103' then raise exception 'broken'; end if; return new; end $$`)
  await db.execute(sql`create trigger broken before insert on settlement_intent for each row execute function broken()`)
  const boss = await desk.boss()
  const a = await desk.askReversal(day, first)
  const b = await desk.askReversal(day, second)
  await desk.approve(boss, a, b)
  expect(await desk.stateOf(day.client, a)).toEqual(['approved', '系统暂时不能执行，稍后自动重试'])
  await set(b, { attempts: 9 })
  await due(b)
  expect((await desk.stateOf(day.client, b))[0]).toBe('refused')
  await db.execute(sql`drop trigger broken on settlement_intent`)
  await due(a)
  await due(b)
  expect(await desk.stateOf(day.client, a)).toEqual(['done', done])
  expect([await reversals(day), (await day.order(second)).state]).toEqual([1, 'settled'])
})

test('whoever lost a right, his store or his area is neither asked nor chosen; the store reads its own alone', async () => {
  const day = await desk.bench.day('clerk', '2026-06-03')
  const { db } = desk.deps
  const { id: orderId } = await day.buy('1.00')
  const id = await desk.askReversal(day, orderId)
  const boss = await desk.boss()
  const names = async () => (await boss.ok(approval.persons, { id })).map(({ name }) => name).sort()
  expect(await names()).toEqual(['周管理', '郑区管'])
  const other = seedId(2, 3)
  const [role] = await db.select().from(menuRole).where(eq(menuRole.code, 'area'))
  const buttons = (some: typeof menuRole.$inferInsert.buttons) =>
    db.update(menuRole).set({ buttons: some }).where(eq(menuRole.code, 'area'))
  const works = (code?: string) =>
    db
      .update(user)
      .set({ storeId: code ? storeIdOf(code) : null })
      .where(eq(user.id, other))
  const closed = (is: boolean) =>
    db
      .update(store)
      .set({ closed: is })
      .where(eq(store.id, storeIdOf('P32050100001')))
  const sees = await db.select().from(userDataRole).where(eq(userDataRole.userId, other))

  await buttons(role!.buttons!.filter(({ buttonCode }) => buttonCode !== 'reverse'))
  expect(await names(), 'he could not do it himself').toEqual(['周管理'])
  await buttons(role!.buttons)
  await works('P32050100002')
  expect(await names(), 'he works in another store').toEqual(['周管理'])
  await works('P32050100001')
  expect(await names()).toEqual(['周管理', '郑区管'])
  await closed(true)
  expect(await names(), 'his store is closed').toEqual(['周管理'])
  await closed(false)
  await works()
  await db.delete(userDataRole).where(eq(userDataRole.userId, other))
  expect(await names(), 'he sees none of its stores').toEqual(['周管理'])
  await db.insert(userDataRole).values(sees)

  const beside = await desk.bench.counter.server.as('pharmacist')
  expect((await beside.send(approval.get, { id })).statusCode).toBe(404)
  await day.client.ok(approval.withdraw, { id })
  const { id: again } = await day.buy('2.00')
  await boss.ok(approval.submit, { reversal: { orderId: again, reason: '重复结算' } })
  expect(await desk.unread(boss), 'nobody is told of what he asks himself').toEqual([])
  expect(await desk.unread(await desk.boss('area1'))).toHaveLength(1)
})

test('a node whose clock is far ahead ends nothing that waits; what it put off is carried out', async () => {
  const day = await desk.bench.day('clerk', '2026-06-04')
  const { id: orderId } = await day.buy('1.00')
  const id = await desk.askReversal(day, orderId)
  const told = vi.spyOn(console, 'error').mockReturnValue(undefined)
  expect(await expireWaiting({ ...desk.deps, clock: () => new Date('2099-01-01T08:00:00+08:00') })).toBe(0)
  told.mockRestore()
  expect((await desk.row(id)).state).toBe('waiting')
  const judged = { judgedById: seedId(2, 2), judgedByName: '吴区管', judgedAt: desk.bench.clock() }
  await set(id, { state: 'approved', ...judged, nextAttemptAt: new Date('2099-01-01T08:01:00+08:00') })
  await carryOutDue(desk.deps, fail)
  expect([await reversals(day), ...(await desk.stateOf(day.client, id))]).toEqual([1, 'done', done])
})
