import { approvalTarget } from '@yibao/shared/approval.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { outpatient } from '@yibao/shared/calls/outpatient.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Client } from '../../test/kit.ts'
import { intent, order } from '../order/tables.ts'
import { type Day, stores } from '../reconciliation/test/bench.ts'
import { useBench } from '../reconciliation/test/use-bench.ts'
import { recoverIntent } from '../settlement/recover/recover.ts'
import { otc } from '../settlement/test/counter.ts'

// What the centre has of a person, beside ours. Each repair asserts the centre's book, ours, and what is read.

const bench = useBench()

const { person } = stores.clerk
const reasons = { reason: '顾客说扣了钱' }

const intentOf = async (day: Day, orderId: string) => {
  const [row] = await day.deps.db.select().from(intent).where(eq(intent.orderId, orderId))
  return row!
}

const reading = async (day: Day, psn: string = person) =>
  ((await day.counter.read(psn, day.client)) as { readId: string }).readId

const query = async (day: Day, whose: { readId?: string; orderId?: string } = {}) => {
  const asked = whose.orderId ? whose : { readId: whose.readId ?? (await reading(day)) }
  const answer = await day.client.ok(outpatient.queryCentre, { ...asked, from: day.date, to: day.date })
  return { ...answer, asked }
}

/** Taken for undone ('not found'), and booked at the centre all the same. */
const bookedAfterNotFound = async (day: Day) => {
  await bench.centre.fault({ fault: 'bookAfterNotFound', infno: '2102' })
  const { id } = await day.buy()
  bench.clock.advance(1000)
  await recoverIntent(day.deps, (await intentOf(day, id)).id)
  return id
}

