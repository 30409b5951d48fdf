import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { and, desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { operationLog } from '../../../call/tables.ts'
import { intent } from '../../order/tables.ts'
import type { Day } from '../test/bench.ts'
import { useBench } from '../test/use-bench.ts'

// A settlement that our book has as reversed while the centre has it still. Each asserts the centre's book, ours, and what
// people read.

const bench = useBench()

const refunds = async (day: Day) => (await day.book()).filter(({ refd_setl_flag }) => refd_setl_flag === '1')

/** What our book took for reversed, and its difference. */
const reversedHere = async (day: Day) => {
  const { id } = await day.buy('1.00')
  const reversed = {
    state: 'reversed',
    reversedBy: '2103',
    reversedAt: bench.clock(),
    reversalReason: '顾客退药',
  } as const
  await day.patch(id, reversed)
  await day.deps.db.update(intent).set({ outcome: 'reversed' }).where(eq(intent.orderId, id))
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'oneSideReversed', orderId: id, proposal: 'confirmReversal' })
  const confirm = async () =>
    day.handle(difference!, 'confirmReversal', {
      authorizationId: await day.approve(`confirmReversal:${difference!.id}`),
    })
  return { id, difference: difference!, confirm }
}

test('a 2103 that the centre refuses leaves it reversed here and a difference, not settled as if nothing had been', async () => {
  const day = await bench.day('clerk', '2026-11-01')
  const { id, difference, confirm } = await reversedHere(day)
  const before = await day.order(id)
  await bench.centre.fault({ fault: 'refuse', infno: '2103', text: '暂不能撤销' })
  expect((await confirm()).resultNotice?.error).toBe('医保中心：“暂不能撤销”')
  // It stood again for a moment, of which its ERP may have heard.
  const { updatedAt: _, turned: __, ...same } = before
  expect(await day.order(id)).toMatchObject(same)
  expect(await refunds(day)).toEqual([])
  expect((await day.differences({ id: difference.groupId }))[0]).not.toHaveProperty('handledBy')
  expect((await confirm()).success).toBe(true)
  expect(await day.order(id)).toMatchObject({ state: 'reversed', reversedBy: '2103', flags: [] })
  expect(await refunds(day)).toHaveLength(1)
  const { groups, equal } = await day.total()
  expect(equal).toBe(groups.length)
})

test('what the centre answers to a repair stands in the log without the numbers that it quotes', async () => {
  const day = await bench.day('clerk', '2026-11-08')
  const { confirm } = await reversedHere(day)
  const text = '参保人 320501199001011234 的结算 A12345678 已冻结'
  await bench.centre.fault({ fault: 'refuse', infno: '5203', text })
  expect((await confirm()).resultNotice?.error).toBe(`医保中心：“${text}”`)
  const [line] = await day.deps.db
    .select({ message: operationLog.message })
    .from(operationLog)
    .where(eq(operationLog.ok, false))
    .orderBy(desc(operationLog.at), desc(operationLog.id))
    .limit(1)
  expect(line?.message).toBe('医保中心：“参保人 … 的结算 … 已冻结”')
})

test('one of which nobody heard, and that the centre keeps: it is listed with what to do until it is reversed', async () => {
  const day = await bench.day('clerk', '2026-11-02')
  const { id, confirm } = await reversedHere(day)
  await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '2103' })
  expect((await confirm()).resultNotice?.error).toBe('医保中心没有答复')
  await day.refusedAtLast(id)
  expect(await day.order(id)).toMatchObject({ state: 'settled', flags: ['reversedHere'] })
  const { items } = await day.client.ok(orderCalls.abnormalPaged, { kind: 'reversedHere' })
  expect(items).toMatchObject([{ id, abnormal: { kind: 'reversedHere', needsPerson: true } }])
  expect((await day.cancel(id)).result).toMatchObject({ status: '3' })
  expect(await day.order(id)).toMatchObject({ state: 'reversed', flags: [] })
  expect(await refunds(day)).toHaveLength(1)
})

