import { sale } from '@yibao/shared/calls/sale.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { leaseAt, settableClock } from '../../test/clock.ts'
import { tellTime } from '../settlement/test/counter.ts'
import { salePiece } from './tables.ts'
import { batch, line, newCode, openShop } from './test/shop.ts'
import { writeSales } from './write.ts'

// Somebody sets the server's clock forward by two hours while a 3505 is under way: taken away now and told anew, it would
// be there twice if it still arrived.

const { clock, steady, set, pass } = settableClock()
const shop = opened(() => openShop({ clock, steady }))

test('what may still arrive is neither taken away nor told again before its time has really passed', async () => {
  const id = await shop.sell([line('1', [newCode()])])
  await shop.fault('dropBeforeBooking', '3505')
  await shop.round()
  set(2 * 3_600_000)
  await tellTime(shop.centre, clock())
  await shop.round()
  const [piece] = await shop.rows(id)
  expect(piece).toMatchObject({ state: 'unknown', pending: 'upload' })
  expect((await shop.upload({ ids: [piece!.id] })).results[0]?.text).toContain('可能还在路上')
  const removal = await shop.clerk.send(sale.delete, { id: piece!.id, reason: '不等了' })
  expect(removal.resultNotice?.error).toContain('可能还在路上')
  expect(await shop.told(id)).toEqual([])
  pass(12 * 60_000)
  await tellTime(shop.centre, clock())
  await shop.round()
  expect([await shop.states(id), await shop.told(id)]).toEqual([['sale:uploaded'], ['3505']])
})

test('what is being told keeps its batch, and what a clock that was ahead has claimed for days does not', async () => {
  const id = await shop.sell()
  await writeSales(shop.deps)
  const claimed = (ms: number) =>
    shop.deps.db
      .update(salePiece)
      .set({ claimedUntil: leaseAt(clock().getTime() + ms) })
      .where(eq(salePiece.orderId, id))
  const ids = (await shop.rows(id)).map((one) => one.id)
  const save = () => shop.clerk.ok(sale.saveBatch, { ids, ...batch, lot: 'B2' })
  await claimed(60_000)
  expect(await save()).toEqual({ changed: 0 })
  await claimed(3 * 86_400_000)
  expect(await save()).toEqual({ changed: 1 })
  expect(await shop.rows(id)).toMatchObject([{ lot: 'B2' }])
})
