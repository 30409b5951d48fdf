import { order as orderCalls, reconciliation } from '@yibao/shared/calls/books.ts'
import { ybOptions } from '@yibao/shared/calls/config.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { noLease } from '../../database/held.ts'
import { leaseAt } from '../../test/clock.ts'
import { otherNode } from '../../test/other-node.ts'
import { move } from '../order/states.ts'
import { intent, order } from '../order/tables.ts'
import { refreshCentres } from '../plugin/centre.ts'
import { recoverIntent } from './recover/recover.ts'
import { openCounter, plain } from './test/counter.ts'

// An administrator finds out that the centre's acct_pay leaves out what the family's account paid, and turns the option
// while a settlement is under way: it is booked as what was booked before the change has become by it.

const counter = opened(() => openCounter('clerk', { config: { settleWait: 5_000 }, settings: plain }))

/** Little of his own; the account of a family member pays the rest. */
const helped = '32050000000000000012'

const turn = async (mulaidInAcct: boolean) => {
  const area = await counter.server.as('area', { areaCode: '320500' })
  const here = { medicalAreaCode: '320500' }
  const { revision } = await area.ok(ybOptions.pullYBConfigOptionsV2, here)
  await area.ok(ybOptions.saveYBConfigOptions, { ...here, revision, values: { mulaidInAcct } })
}
beforeEach(async () => {
  await counter.centre.option('320500', 'familyApart', true)
  await turn(true)
})
afterEach(() => counter.centre.clearFaults())

const priced = async (price: string, client = counter.clerk) =>
  counter.preSettle(
    await counter.read(helped, client),
    { lines: [{ ownCode: '100002', quantity: '1', price }] },
    client,
  )

/** It is settled while the centre takes its time, and the option is turned meanwhile. */
const settledAndTurned = async (one: Awaited<ReturnType<typeof priced>>, then: () => Promise<unknown>) => {
  await counter.centre.fault({ fault: 'delay', infno: '2102', ms: 700 })
  const answer = counter.settle(one)
  await expect
    .poll(async () => (await fetch(`${counter.centre.url}/simulator/faults`)).text(), { interval: 20 })
    .not.toContain('2102')
  await then()
  return answer
}

/** What stands in our book and in the centre's, what the clerk reads, and whether the day agrees. */
const expectCounted = async (id: string, price: string) => {
  const fen = Math.round(Number(price) * 100)
  const [row] = await counter.server.deps.db.select().from(order).where(eq(order.id, id))
  expect(row).toMatchObject({ state: 'settled', account: fen, cash: 0, familyApart: true, split: { account: fen } })
  expect(await counter.clerk.ok(orderCalls.get, { id })).toMatchObject({ account: price, cash: '0.00' })
  const day = formatDay(new Date())
  const [there] = (await counter.centre.book('P32050100001', day)).filter(({ msgid }) => msgid === row!.msgid)
  expect(Math.round(Number(there!.acct_pay) * 100)).toBe(fen - row!.familyAccount)
  expect(row!.familyAccount).toBeGreaterThan(0)
  expect(await counter.clerk.ok(reconciliation.total, { day, force: true })).toMatchObject({ unequal: 0 })
}

test('while 2102 is on its way', async () => {
  const one = await priced('15.01')
  const { result } = await settledAndTurned(one, () => turn(false))
  expect(result).toMatchObject({ status: '2', account: '15.01', cash: '0.00' })
  await expectCounted(one.id, '15.01')
})

test('after its answer came too late and was kept', async () => {
  const one = await priced('3.02')
  const { db } = counter.server.deps
  const ofOrder = eq(intent.orderId, one.id)
  const taken = { node: 'other', attempts: 1, outcome: 'unknown' as const, leaseUntil: leaseAt(Date.now() + 60_000) }
  await settledAndTurned(one, async () => {
    await db
      .update(intent)
      .set(taken)
      .where(and(ofOrder, eq(intent.outcome, 'open')))
    await move(db, one.id, 'lost', new Date(), { by: '系统' })
  })
  await turn(false)
  const [sent] = await db.update(intent).set({ leaseUntil: noLease }).where(ofOrder).returning()
  expect(sent!.lateAnswer).not.toBeNull()
  await counter.centre.fault({ fault: 'refuse', infno: '5201', text: '查询服务暂停', times: 0 })
  await recoverIntent(counter.server.deps, sent!.id)
  await expectCounted(one.id, '3.02')
})

test('on a node that has not heard of it yet', async () => {
  const node = await otherNode(counter.server, 0)
  await refreshCentres(node.deps)
  await turn(false)
  const there = node.here(counter.clerk)
  const one = await priced('3.03', there)
  expect((await counter.settle(one, there)).result).toMatchObject({ status: '2', account: '3.03', cash: '0.00' })
  await node.close()
  await expectCounted(one.id, '3.03')
})
