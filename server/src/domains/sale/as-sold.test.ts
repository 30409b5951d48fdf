import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { sale } from '@yibao/shared/calls/sale.ts'
import { orderInfo } from '@yibao/shared/calls/settlement-report.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { move } from '../order/states.ts'
import { order } from '../order/tables.ts'
import { soldParts } from './sold-parts.ts'
import { batch, line, newCode, openShop, zhangSan } from './test/shop.ts'
import { writeSales } from './write.ts'

// What 补录 has put right is what is shown, exported, kept of a return and told again, not what was scanned at the counter.

const shop = opened(openShop)
const right = { lot: 'B𠮷', madeOn: '2026-08-01', expiresOn: '2028-07-31' }
const tea = { ownCode: '100003', quantity: '2', price: '2.00' }

const corrected = async (lines: object[], traceCodes: string[]) => {
  const id = await shop.sell(lines)
  await writeSales(shop.deps)
  await shop.clerk.ok(sale.saveTrace, { orderId: id, no: 1, ...right, traceCodes } as never)
  return id
}
const detail = (id: string) => shop.clerk.ok(orderCalls.get, { id })
const stored = async (id: string) => (await shop.deps.db.select().from(order).where(eq(order.id, id)))[0]!

test('the order and the report show it, before and after it came back; what nobody put right is as it was settled', async () => {
  const [wrong, code] = [newCode(), newCode()]
  const untouched = await shop.sell([line('1', [wrong])])
  expect((await detail(untouched)).lines, 'nothing is written').toMatchObject([{ ...batch, traceCodes: [wrong] }])
  const id = await corrected([line('1', [newCode()]), tea], [code])
  const { orderNo, lines } = await detail(id)
  expect(lines).toMatchObject([
    { ...right, traceCodes: [code] },
    { ownCode: '100003', quantity: '2', traceCodes: [] },
  ])
  const rows = async () =>
    (await shop.boss.ok(orderInfo.query, { keyword: orderNo, pageSize: 100 } as never)).items
      .filter((one) => one.orderNo === orderNo)
      .map(({ ownCode, lot, traceCodes }) => [ownCode, lot, traceCodes])
  const both = [
    ['100002', right.lot, code],
    ['100003', undefined, undefined],
  ]
  expect((await rows()).toSorted()).toEqual(both)
  await shop.reverse(id)
  await writeSales(shop.deps)
  expect((await detail(id)).lines[0]).toMatchObject({ ...right, traceCodes: [code] })
})

test('what is kept of a return has the packs as they are known now, whatever the page sends', async () => {
  const [one, two, typo] = [newCode(), newCode(), newCode()]
  const id = await corrected([line('2', [one, typo]), tea], [one, two])
  const kept = async (lines: object[]) => {
    const priced = await shop.counter.preSettle(await shop.counter.read(zhangSan), { lines, replaces: id } as never)
    return (await stored(priced.id)).lines
  }
  expect(await kept([line('2', [one, typo])])).toMatchObject([{ ...right, traceCodes: [one, two] }])
  expect(await kept([line('1', [typo]), tea]), 'which of both came back is not known').toMatchObject([
    { ...right, traceCodes: [] },
    { ownCode: '100003', quantity: '2' },
  ])
  expect(await kept([line('1', [one])])).toMatchObject([{ ...right, traceCodes: [one] }])
})

test('of goods that stand in two lines the kept one has its own pack, not that of the one that came back', async () => {
  const [back, stays] = [newCode(), newCode()]
  const second = { ...line('1', [stays]), ...right }
  const id = await shop.sell([line('1', [back]), second])
  await writeSales(shop.deps)
  const person = await shop.counter.read(zhangSan)
  const priced = await shop.counter.preSettle(person, { lines: [second], replaces: id } as never)
  expect((await stored(priced.id)).lines).toMatchObject([{ ...right, traceCodes: [stays] }])
})

test('a settlement that stands again sells the same packs again', async () => {
  const code = newCode()
  const id = await corrected([line('1', [newCode()])], [code])
  await shop.round()
  await shop.reverse(id)
  await shop.round()
  expect(await shop.states(id)).toEqual(['return:uploaded', 'sale:uploaded'])
  const { reversedAt } = await stored(id)
  expect(await move(shop.deps.db, id, 'takenBack', reversedAt!, { by: '吴区管' })).toBeDefined()
  await writeSales(shop.deps)
  const again = (await shop.rows(id)).filter(({ round, kind }) => round === 2 && kind === 'sale')
  expect(again).toMatchObject([{ ...right, traceCode: code, state: 'waiting' }])
  expect((await detail(id)).lines).toMatchObject([{ ...right, traceCodes: [code] }])
  const { setlId } = await stored(id)
  expect(await soldParts(shop.deps, { orderId: id, setlId: setlId! }), '7206').toMatchObject([{ traceCode: code }])
})
