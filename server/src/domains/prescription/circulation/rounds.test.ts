import { settlement } from '@yibao/shared/calls/settlement.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Move } from '../../order/moves.ts'
import { move } from '../../order/states.ts'
import { order } from '../../order/tables.ts'
import { soldParts } from '../../sale/sold-parts.ts'
import { writeSales } from '../../sale/write.ts'
import { zhangSan } from '../test/paper.ts'
import { tellDue } from './round.ts'
import { useShop } from './test/use-shop.ts'

// One prescription handed out on more than once, by another settlement or by the same order again: what the centre holds of
// one of them says nothing of the other.

const { centre, shop } = useShop()

test('a lost dispensing is not told because the centre still holds that of the settlement before', async () => {
  const one = await shop.passed(zhangSan)
  const first = await shop.sell(one, zhangSan)
  await shop.round()
  await shop.reverse(first)
  await centre.fault({ fault: 'refuse', infno: '7206', text: '系统维护中' })
  await shop.round()
  expect((await shop.told(one.id)).slice(1)).toEqual(['dispense:told', 'return:refused'])
  await shop.sell(one, zhangSan)
  await centre.fault({ fault: 'dropBeforeBooking', infno: '7206' })
  await shop.round()
  expect((await shop.told(one.id)).at(-1)).toBe('dispense:unknown')
  await shop.landed(one.id)
  await shop.round()
  expect((await shop.told(one.id)).at(-1)).toBe('dispense:told')
  expect((await shop.book(zhangSan, one.number)).dispensings).toHaveLength(2)
})

test('told back to settled and undone once more: each round is told for itself, and what never arrived is not returned', async () => {
  const one = await shop.passed(zhangSan)
  const orderId = await shop.sell(one, zhangSan)
  await shop.round()
  const moved = async (name: Move, reversed: boolean) => {
    const patch = { reversedBy: reversed ? ('2601' as const) : null, reversedAt: reversed ? new Date() : null }
    await move(shop.deps.db, orderId, name, new Date(), { by: '测试', patch })
    await shop.round()
    return (await shop.told(one.id)).slice(1)
  }
  expect(await moved('undoneLater', true)).toEqual(['dispense:told', 'return:told'])
  await centre.fault({ fault: 'dropBeforeBooking', infno: '7206' })
  expect((await moved('takenBack', false)).at(-1)).toBe('dispense:unknown')
  expect((await moved('undoneLater', true)).slice(2)).toEqual(['dispense:unknown', 'return:waiting'])
  for (let n = 0; n < 2; n++) {
    await shop.landed(one.id)
    await shop.round()
  }
  const ended = ['dispense:told', 'return:told', 'dispense:needless', 'return:needless']
  expect((await shop.told(one.id)).slice(1)).toEqual(ended)
  expect((await shop.book(zhangSan, one.number)).dispensings.map(({ returned }) => returned)).toEqual([1])
})

test('of an order that was settled anew before the first settlement was told, its dispensing is not told', async () => {
  const one = await shop.passed(zhangSan)
  const orderId = await shop.sell(one, zhangSan)
  await writeSales(shop.deps)
  await shop.deps.db.update(order).set({ setlId: 'ANEW' }).where(eq(order.id, orderId))
  await tellDue(shop.deps, (fault) => shop.faults.push(fault), soldParts)
  expect((await shop.told(one.id)).slice(1)).toEqual(['dispense:needless'])
  expect((await shop.book(zhangSan, one.number)).dispensings).toEqual([])
})

test('taken back and settled anew on another prescription before the job looked: the first is returned as it was, the second told', async () => {
  const [first, second] = [await shop.passed(zhangSan), await shop.passed(zhangSan)]
  const id = await shop.sell(first, zhangSan)
  await shop.round()
  const { settleKey: _, ...before } = await shop.orderOf(id)
  await move(shop.deps.db, id, 'backToPresettled', new Date(), {
    by: '王会计',
    patch: { setlId: null, settledAt: null },
  })
  const { readId, insutype } = await shop.counter.read(zhangSan)
  const { number, hospital, doctor } = second
  const priced = await shop.clerk.ok(settlement.preSettle, {
    ...{ orderId: id, readId, insutype, medicalType: '41' },
    prescription: { id: second.id, number, hospital, doctor },
    lines: [{ ownCode: '100001', quantity: '1', price: '20.00' }],
  } as never)
  expect((await shop.counter.settle(priced)).success).toBe(true)
  await shop.round()
  expect(await shop.told(first.id)).toEqual(['verdict:told', 'dispense:told', 'return:told'])
  expect(await shop.told(second.id)).toEqual(['verdict:told', 'dispense:told'])
  const [out] = (await shop.book(zhangSan, first.number)).dispensings
  expect(out).toMatchObject({ setl_id: before.setlId, returned: 1, back: { medfee_sumamt: '40.00' } })
  expect(out!.back!.setl_time).toBe(before.settledAt)
  const { setlId } = await shop.orderOf(id)
  expect((await shop.book(zhangSan, number)).dispensings).toMatchObject([{ setl_id: setlId, returned: 0, back: null }])
  expect([(await shop.now(first.id)).dispense, (await shop.now(second.id)).dispense]).toEqual(['returned', 'told'])
})

test('a clock that is set back between the rounds of an order changes nothing of what comes behind what', async () => {
  const one = await shop.passed(zhangSan)
  const orderId = await shop.sell(one, zhangSan)
  const { db } = shop.deps
  const moved = async (name: Move, reversed: boolean, ago: number) => {
    const patch = { reversedBy: reversed ? ('2601' as const) : null, reversedAt: reversed ? new Date() : null }
    await move(db, orderId, name, new Date(), { by: '测试', patch })
    await writeSales({ db, clock: () => new Date(Date.now() - ago) })
  }
  await writeSales(shop.deps)
  await moved('undoneLater', true, 3_600_000)
  await moved('takenBack', false, 3_600_000)
  const written = (await shop.messages(one.id)).filter((message) => message.orderId === orderId)
  expect(written.map(({ kind, round, state }) => `${round} ${kind} ${state}`).sort()).toEqual([
    '1 dispense needless',
    '1 return needless',
    '2 dispense waiting',
  ])
})