describe('the person of a card', () => {
  test('two books that agree: settled and reversed ones, of this person only', async () => {
    const day = await bench.day('clerk', '2027-03-01')
    const kept = await day.buy('12.00')
    const returned = await day.buy('0.01')
    await day.cancel(returned.id)
    const { visits, person: name, left } = await query(day)
    expect(left).toBe(0)
    expect(name).toMatch(/^.\*+$/)
    expect(visits.map(({ verdict, orderId }) => [verdict, orderId]).sort()).toEqual(
      [
        ['equal', kept.id],
        ['equal', returned.id],
      ].sort(),
    )
    expect(visits.every(({ advice, canBackfill, canReverse }) => !(advice || canBackfill || canReverse))).toBe(true)
    const other = await query(day, { readId: await reading(day, '32050000000000000004') })
    expect(other.visits).toEqual([])
  })

  test('ours was taken for undone: the centre has it, backfilled once, and both books agree', async () => {
    const day = await bench.day('clerk', '2027-03-02')
    const id = await bookedAfterNotFound(day)
    const { visits, asked } = await query(day, { orderId: id })
    expect(visits).toMatchObject([{ verdict: 'centreOnly', orderId: id, canBackfill: true, canReverse: true }])
    expect(visits[0]!.advice).toContain('药品已给顾客的按「补录」')
    const wanted = { ...asked, setlId: visits[0]!.setlId!, mdtrtId: visits[0]!.mdtrtId!, ...reasons }

    const done = await day.client.ok(outpatient.backfill, wanted)
    expect(done.orderId).toBe(id)
    const [row] = await day.book()
    expect(await day.order(id)).toMatchObject({ state: 'settled', setlId: row?.setl_id, total: 100, flags: [] })
    const { events } = await day.client.ok(orderCalls.get, { id })
    expect(events.map(({ text }) => text)).toContain(`补录原因：${reasons.reason}`)
    const again = await day.client.send(outpatient.backfill, wanted)
    expect(again.resultNotice?.error).toContain('这一笔不再需要补录，请重新查询')
    expect((await query(day, { orderId: id })).visits).toMatchObject([{ verdict: 'equal' }])
    const { groups, equal } = await day.total()
    expect(equal).toBe(groups.length)
  })

  test('ours was taken for undone: undone at the centre with a second person’s approval', async () => {
    const day = await bench.day('clerk', '2027-03-03')
    const id = await bookedAfterNotFound(day)
    const { visits, asked } = await query(day)
    const wanted = { ...asked, setlId: visits[0]!.setlId!, mdtrtId: visits[0]!.mdtrtId!, ...reasons }
    expect((await day.client.send(outpatient.reverse, wanted)).resultNotice?.error).toBe('此操作需要授权')
    expect(await day.book()).toHaveLength(1)

    await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '2601' })
    const approve = () => day.approve(approvalTarget.centreOnly(wanted.setlId), 'centreOnly')
    const another = await day.approve(approvalTarget.centreOnly('320500000000'), 'centreOnly')
    const refused = await day.client.send(outpatient.reverse, { ...wanted, authorizationId: another })
    expect(refused.resultNotice?.error, 'the word was for another settlement').toContain('授权已使用或已过期')
    const lost = await day.client.send(outpatient.reverse, { ...wanted, authorizationId: await approve() })
    expect(lost.resultNotice?.error).toContain('冲正没有得到答复，可以再次冲正')
    expect(await day.book()).toHaveLength(1)
    expect(await day.order(id)).toMatchObject({ flags: ['lateBooking'] })
    const listed = await day.client.ok(outpatient.paged, { step: 'lateBooking' })
    expect(listed.items.map((row) => row.id)).toContain(id)

    const done = await day.client.ok(outpatient.reverse, { ...wanted, authorizationId: await approve() })
    expect(done.text).toBe('冲正成功')
    expect(await day.book()).toEqual([])
    expect(await day.order(id)).toMatchObject({ state: 'presettled', flags: [] })
    expect((await query(day)).visits).toEqual([])
  })

  test('its ERP bill was settled since with another order: not taken in, and said', async () => {
    const day = await bench.day('clerk', '2027-03-14')
    const erpBill = 'XS-20270314'
    await bench.centre.fault({ fault: 'bookAfterNotFound', infno: '2102' })
    const { id } = await day.buy('1.00', { erpBill })
    bench.clock.advance(1000)
    await recoverIntent(day.deps, (await intentOf(day, id)).id)
    const other = await day.buy('1.00', { erpBill })
    expect(other.answer.result).toMatchObject({ status: '2' })
    const { visits, asked } = await query(day, { orderId: id })
    const late = visits.find(({ verdict }) => verdict === 'centreOnly')!
    const wanted = { ...asked, setlId: late.setlId!, mdtrtId: late.mdtrtId!, ...reasons }
    const refused = await day.client.send(outpatient.backfill, wanted)
    expect(refused.resultNotice?.error).toContain('ERP 单据已另外结算')
    expect(await day.order(id)).toMatchObject({ state: 'presettled' })
    expect(await day.book()).toHaveLength(2)
  })

  test('a settlement that this store never sent: two persons take it in at once, one order is made', async () => {
    const day = await bench.day('clerk', '2027-03-04')
    await day.centreOnly('P3205010000120270304000000009999')
    const { visits, asked } = await query(day)
    expect(visits).toMatchObject([{ verdict: 'centreOnly', canBackfill: true }])
    expect(visits[0]).not.toHaveProperty('orderId')
    const wanted = { ...asked, setlId: visits[0]!.setlId!, mdtrtId: visits[0]!.mdtrtId!, ...reasons }
    const answers = await Promise.all([1, 2].map(() => day.client.send(outpatient.backfill, wanted)))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    // The second one finds it taken in, or the first one still at it.
    expect(answers.find(({ success }) => !success)?.resultNotice?.error).toMatch(/请重新查询|正在核实/)
    const rows = await day.deps.db.select().from(order).where(eq(order.setlId, wanted.setlId))
    expect(rows).toMatchObject([{ state: 'settled', flags: ['erpMissing'], outFlag: '0' }])
    const { groups, equal } = await day.total()
    expect(equal).toBe(groups.length)
  })

  test('one that this store never sent, of a person insured elsewhere, is taken in as such', async () => {
    const day = await bench.day('clerk', '2027-03-05')
    const away = '32010000000000000001'
    await bench.centre.fault({
      fault: 'centreOnlyRow',
      fixmedins_code: stores.clerk.code,
      psn_no: away,
      msgid: 'P3205010000120270305000000009999',
    })
    const { visits, asked } = await query(day, { readId: await reading(day, away) })
    const wanted = { ...asked, setlId: visits[0]!.setlId!, mdtrtId: visits[0]!.mdtrtId!, ...reasons }
    const { orderId } = await day.client.ok(outpatient.backfill, wanted)
    expect(await day.order(orderId)).toMatchObject({ outFlag: '1', state: 'settled' })
  })

  test('undone behind our back: ours alone; nothing is offered, the day’s bench is', async () => {
    const day = await bench.day('clerk', '2027-03-06')
    const { id } = await day.buy('3.00')
    await day.undoAtCentre(id)
    const { visits } = await query(day)
    expect(visits).toMatchObject([{ verdict: 'localOnly', orderId: id, canBackfill: false, canReverse: false }])
    expect(visits[0]!.advice).toContain('日对账')
  })

  test('reversed on one side only: said of which, nothing is offered here, and no cash goes twice', async () => {
    const day = await bench.day('clerk', '2027-03-18')
    const { id } = await day.buy('3.00')
    await bench.centre.fault({ fault: 'refuse', infno: '2103', text: '该结算已撤销' })
    expect((await day.cancel(id)).result).toMatchObject({ status: '3' })
    const none = { orderId: id, canBackfill: false, canReverse: false }
    expect((await query(day)).visits).toMatchObject([{ ...none, verdict: 'reversedHere' }])
    await day.patch(id, { state: 'settled', reversedBy: null, reversedAt: null })
    const shown = await day.cancel(id)
    expect(shown.result).toMatchObject({ status: '3' })
    await day.patch(id, { state: 'settled', reversedBy: null, reversedAt: null })
    const { visits, asked } = await query(day)
    expect(visits).toMatchObject([
      { ...none, verdict: 'reversedThere', advice: expect.stringContaining('先不要再退现金') },
    ])
    const wanted = { ...asked, setlId: visits[0]!.setlId!, mdtrtId: visits[0]!.mdtrtId!, ...reasons }
    expect((await day.client.send(outpatient.backfill, wanted)).resultNotice?.error).toContain('不再需要补录')
    expect(await day.book()).toHaveLength(2)
  })

  test('still unknown here: it is recovery’s, and neither taken in nor undone beside it', async () => {
    const day = await bench.day('clerk', '2027-03-07')
    await bench.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
    const { id } = await day.buy('3.00')
    expect(await day.order(id)).toMatchObject({ state: 'unknown' })
    const { visits, asked } = await query(day)
    expect(visits).toMatchObject([{ verdict: 'unfinished', orderId: id, canBackfill: false, canReverse: false }])
    const wanted = { ...asked, setlId: visits[0]!.setlId!, mdtrtId: visits[0]!.mdtrtId!, ...reasons }
    expect((await day.client.send(outpatient.reverse, wanted)).resultNotice?.error).toContain('这一笔不能冲正')
    expect(await day.book()).toHaveLength(1)
    const listed = await day.client.ok(outpatient.paged, { step: 'unknown' })
    expect(listed.items).toMatchObject([{ id, infno: '2102', status: '4' }])
    expect(listed.items[0]!.error).toBeTruthy()

    bench.clock.advance(60_000)
    await recoverIntent(day.deps, (await intentOf(day, id)).id)
    expect((await query(day)).visits).toMatchObject([{ verdict: 'equal', orderId: id }])
  })

  test('amounts differ: shown on both sides and left to the bench', async () => {
    const day = await bench.day('clerk', '2027-03-08')
    const { id } = await day.buy('3.00')
    await day.patch(id, { account: 299 })
    const { visits } = await query(day)
    expect(visits).toMatchObject([{ verdict: 'amounts', canReverse: false, local: { account: '2.99' } }])
  })

  test('a visit that is not answered: what we have of it is not said to be ours alone', async () => {
    const day = await bench.day('clerk', '2027-03-15')
    await day.buy('3.00')
    await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '5204' })
    expect(await query(day)).toMatchObject({ visits: [], left: 1 })
  })

  test('settled again, and the first one booked after all: what he paid twice is seen, and undone', async () => {
    const day = await bench.day('clerk', '2027-03-17')
    const id = await bookedAfterNotFound(day)
    const again = await day.counter.preSettle(
      await day.counter.read(person, day.client),
      { orderId: id, lines: otc('1.00') } as never,
      day.client,
    )
    expect((await day.counter.settle(again, day.client)).result).toMatchObject({ id, status: '2' })
    const { visits, asked } = await query(day)
    expect(visits.map(({ verdict, orderId }) => [verdict, orderId]).sort()).toEqual([
      ['centreOnly', id],
      ['equal', id],
    ])
    const late = visits.find(({ verdict }) => verdict === 'centreOnly')!
    const wanted = { ...asked, setlId: late.setlId!, mdtrtId: late.mdtrtId!, ...reasons }
    const authorizationId = await day.approve(approvalTarget.centreOnly(wanted.setlId), 'centreOnly')
    expect((await day.client.ok(outpatient.reverse, { ...wanted, authorizationId })).text).toBe('冲正成功')
    expect((await day.book()).map(({ setl_id }) => setl_id)).toEqual([(await day.order(id)).setlId])
    expect(await day.order(id)).toMatchObject({ state: 'settled', flags: [] })
  })

  test('silence of the centre is no empty book', async () => {
    const day = await bench.day('clerk', '2027-03-09')
    const readId = await reading(day)
    await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '5201' })
    const answer = await day.client.send(outpatient.queryCentre, { readId, from: day.date, to: day.date })
    expect(answer.success).toBe(false)
  })
})

