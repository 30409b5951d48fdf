import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { outpatient } from '@yibao/shared/calls/outpatient.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { sealedByAnother } from '../../test/other-key.ts'
import { move } from '../order/states.ts'
import { intent, order } from '../order/tables.ts'
import { visit } from '../order/visit-tables.ts'
import { startCentre } from '../settlement/test/centre.ts'
import { otc } from '../settlement/test/counter.ts'
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

const change = (id: string, values: Partial<typeof visit.$inferInsert>) =>
  shop.deps.db.update(visit).set(values).where(eq(visit.orderId, id))

const due = (id: string) => change(id, { nextAt: new Date(0) })

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
    expect((await shop.states(id)).sort()).toEqual(['left', 'open'])
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
    expect(await shop.states(id)).toEqual(['left', 'open'])
    expect((await shop.settle(priced)).result).toMatchObject({ status: '2' })
    expect(await shop.booked()).toHaveLength(1)
    expect(await shop.endAll()).toBe(1)
  },
)

test('a centre that prices more than the basket: nothing is settled, and the next press registers anew', async () => {
  shop = await openVisits('clerk', centre)
  await centre.fault({ fault: 'amountDrift', infno: '2206', field: 'medfee_sumamt', fen: 100 })
  const answer = await shop.askPrice({})
  expect(answer.resultNotice?.error).toContain('医保中心按 2.00 元预结算，购药明细是 1.00 元')
  const [row] = await shop.deps.db.select().from(order)
  expect(row).toMatchObject({ state: 'drafted', settleKey: null })
  expect(await shop.states(row!.id)).toEqual(['left'])
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
  await shop.deps.db.update(order).set({ medicalType: '11', clrType: '11' })
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
    expect(await shop.states(sold.id)).toEqual(['used'])
    await shop.clerk.ok(settlement.cancel, { orderId: sold.id, reason: '顾客退货' })
    expect(await shop.states(sold.id)).toEqual(['left'])
    expect(await shop.endAll()).toBe(1)
    expect(await shop.visits(sold.id)).toMatchObject([{ state: 'closed', person: '' }])
  })

  test.each([
    ['its order was voided by a node that knows none', { state: 'voided' }, {}],
    ['its order has another one', { visitId: 'another' }, {}],
    [
      'it is of yesterday, was never settled, and nobody stands before it',
      { updatedAt: new Date(Date.now() - 7_200_000) },
      { createdAt: new Date(Date.now() - 86_400_000) },
    ],
  ] as const)('%s: it is ended', async (_what, ofOrder, ofVisit) => {
    shop = await openVisits('clerk', centre)
    const { id } = await shop.preSettle()
    await sortVisits(shop.deps)
    expect(await shop.states(id), 'of today and its order’s').toEqual(['open'])
    if (Object.keys(ofOrder).length) await shop.deps.db.update(order).set(ofOrder).where(eq(order.id, id))
    if (Object.keys(ofVisit).length) await change(id, ofVisit)
    await sortVisits(shop.deps)
    expect(await shop.states(id)).toEqual(['left'])
    expect(await shop.endAll()).toBe(1)
    expect(await shop.states(id)).toEqual(['closed'])
  })

  test('one that was left by mistake under a settlement on its way is not ended', async () => {
    shop = await openVisits('clerk', centre)
    const sold = await shop.preSettle()
    await shop.settle(sold)
    await change(sold.id, { state: 'left', nextAt: new Date(0) })
    await shop.endAll()
    expect(await shop.states(sold.id)).toEqual(['open'])
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
  test('lines that may have arrived late are taken out each time', async () => {
    const id = await given()
    await centre.fault({ fault: 'refuse', infno: '2202', text: '系统维护中' })
    await shop.endAll()
    expect(await shop.visits(id)).toMatchObject([{ state: 'left', batch: '', message: '系统维护中' }])
    await centre.fault({ fault: 'dropBeforeBooking', infno: '2205' })
    await due(id)
    await shop.endAll()
    const [row] = await shop.visits(id)
    expect(row, 'asked for 2205 again').toMatchObject({ state: 'left', attempts: 2 })
    expect(row!.message).not.toBe('系统维护中')
    await due(id)
    await shop.endAll()
    expect(await shop.states(id)).toEqual(['closed'])
  })

  test.each([
    ['挂号信息不存在', 'closed'],
    ['该挂号已取消', 'closed'],
    ['未查询到该挂号信息', 'closed'],
    ['没有挂号撤销权限', 'left'],
    ['存在已退费的结算，不能撤销挂号', 'left'],
  ])('a centre that says %s: %s', async (text, state) => {
    const id = await given()
    await centre.fault({ fault: 'refuse', infno: '2202', text })
    await shop.endAll()
    expect(await shop.states(id)).toEqual([state])
  })

  test('what a person has cancelled on the centre’s site is noted, and tried no more', async () => {
    const id = await given()
    await centre.fault({ fault: 'refuse', infno: '2202', text: '请到窗口办理' })
    await shop.endAll()
    const listed = async () => (await shop.clerk.ok(outpatient.paged, { step: 'registered' })).items
    const [row] = await shop.visits(id)
    expect(await listed()).toMatchObject([{ id, mdtrtId: row!.mdtrtId, error: '请到窗口办理' }])
    expect((await shop.clerk.ok(outpatient.paged, { keyword: row!.mdtrtId! })).items.map((one) => one.id)).toEqual([id])
    await shop.clerk.ok(outpatient.cancelVisit, { id, byHand: true })
    expect([await shop.states(id), await listed()]).toEqual([['closed'], []])
    const { events } = await shop.read(id)
    expect(events.at(-1)!.text).toBe('挂号已在医保中心的网站撤销')
  })
})

