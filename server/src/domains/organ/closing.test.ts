import { organ } from '@yibao/shared/calls/organ.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { store } from '../organisation/tables.ts'
import { rxMessage } from '../prescription/tables.ts'
import { salePiece } from '../sale/tables.ts'
import { line, newCode, openShop } from '../sale/test/shop.ts'
import { writeSales } from '../sale/write.ts'

// What a store did before it was closed: its centre hears it all the same, for some days.

const shop = opened(openShop)

const nobodySignedIn = () =>
  shop.deps.db.execute(sql`update sign_in set day = '2020-01-01' where store_id = ${shop.storeId}`)
const setClosed = (days: number) =>
  shop.deps.db
    .update(store)
    .set({ closedAt: new Date(shop.deps.clock().getTime() - days * 86_400_000) })
    .where(eq(store.id, shop.storeId))

test('what nobody can tell once the store is closed is counted apart: what lacks something, was refused or stayed unknown', async () => {
  const { lot: _, madeOn: __, expiresOn: ___, ...bare } = line()
  await shop.sell([bare])
  await shop.sell([line('1', [newCode()])])
  await shop.fault('refuse', '3505', { text: '批次流水号重复' })
  await shop.round()
  const unknown = await shop.sell([line('1', [newCode()])])
  await writeSales(shop.deps)
  await shop.deps.db.update(salePiece).set({ state: 'unknown', nextAt: null }).where(eq(salePiece.orderId, unknown))
  await shop.sell()
  await writeSales(shop.deps)
  const at = shop.deps.clock()
  const rx = { storeId: shop.storeId, prescriptionId: 'rx𠮷', kind: 'verdict', at } as const
  await shop.deps.db.insert(rxMessage).values([
    { ...rx, id: 'rx-refused', state: 'refused' },
    { ...rx, id: 'rx-due', nextAt: new Date(at.getTime() + 3_600_000) },
    { ...rx, id: 'rx-told', state: 'told' },
  ])
  expect(await shop.boss.ok(organ.pullWaiting, { id: shop.storeId })).toEqual({
    ...{ days: 7, sales: 1, stock: 0, prescriptions: 1, visits: 0, claims: 0 },
    stuck: { sales: 3, stock: 0, prescriptions: 1 },
  })
  await shop.deps.db.delete(rxMessage)
  await shop.deps.db.delete(salePiece)
})

test('what a closed store sold is still told, by the question for it and for a week', async () => {
  const told = await shop.sell()
  const late = await shop.sell()
  await writeSales(shop.deps)
  expect(await shop.boss.ok(organ.pullWaiting, { id: shop.storeId })).toEqual({
    ...{ days: 7, sales: 2, stock: 0, prescriptions: 0, visits: 0, claims: 0 },
    stuck: { sales: 0, stock: 0, prescriptions: 0 },
  })
  await shop.boss.ok(organ.closeOrgan, { id: shop.storeId })
  const [{ closedAt } = { closedAt: null }] = await shop.deps.db.select().from(store).where(eq(store.id, shop.storeId))
  expect(formatDay(closedAt!)).toBe(formatDay(shop.deps.clock()))
  await nobodySignedIn()
  await setClosed(8)
  await shop.round()
  expect(await shop.states(told), 'long ago').toEqual(['sale:waiting'])
  await setClosed(6)
  await shop.round()
  expect([...(await shop.states(told)), ...(await shop.states(late))]).toEqual(['sale:uploaded', 'sale:uploaded'])
  const reopened = await shop.boss.ok(organ.closeOrgan, { id: shop.storeId, reopen: true })
  expect(reopened.state).toBe('open')
  expect((await shop.deps.db.select().from(store).where(eq(store.id, shop.storeId)))[0]?.closedAt).toBeNull()
})