test('where a centre cannot be asked for a person, the page says what to do instead', async () => {
  const day = await bench.day('clerk2', '2027-03-10')
  const readId = await reading(day, stores.clerk2.person)
  const answer = await day.client.send(outpatient.queryCentre, { readId, from: day.date, to: day.date })
  expect(answer.resultNotice?.error).toContain('本区划的医保中心不能按参保人查询结算，请次日在「日对账」中对明细')
})

test('neither a month and a day at once, nor an inverted period, nor nobody', async () => {
  const day = await bench.day('clerk', '2027-03-11')
  const send = (input: Parameters<Client['send']>[1]) => day.client.send(outpatient.queryCentre, input as never)
  const readId = await reading(day)
  expect((await send({ readId, from: '2027-02-01', to: '2027-03-04' })).resultNotice?.error).toContain('31 天')
  expect((await send({ readId, from: '2027-03-02', to: '2027-03-01' })).resultNotice?.error).toContain('早于')
  expect((await send({ from: '2027-03-01', to: '2027-03-01' })).resultNotice?.error).toContain('请先读卡')
})

test('an order of another store is nobody’s here', async () => {
  const theirs = await bench.day('clerk2', '2027-03-12')
  const { id } = await theirs.buy()
  const day = await bench.day('clerk', '2027-03-12')
  const answer = await day.client.send(outpatient.queryCentre, { orderId: id, from: day.date, to: day.date })
  expect(answer.resultNotice?.error).toContain('订单')
})

