import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { settableClock } from '../../test/clock.ts'
import { systemHeader } from '../attendance/sign.ts'
import { intent } from '../order/tables.ts'
import { area, store } from '../organisation/tables.ts'
import { recoverDue, recoverIntent } from './recover/recover.ts'
import { openCounter, otc, tellTime } from './test/counter.ts'

// Somebody sets the clock of the server forward by two hours while money is under way: no time has passed for that.

const insured = '32050000000000000001'
const hours = 3_600_000
const { clock, steady, set, pass } = settableClock()

const counter = opened(() =>
  openCounter('clerk', { clock, steady, config: { settleWait: 5_000 }, settings: { rereadBeforeSettle: false } }),
)
beforeEach(() => tellTime(counter.centre, clock()))
afterEach(async () => {
  set(0)
  pass(0)
  await counter.centre.clearFaults()
})

const rowsOf = async (orderId: string) => {
  const [sent] = await counter.server.deps.db.select().from(intent).where(eq(intent.orderId, orderId))
  const rows = await counter.centre.book('P32050100001', formatDay(clock()))
  return { sent: sent!, rows: rows.filter(({ msgid }) => msgid === sent!.msgid) }
}
const reads = (id: string) => counter.clerk.ok(orderCalls.get, { id })

test('while 2102 is on its way: recovery leaves the open call alone, its answer books, nothing is taken back', async () => {
  const one = await counter.preSettle(await counter.read(insured), { lines: otc('6.10') })
  const answer = await counter.centre.during(
    '2102',
    () => counter.settle(one),
    async () => {
      set(2 * hours)
      expect(await recoverDue(counter.server.deps)).toBe(0)
    },
  )
  expect(answer.result).toMatchObject({ status: '2', total: '6.10' })
  const { sent, rows } = await rowsOf(one.id)
  expect(sent).toMatchObject({ outcome: 'booked', undoSentAt: null })
  expect(rows.map(({ undone }) => undone)).toEqual([false])
  expect((await reads(one.id)).events.map(({ move }) => move)).toEqual(['预结算', '开始结算', '结算成功'])
})

test('after its answer was lost: no centre takes a message of that hour, which is nobody’s to decide; put right, it goes on', async () => {
  const one = await counter.preSettle(await counter.read(insured), { lines: otc('6.20') })
  await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  expect((await counter.settle(one)).result).toMatchObject({ status: '4' })
  const { deps } = counter.server
  const [shop] = await deps.db.select().from(store).where(eq(store.fixmedinsCode, 'P32050100001'))
  await systemHeader(deps, shop!)
  set(2 * hours)
  expect(await recoverDue(counter.server.deps)).toBe(1)
  const { status, abnormal } = await reads(one.id)
  expect([status, abnormal?.needsPerson]).toEqual(['4', false])
  expect(abnormal?.lastError).toContain('请求时间与服务器时间相差超过 180 秒')
  // What was written by the clock that was ahead is two hours away.
  set(0)
  expect(await recoverDue(counter.server.deps)).toBe(1)
  // A 2601 was on its way then, so another one decides.
  const { status: now, events } = await reads(one.id)
  expect([now, events.at(-1)?.move]).toEqual(['1', '已核实：没有扣款'])
  const { rows } = await rowsOf(one.id)
  expect(rows.map(({ undone }) => undone)).toEqual([true])
})

test('“not found” counts when the time has passed, not when the clock was set', async () => {
  const { deps } = counter.server
  await deps.db.update(area).set({ settings: sql`${area.settings} || '{"inFlightMax": 60000}'::jsonb` })
  const one = await counter.preSettle(await counter.read(insured), { lines: otc('6.30') })
  await counter.centre.fault({ fault: 'dropBeforeBooking', infno: '2102' })
  expect((await counter.settle(one)).result).toMatchObject({ status: '4' })
  const { sent } = await rowsOf(one.id)
  set(100_000)
  await recoverIntent(deps, sent.id)
  expect(await reads(one.id)).toMatchObject({ status: '4', abnormal: { lastError: '医保中心查无此结算，等待确认' } })
  set(0)
  pass(130_000)
  await recoverIntent(deps, sent.id)
  expect((await reads(one.id)).status).toBe('1')
  expect((await rowsOf(one.id)).rows).toEqual([])
})
