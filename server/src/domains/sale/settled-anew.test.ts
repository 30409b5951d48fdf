import { sale } from '@yibao/shared/calls/sale.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { openIdentity } from '../card/identity.ts'
import { intent, order } from '../order/tables.ts'
import { storeOf } from '../organisation/store.ts'
import { backfillFound } from '../reconciliation/actions/backfill.ts'
import { type Before, restore } from '../reconciliation/repair/restore.ts'
import { askSettlement } from '../settlement/recover/lookup.ts'
import { batch, line, newCode, openShop, shopCode, zhangSan } from './test/shop.ts'
import { writeSales } from './write.ts'

// An order whose 补录 is taken back may be settled anew before the job has looked: what was told of the first settlement
// comes back, and the second one is told.

const shop = opened(openShop)

const rowOf = async (id: string) => (await shop.deps.db.select().from(order).where(eq(order.id, id)))[0]!

/** An order that is priced again after its settlement got lost, and 补录 of what the centre has of it after all. */
const lost = async () => {
  const { counter, deps } = shop
  const { db } = deps
  const lines = [line('2')]
  const { id } = await counter.preSettle(await counter.read(zhangSan), { lines } as never).then(async (one) => {
    await shop.fault('dropAfterBooking', '2102')
    await counter.settle(one)
    return one
  })
  const [sent] = await db.select().from(intent).where(eq(intent.orderId, id))
  await db.update(intent).set({ outcome: 'undone', undoneBy: 'notFound' }).where(eq(intent.orderId, id))
  await db.update(order).set({ state: 'presettled' }).where(eq(order.id, id))
  const day = formatDay(new Date())
  const { msgid } = sent!
  const atCentre = (await counter.centre.book(shopCode, day)).find((each) => each.msgid === msgid)!
  const storeRow = await storeOf(deps, shop.storeId)
  const ids = { setlId: atCentre.setl_id, mdtrtId: String(atCentre.mdtrt_id) }
  const found = (await askSettlement(
    deps,
    storeRow,
    openIdentity(deps.services.vault, (await rowOf(id)).identity),
    ids,
  ))!
  const difference = { day, at: deps.clock(), msgid, psn: null } as never
  const bind = () => backfillFound({ deps, by: '王会计', difference, storeRow }, found)
  const repaired = await bind()
  const settleAnew = async (more: object = {}) => {
    const priced = await counter.preSettle(await counter.read(zhangSan), { orderId: id, lines, ...more } as never)
    expect((await counter.settle(priced)).result).toMatchObject({ status: '2' })
  }
  const takeBack = () =>
    db.transaction((tx) => restore(tx as never, repaired.before as Before, { at: deps.clock(), by: '王会计' }))
  return { id, first: ids.setlId, settleAnew, takeBack, bind }
}

const bookOf = async (settlements: readonly string[]) =>
  (await shop.centre.pieces(shopCode))
    .filter(({ data }) => settlements.includes(String(data.setl_id)))
    .map(({ infno, data }) => `${infno} ${settlements.indexOf(String(data.setl_id)) + 1} ${data.sel_retn_cnt}`)

test('told, taken back and settled anew within one round: the first sale is returned, the second one told', async () => {
  const one = await lost()
  await shop.round()
  expect(await shop.told(one.id)).toEqual(['3505'])
  await one.takeBack()
  await one.settleAnew({ lines: [line('3')] })
  const second = (await rowOf(one.id)).setlId!
  expect(second).not.toBe(one.first)
  await shop.round()
  expect(await bookOf([one.first, second])).toEqual(['3505 1 2.0000', '3506 1 2.0000', '3505 2 3.0000'])
  expect(await shop.states(one.id)).toEqual(['return:uploaded', 'sale:uploaded', 'sale:uploaded'])
  expect(await rowOf(one.id)).toMatchObject({ saleMark: 'sold' })
  const shown = await shop.clerk.ok(sale.detail, { orderId: one.id })
  expect(shown.lines).toMatchObject([{ quantity: '3', open: false }])
  expect(shown.rows.map(({ kind, quantity, state }) => `${kind} ${quantity} ${state}`)).toEqual([
    'sale 3 uploaded',
    'sale 2 uploaded',
    'return 2 uploaded',
  ])
  // Once.
  await shop.round()
  expect(await bookOf([one.first, second])).toHaveLength(3)
  expect(shop.faults).toEqual([])
})

test('written and not told, taken back and settled anew: only the second one is told', async () => {
  const one = await lost()
  await writeSales(shop.deps)
  await one.takeBack()
  await one.settleAnew()
  await shop.round()
  const { setlId } = await rowOf(one.id)
  expect(await bookOf([one.first, setlId!])).toEqual(['3505 2 2.0000'])
  expect((await shop.states(one.id)).sort()).toEqual(['return:needless', 'sale:needless', 'sale:uploaded'])
})

test('a person who presses before the job tells them in the same order', async () => {
  const one = await lost()
  await shop.round()
  await one.takeBack()
  await one.settleAnew()
  await writeSales(shop.deps)
  await shop.upload({ orderId: one.id })
  const { setlId } = await rowOf(one.id)
  expect(await bookOf([one.first, setlId!])).toEqual(['3505 1 2.0000', '3506 1 2.0000', '3505 2 2.0000'])
})

test('a pack that was sold with the second settlement is not free because the first one came back', async () => {
  const one = await lost()
  await shop.round()
  await one.takeBack()
  const code = newCode()
  await one.settleAnew({ lines: [line('2', [code, newCode()])] })
  await shop.round()
  const other = await shop.sell([line('1')])
  await shop.round()
  const [piece] = await shop.rows(other)
  await shop.clerk.ok(sale.delete, { id: piece!.id, reason: '补录追溯码' })
  const traced = { orderId: other, no: 1, ...batch, traceCodes: [code] }
  expect((await shop.clerk.send(sale.saveTrace, traced)).resultNotice?.error).toContain(
    `订单 ${(await rowOf(one.id)).orderNo}（第 1 行）`,
  )
})

test('bound again to the settlement that was told: nothing is told twice', async () => {
  const one = await lost()
  await shop.round()
  await one.takeBack()
  await one.bind()
  expect(await rowOf(one.id)).toMatchObject({ state: 'settled', setlId: one.first, saleMark: 'other' })
  await shop.round()
  expect(await bookOf([one.first])).toEqual(['3505 1 2.0000'])
  expect(await shop.states(one.id)).toEqual(['sale:uploaded'])
  expect(await rowOf(one.id)).toMatchObject({ saleMark: 'sold' })
})

test('settled anew and taken back before anybody looked: the first sale is returned, the second never told', async () => {
  const one = await lost()
  await shop.round()
  await one.takeBack()
  await one.settleAnew()
  const { setlId } = await rowOf(one.id)
  await shop.reverse(one.id)
  await shop.round()
  expect(await bookOf([one.first, setlId!])).toEqual(['3505 1 2.0000', '3506 1 2.0000'])
  expect(await rowOf(one.id)).toMatchObject({ state: 'reversed', saleMark: 'returned' })
})
