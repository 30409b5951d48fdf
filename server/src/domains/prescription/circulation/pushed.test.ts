import { rx } from '@yibao/shared/calls/prescription.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { newId } from '../../../base/ids.ts'
import type { LeaseEnd } from '../../../database/columns.ts'
import { noLease } from '../../../database/held.ts'
import { signIn } from '../../attendance/tables.ts'
import { store } from '../../organisation/tables.ts'
import { startCentre } from '../../settlement/test/centre.ts'
import { prescription, rxPoll } from '../tables.ts'
import { paper, zhangSan } from '../test/paper.ts'
import { takePushed } from './pushed.ts'
import { openCirculation, shopCode } from './test/counter.ts'

// Prescriptions that a hospital sent to this store (domain.md 8.7, rx-online-push).

const centre = opened(startCentre)
const shop = opened(() => openCirculation(centre))
const later = () => shop.deps.db.update(rxPoll).set({ nextAt: noLease })
const take = async (deps = shop.deps) => takePushed(deps, (fault) => shop.faults.push(fault))
const kept = (number: string) => shop.deps.db.select().from(prescription).where(eq(prescription.number, number))
const send = async () => (await centre.prescribe({ psn: zhangSan, push: shopCode })).hi_rxno

test('what a hospital sent waits for the pharmacist, once, and is reviewed and settled like any other', async () => {
  const number = await send()
  const other = { ...shop.deps, config: { ...shop.deps.config, node: 'other' } }
  const taken = await Promise.all([take(), take(other)])
  expect(taken.toSorted()).toEqual([0, 1])
  const soon = await send()
  expect(await take(), 'asked a moment ago').toBe(0)
  await later()
  expect(await take()).toBe(1)
  expect(await kept(soon)).toHaveLength(1)
  await later()
  expect(await take()).toBe(0)
  const pharmacist = await shop.server.as('pharmacist')
  const row = (await pharmacist.ok(rx.pushPaged)).items.find((one) => one.number === number)!
  expect(row).toMatchObject({ source: 'circulation', enteredBy: '医院推送', maskedName: '张*', queue: 'open' })
  const reviewed = await shop.review({ id: row.id, revision: row.revision })
  expect(reviewed.verdict).toBe('told')
  await shop.sell(reviewed, zhangSan)
})

test('a node whose clock is ahead asks no sooner', async () => {
  await later()
  await take()
  const number = await send()
  const ahead = { ...shop.deps, clock: () => new Date(shop.deps.clock().getTime() + 300_000) }
  expect(await take(ahead)).toBe(0)
  expect(await kept(number)).toEqual([])
  await later()
  expect(await take()).toBe(1)
})

test.each(['dropAfterBooking', 'dropBeforeBooking', 'malformed'])(
  'a 7203 with %s is asked for again',
  async (fault) => {
    const number = await send()
    await later()
    await centre.fault({ fault, infno: '7203' })
    expect(await take()).toBe(0)
    expect(await kept(number)).toEqual([])
    await later()
    expect(await take()).toBe(1)
    expect(await kept(number)).toHaveLength(1)
  },
)

test('one that the store withdrew does not come back by itself', async () => {
  const number = await send()
  await later()
  await take()
  const [one] = await kept(number)
  await shop.clerk.ok(rx.undo, { id: one!.id, reason: '顾客不来了' })
  await later()
  expect(await take()).toBe(0)
  expect(shop.faults).toEqual([])
})

test('those that the centre refuses for ever keep no other one away', async () => {
  const refused = 20
  for (let count = 0; count < refused; count++) await send()
  await send()
  await later()
  await centre.fault({ fault: 'refuse', infno: '7203', times: refused })
  expect(await take()).toBe(1)
  await later()
  expect(await take(), 'and are asked for again').toBe(refused)
})

test('one that was typed from its paper does not come a second time', async () => {
  const number = await send()
  await shop.clerk.ok(rx.counterSave, paper({ number, name: '张三' }) as never)
  await later()
  expect(await take()).toBe(0)
  expect(await kept(number)).toHaveLength(1)
})

test('with time for one store only, the one that waits longest is asked, and one whose turn it is not takes none of it', async () => {
  const { db, clock } = shop.deps
  const [like] = await db.select().from(store).where(eq(store.fixmedinsCode, shopCode))
  const [signed] = await db.select().from(signIn).where(eq(signIn.storeId, like!.id))
  const other = { ...like!, id: '00-before-all', fixmedinsCode: 'P32050109999', name: '示例大药房䶮𠮷店' }
  await db.insert(store).values({ ...other, erpStoreNo: '' })
  await db.insert(signIn).values({ ...signed!, id: newId(clock()), storeId: other.id })
  const askedAt = async (storeId: string) =>
    (await db.select().from(rxPoll).where(eq(rxPoll.storeId, storeId)))[0]?.nextAt.getTime()
  // A node that leaves begins no other store than the first.
  const once = () => {
    let begun = 0
    const node = Object.create(shop.deps.services.node, { leaving: { get: () => begun++ > 0 } })
    return take({ ...shop.deps, services: { ...shop.deps.services, node } })
  }
  await db.insert(rxPoll).values({ storeId: other.id, nextAt: new Date(1000) as LeaseEnd })
  await db.update(rxPoll).set({ nextAt: noLease }).where(eq(rxPoll.storeId, like!.id))
  await once()
  expect(await askedAt(other.id), 'the other waits less long').toBe(1000)
  expect(await askedAt(like!.id)).toBeGreaterThan(Date.now())
  await once()
  expect(await askedAt(other.id), 'the first one has had its turn').toBeGreaterThan(1000)
})
