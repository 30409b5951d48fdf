import { settlement } from '@yibao/shared/calls/counter.ts'
import { outpatient } from '@yibao/shared/calls/outpatient.ts'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { intent, order } from '../order/tables.ts'
import { visit } from '../order/visit-tables.ts'
import { otc, startCentre } from '../settlement/test/counter.ts'
import { sortVisits } from './abandoned.ts'
import { mark, withVisit } from './claim.ts'
import { endLeft } from './close.ts'
import { isDraftIn } from './draft.ts'
import { openVisits, type Visits } from './test/visit-bench.ts'

// What 2207 settles is the basket whose split was shown, whoever else has the order, its visit or the clock in his hands.

const centre = opened(startCentre)
let shop: Visits
afterEach(async () => {
  await centre.clearFaults()
  await shop.close()
})

const states = async (id: string) => (await shop.visits(id)).map(({ state }) => state)
const endAll = () => endLeft(shop.deps, (fault) => expect.fail(String(fault)))
const change = (id: string, values: Partial<typeof visit.$inferInsert>) =>
  shop.deps.db.update(visit).set(values).where(eq(visit.orderId, id))

describe('another basket was written into the order meanwhile', () => {
  test('while its registration was on its way: that visit is left, and the other basket is settled', async () => {
    shop = await openVisits('clerk', centre)
    const { id } = await shop.preSettle({ medicalType: '41' })
    let other: Awaited<ReturnType<Visits['preSettle']>> | undefined
    const first = await centre.during(
      '2201',
      () => shop.askPrice({ orderId: id, lines: otc('2.00') }),
      async () => {
        other = await shop.preSettle({ orderId: id, lines: otc('3.00') })
      },
    )
    expect(first.resultNotice?.error).toBeTruthy()
    expect((await states(id)).sort()).toEqual(['left', 'open'])
    expect((await shop.settle(other!)).result).toMatchObject({ status: '2', total: '3.00' })
    expect(await shop.booked()).toMatchObject([{ infno: '2207', medfee_sumamt: '3.00' }])
  })

  test('a node that stood still notes nothing and sends nothing, whatever claim it has', async () => {
    shop = await openVisits('clerk', centre)
    const { id } = await shop.preSettle()
    const old = await shop.order(id)
    const priced = await shop.preSettle({ orderId: id, lines: otc('3.00') })
    const [row] = await shop.visits(id)
    const noted = await withVisit(shop.deps, row!.id, (mine) =>
      mark(shop.deps, mine, { pending: '2205' }, isDraftIn(shop.deps.db, old, mine.id)),
    )
    expect([noted, (await shop.visits(id))[0]!.pending]).toEqual([false, ''])
    expect((await shop.settle(priced)).result).toMatchObject({ status: '2', total: '3.00' })
  })

  test.each([
    ['another batch stands in the visit than was priced', (id: string) => change(id, { batch: 'X' })],
    [
      'a node that knows no visits priced it anew',
      (id: string) => shop.deps.db.update(order).set({ settleKey: 'another' }).where(eq(order.id, id)),
    ],
    ['the visit is left', (id: string) => change(id, { state: 'left' })],
  ])('%s: nothing leaves, and the clerk prices it again', async (_what, spoil) => {
    shop = await openVisits('clerk', centre)
    const priced = await shop.preSettle()
    await spoil(priced.id)
    const { settleKey } = await shop.order(priced.id)
    const answer = await shop.settle({ ...priced, settleKey: settleKey! })
    expect(answer.resultNotice?.error).toBeTruthy()
    expect([await shop.booked(), await shop.intents(priced.id)]).toEqual([[], []])
    const again = await shop.preSettle({ orderId: priced.id })
    expect((await shop.settle(again)).result).toMatchObject({ status: '2' })
  })
})

test.each(['2203', '2204', '2205'])(
  'a server that died while a %s was in the air: another visit is used',
  async (pending) => {
    shop = await openVisits('clerk', centre)
    const { id } = await shop.preSettle()
    await change(id, { pending })
    const priced = await shop.preSettle({ orderId: id })
    expect(await states(id)).toEqual(['left', 'open'])
    expect((await shop.settle(priced)).result).toMatchObject({ status: '2' })
    expect(await shop.booked()).toHaveLength(1)
    expect(await endAll()).toBe(1)
  },
)

