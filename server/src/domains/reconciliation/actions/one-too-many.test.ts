import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { and, eq, ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { signIn } from '../../attendance/tables.ts'
import { intent, order } from '../../order/tables.ts'
import { recoverIntent } from '../../settlement/recover/recover.ts'
import type { Day } from '../test/bench.ts'
import { useBench } from '../test/use-bench.ts'

// 撤销后一笔 (ux 3): a settlement that the centre has beside the one our order holds. Each asserts the centre's book, ours,
// and what people read.

const bench = useBench()

/**
 * An order that stands by its second message while the first one is booked at the centre too; the system leaves it to a
 * person, because the database was played back since.
 */
const twice = async (day: Day) => {
  await bench.centre.fault({ fault: 'bookAfterNotFound', infno: '2102' })
  const { id } = await day.buy('2.00', { accountUsed: false })
  bench.clock.advance(1000)
  const [sent] = await day.deps.db.select().from(intent).where(eq(intent.orderId, id))
  await recoverIntent(day.deps, sent!.id)
  await day.deps.db.update(intent).set({ life: 'another' }).where(eq(intent.id, sent!.id))
  const reading = await day.counter.read('32050000000000000001', day.client)
  const priced = await day.counter.preSettle(reading, { orderId: id } as never, day.client)
  expect((await day.counter.settle(priced, day.client)).result).toMatchObject({ status: '2' })
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'duplicate', orderId: id, proposal: 'undo' })
  expect(difference?.actions).toEqual(['undo', 'reverse', 'mark'])
  const good = await day.order(id)
  expect(good.msgid).not.toBe(sent!.msgid)
  /** What became of it in our book, beside the order that stands. */
  const taken = () =>
    day.deps.db
      .select()
      .from(order)
      .where(and(eq(order.psnHash, good.psnHash!), ne(order.id, id), eq(order.msgid, sent!.msgid)))
  return { difference: difference!, good, msgid: sent!.msgid, taken }
}

const refunds = async (day: Day) => (await day.book()).filter(({ refd_setl_flag }) => refd_setl_flag === '1')

const balanced = async (day: Day) => {
  const { groups, equal } = await day.total()
  return equal === groups.length
}

test('2601 of a settlement that is confirmed is refused: the person reads what is left, reverses it once, and the store is told of the cash', async () => {
  const day = await bench.day('clerk', '2026-10-01')
  const { difference, good, msgid, taken } = await twice(day)
  const undo = async () =>
    day.handle(difference, 'undo', { authorizationId: await day.approve(`undo:${difference.id}`) })
  await bench.centre.fault({ fault: 'refuse', infno: '2601', text: '该结算已确认，请使用撤销' })
  expect((await undo()).resultNotice).toMatchObject({
    error: '医保中心：“该结算已确认，请使用撤销”',
    tips: '这笔仍在医保中心，可改用「撤销这笔」',
  })
  expect(await day.order(good.id)).toMatchObject({ flags: ['lateBooking'] })

  expect((await day.handle(difference, 'reverse')).resultNotice?.error).toBe('此操作需要授权')
  const reverse = async () =>
    day.handle(difference, 'reverse', { authorizationId: await day.approve(`reverse:${difference.id}`) })
  const done = await reverse()
  expect(done.result).toMatchObject({ handledAction: 'reverse', handledNote: expect.stringContaining('撤销成功') })
  const book = await day.book()
  expect(
    book.filter((row) => row.msgid === msgid),
    'the one too many',
  ).toHaveLength(1)
  expect(await refunds(day)).toHaveLength(1)
  expect(await day.order(good.id)).toMatchObject({
    state: 'settled',
    msgid: good.msgid,
    setlId: good.setlId,
    flags: [],
  })
  const [beside] = await taken()
  expect(beside).toMatchObject({ state: 'reversed', erpBill: null, flags: [], total: 200 })
  const { events } = await day.client.ok(orderCalls.get, { id: good.id })
  expect(events.map(({ text }) => text)).toContain(`重复的结算已另记一单，补录订单 ${beside!.orderNo}`)
  expect((await reverse()).resultNotice?.error).toBe('这一笔已处理')
  expect(await refunds(day)).toHaveLength(1)
  expect(await balanced(day)).toBe(true)
})

