import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { untilEnded } from '../../test/until-ended.ts'
import { intent, order } from '../order/tables.ts'
import type { Day } from './test/bench.ts'
import { useBench } from './test/use-bench.ts'

// Two settlements of one person or one ERP bill: which of them a row of the centre speaks of, and what is done with that
// one alone.

const bench = useBench()
const refunds = async (day: Day) => (await day.book()).filter(({ refd_setl_flag }) => refd_setl_flag === '1')
const bill = (day: Day, id: string, erpBill: string) => day.patch(id, { erpBill })
const sentOf = (id: string, infno: '2102' | '2103') => and(eq(intent.orderId, id), eq(intent.infno, infno))

test('a bill with two settlements that stand is one difference: the later one is reversed on a second person’s word', async () => {
  const day = await bench.day('clerk', '2026-02-01')
  const first = await day.buy('1.00', { erpBill: 'B-1' })
  bench.clock.advance(1000)
  const later = await day.buy('1.50')
  // It looked like one too many of another order: it is one of its bill's.
  const { basket } = await day.order(later.id)
  const suspected = { ...basket, duplicateOf: '1', suspected: true }
  await day.patch(later.id, { erpBill: 'B-1', flags: ['duplicate'], basket: suspected })
  const back = await day.buy('2.00', { erpBill: 'B-2' })
  await day.cancel(back.id)
  await bill(day, (await day.buy('2.50')).id, 'B-2')
  await day.buy('3.00', { erpBill: 'B-3' })
  await day.buy('3.50')
  await day.buy('4.00')
  await day.centreOnly('P3205010000120260201080000001')
  const twice = (await day.run()).filter((one) => one.class === 'duplicate')
  expect(twice).toMatchObject([
    {
      ...{ orderId: later.id, proposal: 'reverse', actions: ['reverse', 'mark'], risk: 'money' },
      ...{ local: { total: '1.50' }, centre: { total: '1.50' } },
      evidence: [expect.stringMatching(/^ERP 单 B-1 有两笔中心结算，相隔 \d+ 秒$/)],
    },
  ])
  expect((await day.handle(twice[0]!, 'reverse')).resultNotice?.error).toBe('此操作需要授权')
  const authorizationId = await day.approve(`reverse:${twice[0]!.id}`)
  expect((await day.handle(twice[0]!, 'reverse', { authorizationId })).success).toBe(true)
  expect([(await day.order(first.id)).state, (await day.order(later.id)).state]).toEqual(['settled', 'reversed'])
  const told = (await day.order(later.id)).basket
  expect([told.duplicateOf, told.suspected]).toEqual([(await day.order(first.id)).orderNo, undefined])
  expect((await refunds(day)).map(({ medfee_sumamt }) => medfee_sumamt)).toEqual(['-2.00', '-1.50'])
})

test.each([
  ['2026-02-02', 'another order of its bill stands here', 'duplicate'],
  ['2026-02-03', 'the other order of its bill was reversed', 'centreOnlyKnown'],
  ['2026-02-04', 'the bill of that number is another store’s', 'centreOnlyKnown'],
] as const)('%s: booked at the centre, which had refused it, and %s: %s', async (date, what, name) => {
  const erpBill = `B-${date}`
  const other = await bench.day(what.includes('store’s') ? 'clerk2' : 'clerk', date)
  const second = await other.buy('1.00')
  await bill(other, second.id, erpBill)
  if (what.includes('reversed')) await other.cancel(second.id)
  const day = await bench.day('clerk', date, '10:30:00')
  await bench.centre.fault({ fault: 'refuse', infno: '2102', text: '系统繁忙' })
  const { id } = await day.buy('1.00')
  await bill(day, id, erpBill)
  const [sent] = await day.deps.db.select().from(intent).where(sentOf(id, '2102'))
  await day.centreOnly(sent!.msgid)
  const found = (await day.run()).filter(({ orderId }) => orderId === id)
  expect(found).toMatchObject([{ class: name, proposal: 'undo' }])
  expect(found[0]).not.toHaveProperty('handledBy')
  const said = found[0]!.evidence.some((text) => text.startsWith(`ERP 单 ${erpBill} 有两笔中心结算`))
  expect(said).toBe(name === 'duplicate')
  expect((await day.book()).some(({ msgid }) => msgid === sent!.msgid)).toBe(true)
})

