import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import type { Deps } from '../../call/context.ts'
import { otherNode } from '../../test/other-node.ts'
import { intent } from '../order/tables.ts'
import { area } from '../organisation/tables.ts'
import { recoverDue, recoverIntent } from './recover/recover.ts'
import { openCounter, otc } from './test/counter.ts'

// Two nodes whose clocks are a minute apart, which no centre minds (domain.md 1.4). The lease on what one of them has on
// its way is judged by the other.

const insured = '32050000000000000001'
const counter = opened(() =>
  openCounter('clerk', { config: { settleWait: 5_000 }, settings: { rereadBeforeSettle: false } }),
)
afterEach(() => counter.centre.clearFaults())

/** Another node over the same database, its clock so many ms before ours. */
const other = (ms: number): Deps => {
  const { deps } = counter.server
  const services = Object.create(deps.services, { underWay: { value: new Set() } })
  return {
    ...deps,
    services,
    config: { ...deps.config, node: 'other' },
    clock: () => new Date(deps.clock().getTime() + ms),
  }
}

const sentOf = async (orderId: string) => {
  const [sent] = await counter.server.deps.db.select().from(intent).where(eq(intent.orderId, orderId))
  return sent!
}

test.each([60_000, -60_000])(
  'a clock %i ms off: what another node has on its way is left alone, and its answer books',
  async (ms) => {
    const one = await counter.preSettle(await counter.read(insured), { lines: otc('1.10', ms > 0 ? '1' : '2') })
    const answer = await counter.centre.during(
      '2102',
      () => counter.settle(one),
      async () => expect(await recoverDue(other(ms))).toBe(0),
    )
    expect(answer.result).toMatchObject({ status: '2' })
    const sent = await sentOf(one.id)
    expect(sent).toMatchObject({ outcome: 'booked', undoSentAt: null, attempts: 0 })
    const rows = await counter.centre.book('P32050100001', formatDay(new Date()))
    expect(rows.filter(({ msgid }) => msgid === sent.msgid).map(({ undone }) => undone)).toEqual([false])
  },
)

test.each([60_000, -60_000])(
  'a clock %i ms off: what a node has given up, or died under, is taken all the same',
  async (ms) => {
    const one = await counter.preSettle(await counter.read(insured), { lines: otc('1.10', ms > 0 ? '3' : '4') })
    await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
    expect((await counter.settle(one)).result).toMatchObject({ status: '4' })
    const { id } = await sentOf(one.id)
    expect(await recoverIntent(other(ms), id)).toBe(true)
    expect((await counter.clerk.ok(orderCalls.get, { id: one.id })).status).toBe('2')
  },
)

test('a clock a minute ahead: “not found” counts no sooner, and what the centre books after it is taken back', async () => {
  const { deps } = counter.server
  await deps.db.update(area).set({ settings: sql`${area.settings} || '{"inFlightMax": 60000}'::jsonb` })
  const one = await counter.preSettle(await counter.read(insured), { lines: otc('1.10', '5') })
  await counter.centre.fault({ fault: 'bookAfterNotFound', infno: '2102' })
  expect((await counter.settle(one)).result).toMatchObject({ status: '4' })
  const ahead = await otherNode(counter.server, 61_000)
  const { id, msgid } = await sentOf(one.id)
  await recoverIntent(ahead.deps, id)
  await ahead.close()
  const { status, abnormal } = await counter.clerk.ok(orderCalls.get, { id: one.id })
  expect([status, abnormal?.lastError]).toEqual(['4', '医保中心查无此结算，等待确认'])
  await recoverIntent(deps, id)
  expect((await counter.clerk.ok(orderCalls.get, { id: one.id })).status).toBe('1')
  const rows = await counter.centre.book('P32050100001', formatDay(new Date()))
  expect(rows.filter((row) => row.msgid === msgid).map(({ undone }) => undone)).toEqual([true])
})
