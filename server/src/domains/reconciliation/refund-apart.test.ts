import { approvalTarget } from '@yibao/shared/approval.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { outpatient } from '@yibao/shared/calls/outpatient.ts'
import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { reverse } from '../../centre/operations/reversal.ts'
import { systemHeader } from '../attendance/sign.ts'
import { intent } from '../order/tables.ts'
import { reversalAmong } from '../settlement/recover/reversal-among.ts'
import { type Day, stores } from './test/bench.ts'
import { useBench } from './test/use-bench.ts'

// A centre that flags a refund's own row alone: of the settlement that was taken back 5203 says what it said before
// (domain.md 3.4 states the flag of the negative row only). Its visit shows the refund.

const bench = useBench()
const { area, person, code } = stores.clerk
beforeAll(() => bench.centre.option(area, 'refundApart', true))

const sentOf = (id: string, infno: '2102' | '2103') => and(eq(intent.orderId, id), eq(intent.infno, infno))
const asks = (day: Day) => {
  const client = day.deps.services.centre.of(area)
  const run = vi.spyOn(client, 'run')
  const send = vi.spyOn(client, 'send')
  onTestFinished(() => {
    run.mockRestore()
    send.mockRestore()
  })
  return {
    asked: (infno: string) => run.mock.calls.filter(([one]) => one.infno === infno).length,
    sent: (infno: string) => send.mock.calls.filter(([, one]) => one === infno).length,
  }
}
const reversals = async (day: Day) => (await day.book()).filter(({ infno }) => infno === '2103')
/** Somebody takes a settlement back on the centre's own site. */
const takenBackThere = async (day: Day, { setl_id, mdtrt_id }: { setl_id: string; [name: string]: unknown }) => {
  bench.clock.advance(2000)
  await day.inTime()
  const header = await systemHeader(day.deps, await day.store(), area)
  const args = { setlId: setl_id, mdtrtId: String(mdtrt_id), psnNo: person }
  const { kind } = await day.deps.services.centre.of(area).run(reverse, args, header, { timeoutMs: 5_000 })
  expect(kind).toBe('booked')
}
const query = async (day: Day) => {
  const { readId } = (await day.counter.read(person, day.client)) as { readId: string }
  const asked = { readId, from: day.date, to: day.date }
  return { readId, visits: (await day.client.ok(outpatient.queryCentre, asked)).visits }
}
/** Our book forgets a reversal that it has sent: as if another system had made it. */
const forget = async (day: Day, id: string) => {
  await day.deps.db.delete(intent).where(sentOf(id, '2103'))
  const none = { reversedBy: null, reversedAt: null, reversalSetlId: null, reversalMsgid: null }
  await day.patch(id, { state: 'settled', ...none })
}

test('a lost 2102 that was taken back on the centre’s own site is no sale: it is a person’s, and nobody binds it either', async () => {
  const day = await bench.day('clerk', '2031-03-01')
  await bench.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  const { id, answer } = await day.buy('3.00')
  expect(answer.result).toMatchObject({ status: '4' })
  const [row] = await day.book()
  await takenBackThere(day, row!)
  bench.clock.advance(1000)
  const { sent } = asks(day)
  await day.recover(id)
  expect(await day.order(id)).toMatchObject({ state: 'unknown', setlId: null })
  expect(sent('2601'), 'nor is it taken back once more').toBe(0)
  const { status, abnormal } = await day.client.ok(orderCalls.get, { id })
  expect([status, abnormal]).toMatchObject(['4', { needsPerson: true, lastError: '中心已有这笔结算，但已退费' }])
  bench.clock.advance(60_000)
  const bound = await day.client.send(orderCalls.bind, { id, setlId: row!.setl_id, mdtrtId: String(row!.mdtrt_id) })
  expect(JSON.stringify(bound.resultNotice)).toContain('这笔结算已退费')
  // Who says that nothing left the counter has what he asks for.
  const authorizationId = await day.approve(approvalTarget.undo(id), 'undo')
  const undone = await day.client.ok(orderCalls.undo, { id, reason: '顾客没有取药', authorizationId })
  expect([undone.status, undone.abnormal, sent('2601')]).toEqual(['1', undefined, 0])
  expect((await day.book()).map(({ infno }) => infno)).toEqual(['2102', '2103'])
})

test('a lost 2102 that stands is booked as before, by no question more', async () => {
  const day = await bench.day('clerk', '2031-03-02')
  await bench.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  const { id } = await day.buy('3.10')
  bench.clock.advance(1000)
  const { asked } = asks(day)
  await day.recover(id)
  expect((await day.client.ok(orderCalls.get, { id })).status).toBe('2')
  expect([asked('5201'), asked('5204'), asked('5203')]).toEqual([1, 1, 1])
})

test('a 2103 that did arrive, and is refused on repeat in words that no pattern knows: it is reversed', async () => {
  const day = await bench.day('clerk', '2031-03-03')
  const { id } = await day.buy('4.00')
  bench.clock.advance(2000)
  await day.inTime()
  await bench.centre.fault({ fault: 'dropAfterBooking', infno: '2103' })
  expect((await day.cancel(id)).result).toMatchObject({ status: '4' })
  await bench.centre.fault({ fault: 'refuse', infno: '2103', text: '业务状态异常', times: 0 })
  bench.clock.advance(1000)
  await day.recover(id)
  const [refund, ...more] = await reversals(day)
  expect([refund!.medfee_sumamt, more]).toEqual(['-4.00', []])
  expect(await day.order(id)).toMatchObject({
    ...{ state: 'reversed', reversalSetlId: refund!.setl_id, reversalMsgid: refund!.msgid },
  })
  expect((await day.client.ok(orderCalls.get, { id })).status).toBe('3')
})

