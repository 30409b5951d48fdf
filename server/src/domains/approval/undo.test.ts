import { approval } from '@yibao/shared/calls/approval.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { formatAmount, yuan } from '@yibao/shared/money.ts'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { authorization } from '../auth/tables.ts'
import { intent } from '../order/tables.ts'
import type { Day } from '../reconciliation/test/bench.ts'
import { startCentre } from '../settlement/test/centre.ts'
import { carryOut } from './carry-out.ts'
import { approvalRequest } from './tables.ts'
import { openDesk } from './test/desk.ts'

// 冲正 of a settlement that nobody knows the end of, where who may approve it is not beside the clerk.

const centre = opened(startCentre)
const desk = opened(() => openDesk(centre))
afterEach(() => centre.clearFaults())

/** A settlement whose answer was lost, and that the system has given up behind a 2601 that nobody answered. */
const givenUp = async (day: Day, price: string, undoSentAt: Date | null = day.clock()) => {
  await centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  const { id } = await day.buy(price)
  await desk.deps.db.update(intent).set({ attempts: 1, needsPerson: true, undoSentAt }).where(eq(intent.orderId, id))
  return id
}
const ask = async (day: Day, id: string) => {
  const { no } = await day.client.ok(approval.submit, { undo: { id, reason: '顾客没有取药' } })
  return (await desk.mine(day.client)).find((one) => one.no === no)!.id
}
/** What became of its money at the centre, our book, and what both read. */
const ends = async (day: Day, request: string, orderId: string) => {
  const total = formatAmount(yuan((await day.order(orderId)).total))
  const { fixmedinsCode } = await day.store()
  const rows = (await day.centre.book(fixmedinsCode, day.date)).filter((row) => row.medfee_sumamt === total)
  const said = await desk.stateOf(day.client, request)
  expect(await desk.stateOf(await desk.boss(), request), 'both read the same').toEqual(said)
  return [rows.map(({ undone }) => undone), (await day.order(orderId)).state, ...said]
}

test('is asked for at a distance, and done once it is approved', async () => {
  const day = await desk.bench.day('clerk', '2026-05-01')
  const orderId = await givenUp(day, '1.00')
  const alone = await day.client.send(orderCalls.undo, { id: orderId, reason: '顾客没有取药' })
  expect(alone.error?.message).toMatch(/授权/)
  const request = await ask(day, orderId)
  expect(await ends(day, request, orderId)).toEqual([[false], 'unknown', 'waiting', undefined])
  await desk.approve(await desk.boss(), request)
  expect((await ends(day, request, orderId)).slice(0, 4)).toEqual([[true], 'presettled', 'done', '已冲正，没有扣款'])
})

test('the centre refuses: both read why, and it may be asked for again', async () => {
  const day = await desk.bench.day('clerk', '2026-05-02')
  const orderId = await givenUp(day, '2.00')
  const request = await ask(day, orderId)
  await centre.fault({ fault: 'refuse', infno: '2601', text: '已超过冲正期限', times: 0 })
  await desk.approve(await desk.boss(), request)
  const [books, state, ended, outcome] = await ends(day, request, orderId)
  expect([books, state, ended]).toEqual([[false], 'unknown', 'refused'])
  expect(outcome).toMatch(/^没有冲正（.*已超过冲正期限.*），请勿重复结算，稍后再申请$/)
  await centre.clearFaults()
  await day.inTime()
  await desk.approve(await desk.boss(), await ask(day, orderId))
  expect((await day.order(orderId)).state).toBe('presettled')
})

test('where the centre has it after all it is booked and not undone: both read so', async () => {
  const day = await desk.bench.day('clerk', '2026-05-05')
  const orderId = await givenUp(day, '6.00', null)
  const request = await ask(day, orderId)
  await desk.approve(await desk.boss(), request)
  const [books, state, ended, outcome] = await ends(day, request, orderId)
  expect([books, state, ended]).toEqual([[false], 'settled', 'refused'])
  expect(outcome).toContain('已记为结算成功')
})

test('the node dies between its word and its record: the next one finds it done, and does it no second time', async () => {
  const day = await desk.bench.day('clerk', '2026-05-03')
  const orderId = await givenUp(day, '3.00')
  const request = await ask(day, orderId)
  await desk.approve(await desk.boss(), request)
  await desk.deps.db
    .update(approvalRequest)
    .set({ state: 'approved', claimedUntil: null, outcome: null, endedAt: null })
    .where(eq(approvalRequest.id, request))
  await carryOut(desk.deps, request)
  expect(await ends(day, request, orderId)).toEqual([[true], 'presettled', 'done', '已冲正，没有扣款'])
  const given = await desk.deps.db.select().from(authorization).where(eq(authorization.target, orderId))
  expect(given.filter(({ usedAt }) => usedAt)).toHaveLength(1)
})

test('what a person is not needed for, or nobody has to approve, is asked for by nobody', async () => {
  const day = await desk.bench.day('clerk', '2026-05-04')
  const { id: settled } = await day.buy('4.00')
  const submit = (id: string) => day.client.send(approval.submit, { undo: { id, reason: '顾客没有取药' } })
  expect((await submit(settled)).error?.message).toMatch(/已结算/)
  const orderId = await givenUp(day, '5.00')
  await desk.deps.db.update(intent).set({ needsPerson: false }).where(eq(intent.orderId, orderId))
  expect((await submit(orderId)).error?.message).toBe('系统正在核实这笔结算')
  await desk.deps.db.update(intent).set({ needsPerson: true }).where(eq(intent.orderId, orderId))
  await desk.set({ authorizeUndo: false })
  expect((await submit(orderId)).success).toBe(false)
  await desk.set({ authorizeUndo: true })
})
