import { buyLog } from '@yibao/shared/calls/buy-log.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { order } from '../order/tables.ts'
import { company, store } from '../organisation/tables.ts'
import { openCounter, otc, plain } from '../settlement/test/counter.ts'

// 购药记录 at the counter: what this person bought at this company's stores of the area.

const person = '32050000000000000001'
const counter = opened(() => openCounter('clerk', { config: { settleWait: 5_000 }, settings: plain }))

test('his purchases at this company’s stores are shown, and none of what he bought at another company', async () => {
  const { db } = counter.server.deps
  const [mine] = await db.select().from(store).where(eq(store.fixmedinsCode, 'P32050100001'))
  const shops = await db.select().from(store).where(eq(store.areaCode, mine!.areaCode))
  const sibling = shops.find(({ id, companyId }) => id !== mine!.id && companyId === mine!.companyId)!
  const [theirs] = await db.select().from(company).where(eq(company.id, mine!.companyId))
  await db.insert(company).values({ ...theirs!, id: '20002', name: '䶮记药业连锁', shortName: '䶮记' })
  const id = 'ffffffff-0000-7000-8001-000000000002'
  const foreign = {
    ...mine!,
    id,
    companyId: '20002',
    fixmedinsCode: 'P32050100099',
    name: '𠮷祥大药房',
    erpStoreNo: 'S99',
  }
  await db.insert(store).values(foreign)

  const buy = async (price: string) => {
    const priced = await counter.preSettle(await counter.read(person), { lines: otc(price) })
    expect((await counter.settle(priced)).success).toBe(true)
    return priced.id
  }
  const at = (orderId: string, storeId: string, companyId: string) =>
    db.update(order).set({ storeId, companyId }).where(eq(order.id, orderId))
  await buy('1.10')
  await at(await buy('1.20'), sibling.id, sibling.companyId)
  await at(await buy('1.30'), foreign.id, foreign.companyId)

  const { readId } = await counter.read(person)
  const shown = await counter.clerk.ok(buyLog.queryUserBuyLog, { readId, days: 30 })
  expect(shown.map(({ storeName, sameStore, ownCode }) => [storeName, sameStore, ownCode])).toEqual([
    [sibling.name, false, '100002'],
    [mine!.name, true, '100002'],
  ])
  expect(JSON.stringify(shown)).not.toContain(foreign.name)
})