test('a 2103 that never arrived and is refused: the settlement stands', async () => {
  const day = await bench.day('clerk', '2031-03-04')
  const { id } = await day.buy('4.10')
  await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '2103' })
  expect((await day.cancel(id)).result).toMatchObject({ status: '4' })
  await bench.centre.fault({ fault: 'refuse', infno: '2103', text: '业务状态异常', times: 0 })
  bench.clock.advance(1000)
  await day.recover(id)
  expect(await reversals(day)).toEqual([])
  expect((await day.client.ok(orderCalls.get, { id })).status).toBe('2')
})

test('门诊: one that both books have taken back agrees, in one row; what stands there alone and was taken back is not booked', async () => {
  const day = await bench.day('clerk', '2031-03-05')
  const { id } = await day.buy('5.00')
  bench.clock.advance(2000)
  await day.inTime()
  await day.cancel(id)
  expect((await query(day)).visits).toMatchObject([{ orderId: id, verdict: 'equal' }])
  // Our book has it as settled: the other way round.
  await forget(day, id)
  expect((await query(day)).visits).toMatchObject([{ orderId: id, verdict: 'reversedThere' }])
  await day.patch(id, { state: 'reversed' })
  await day.centreOnly('P3205010000120310305080000001')
  const strange = (await day.book()).find(({ msgid }) => msgid === 'P3205010000120310305080000001')!
  await takenBackThere(day, strange)
  const { readId, visits } = await query(day)
  const alone = visits.find(({ setlId }) => setlId === strange.setl_id)
  expect(alone).toMatchObject({
    verdict: 'centreOnly',
    advice: '医保中心结算后又退费，没有扣款，不用处理',
    canBackfill: false,
  })
  const take = { readId, setlId: strange.setl_id, mdtrtId: String(strange.mdtrt_id), reason: '核对' }
  const taken = await day.client.send(outpatient.backfill, take)
  expect(JSON.stringify(taken.resultNotice)).toContain('这一笔不再需要补录')
})

test('a refund of another system is of the settlement whose visit shows it, of two with one amount; it is confirmed without a 2103', async () => {
  const day = await bench.day('clerk', '2031-03-06')
  const older = (await day.buy('4.00')).id
  bench.clock.advance(2000)
  await day.inTime()
  const newer = (await day.buy('4.00')).id
  await day.cancel(older)
  await forget(day, older)
  const [difference, ...more] = await day.run()
  expect(more).toEqual([])
  expect(difference).toMatchObject({
    ...{ class: 'oneSideReversed', orderId: older, proposal: 'confirmReversal' },
    evidence: [expect.stringContaining('在医保中心已退费'), '本店系统没有发出过这笔撤销'],
  })
  const { sent } = asks(day)
  const authorizationId = await day.approve(`confirmReversal:${difference!.id}`)
  const done = await day.handle(difference!, 'confirmReversal', { authorizationId })
  expect(done.result?.handledNote).toContain('中心已撤销，本地已更新')
  expect(sent('2103')).toBe(0)
  expect([(await day.order(older)).state, (await day.order(newer)).state]).toEqual(['reversed', 'settled'])
  expect(await reversals(day)).toHaveLength(1)
})

test('our refund that a statement leaves out is of another day, where the visit shows it: nobody is asked to send it again', async () => {
  const day = await bench.day('clerk', '2031-03-07')
  const { id } = await day.buy('7.00')
  const night = await bench.day('clerk', '2031-03-08', '00:00:30')
  await night.cancel(id)
  // Our clock was behind: we have it on the day before, and without its number.
  await day.patch(id, { reversedAt: new Date('2031-03-07T23:59:59+08:00'), reversalSetlId: null })
  const late = Object.assign(night, { date: day.date })
  const [difference] = (await late.run()).filter(({ orderId }) => orderId === id)
  expect(difference).toMatchObject({ class: 'crossDay', evidence: ['医保中心已退费，但不记在这一天'] })
  expect((await bench.centre.book(code, '2031-03-08')).filter(({ infno }) => infno === '2103')).toHaveLength(1)
})

test('which row of a visit takes a settlement back', () => {
  const row = (setlId: string, total: number, setlTime: string, refunded = false) =>
    ({ setlId, total, setlTime, refunded }) as Parameters<typeof reversalAmong>[1][number] & object
  const first = row('1', 100, '2031-03-01 10:00:00')
  const back = row('2', -100, '2031-03-01 10:00:00', true)
  const again = row('3', 100, '2031-03-01 11:00:00')
  expect(reversalAmong(first, [first, back, again])).toBe(back)
  expect(reversalAmong(again, [first, back, again]), 'settled once more behind it').toBeUndefined()
  expect(reversalAmong(first, [first, row('2', -90, '2031-03-01 10:30:00', true), undefined])).toBeUndefined()
  expect(reversalAmong(first, [row('2', -100, '2031-03-01 10:30:00')]), 'not flagged').toBeUndefined()
  // An area that lists a refund with positive amounts, and flags both.
  const positive = row('2', 100, '2031-03-01 10:30:00', true)
  expect(reversalAmong({ ...first }, [{ ...first, refunded: true }, positive])).toBe(positive)
  expect(reversalAmong(positive, [{ ...first, refunded: true }, positive])).toBeUndefined()
})
