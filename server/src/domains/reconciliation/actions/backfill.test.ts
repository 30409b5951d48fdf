import { formatDay } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import type { Deps } from '../../../call/context.ts'
import { leaseAt } from '../../../test/clock.ts'
import { openIdentity } from '../../card/identity.ts'
import { intent, order } from '../../order/tables.ts'
import { storeOf } from '../../organisation/store.ts'
import { claimIntent } from '../../settlement/recover/claim.ts'
import { askSettlement } from '../../settlement/recover/lookup.ts'
import { openCounter, otc } from '../../settlement/test/counter.ts'
import { restore } from '../repair/restore.ts'
import { backfillFound } from './backfill.ts'

// 补录 of an order that recovery may still decide: a 2601 of its must not take back what a person books.

const counter = opened(() => openCounter())

const busy = '系统正在核实这一笔'

/** A settlement that the centre booked and that nobody here has heard of, and its 补录. */
const lost = async (price: string, quantity = '1') => {
  const { deps } = counter.server
  const { db } = deps
  const { id } = await counter
    .preSettle(await counter.read('32050000000000000001'), { lines: otc(price, quantity) })
    .then(async (one) => {
      await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
      await counter.settle(one)
      return one
    })
  const row = async () => (await db.select().from(order).where(eq(order.id, id)))[0]!
  const sent = async () => (await db.select().from(intent).where(eq(intent.orderId, id)))[0]!
  const set = (values: Partial<typeof intent.$inferInsert>) =>
    db
      .update(intent)
      .set({ leaseUntil: leaseAt(0), ...values })
      .where(eq(intent.orderId, id))
  const { msgid } = await sent()
  const { storeId, identity } = await row()
  const storeRow = await storeOf(deps, storeId)
  const day = formatDay(new Date())
  const atCentre = async () => (await counter.centre.book('P32050100001', day)).find((each) => each.msgid === msgid)!
  const { setl_id: setlId, mdtrt_id: mdtrtId } = await atCentre()
  const ids = { setlId, mdtrtId: String(mdtrtId) }
  const found = (await askSettlement(deps, storeRow, openIdentity(deps.services.vault, identity), ids))!
  const difference = { day, at: deps.clock(), msgid, psn: null } as never
  const fill = (over: Deps = deps, more = {}) =>
    backfillFound({ deps: over, by: '王会计', difference, storeRow }, { ...found, ...more })
  return { row, sent, set, atCentre, fill }
}

test('while recovery has not given up it is not his, and nothing is booked; once it is, both books agree', async () => {
  const one = await lost('8.10')
  await one.set({ needsPerson: false })
  await expect(one.fill()).rejects.toThrow(busy)
  expect([(await one.row()).state, (await one.sent()).outcome]).toEqual(['unknown', 'unknown'])
  await one.set({ needsPerson: true })
  const { text, before } = await one.fill()
  expect(text).toContain('补录订单')
  expect(await one.row()).toMatchObject({ state: 'settled', total: 810, setlId: (await one.atCentre()).setl_id })
  expect(await one.sent()).toMatchObject({ outcome: 'booked', needsPerson: false })
  expect((await one.atCentre()).undone).toBe(false)
  const { db, clock } = counter.server.deps
  await restore(db, before!, { at: clock(), by: '王会计' })
  expect((await one.row()).state).toBe('unknown')
  expect(await one.sent(), 'taken back it is a person’s again').toMatchObject({ outcome: 'unknown', needsPerson: true })
  await one.set({})
  expect((await one.fill()).text).toContain('补录订单')
})

test('what the centre has paid back by now is not booked as settled', async () => {
  const one = await lost('8.15')
  await one.set({ needsPerson: true })
  await expect(one.fill(counter.server.deps, { refunded: true })).rejects.toThrow('医保中心这笔结算已退费，不能补录')
  expect([(await one.row()).state, (await one.sent()).outcome]).toEqual(['unknown', 'unknown'])
  expect((await one.fill()).text).toContain('补录订单')
})

test('an order that was settled by another message and reversed keeps that settlement and its reversal in our book', async () => {
  const one = await lost('8.17', '3')
  await one.set({ needsPerson: true })
  const { db } = counter.server.deps
  const later = { setlId: 'LATER', msgid: 'LATER', reversedBy: '2103', reversedAt: new Date() } as const
  const { id } = await one.row()
  await db
    .update(order)
    .set({ state: 'reversed', ...later })
    .where(eq(order.id, id))
  await expect(one.fill()).rejects.toThrow('订单已以另一笔报文结算，不能补录')
  expect(await one.row()).toMatchObject({ state: 'reversed', ...later })
  expect((await one.atCentre()).undone).toBe(false)
})

test('what another node decided between his claim and his booking stands', async () => {
  const one = await lost('8.20')
  await one.set({ needsPerson: true })
  const { deps } = counter.server
  let count = 0
  const transaction = async (work: never) => {
    // The first is the claim.
    if (++count === 2) await one.set({ outcome: 'undone', undoneBy: 'booked' })
    return deps.db.transaction(work)
  }
  const late = { ...deps, db: Object.create(deps.db, { transaction: { value: transaction } }) }
  await expect(one.fill(late)).rejects.toThrow(busy)
  expect(count).toBe(2)
  expect([(await one.row()).state, (await one.row()).setlId]).toEqual(['unknown', null])
  expect(await one.sent()).toMatchObject({ outcome: 'undone', setlId: null })
})

test('recovery that takes the message between his claim and his booking has it: nothing is booked beside its 2601', async () => {
  const one = await lost('8.30', '2')
  await one.set({ needsPerson: true })
  const { deps } = counter.server
  let count = 0
  const transaction = async (work: never) => {
    // The first is his claim; he stands still, and the next one is recovery's.
    if (++count === 2) expect(await claimIntent(deps, (await one.sent()).id)).toBeDefined()
    return deps.db.transaction(work)
  }
  const late = {
    ...deps,
    config: { ...deps.config, lease: -1 },
    db: Object.create(deps.db, { transaction: { value: transaction } }),
  }
  await expect(one.fill(late)).rejects.toThrow(busy)
  expect(await one.row()).toMatchObject({ state: 'unknown', setlId: null })
  expect(await one.sent()).toMatchObject({ outcome: 'unknown', attempts: 2 })
  expect((await one.atCentre()).undone).toBe(false)
})
