import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { addMonths } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { area } from '../organisation/tables.ts'
import type { Clerk } from '../reconciliation/test/bench.ts'
import { useBench } from '../reconciliation/test/use-bench.ts'
import { tellTime } from '../settlement/test/counter.ts'
import { Claims } from './test/claims.ts'

// Somebody sets the server's clock forward by two hours while an application is under way: what may still arrive is not
// said to be lost, and nothing is applied for twice.

const bench = useBench()
const claims = new Claims(() => bench)
const hours = 3_600_000
let month = '2043-01'
beforeEach(() => {
  month = addMonths(month, 2)
})

/** Messages travel for ten minutes at most. */
const travelling = () =>
  bench.counter.server.deps.db.update(area).set({ settings: sql`${area.settings} || '{"inFlightMax": 600000}'::jsonb` })
const early = { statusCode: 409 }
const fault = (name: string, infno: string) => bench.centre.fault({ fault: name, infno })
/** The gateways of the centre go by the right time. */
const inTime = () => tellTime(bench.centre, bench.clock())

const lost = async (who: Clerk, infno: string) => {
  await travelling()
  const { client, draft } = await claims.drafted(who, month, ['9.00'])
  await fault('dropBeforeBooking', infno)
  expect((await claims.apply(client, draft)).statusCode).toBe(504)
  return { client, draft }
}

test('3692 was lost and the clock is set: still under way; ten minutes later it is free, and applied for once', async () => {
  const { client, draft } = await lost('clerk3', '3692')
  bench.leap(2 * hours)
  await inTime()
  expect(await client.send(liquidation.queryState, { id: draft.id })).toMatchObject(early)
  expect(await claims.listed(client, month)).toMatchObject([{ state: '7' }])
  expect((await claims.apply(client, draft)).statusCode, 'never sent again while unknown').toBe(409)
  bench.clock.advance(601_000)
  await inTime()
  expect(await client.ok(liquidation.queryState, { id: draft.id })).toMatchObject({ state: '0' })
  expect((await claims.apply(client, draft)).result).toMatchObject({ state: '1' })
  expect(await claims.centre('clerk3', month)).toHaveLength(1)
})

test('3203 was lost and the clock is set: nobody may say yet that the centre has none', async () => {
  const { client, draft } = await lost('clerk', '3203')
  bench.leap(2 * hours)
  await inTime()
  const none = () => client.send(liquidation.resolve, { id: draft.id, reason: '中心网站没有' })
  expect(await none()).toMatchObject(early)
  expect(await claims.listed(client, month)).toMatchObject([{ state: '7' }])
  bench.clock.advance(601_000)
  expect((await none()).result).toMatchObject({ state: '0' })
  expect(await claims.centre('clerk', month)).toEqual([])
})

test('a revocation was lost and the clock is set: the application is not said to stand while it may still be taken back', async () => {
  await travelling()
  const { client, draft } = await claims.drafted('clerk3', month, ['9.00'])
  await claims.apply(client, draft)
  await fault('dropBeforeBooking', '3691')
  const revoked = await client.send(liquidation.revoke, { id: draft.id, reason: '申报金额有误' })
  expect(revoked.statusCode).toBe(504)
  bench.leap(2 * hours)
  await inTime()
  expect(await client.send(liquidation.queryState, { id: draft.id })).toMatchObject(early)
  expect(await claims.listed(client, month)).toMatchObject([{ state: '8' }])
  bench.clock.advance(601_000)
  await inTime()
  expect(await client.ok(liquidation.queryState, { id: draft.id })).toMatchObject({ state: '1' })
})
