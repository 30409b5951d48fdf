import { eq, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { reconDifference } from '../domains/reconciliation/tables.ts'
import { startTestServer } from '../test/kit.ts'
import type { LeaseEnd } from './columns.ts'
import { databaseClock, isFree, isHeld, isLeft, lasting, noLease } from './held.ts'

const server = opened(startTestServer)
const lease = 150_000
const until = reconDifference.claimedUntil

const put = (id: string, claimedUntil: LeaseEnd | SQL | null) =>
  server.deps.db
    .insert(reconDifference)
    .values({ id, claimedUntil, groupId: '', storeId: '', day: '2026-11-26', class: '', msgid: '' })

test('a lease holds until it is over, and not for the day that a clock was ahead; by the database’s clock', async () => {
  const { db } = server.deps
  const now = { moved: () => 86_400_000 }
  const ends = {
    over: -1_000,
    held: 10_000,
    'just given': lease,
    'given before the clock was put right': lease + 290_000,
    ahead: lease + 310_000,
    tomorrow: 86_400_000,
  }
  for (const [id, ms] of Object.entries(ends)) await put(id, lasting(now, ms))
  await put('nobody’s', null)
  await put('given back', noLease)
  const idsOf = async (which: typeof isFree) => {
    const found = await db
      .select({ id: reconDifference.id })
      .from(reconDifference)
      .where(which(now, until, lease))
    return found.map(({ id }) => id).sort()
  }
  const left = ['ahead', 'given back', 'over', 'tomorrow']
  expect(await idsOf(isFree)).toEqual([...left, 'nobody’s'].sort())
  expect(await idsOf(isLeft)).toEqual(left)
  expect(await idsOf(isHeld)).toEqual(['given before the clock was put right', 'held', 'just given'])
})

test('what was read of a lease is what stands there: it says whose the lease is', async () => {
  const { db } = server.deps
  await put('mine', databaseClock(lease))
  const [read] = await db.select().from(reconDifference).where(eq(reconDifference.id, 'mine'))
  const found = await db.select().from(reconDifference).where(eq(until, read!.claimedUntil!))
  expect(found).toHaveLength(1)
})

test('a moment of a node’s own is no lease: neither written nor compared', () => {
  const own = new Date()
  // @ts-expect-error: its clock may be ahead.
  const wrong: LeaseEnd = own
  // @ts-expect-error: nor may it be asked for by it.
  expect(eq(until, own)).toBeDefined()
  // @ts-expect-error: nor is any other moment a lease.
  expect(isFree({ moved: () => 0 }, reconDifference.handledAt, lease)).toBeDefined()
  expect(wrong).toBe(own)
})
