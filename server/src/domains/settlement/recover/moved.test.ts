import { ybOptions } from '@yibao/shared/calls/config.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { testClock } from '../../../test/kit.ts'
import { intent, order } from '../../order/tables.ts'
import { startCentre } from '../test/centre.ts'
import { openCounter, otc, plain, tellTime } from '../test/counter.ts'
import { movedText } from './purchase.ts'
import { recoverIntent } from './recover.ts'

// An acceptance run in a live area, or a slip of the pen: the area's address becomes that of another centre while a
// settlement that the first one has booked is unknown. Asserted are both centres' books, ours, and what the clerk reads.

const clock = testClock(new Date('2026-11-20T10:00:00+08:00'))
const production = opened(startCentre)
const trial = opened(startCentre)
const counter = opened(async () => {
  for (const centre of [production, trial]) await tellTime(centre, clock())
  return openCounter('clerk2', { clock, settings: plain }, production)
})
const later = async (ms: number) => {
  clock.advance(ms)
  for (const centre of [production, trial]) await tellTime(centre, clock())
}
const booked = async (centre: typeof production) =>
  (await centre.book('P32010200001', formatDay(clock()))).filter(({ infno, undone }) => infno === '2102' && !undone)

test('what left for the former address is not undone by the new one’s word: a person reads why, and it ends where it left for', async () => {
  const { deps } = counter.server
  const area = await counter.server.as('area', { areaCode: '320100' })
  const move = async (centreUrl: string) => {
    const place = { medicalAreaCode: '320100' }
    const { revision } = await area.ok(ybOptions.pullYBConfigOptionsV2, place)
    await area.ok(ybOptions.saveYBConfigOptions, { ...place, revision, values: { centreUrl }, reset: [] })
  }
  const one = await counter.preSettle(await counter.read('32010000000000000001'), { lines: otc('0.01') })
  await production.fault({ fault: 'dropAfterBooking', infno: '2102' })
  expect((await counter.settle(one)).result).toMatchObject({ status: '4' })
  const [sent] = await deps.db.select().from(intent).where(eq(intent.orderId, one.id))
  expect(sent!.sentTo).toBe(production.url)

  await move(trial.url)
  for (let n = 0; n < 3; n++) {
    await later(15 * 60_000)
    await recoverIntent(deps, sent!.id)
  }
  expect([await booked(production), await booked(trial)].map((book) => book.length)).toEqual([1, 0])
  const [row] = await deps.db.select().from(order).where(eq(order.id, one.id))
  expect(row).toMatchObject({ state: 'unknown', setlId: null })
  const read = await counter.clerk.ok(orderCalls.get, { id: one.id })
  expect(read).toMatchObject({ status: '4', abnormal: { needsPerson: true, lastError: movedText } })

  await move(production.url)
  await later(15 * 60_000)
  await counter.clerk.send(orderCalls.recheck, { id: one.id })
  await expect
    .poll(async () => (await counter.clerk.ok(orderCalls.get, { id: one.id })).status, { timeout: 20_000 })
    .not.toBe('4')
  const [end] = await deps.db.select().from(order).where(eq(order.id, one.id))
  const standing = (await booked(production)).length
  expect(standing, 'undone on both sides, or settled on both').toBe(end!.state === 'settled' ? 1 : 0)
})