test('a 2103 that the centre refused, and has all the same: a person says so, and nothing is sent again', async () => {
  const day = await bench.day('clerk', '2026-02-05')
  const { id } = await day.buy('1.00')
  await bench.centre.fault({ fault: 'dropAfterBooking', infno: '2103' })
  await day.cancel(id)
  await day.deps.db.update(intent).set({ outcome: 'refused' }).where(sentOf(id, '2103'))
  await day.patch(id, { state: 'settled' })
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'oneSideReversed', orderId: id, proposal: 'confirmReversal' })
  expect(difference).not.toHaveProperty('handledBy')
  expect((await day.order(id)).state).toBe('settled')
  expect((await day.handle(difference!, 'confirmReversal')).resultNotice?.error).toBe('此操作需要授权')
  const authorizationId = await day.approve(`confirmReversal:${difference!.id}`)
  const done = await day.handle(difference!, 'confirmReversal', { authorizationId })
  expect(done.result?.handledNote).toContain('中心已撤销，本地已更新，没有再次发送')
  expect([(await day.order(id)).state, (await refunds(day)).length]).toEqual(['reversed', 1])
})

/** Our book forgets a reversal that it has sent: as if another system had made it. */
const forget = async (day: Day, id: string) => {
  await day.deps.db.delete(intent).where(sentOf(id, '2103'))
  const none = { reversedBy: null, reversedAt: null, reversalSetlId: null, reversalMsgid: null }
  await day.patch(id, { state: 'settled', ...none })
}

test('a reversal of another system is of the settlement that the centre shows as refunded, of two with one amount', async () => {
  const day = await bench.day('clerk', '2026-02-06')
  const older = (await day.buy('4.00')).id
  bench.clock.advance(1000)
  const newer = (await day.buy('4.00')).id
  await day.cancel(older)
  await forget(day, older)
  const [difference] = await day.run()
  expect(difference).toMatchObject({
    ...{ class: 'oneSideReversed', orderId: older, proposal: 'confirmReversal', local: { total: '4.00' } },
    evidence: [expect.stringContaining('在医保中心已退费'), '本店系统没有发出过这笔撤销'],
  })
  const after = await bench.day('clerk', '2026-02-07', '00:10:00')
  const authorizationId = await after.approve(`confirmReversal:${difference!.id}`)
  expect((await after.handle(difference!, 'confirmReversal', { authorizationId })).success).toBe(true)
  expect([(await day.order(older)).state, (await day.order(newer)).state]).toEqual(['reversed', 'settled'])
  expect(formatDay((await day.order(older)).reversedAt!), 'the day of its statement').toBe(day.date)
  expect(await refunds(day), 'no second 2103').toHaveLength(1)
  const { groups, equal } = await Object.assign(after, { date: day.date }).total()
  expect(equal).toBe(groups.length)
})

test('reversals of another system are told apart by their amounts, and none is of what was reversed here', async () => {
  const day = await bench.day('clerk', '2026-02-10')
  const ids: string[] = []
  for (const price of ['4.00', '4.00', '6.00']) {
    ids.push((await day.buy(price)).id)
    bench.clock.advance(1000)
  }
  for (const id of ids) await day.cancel(id)
  const [older, newer, other] = ids as [string, string, string]
  for (const id of [older, other]) await forget(day, id)
  const found = await day.run()
  expect(found.map(({ class: name, orderId }) => [name, orderId]).sort()).toEqual(
    [older, other].map((id) => ['oneSideReversed', id]).sort(),
  )
  expect((await day.order(newer)).state).toBe('reversed')
})

