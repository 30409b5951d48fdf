import { organ } from '@yibao/shared/calls/organ.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { store } from '../organisation/tables.ts'
import { openShop } from '../sale/test/shop.ts'
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

test('what a closed store sold is still told, by the question for it and for a week', async () => {
  const told = await shop.sell()
  const late = await shop.sell()
  await writeSales(shop.deps)
  expect(await shop.boss.ok(organ.pullWaiting, { id: shop.storeId })).toEqual({
    ...{ days: 7, sales: 2, stock: 0, prescriptions: 0, visits: 0, claims: 0 },
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