test('the list: what stopped at the split, not what somebody put aside or what was settled', async () => {
  const day = await bench.day('clerk', '2027-03-13')
  await day.buy('5.00')
  const { id } = await day.counter.preSettle(await day.counter.read(person, day.client), {} as never, day.client)
  const parked = await day.counter.preSettle(await day.counter.read(person, day.client), {} as never, day.client)
  await day.patch(parked.id, { parked: true })
  const listed = await day.client.ok(outpatient.paged, { from: day.date, to: day.date })
  expect(listed.items.map((row) => [row.id, row.step, row.infno])).toEqual([[id, 'presettled', '2101']])
  const { orderNo, maskedName } = listed.items[0]!
  const one = (input: Record<string, string>) =>
    day.client.ok(outpatient.paged, { from: day.date, to: day.date, ...input })
  expect((await one({ keyword: orderNo })).total).toBe(1)
  expect((await one({ name: maskedName })).total).toBe(1)
  expect((await one({ keyword: 'X' })).total).toBe(0)
  expect((await one({ step: 'unknown' })).total).toBe(0)

  // Settled again, while what was undone before has been booked after all.
  await day.patch(id, { state: 'settled', flags: ['lateBooking'] })
  expect((await one({ step: 'lateBooking' })).items.map((row) => row.id)).toEqual([id])
})
