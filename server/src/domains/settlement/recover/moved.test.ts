import { ybOptions } from '@yibao/shared/calls/config.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
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
const move = async (values: { centreUrl?: string; callPath?: string }) => {
  const area = await counter.server.as('area', { areaCode: '320100' })
  const place = { medicalAreaCode: '320100' }
  const { revision } = await area.ok(ybOptions.pullYBConfigOptionsV2, place)
  await area.ok(ybOptions.saveYBConfigOptions, { ...place, revision, values, reset: [] })
}
const callPath = '/fsi/api/rsfComIfsService/callService'
/** A settlement that the centre has booked and nobody was told of. */
const unknownOne = async (card: string) => {
  const { deps } = counter.server
  // Each move ends the day's number.
  await counter.clerk.ok(signIn.do)
  const one = await counter.preSettle(await counter.read(card), { lines: otc('0.01') })
  await production.fault({ fault: 'dropAfterBooking', infno: '2102' })
  expect((await counter.settle(one)).result).toMatchObject({ status: '4' })
  const [sent] = await deps.db.select().from(intent).where(eq(intent.orderId, one.id))
  return { one, sent: sent! }
}
const recovered = async (intentId: string, times: number) => {
  for (let n = 0; n < times; n++) {
    await later(15 * 60_000)
    await recoverIntent(counter.server.deps, intentId)
  }
}
const booked = async (centre: typeof production) =>
  (await centre.book('P32010200001', formatDay(clock()))).filter(({ infno, undone }) => infno === '2102' && !undone)

test('what left for the former address is not undone by the new one’s word: a person reads why, and it ends where it left for', async () => {
  const { deps } = counter.server
  const { one, sent } = await unknownOne('32010000000000000001')
  // The address alone where it always stood: a server of before compares that.
  expect([sent.sentTo, sent.sentPath]).toEqual([production.url, `${callPath}/2102`])

  await move({ centreUrl: trial.url })
  await recovered(sent.id, 3)
  expect([await booked(production), await booked(trial)].map((book) => book.length)).toEqual([1, 0])
  const [row] = await deps.db.select().from(order).where(eq(order.id, one.id))
  expect(row).toMatchObject({ state: 'unknown', setlId: null })
  const read = await counter.clerk.ok(orderCalls.get, { id: one.id })
  expect(read).toMatchObject({ status: '4', abnormal: { needsPerson: true, lastError: movedText } })

  await move({ centreUrl: production.url })
  await later(15 * 60_000)
  await counter.clerk.send(orderCalls.recheck, { id: one.id })
  await expect
    .poll(async () => (await counter.clerk.ok(orderCalls.get, { id: one.id })).status, { timeout: 20_000 })
    .not.toBe('4')
  const [end] = await deps.db.select().from(order).where(eq(order.id, one.id))
  const standing = (await booked(production)).length
  expect(standing, 'undone on both sides, or settled on both').toBe(end!.state === 'settled' ? 1 : 0)
})

test('nor by the word of what answers at another path of the same address', async () => {
  const { one, sent } = await unknownOne('32010000000000000002')
  await move({ callPath: '/trial/callService' })
  await recovered(sent.id, 2)
  const read = await counter.clerk.ok(orderCalls.get, { id: one.id })
  expect(read).toMatchObject({ status: '4', abnormal: { needsPerson: true, lastError: movedText } })
  await move({ callPath })
})

test('what left before the path was kept with the address ends as it did', async () => {
  const { db } = counter.server.deps
  const { one, sent } = await unknownOne('32010000000000000003')
  await db.update(intent).set({ sentPath: null }).where(eq(intent.id, sent.id))
  await recovered(sent.id, 3)
  const read = await counter.clerk.ok(orderCalls.get, { id: one.id })
  expect(read.status).not.toBe('4')
  expect(read.abnormal?.needsPerson).not.toBe(true)
})