test('a centre that prices more than the basket: nothing is settled, and the next press registers anew', async () => {
  shop = await openVisits('clerk', centre)
  await centre.fault({ fault: 'amountDrift', infno: '2206', field: 'medfee_sumamt', fen: 100 })
  const answer = await shop.askPrice({})
  expect(answer.resultNotice?.error).toContain('医保中心按 2.00 元预结算，购药明细是 1.00 元')
  const [row] = await shop.deps.db.select().from(order)
  expect(row).toMatchObject({ state: 'drafted', settleKey: null })
  expect(await states(row!.id)).toEqual(['left'])
  const priced = await shop.preSettle({ orderId: row!.id })
  expect((await shop.settle(priced)).result).toMatchObject({ status: '2', total: '1.00' })
})

test('a 2207 of another program that was taken in is taken back by 2208', async () => {
  shop = await openVisits('clerk', centre)
  const sold = await shop.preSettle()
  await shop.settle(sold)
  for (const table of [intent, visit, order]) await shop.deps.db.delete(table)
  const { readId } = await shop.counter()
  const [booked] = await shop.booked()
  const wanted = { readId, setlId: booked!.setl_id, mdtrtId: String(booked!.mdtrt_id), reason: '补录' }
  const { orderId } = await shop.clerk.ok(outpatient.backfill, wanted)
  expect(await shop.order(orderId)).toMatchObject({ state: 'settled', visitId: null, medicalType: '11' })
  await shop.clerk.ok(settlement.cancel, { orderId, reason: '顾客退货' })
  expect((await shop.booked()).map(({ infno }) => infno)).toEqual(['2207', '2208'])
  expect(await shop.order(orderId)).toMatchObject({ state: 'reversed' })
})

test('a 2102 of before the area settled so is taken back by 2103', async () => {
  shop = await openVisits('clerk', centre)
  const sold = await shop.preSettle({ medicalType: '41' })
  await shop.settle(sold)
  await shop.deps.db.update(order).set({ medicalType: '11' })
  await shop.clerk.ok(settlement.cancel, { orderId: sold.id, reason: '顾客退货' })
  expect((await shop.booked()).map(({ infno }) => infno)).toEqual(['2102', '2103'])
})

test('what a customer keeps of a return is settled in a visit of its own', async () => {
  shop = await openVisits('clerk', centre)
  const sold = await shop.preSettle({ lines: otc('1.00', '3') })
  await shop.settle(sold)
  await shop.clerk.ok(settlement.cancel, { orderId: sold.id, reason: '部分退货' })
  const kept = await shop.preSettle({ lines: otc('1.00', '2'), replaces: sold.id })
  expect((await shop.settle(kept)).result).toMatchObject({ status: '2', total: '2.00' })
  expect((await shop.booked()).map(({ infno, medfee_sumamt }) => [infno, medfee_sumamt])).toEqual([
    ['2207', '3.00'],
    ['2208', '-3.00'],
    ['2207', '2.00'],
  ])
})