test('two reversals of one batch are two messages', async () => {
  const day = await bench.day('clerk', '2026-02-07')
  const ids = [(await day.buy('4.00')).id, (await day.buy('5.00')).id]
  for (const id of ids) await day.patch(id, { state: 'reversed', reversedBy: '2103', reversedAt: bench.clock() })
  const diffIds = (await day.run()).map(({ id }) => id)
  const authorizationId = await day.approve(`confirmReversal:${diffIds.toSorted().join(',')}`, 'differences')
  const { progressId } = await day.client.ok(
    reconciliation.batch,
    { diffIds, action: 'confirmReversal', authorizationId },
    { 'idempotency-key': 'one-key-for-both' },
  )
  expect((await untilEnded(day.client, progressId)).text).toBe('2 笔全部处理')
  expect((await refunds(day)).map(({ medfee_sumamt }) => medfee_sumamt).sort()).toEqual(['-4.00', '-5.00'])
  expect((await Promise.all(ids.map((id) => day.order(id)))).map(({ state }) => state)).toEqual([
    'reversed',
    'reversed',
  ])
})

test('the row that is backfilled is that of the message, not another purchase of the same person', async () => {
  const day = await bench.day('clerk', '2026-02-08')
  const own = await day.buy('1.00')
  const msgid = 'P3205010000120260208080000001'
  await day.centreOnly(msgid)
  const [difference] = await day.run()
  await day.handle(difference!, 'backfill')
  const theirs = (await day.book()).find((row) => row.msgid === msgid)!
  const [made] = await day.deps.db.select().from(order).where(eq(order.msgid, msgid))
  expect(made).toMatchObject({ setlId: theirs.setl_id, total: Math.round(Number(theirs.medfee_sumamt) * 100) })
  expect(made!.id).not.toBe(own.id)
})

test('a settlement and its refund that this system never knew: the refund can only be looked into', async () => {
  const day = await bench.day('clerk', '2026-02-09')
  await day.centreOnly('P3205010000120260209080000001')
  const [difference] = await day.run()
  const { orderId } = (await day.handle(difference!, 'backfill')).result!
  const [made] = await day.deps.db.select().from(order).where(eq(order.msgid, 'P3205010000120260209080000001'))
  expect(orderId ?? made!.id).toBe(made!.id)
  await day.cancel(made!.id)
  await day.deps.db.delete(intent).where(eq(intent.orderId, made!.id))
  await day.deps.db.delete(order).where(eq(order.id, made!.id))
  await day.total({ force: true })
  const found = (await day.run()).filter(({ handledBy }) => !handledBy)
  expect(found.map(({ class: name, centre, actions }) => [name, centre?.reversed, actions])).toEqual(
    expect.arrayContaining([
      ['centreOnlyUnknown', false, ['backfill', 'undo', 'reverse', 'mark']],
      ['centreOnlyUnknown', true, ['mark']],
    ]),
  )
  expect(found).toHaveLength(2)
})

test.each([
  ['2026-02-11', '', '另一笔已撤销，请重新对明细', 'reversed', 1],
  ['2026-02-12', ' and nobody knows yet whether it is', '系统正在核实这一笔', 'unknown', 0],
] as const)(
  '%s: the first of a bill was reversed at the counter meanwhile%s: the one that is left is not reversed too',
  async (date, open, text, state, reversals) => {
    const day = await bench.day('clerk', date)
    const erpBill = `B-${date}`
    const first = await day.buy('1.00', { erpBill })
    bench.clock.advance(1000)
    const later = await day.buy('1.50')
    await bill(day, later.id, erpBill)
    await day.centreOnly(`P32050100001${date.replaceAll('-', '')}080000001`)
    const twice = (await day.run()).find((one) => one.class === 'duplicate')!
    expect(twice).toMatchObject({ orderId: later.id, proposal: 'reverse' })
    if (open) await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '2103' })
    await day.cancel(first.id)
    const authorizationId = await day.approve(`reverse:${twice.id}`)
    const { success, resultNotice } = await day.handle(twice, 'reverse', { authorizationId })
    expect([success, resultNotice?.error]).toEqual([false, text])
    expect(await refunds(day), 'only what the clerk reversed').toHaveLength(reversals)
    expect([(await day.order(first.id)).state, await day.order(later.id)]).toMatchObject([
      state,
      { state: 'settled', flags: [] },
    ])
  },
)
