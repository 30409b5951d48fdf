import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { intent } from '../order/tables.ts'
import { recoverIntent } from '../settlement/recover/recover.ts'
import type { Day } from './test/bench.ts'
import { useBench } from './test/use-bench.ts'

// A row that only the centre has, under a message of our own (DESIGN 7). Each asserts the centre's book, ours, and what
// the clerk reads.

const bench = useBench()

const intentOf = async (day: Day, orderId: string) => {
  const [row] = await day.deps.db.select().from(intent).where(eq(intent.orderId, orderId))
  return row!
}

/** A settlement that was taken for undone ('not found') and is booked at the centre all the same. */
const bookedAfterNotFound = async (day: Day) => {
  await bench.centre.fault({ fault: 'bookAfterNotFound', infno: '2102' })
  const { id, answer } = await day.buy()
  expect(answer.result).toMatchObject({ status: '4' })
  bench.clock.advance(1000)
  await recoverIntent(day.deps, (await intentOf(day, id)).id)
  expect(await intentOf(day, id)).toMatchObject({ outcome: 'undone', undoneBy: 'notFound' })
  expect(await day.book()).toHaveLength(1)
  return id
}

/** A settlement whose answer was lost; recovery's own 2601, before 3201, gets none either. */
const stillUnknown = async (day: Day) => {
  await bench.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  const { id } = await day.buy()
  bench.clock.advance(1000)
  await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '2601' })
  return id
}

test('booked after 2601 was answered not found: undone by itself, with an entry', async () => {
  const day = await bench.day('clerk', '2026-09-01')
  const id = await bookedAfterNotFound(day)
  const [difference] = await day.run()
  expect(difference).toMatchObject({
    class: 'centreOnlyKnown',
    orderId: id,
    handledBy: '系统',
    handledAction: 'undo',
    undoable: false,
    actions: [],
  })
  expect(difference?.evidence[0]).toMatch(/^报文尾号 \d{8}，2026-09-01 10:00:00 发出，冲正时医保中心答复查无此交易$/)
  expect(difference?.evidence).toContain('药品未登记交付，小票未打印')
  expect(await day.book()).toEqual([])
  expect(await day.order(id)).toMatchObject({ state: 'presettled', flags: [] })
  expect(await intentOf(day, id)).toMatchObject({ outcome: 'undone', undoneBy: 'booked' })
  const read = await day.client.ok(orderCalls.get, { id })
  expect(read.events.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['医保中心延迟入账，开始冲正', '延迟入账已冲正，没有扣款']),
  )
  const { groups, equal } = await day.total()
  expect(equal).toBe(groups.length)
})

test('the 2601 gets no answer: it stays open, the order on the abnormal page, and the next run ends it', async () => {
  const day = await bench.day('clerk2', '2026-09-02')
  const id = await bookedAfterNotFound(day)
  await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '2601' })
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'centreOnlyKnown', proposal: 'undo' })
  expect(difference?.evidence.at(-1)).toBe('系统处理未完成：冲正没有得到答复，可以再次冲正')
  expect(await day.order(id)).toMatchObject({ flags: ['lateBooking'] })
  const abnormal = await day.client.ok(orderCalls.abnormalPaged, { kind: 'lateBooking' })
  expect(abnormal.items.map((row) => row.id)).toContain(id)
  expect(await day.book()).toHaveLength(1)
  const [again] = await day.run()
  expect(again).toMatchObject({ handledBy: '系统', handledAction: 'undo' })
  expect(await day.book()).toEqual([])
  expect(await day.order(id)).toMatchObject({ state: 'presettled', flags: [] })
})

test('taken back by 2601 and listed all the same: the system does not take it back once more, a person decides', async () => {
  const day = await bench.day('clerk', '2026-09-11')
  const id = await bookedAfterNotFound(day)
  await day.deps.db.update(intent).set({ undoneBy: 'booked' }).where(eq(intent.orderId, id))
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'centreOnlyKnown', orderId: id, proposal: 'undo', risk: 'money' })
  expect(difference).not.toHaveProperty('handledBy')
  expect(await day.book()).toHaveLength(1)
  expect(await day.order(id)).toMatchObject({ state: 'presettled', flags: [] })
})

test('the database was played back since it left: nothing is undone by itself, for what is lost may say that it stands', async () => {
  const day = await bench.day('clerk', '2026-09-12')
  const id = await bookedAfterNotFound(day)
  await day.deps.db.update(intent).set({ life: 'another' }).where(eq(intent.orderId, id))
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'centreOnlyKnown', orderId: id, proposal: 'backfill' })
  expect(difference).not.toHaveProperty('handledBy')
  expect(difference?.evidence).toContain('数据库恢复过备份或换过主机，药品可能已交付：先核实再处理')
  expect(difference?.actions).toEqual(['backfill', 'undo', 'mark'])
  expect(await day.book()).toHaveLength(1)
  expect(await day.order(id)).toMatchObject({ state: 'presettled', flags: [] })
})