describe('visits that nobody has said anything of', () => {
  test('of a settled order it is used, and left once that is taken back', async () => {
    shop = await openVisits('clerk', centre)
    const sold = await shop.preSettle()
    await shop.settle(sold)
    await sortVisits(shop.deps)
    expect(await states(sold.id)).toEqual(['used'])
    await shop.clerk.ok(settlement.cancel, { orderId: sold.id, reason: '顾客退货' })
    expect(await states(sold.id)).toEqual(['left'])
    expect(await endAll()).toBe(1)
    expect(await shop.visits(sold.id)).toMatchObject([{ state: 'closed', person: '' }])
  })

  test.each([
    ['its order was voided by a node that knows none', { state: 'voided' }, {}],
    ['its order has another one', { visitId: 'another' }, {}],
    ['it is of yesterday and was never settled', {}, { createdAt: new Date(Date.now() - 86_400_000) }],
  ] as const)('%s: it is ended', async (_what, ofOrder, ofVisit) => {
    shop = await openVisits('clerk', centre)
    const { id } = await shop.preSettle()
    await sortVisits(shop.deps)
    expect(await states(id), 'of today and its order’s').toEqual(['open'])
    if (Object.keys(ofOrder).length) await shop.deps.db.update(order).set(ofOrder).where(eq(order.id, id))
    if (Object.keys(ofVisit).length) await change(id, ofVisit)
    await sortVisits(shop.deps)
    expect(await states(id)).toEqual(['left'])
    expect(await endAll()).toBe(1)
    expect(await states(id)).toEqual(['closed'])
  })

  test('one that was left by mistake under a settlement on its way is not ended', async () => {
    shop = await openVisits('clerk', centre)
    const sold = await shop.preSettle()
    await shop.settle(sold)
    await change(sold.id, { state: 'left', nextAt: new Date(0) })
    await endAll()
    expect(await states(sold.id)).toEqual(['open'])
  })

  test('a registration whose answer never came names nobody after a day', async () => {
    shop = await openVisits('clerk', centre)
    await centre.fault({ fault: 'dropAfterBooking', infno: '2201' })
    await shop.askPrice({})
    const [row] = await shop.deps.db.select().from(visit)
    expect(row).toMatchObject({ state: 'registering', mdtrtId: null })
    await sortVisits(shop.deps)
    expect((await shop.visits(row!.orderId))[0]!.person).not.toBe('')
    await change(row!.orderId, { createdAt: new Date(Date.now() - 90_000_000) })
    await sortVisits(shop.deps)
    expect(await shop.visits(row!.orderId)).toMatchObject([{ state: 'closed', person: '' }])
  })
})

describe('ending a visit', () => {
  const given = async () => {
    shop = await openVisits('clerk', centre)
    const { id } = await shop.preSettle()
    await shop.deps.db.update(order).set({ state: 'voided' }).where(eq(order.id, id))
    await sortVisits(shop.deps)
    return id
  }
  const due = (id: string) => change(id, { nextAt: new Date(0) })

  test('lines that may have arrived late are taken out each time', async () => {
    const id = await given()
    await centre.fault({ fault: 'refuse', infno: '2202', text: '系统维护中' })
    await endAll()
    expect(await shop.visits(id)).toMatchObject([{ state: 'left', batch: '', message: '系统维护中' }])
    await centre.fault({ fault: 'dropBeforeBooking', infno: '2205' })
    await due(id)
    await endAll()
    const [row] = await shop.visits(id)
    expect(row, 'asked for 2205 again').toMatchObject({ state: 'left', attempts: 2 })
    expect(row!.message).not.toBe('系统维护中')
    await due(id)
    await endAll()
    expect(await states(id)).toEqual(['closed'])
  })

  test.each([
    ['挂号信息不存在', 'closed'],
    ['该挂号已取消，没有挂号信息', 'closed'],
    ['存在已退费的结算，不能撤销挂号', 'left'],
  ])('a centre that says %s: %s', async (text, state) => {
    const id = await given()
    await centre.fault({ fault: 'refuse', infno: '2202', text })
    await endAll()
    expect(await states(id)).toEqual([state])
  })

  test('what a person has cancelled on the centre’s site is noted, and tried no more', async () => {
    const id = await given()
    await centre.fault({ fault: 'refuse', infno: '2202', text: '请到窗口办理' })
    await endAll()
    const listed = async () => (await shop.clerk.ok(outpatient.paged, { step: 'registered' })).items
    const [row] = await shop.visits(id)
    expect(await listed()).toMatchObject([{ id, mdtrtId: row!.mdtrtId, error: '请到窗口办理' }])
    expect((await shop.clerk.ok(outpatient.paged, { keyword: row!.mdtrtId! })).items.map((one) => one.id)).toEqual([id])
    await shop.clerk.ok(outpatient.cancelVisit, { id, byHand: true })
    expect([await states(id), await listed()]).toEqual([['closed'], []])
    const { events } = await shop.read(id)
    expect(events.at(-1)!.text).toBe('挂号已在医保中心的网站撤销')
  })
})
