import { sale } from '@yibao/shared/calls/sale.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { databaseEra } from '../../database/life.ts'
import { order } from '../order/tables.ts'
import { area } from '../organisation/tables.ts'
import { salePiece } from './tables.ts'
import { openShop } from './test/shop.ts'
import { writeSales } from './write.ts'

// A backup was played back: what was told after it is there, and our rows say that it is not.

const shop = opened(() => openShop())
const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000)

/** The database is another one since a moment. */
const playedBack = async (at: Date) => {
  const { db } = shop.deps
  await db.execute(sql`delete from database_era`)
  await db
    .insert(databaseEra)
    .values([{ life: 'before', beganAt: new Date(0) }, { life: sql`database_life()`, beganAt: at } as never])
}
/** A sale of an hour ago that the centre has, as the backup of that moment holds it. */
const toldSince = async (values: Partial<typeof salePiece.$inferInsert> = {}) => {
  const id = await shop.sell()
  await shop.round()
  const before = { uploadedAt: null, sentAt: null, soldAt: minutesAgo(60), nextAt: minutesAgo(1) }
  const waiting = { state: 'waiting' as const, ...before, ...values }
  await shop.deps.db.update(salePiece).set(waiting).where(eq(salePiece.orderId, id))
  return id
}
const shown = async (orderId: string) => (await shop.clerk.ok(sale.paged, { orderId })).items[0]!

test('a sale that was told after the backup is asked about first: the centre has it once, and our row says so', async () => {
  const id = await toldSince()
  await playedBack(minutesAgo(30))
  await shop.round()
  expect([await shop.told(id), await shop.states(id)]).toEqual([['3505'], ['sale:uploaded']])
})

test.each(['refused', 'deleted'] as const)(
  'so is one that was %s at the backup, when a person presses',
  async (state) => {
    const id = await toldSince({ state, nextAt: null, sentAt: minutesAgo(50) })
    await playedBack(minutesAgo(30))
    const { error, results } = await shop.upload({ ids: [(await shown(id)).id] })
    expect([error, results]).toEqual([undefined, []])
    expect([await shop.told(id), await shop.states(id)]).toEqual([['3505'], ['sale:uploaded']])
  },
)

test('while its message may still be on its way it waits, and a person reads why; nothing is told of an unanswered question', async () => {
  const { db } = shop.deps
  await db.update(area).set({ settings: sql`${area.settings} || '{"inFlightMax":600000}'::jsonb` })
  const id = await toldSince()
  await playedBack(new Date())
  await shop.round()
  expect(await shop.states(id)).toEqual(['sale:unknown'])
  expect((await shown(id)).message).toBe('数据库恢复过，这一条可能已经上传，要先向医保中心核实')
  await playedBack(minutesAgo(30))
  await shop.landed(id)
  await shop.fault('refuse', '3507', { text: '已结账，不能删除' })
  await shop.round()
  expect([await shop.told(id), await shop.states(id)]).toEqual([['3505'], ['sale:unknown']])
  expect((await shown(id)).message).toBe('未能核实：已结账，不能删除')
  await shop.centre.clearFaults()
  await shop.landed(id)
  await shop.round()
  expect([await shop.told(id), await shop.states(id)]).toEqual([['3505'], ['sale:uploaded']])
})

test('reversed before anybody asked: it may be there, so it is taken away and neither side is told', async () => {
  const id = await toldSince()
  await playedBack(minutesAgo(30))
  await shop.reverse(id)
  await writeSales(shop.deps)
  expect((await shop.states(id)).sort()).toEqual(['return:waiting', 'sale:unknown'])
  for (let n = 0; n < 2; n++) {
    await shop.deps.db
      .update(salePiece)
      .set({ nextAt: minutesAgo(1) })
      .where(sql`order_id = ${id} and next_at is not null`)
    await shop.round()
  }
  expect([await shop.told(id), (await shop.states(id)).sort()]).toEqual([[], ['return:needless', 'sale:needless']])
})

test('an order whose sale the backup does not know: written anew under the same number, and there once', async () => {
  const id = await toldSince()
  const { db } = shop.deps
  await db.delete(salePiece).where(eq(salePiece.orderId, id))
  await db
    .update(order)
    .set({ saleMark: '', settledAt: minutesAgo(60) })
    .where(eq(order.id, id))
  await playedBack(minutesAgo(30))
  await shop.round()
  expect([await shop.told(id), await shop.states(id)]).toEqual([['3505'], ['sale:uploaded']])
})