/** The order is priced and settled once more; answers it as it is then. */
const settledAgain = async (day: Day, id: string) => {
  const priced = await day.counter.preSettle(
    await day.counter.read('32050000000000000001', day.client),
    { orderId: id } as never,
    day.client,
  )
  expect((await day.counter.settle(priced, day.client)).result).toMatchObject({ status: '2' })
  return day.order(id)
}

test('settled again, and the database was played back: a person takes the late booking back, which no other settlement needs', async () => {
  const day = await bench.day('clerk', '2026-09-14')
  const id = await bookedAfterNotFound(day)
  await day.deps.db.update(intent).set({ life: 'another' }).where(eq(intent.orderId, id))
  const settled = await settledAgain(day, id)
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'duplicate', orderId: id, proposal: 'undo' })
  expect(difference?.actions).toEqual(['undo', 'reverse', 'mark'])
  expect(difference).not.toHaveProperty('handledBy')
  expect(await day.book()).toHaveLength(2)
  expect(await day.order(id)).toMatchObject({ state: 'settled', msgid: settled.msgid })
})

test('settled again meanwhile: only the late booking is undone, the order keeps its settlement', async () => {
  const day = await bench.day('clerk', '2026-09-03')
  const id = await bookedAfterNotFound(day)
  const settled = await settledAgain(day, id)
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'duplicate', handledBy: '系统', handledAction: 'undo' })
  expect(await day.order(id)).toMatchObject({ state: 'settled', msgid: settled.msgid, flags: [] })
  expect((await day.book()).map(({ msgid }) => msgid)).toEqual([settled.msgid])
})

test('the goods are out: nothing is undone, a person backfills, and can take that back', async () => {
  const day = await bench.day('clerk', '2026-09-04')
  const id = await bookedAfterNotFound(day)
  // As a 2601 leaves it that got no answer.
  await day.patch(id, { goodsOut: true, flags: ['lateBooking'] })
  const [difference] = await day.run()
  expect(difference).toMatchObject({
    class: 'centreOnlyKnown',
    proposal: 'backfill',
    risk: 'local',
  })
  expect(difference).not.toHaveProperty('handledBy')
  expect(difference?.actions).toEqual(['backfill', 'undo', 'mark'])
  expect(difference?.evidence).toContain('药品已登记交付，小票未打印')
  expect(await day.book()).toHaveLength(1)

  const done = await day.handle(difference!, 'backfill')
  expect(done.result).toMatchObject({ handledBy: '李店员', handledAction: 'backfill', undoable: true })
  const [row] = await day.book()
  expect(await day.order(id)).toMatchObject({ state: 'settled', setlId: row?.setl_id, total: 100, flags: [] })
  const { groups, equal } = await day.total()
  expect(equal).toBe(groups.length)

  await day.client.ok(reconciliation.undo, { diffId: difference!.id })
  expect(await day.order(id)).toMatchObject({ state: 'presettled', setlId: null, settledAt: null })
  expect(await intentOf(day, id)).toMatchObject({ outcome: 'undone', undoneBy: 'notFound' })
})

test('put away by the clerk meanwhile, the goods are out: it is backfilled all the same, and taken back it is put away again', async () => {
  const day = await bench.day('clerk', '2026-09-08')
  const id = await bookedAfterNotFound(day)
  await day.patch(id, { goodsOut: true, state: 'voided' })
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'centreOnlyKnown', orderId: id, proposal: 'backfill' })
  expect((await day.handle(difference!, 'backfill')).result).toMatchObject({ handledAction: 'backfill' })
  const [row] = await day.book()
  expect(await day.order(id)).toMatchObject({ state: 'settled', setlId: row?.setl_id, total: 100 })
  expect((await day.client.ok(orderCalls.get, { id })).status).toBe('2')
  const { groups, equal } = await day.total()
  expect(equal).toBe(groups.length)
  await day.client.ok(reconciliation.undo, { diffId: difference!.id })
  expect(await day.order(id)).toMatchObject({ state: 'voided', setlId: null, settledAt: null })
})

test('marked as undone, and the centre has it all the same: backfilled it stands in our book, taken back it is as it was marked', async () => {
  const day = await bench.day('clerk', '2026-09-09')
  const { id } = await day.buy('2.00')
  const reversedAt = bench.clock()
  await day.patch(id, { state: 'reversed', reversedBy: '2601', reversedAt, goodsOut: true })
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'centreOnlyKnown', orderId: id, proposal: 'backfill' })
  expect((await day.handle(difference!, 'backfill')).result).toMatchObject({ handledAction: 'backfill' })
  expect(await day.order(id)).toMatchObject({ state: 'settled', reversedBy: null, reversedAt: null, total: 200 })
  expect((await day.client.ok(orderCalls.get, { id })).status).toBe('2')
  const { groups, equal } = await day.total()
  expect(equal).toBe(groups.length)
  expect((await day.book()).map(({ medfee_sumamt }) => medfee_sumamt)).toEqual(['2.00'])
  await day.client.ok(reconciliation.undo, { diffId: difference!.id })
  expect(await day.order(id)).toMatchObject({ state: 'reversed', reversedBy: '2601', reversedAt })
})