describe('what a second request or a second look does', () => {
  test('a step that has not left yet does not leave once another basket was written: here the 2204 behind a 2205', async () => {
    shop = await openVisits('clerk', centre)
    const { id } = await shop.preSettle()
    let other: Awaited<ReturnType<Visits['preSettle']>> | undefined
    const first = await centre.during(
      '2205',
      () => shop.askPrice({ orderId: id, lines: otc('2.00') }),
      async () => {
        other = await shop.preSettle({ orderId: id, lines: otc('3.00') })
      },
    )
    expect(first.resultNotice?.error).toBeTruthy()
    expect(await shop.visits(id)).toMatchObject([
      { state: 'left', batches: 1 },
      { state: 'open', batches: 1 },
    ])
    expect((await shop.settle(other!)).result).toMatchObject({ status: '2', total: '3.00' })
    expect(await shop.booked()).toMatchObject([{ infno: '2207', medfee_sumamt: '3.00' }])
  })

  test('a visit that the centre ended meanwhile holds nobody up: the press after its refusal registers anew', async () => {
    shop = await openVisits('clerk', centre)
    await centre.fault({ fault: 'refuse', infno: '2204', text: '目录未对照' })
    expect((await shop.askPrice({})).resultNotice?.error).toContain('目录未对照')
    const [row] = await shop.deps.db.select().from(order)
    await centre.fault({ fault: 'refuse', infno: '2204', text: '挂号已取消' })
    expect((await shop.askPrice({ orderId: row!.id })).resultNotice?.error).toContain('挂号已取消')
    const priced = await shop.preSettle({ orderId: row!.id })
    expect(await shop.states(row!.id)).toEqual(['left', 'open'])
    expect((await shop.settle(priced)).result).toMatchObject({ status: '2' })
  })

  test.each(['settling', 'unknown', 'reversing', 'settled'] as const)(
    'of an order that is %s neither the round nor the ending takes the visit',
    async (state) => {
      shop = await openVisits('clerk', centre)
      const { id } = await shop.preSettle()
      await shop.deps.db.update(order).set({ state }).where(eq(order.id, id))
      await change(id, { createdAt: new Date(Date.now() - 2 * 86_400_000) })
      await shop.deps.db
        .update(order)
        .set({ updatedAt: new Date(0) })
        .where(eq(order.id, id))
      await sortVisits(shop.deps)
      expect(await shop.states(id)).toEqual([state === 'settled' ? 'used' : 'open'])
      await change(id, { state: 'left', nextAt: new Date(0) })
      await shop.endAll()
      expect(await shop.states(id)).toEqual(['open'])
    },
  )

  test.each([
    ['takenBack', 'reversed', 'left', 'open'],
    ['stillStands', 'reversed', 'left', 'open'],
    ['backfilled', 'presettled', 'left', 'open'],
    ['backToPresettled', 'settled', 'used', 'open'],
    ['backToUnknown', 'settled', 'used', 'open'],
    ['backToVoided', 'settled', 'used', 'open'],
    ['backToReversed', 'settled', 'used', 'open'],
    ['foundReversed', 'settled', 'used', 'left'],
    ['void', 'presettled', 'open', 'left'],
  ] as const)('%s of an order that is %s: its visit, %s before, is %s', async (name, from, was, now) => {
    shop = await openVisits('clerk', centre)
    const { id } = await shop.preSettle()
    await shop.deps.db.update(order).set({ state: from }).where(eq(order.id, id))
    await change(id, { state: was })
    expect(await move(shop.deps.db, id, name, new Date(), { by: '系统' })).toBeDefined()
    expect(await shop.states(id)).toEqual([now])
  })

  test('a centre that is silent, or a row that nobody can open, holds up no other store', async () => {
    shop = await openVisits('clerk', centre)
    const { id } = await shop.preSettle()
    await shop.clerk.ok(orderCalls.void, { id, reason: '顾客不买了' })
    await change(id, { person: shop.deps.services.vault.seal('no person') })
    const resting = new Map<string, number>()
    expect(await endLeft(shop.deps, () => undefined, resting)).toBe(1)
    const [row] = await shop.visits(id)
    expect(row).toMatchObject({ state: 'left', message: '系统处理出错' })
    expect(row!.nextAt!.getTime()).toBeGreaterThan(Date.now() + 500_000)
    await due(id)
    expect(await endLeft(shop.deps, () => undefined, resting), 'its store rests').toBe(0)
  })

  test('whose person a lost data key sealed is a person’s at once, who ends it at the centre and says so', async () => {
    shop = await openVisits('clerk', centre)
    const { id } = await shop.preSettle()
    await shop.clerk.ok(orderCalls.void, { id, reason: '顾客不买了' })
    await change(id, { person: sealedByAnother() })
    const resting = new Map<string, number>()
    const fail = (fault: unknown) => {
      throw fault
    }
    expect(await endLeft(shop.deps, fail, resting)).toBe(1)
    expect(resting.size, 'its store’s other visits go on').toBe(0)
    const message = expect.stringContaining('另一把数据密钥')
    expect(await shop.visits(id)).toMatchObject([{ state: 'left', nextAt: null, message }])
    expect((await shop.clerk.send(outpatient.cancelVisit, { id })).resultNotice).toMatchObject({
      error: '参保人信息是用另一把数据密钥保存的，不能打开',
      tips: expect.stringContaining('已在中心撤销'),
    })
    await shop.clerk.ok(outpatient.cancelVisit, { id, byHand: true })
    expect(await shop.states(id)).toEqual(['closed'])
  })

  test('an old purchase whose registration stays is listed, and found by the centre’s number', async () => {
    shop = await openVisits('clerk', centre)
    const { id } = await shop.preSettle()
    await shop.clerk.ok(orderCalls.void, { id, reason: '顾客不买了' })
    await centre.fault({ fault: 'refuse', infno: '2202', text: '请到窗口办理' })
    await shop.endAll()
    await shop.deps.db.update(order).set({ createdAt: new Date(Date.now() - 30 * 86_400_000) })
    const [row] = await shop.visits(id)
    for (const asked of [{}, { step: 'registered' as const }, { keyword: row!.mdtrtId! }])
      expect((await shop.clerk.ok(outpatient.paged, asked)).items.map((one) => one.id)).toEqual([id])
  })
})