test('what was paid in cash is told to the store with its amount, once', async () => {
  const day = await bench.day('clerk', '2026-10-02')
  const { difference, taken } = await twice(day)
  const authorizationId = await day.approve(`reverse:${difference.id}`)
  expect((await day.handle(difference, 'reverse', { authorizationId })).success).toBe(true)
  const [beside] = await taken()
  expect(await day.duplicatesTold(beside!)).toMatchObject([{ title: '重复结算已撤销，退现金 2.00 元：张*' }])
})

test('a 2103 that the centre refuses too leaves both books as they were, and it can be tried again', async () => {
  const day = await bench.day('clerk', '2026-10-03')
  const { difference, good, taken } = await twice(day)
  const reverse = async () =>
    day.handle(difference, 'reverse', { authorizationId: await day.approve(`reverse:${difference.id}`) })
  await bench.centre.fault({ fault: 'refuse', infno: '2103', text: '暂不能撤销' })
  expect((await reverse()).resultNotice?.error).toBe('医保中心：“暂不能撤销”')
  expect([await refunds(day), await taken()]).toEqual([[], []])
  expect(await day.order(good.id)).toMatchObject({ state: 'settled', msgid: good.msgid })
  expect((await day.differences({ id: difference.groupId }))[0]).not.toHaveProperty('handledBy')
  expect((await reverse()).success).toBe(true)
  expect([await refunds(day), await taken()]).toMatchObject([[{}], [{ state: 'reversed' }]])
})

test('a 2103 without an answer is the system’s to make definite: nothing is sent beside it', async () => {
  const day = await bench.day('clerk', '2026-10-04')
  const { difference, good, taken } = await twice(day)
  const reverse = async () =>
    day.handle(difference, 'reverse', { authorizationId: await day.approve(`reverse:${difference.id}`) })
  await bench.centre.fault({ fault: 'dropAfterBooking', infno: '2103' })
  expect((await reverse()).resultNotice?.error).toBe('医保中心没有答复')
  expect(await taken()).toMatchObject([{ state: 'unknown' }])
  const { orderNo, id } = (await taken())[0]!
  expect(await day.duplicatesTold({ orderNo })).toMatchObject([{ title: '重复结算正在撤销，退现金 2.00 元：张*' }])
  expect((await reverse()).resultNotice?.error).toBe(`这笔已在订单 ${orderNo} 中，请在订单管理核对后撤销`)
  bench.clock.advance(1000)
  const open = await day.deps.db.select().from(intent).where(eq(intent.orderId, id))
  for (const one of open) await recoverIntent(day.deps, one.id)
  expect(await taken()).toMatchObject([{ state: 'reversed', flags: [] }])
  expect(await day.duplicatesTold({ orderNo }), 'how it ended, and no more that it is under way').toMatchObject([
    { title: '重复结算已撤销，退现金 2.00 元：张*' },
  ])
  expect(await refunds(day)).toHaveLength(1)
  expect((await day.order(good.id)).state).toBe('settled')
  expect(await balanced(day)).toBe(true)
})

/** A settlement too many whose 2103 got no answer, and which the centre refuses when it is asked for again. */
const refusedAfterAll = async (day: Day) => {
  const { difference, good, taken } = await twice(day)
  const authorizationId = await day.approve(`reverse:${difference.id}`)
  await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '2103' })
  await day.handle(difference, 'reverse', { authorizationId })
  const { id } = (await taken())[0]!
  await day.refusedAtLast(id)
  expect(await taken()).toMatchObject([{ state: 'settled', flags: ['duplicate'], erpBill: null }])
  return { good, taken, id }
}

test('who has looked into it and finds it in order takes the word to reverse it back with it', async () => {
  const day = await bench.day('clerk', '2026-10-11')
  const { taken, id } = await refusedAfterAll(day)
  const { orderNo } = (await taken())[0]!
  expect(await day.duplicatesTold({ orderNo })).toHaveLength(1)
  await day.client.ok(orderCalls.accept, { id, reason: '确实买了两次' })
  expect(await taken()).toMatchObject([{ state: 'settled', flags: [] }])
  expect(await day.duplicatesTold({ orderNo })).toEqual([])
})