test('the goods are out where no centre can be asked for the number: it says where it is booked, and 2601 is not proposed', async () => {
  const day = await bench.day('clerk2', '2026-09-13')
  const id = await bookedAfterNotFound(day)
  await day.patch(id, { goodsOut: true })
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'centreOnlyKnown', orderId: id, actions: ['undo', 'mark'] })
  expect(difference).not.toHaveProperty('proposal')
  expect(difference).not.toHaveProperty('handledBy')
  expect(difference?.evidence.at(-1)).toBe('本地区查不到结算号：在异常订单中按医保中心网站的结算号补录')
  expect(await day.book()).toHaveLength(1)
  expect(await day.order(id)).toMatchObject({ state: 'presettled', flags: [] })
})

test('refused by the centre, yet booked: a person decides, and the 2601 needs a second person', async () => {
  const day = await bench.day('clerk', '2026-09-05')
  await bench.centre.fault({ fault: 'refuse', infno: '2102', text: '系统繁忙' })
  const { id } = await day.buy()
  await day.centreOnly((await intentOf(day, id)).msgid)
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'centreOnlyKnown', proposal: 'undo', risk: 'money' })
  expect(difference).not.toHaveProperty('handledBy')
  expect(difference?.evidence[0]).toContain('医保中心当时答复未通过')

  const unapproved = await day.handle(difference!, 'undo')
  expect(unapproved.resultNotice?.error).toBe('此操作需要授权')
  const other = await day.approve(`backfill:${difference!.id}`)
  expect((await day.handle(difference!, 'undo', { authorizationId: other })).resultNotice?.error).toBe(
    '授权已使用或已过期',
  )
  expect(await day.book()).toHaveLength(1)
  const authorizationId = await day.approve(`undo:${difference!.id}`)
  const done = await day.handle(difference!, 'undo', { authorizationId })
  expect(done.result).toMatchObject({ handledBy: '李店员', handledNote: '冲正成功；授权人 王药师', undoable: false })
  expect(await day.book()).toEqual([])
  expect(await day.order(id)).toMatchObject({ state: 'presettled', flags: [] })
})

test('still unknown when the statement comes: recovery’s claim is taken and 2601 sent', async () => {
  const day = await bench.day('clerk2', '2026-09-06')
  const id = await stillUnknown(day)
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'centreOnlyKnown', orderId: id })
  expect(await day.book()).toHaveLength(difference?.handledBy ? 0 : 1)
  expect(difference).toMatchObject({ handledBy: '系统', handledAction: 'undo' })
  expect(await day.order(id)).toMatchObject({ state: 'presettled' })
})

test('the repair’s 2601 is refused: it is a person’s from then on, and he reads why', async () => {
  const day = await bench.day('clerk2', '2026-09-10')
  const id = await stillUnknown(day)
  await bench.centre.fault({ fault: 'refuse', infno: '2601', text: '该业务已进入清算', times: 2 })
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'centreOnlyKnown', orderId: id })
  expect(difference).not.toHaveProperty('handledBy')
  expect(difference?.evidence.at(-1)).toContain('该业务已进入清算')
  expect(await day.order(id)).toMatchObject({ state: 'unknown' })
  expect(await day.client.ok(orderCalls.get, { id })).toMatchObject({
    ...{ status: '4', abnormal: { needsPerson: true, lastError: expect.stringContaining('该业务已进入清算') } },
  })
  expect(await day.book()).toHaveLength(1)
  const authorizationId = await day.approve(`undo:${difference!.id}`)
  expect((await day.handle(difference!, 'undo', { authorizationId })).success).toBe(true)
  expect(await day.book()).toEqual([])
  expect(await day.order(id)).toMatchObject({ state: 'presettled' })
})

test('a row that recovery works on is locked', async () => {
  const day = await bench.day('clerk2', '2026-09-07')
  await bench.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  const { id } = await day.buy()
  bench.clock.advance(1000)
  await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '2601', times: 2 })
  const [difference] = await day.run()
  expect(difference).toMatchObject({ class: 'centreOnlyKnown', locked: true })
  const authorizationId = await day.approve(`undo:${difference!.id}`)
  const refused = await day.handle(difference!, 'undo', { authorizationId })
  expect(refused.resultNotice?.error).toBe('系统正在核实这一笔')
  expect(await day.order(id)).toMatchObject({ state: 'unknown' })
  expect((await day.client.ok(orderCalls.get, { id })).status).toBe('4')
  expect(await day.book()).toHaveLength(1)
})
