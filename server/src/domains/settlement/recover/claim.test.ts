import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { noLease } from '../../../database/held.ts'
import { leaseAt } from '../../../test/clock.ts'
import { startTestServer, testClock } from '../../../test/kit.ts'
import { intent } from '../../order/tables.ts'
import type { IntentRow } from '../../order/view.ts'
import { type Claimed, dueAreas, dueIntents, postpone, type Turn } from './claim.ts'
import { recoverDue } from './recover.ts'

// When recovery looks at which message (DESIGN 7).

const clock = testClock()
const server = opened(() => startTestServer({ handlers: {}, clock }))

const after = (ms: number) => new Date(clock().getTime() + ms)
const put = async (id: string, values: Partial<IntentRow> = {}) => {
  const place = { areaCode: '320500', companyId: 'c', storeId: 's', userId: 'u', callName: 'settle', node: 'n' }
  const times = { sentAt: after(-60_000), createdAt: after(-60_000), leaseUntil: leaseAt(after(-1)) }
  const own = {
    id,
    msgid: id,
    orderId: id,
    idempotencyKey: id,
    infno: '2102',
    outcome: 'unknown',
    payload: '',
  } as const
  await server.deps.db.insert(intent).values({ ...place, ...times, ...own, ...values })
}
const stored = async (id: string) => (await server.deps.db.select().from(intent).where(eq(intent.id, id)))[0]!

const due = (turn: Turn, { limit = 20, except }: { limit?: number; except?: string[] } = {}) =>
  dueIntents(server.deps, '320500', turn, { limit, except })

test('due is what nobody holds, whose pause is over and which no person decides; what waited longest first', async () => {
  await server.deps.db.delete(intent)
  await put('third', { sentAt: after(-90_000), nextAttemptAt: leaseAt(after(0)), attempts: 4 })
  await put('second', { sentAt: after(-30_000), nextAttemptAt: leaseAt(after(-1)), attempts: 1 })
  await put('first', { outcome: 'open' })
  await put('held', { leaseUntil: leaseAt(after(60_000)) })
  await put('resting', { nextAttemptAt: leaseAt(after(1_000)) })
  await put('a person’s', { needsPerson: true })
  await put('elsewhere', { areaCode: '320100' })
  await put('elsewhere, resting', { areaCode: '430100', nextAttemptAt: leaseAt(after(1_000)) })
  for (const outcome of ['booked', 'refused', 'undone', 'reversed'] as const) await put(outcome, { outcome })
  expect(await due('longest')).toEqual(['first', 'second', 'third'])
  expect(await due('longest', { limit: 2, except: ['first'] })).toEqual(['second', 'third'])
  expect((await dueAreas(server.deps)).areas.sort()).toEqual(['320100', '320500'])
})

test('newest is what nobody has asked about, the last one sent first; nothing begins once its node leaves', async () => {
  await server.deps.db.delete(intent)
  for (let n = 10; n < 16; n++) await put(`m${n}`, { sentAt: after(n - 60_000) })
  await put('asked', { attempts: 1 })
  expect(await due('newest', { limit: 3 })).toEqual(['m15', 'm14', 'm13'])
  expect(await due('newest', { except: ['m15'], limit: 1 })).toEqual(['m14'])
  const services = Object.create(server.deps.services, { node: { value: { leaving: true } } })
  expect(await recoverDue({ ...server.deps, services })).toBe(0)
  expect(await stored('m10')).toMatchObject({ attempts: 0 })
})

test('it is asked again after 5 s, 30 s, 2 min, and then every 10 min, and is free in between', async () => {
  await put('slow')
  const pauses: number[] = []
  for (let attempts = 1; attempts <= 6; attempts++) {
    await server.deps.db
      .update(intent)
      .set({ attempts, needsPerson: true, leaseUntil: leaseAt(after(20_000)) })
      .where(eq(intent.id, 'slow'))
    await postpone(server.deps, { intent: await stored('slow') } as Claimed, { error: '没'.repeat(600) })
    const row = await stored('slow')
    expect(row).toMatchObject({ leaseUntil: noLease, needsPerson: false, lastError: '没'.repeat(500) })
    pauses.push(Math.round((row.nextAttemptAt!.getTime() - clock().getTime()) / 1000))
  }
  expect(pauses).toEqual([5, 30, 120, 600, 600, 600])
})

test('when its last bytes stopped leaving stays what it was however often it is asked about: now, if nobody has noted it', async () => {
  const closings = async (closedAt?: Date | null) => {
    await postpone(server.deps, { intent: await stored('closed') } as Claimed, { error: '', closedAt })
    return (await stored('closed')).closedAt
  }
  await put('closed', { closedAt: after(-3_600_000), attempts: 1 })
  expect([await closings(), await closings(null)]).toEqual([after(-3_600_000), after(-3_600_000)])
  expect(await closings(after(-5_000))).toEqual(after(-5_000))
  await server.deps.db.update(intent).set({ closedAt: null }).where(eq(intent.id, 'closed'))
  expect(Math.abs((await closings())!.getTime() - clock().getTime())).toBeLessThan(1_000)
})
