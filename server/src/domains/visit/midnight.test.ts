import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { held, untilWaiting } from '../../test/locks.ts'
import { usual } from '../../test/postgres.ts'
import { order } from '../order/tables.ts'
import { visit } from '../order/visit-tables.ts'
import { startCentre } from '../settlement/test/centre.ts'
import { sortVisits } from './abandoned.ts'
import { leave } from './claim.ts'
import { openVisits, type Visits } from './test/visit-bench.ts'

// A basket was priced before midnight in a visit of that day, nobody came back to it for an hour, and F9 is pressed beside
// the round that ends such visits: it is settled or cancelled, never both.

const centre = opened(startCentre)
let shop: Visits
afterEach(async () => {
  await centre.clearFaults()
  await shop.close()
})

const day = 86_400_000
const gone = { error: '这笔购药的门诊挂号已作废，原预结算随之作废', tips: '按 F8 重新预结算，系统重新挂号' }

/** Priced two hours ago, in a visit of yesterday. */
const priced = async () => {
  const one = await shop.preSettle()
  const { db } = shop.deps
  await db.update(visit).set({ createdAt: new Date(Date.now() - day) })
  await db.update(order).set({ updatedAt: new Date(Date.now() - 7_200_000) })
  return one
}

const round = async () => {
  await sortVisits(shop.deps)
  return shop.endAll()
}

/** What became of the one visit: settled there, cancelled there; and how ours stands. */
const ends = async (id: string) => {
  const [row] = await shop.visits(id)
  const [there] = (await centre.visits(shop.shop.fixmedinsCode)).filter(({ mdtrt_id }) => mdtrt_id === row!.mdtrtId)
  return [there!.setl_id !== '', there!.cancelled !== '', row!.state]
}

/** Whatever there was before, F8 and F9 now go through. */
const goesOn = async (id: string) => {
  const again = await shop.preSettle({ orderId: id })
  expect((await shop.settle(again)).result).toMatchObject({ status: '2', total: '1.00' })
  expect(await shop.booked()).toMatchObject([{ infno: '2207', medfee_sumamt: '1.00' }])
}

describe.each(['clerk', 'clerk3'] as const)('%s', (who) => {
  test('F9 first: it is settled in the visit of yesterday, which the round leaves alone', async () => {
    shop = await openVisits(who, centre)
    const one = await priced()
    expect((await shop.settle(one)).result).toMatchObject({ status: '2' })
    expect(await round()).toBe(0)
    expect(await ends(one.id)).toEqual([true, false, 'used'])
  })

  test('F9 while the round goes: a 2207 that is on its way keeps its visit', async () => {
    shop = await openVisits(who, centre)
    const one = await priced()
    const answer = await centre.during(
      '2207',
      () => shop.settle(one),
      async () => expect(await round()).toBe(0),
    )
    expect(answer.result).toMatchObject({ status: '2' })
    await round()
    expect(await ends(one.id)).toEqual([true, false, 'used'])
  })

  test('the round first: nothing leaves, the clerk reads what to do, and the next press registers anew', async () => {
    shop = await openVisits(who, centre)
    const one = await priced()
    expect(await round()).toBe(1)
    expect((await shop.settle(one)).resultNotice).toMatchObject(gone)
    expect([await shop.intents(one.id), await ends(one.id)]).toEqual([[], [false, true, 'closed']])
    await goesOn(one.id)
  })

  test('F9 while the round takes the lines out: nothing leaves', async () => {
    shop = await openVisits(who, centre)
    const one = await priced()
    let answer: Awaited<ReturnType<Visits['settle']>> | undefined
    await centre.during('2205', round, async () => {
      answer = await shop.settle(one)
    })
    expect(answer?.resultNotice).toMatchObject(gone)
    expect([await shop.intents(one.id), await ends(one.id)]).toEqual([[], [false, true, 'closed']])
  })
})

describe.runIf(usual === 'postgres')('a press that has looked at its visit already', () => {
  /** Its order's row is held, so that F9 waits with all that it has read; then `meanwhile` happens. */
  const heldWhile = async (
    id: string,
    press: () => ReturnType<Visits['settle']>,
    meanwhile: () => Promise<unknown>,
  ) => {
    const { db } = shop.deps
    const free = await held(db, (tx) => tx.select({ id: order.id }).from(order).where(eq(order.id, id)).for('update'))
    const pressed = press()
    await untilWaiting(db, 1)
      .then(meanwhile)
      .finally(() => free())
    return pressed
  }

  test('and waits while the round ends it: nothing leaves', async () => {
    shop = await openVisits('clerk', centre)
    const one = await priced()
    const answer = await heldWhile(
      one.id,
      () => shop.settle(one),
      async () => expect(await round()).toBe(1),
    )
    expect(answer.resultNotice).toMatchObject(gone)
    expect([await shop.intents(one.id), await shop.booked()]).toEqual([[], []])
    expect(await ends(one.id)).toEqual([false, true, 'closed'])
    await goesOn(one.id)
  })

  test('and waits while another counter leaves it for another one: nothing leaves', async () => {
    shop = await openVisits('clerk', centre)
    const one = await priced()
    const [row] = await shop.visits(one.id)
    const answer = await heldWhile(
      one.id,
      () => shop.settle(one),
      () => leave(shop.deps, row!.id),
    )
    expect(answer.resultNotice).toMatchObject(gone)
    expect(await shop.intents(one.id)).toEqual([])
    await shop.clerk.ok(orderCalls.void, { id: one.id, reason: '顾客不买了' })
    expect(await round()).toBe(1)
  })
})

test('one that was left beside a press which had gone by is not ended, and is its order’s again', async () => {
  shop = await openVisits('clerk', centre)
  const one = await priced()
  const [row] = await shop.visits(one.id)
  // Whoever leaves it had looked at the order before F9 moved it.
  const answer = await centre.during(
    '2207',
    () => shop.settle(one),
    async () => {
      await leave(shop.deps, row!.id)
      await shop.endAll()
      expect(await shop.states(one.id)).toEqual(['open'])
    },
  )
  expect(answer.result).toMatchObject({ status: '2' })
  await round()
  expect(await ends(one.id)).toEqual([true, false, 'used'])
})