test('a reversal that only the statement shows leaves nobody looking for a bill of it, nor one too many', async () => {
  const day = await bench.day('clerk', '2026-11-03')
  const { id } = await day.buy('1.00')
  await day.patch(id, { flags: ['duplicate', 'amount', 'erpMissing'] })
  await bench.centre.fault({ fault: 'dropAfterBooking', infno: '2103' })
  await day.cancel(id)
  bench.clock.advance(1000)
  await bench.centre.fault({ fault: 'refuse', infno: '5203', text: '查询暂停' })
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'oneSideReversed', handledAction: 'confirmReversal' })
  expect(await day.order(id)).toMatchObject({ state: 'reversed', flags: ['amount'] })
  expect((await day.client.ok(orderCalls.get, { id })).abnormal).toMatchObject({ kind: 'amount' })
  expect(await refunds(day)).toHaveLength(1)
})

test('标记为已冲正 taken back gives the order its flags again', async () => {
  const day = await bench.day('clerk', '2026-11-04')
  const { id } = await day.buy('1.00')
  await day.patch(id, { flags: ['erpMissing'] })
  await day.undoAtCentre(id)
  const [difference] = await day.run()
  expect((await day.handle(difference!, 'markReversed')).success).toBe(true)
  expect(await day.order(id)).toMatchObject({ state: 'reversed', flags: [] })
  expect((await day.client.send(reconciliation.undo, { diffId: difference!.id })).success).toBe(true)
  expect(await day.order(id)).toMatchObject({ state: 'settled', flags: ['erpMissing'] })
})

/** A settlement too many of 2.00 in cash. */
const tooMany = async (day: Day, suspected?: boolean) => {
  const { id } = await day.buy('2.00', { accountUsed: false })
  const { basket } = await day.order(id)
  return { id, flagged: { flags: ['duplicate' as const], basket: { ...basket, duplicateOf: '1', suspected } } }
}

test.each([
  ['2026-11-05', undefined, '重复结算已撤销，退现金 2.00 元：张*', '有一笔医保结算重复，'],
  ['2026-11-06', true, '疑似重复结算已撤销，退现金 2.00 元：张*', '有一笔医保结算疑似重复，'],
] as const)(
  '%s: that the centre had reversed one too many (suspected: %s) is told to the store with the cash',
  async (date, suspected, title, said) => {
    const day = await bench.day('clerk', date)
    const { id, flagged } = await tooMany(day, suspected)
    await day.cancel(id)
    await day.deps.db.delete(intent).where(and(eq(intent.orderId, id), eq(intent.infno, '2103')))
    const none = { reversedBy: null, reversedAt: null, reversalSetlId: null, reversalMsgid: null }
    await day.patch(id, { state: 'settled', ...none, ...flagged })
    const [difference] = await day.run()
    expect(difference).toMatchObject({ class: 'oneSideReversed', proposal: 'confirmReversal' })
    const authorizationId = await day.approve(`confirmReversal:${difference!.id}`)
    expect((await day.handle(difference!, 'confirmReversal', { authorizationId })).success).toBe(true)
    expect(await day.order(id)).toMatchObject({ state: 'reversed', flags: [] })
    expect(await refunds(day)).toHaveLength(1)
    const content = expect.stringContaining(said)
    expect(await day.duplicatesTold(await day.order(id))).toMatchObject([{ title, content }])
  },
)

test('标记为已冲正 of one too many is told to the store with the cash, until it is taken back', async () => {
  const day = await bench.day('clerk', '2026-11-07')
  const { id, flagged } = await tooMany(day)
  await day.patch(id, flagged)
  await day.undoAtCentre(id)
  const [difference] = await day.run()
  expect((await day.handle(difference!, 'markReversed')).success).toBe(true)
  const one = await day.order(id)
  expect([one.state, await day.book()]).toEqual(['reversed', []])
  expect(await day.duplicatesTold(one)).toMatchObject([{ title: '重复结算已撤销，退现金 2.00 元：张*' }])
  expect((await day.client.send(reconciliation.undo, { diffId: difference!.id })).success).toBe(true)
  expect(await day.order(id)).toMatchObject({ state: 'settled', flags: ['duplicate'] })
  expect(await day.duplicatesTold(one)).toEqual([])
})