test('and where the centre has refused it after all, it is listed as the one too many of its order until it is reversed', async () => {
  const day = await bench.day('clerk', '2026-10-05')
  const { good, taken, id } = await refusedAfterAll(day)
  const { orderNo } = (await taken())[0]!
  expect(await day.duplicatesTold({ orderNo })).toMatchObject([
    { title: '重复结算没有撤销，先不要退现金 2.00 元：张*' },
  ])
  const said = { kind: 'duplicate', duplicateOf: good.orderNo, needsPerson: true }
  const { items } = await day.client.ok(orderCalls.abnormalPaged, { kind: 'duplicate' })
  expect(items).toMatchObject([{ id, abnormal: said }])
  const { abnormal } = await day.client.ok(orderCalls.get, { id })
  expect(abnormal).toMatchObject(said)
  expect(abnormal, 'nobody looks for a bill of it').not.toHaveProperty('billMissing')
  const titles = async () => (await day.duplicatesTold({ orderNo })).map(({ title }) => title)
  await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '2103' })
  await day.cancel(id)
  expect(await titles(), 'one word at a time').toEqual(['重复结算正在撤销，退现金 2.00 元：张*'])
  bench.clock.advance(1000)
  await day.inTime()
  await day.recover(id)
  expect(await taken()).toMatchObject([{ state: 'reversed', flags: [] }])
  expect(await titles()).toEqual(['重复结算已撤销，退现金 2.00 元：张*'])
  expect(await refunds(day)).toHaveLength(1)
})

/** As `markReversed` leaves an order: the centre was said to have nothing of it. */
const undoneHere = async (day: Day, id: string) => {
  await day.patch(id, { state: 'reversed', reversedBy: '2601', reversedAt: bench.clock() })
  await day.deps.db.update(intent).set({ outcome: 'reversed' }).where(eq(intent.orderId, id))
}

/** An order that was taken back here alone, as never booked, and its ERP bill settled anew: the centre has both. */
const takenBackHere = async (day: Day, erpBill: string) => {
  const first = await day.buy('2.00', { erpBill, accountUsed: false })
  await undoneHere(day, first.id)
  const again = await day.buy('2.00', { erpBill, accountUsed: false })
  expect(again.answer.result).toMatchObject({ status: '2' })
  const [difference] = (await day.run()).filter(({ orderId }) => orderId === first.id)
  expect(difference).toMatchObject({ class: 'duplicate', actions: expect.arrayContaining(['reverse']) })
  const reverse = async () =>
    day.handle(difference!, 'reverse', { authorizationId: await day.approve(`reverse:${difference!.id}`) })
  return { first: first.id, again: again.id, difference: difference!, reverse }
}

test.each([
  ['2026-10-06', { fault: 'refuse', infno: '2103', text: '暂不能撤销' }, '医保中心：“暂不能撤销”'],
  ['2026-10-07', { fault: 'refuse', infno: '9001', text: '签到暂停' }, '签到暂停'],
] as const)(
  '%s: one that was taken back here stays so where the 2103 does nothing (%o), and is a difference still',
  async (date, fault, text) => {
    const day = await bench.day('clerk', date)
    const { first, again, difference, reverse } = await takenBackHere(day, `XS-${date}`)
    const before = await day.order(first)
    const guessed = { ...before.basket, duplicateOf: '1', suspected: true }
    await day.patch(first, { flags: ['lateBooking'], basket: guessed })
    if (fault.infno === '9001') await day.deps.db.delete(signIn).where(eq(signIn.storeId, before.storeId))
    await bench.centre.fault(fault)
    expect((await reverse()).resultNotice?.error).toContain(text)
    // It stood again for a moment, of which its ERP may have heard.
    const { updatedAt: _, turned: __, ...same } = before
    expect(await day.order(first)).toMatchObject({ ...same, flags: ['lateBooking'], basket: guessed })
    expect((await day.differences({ id: difference.groupId }))[0]).not.toHaveProperty('handledBy')
    expect((await reverse()).success).toBe(true)
    expect(await day.order(first)).toMatchObject({ state: 'reversed', reversedBy: '2103', flags: [] })
    const { state, orderNo } = await day.order(again)
    expect(state).toBe('settled')
    const { duplicateOf, suspected } = (await day.order(first)).basket
    expect([duplicateOf, suspected]).toEqual([orderNo, undefined])
    expect(await refunds(day)).toHaveLength(1)
    expect(await balanced(day)).toBe(true)
  },
)
