import { audit } from '@yibao/shared/calls/audit.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { type Client, testClock } from '../../test/kit.ts'
import { order } from '../order/tables.ts'
import { startCentre } from './test/centre.ts'
import { type Counter, openCounter, otc, plain, tellTime } from './test/counter.ts'

// A PC lost its power behind F9: its page offers the basket once more, the customer is still there, and the first
// settlement is in the books of both sides. Asserted are the centre's book, ours, and what the clerk reads.

const centre = opened(startCentre)
const clock = testClock(new Date('2026-11-20T10:31:00+08:00'))
let counter: Counter
beforeEach(async () => {
  clock.advance(24 * 3_600_000)
  await tellTime(centre, clock())
  counter = await openCounter('clerk', { clock, settings: plain }, centre)
})
afterEach(() => counter.close())

const persons = ['32050000000000000001', '32050000000000000002'] as const
const priced = async (more: Record<string, unknown> = {}, psnNo: string = persons[0], client?: Client) =>
  counter.preSettle(await counter.read(psnNo, client), { lines: otc('0.01'), ...more } as never, client)
const sold = async (more: Record<string, unknown> = {}) => {
  const one = await priced(more)
  expect((await counter.settle(one)).success).toBe(true)
  return one
}
const later = async (minutes: number) => {
  clock.advance(minutes * 60_000)
  await tellTime(centre, clock())
}
const twice = ({ audit: hits }: Awaited<ReturnType<typeof priced>>) => hits?.find(({ rule }) => rule === 'TWICE')

test('the basket of before the power cut is priced again: the clerk reads that it was settled, and both books hold it once', async () => {
  const first = await sold()
  await later(31)
  const again = await priced()
  expect(twice(again)).toMatchObject({
    ...{ line: 0, level: 'remind', reasonRequired: false },
    what: `本店 10:31 已为此人结算同样的药品 0.01 元，小票没有打印（订单 ${first.orderNo}）`,
    meaning: '停电或死机前可能已经收费，再结算会扣两次',
    next: '先到订单管理核对并补打小票；确实再买一份才继续',
  })
  expect(await centre.book('P32050100001', formatDay(clock())), 'the centre holds one').toHaveLength(1)
  const rows = await counter.server.deps.db.select().from(order).where(eq(order.id, again.id))
  expect(rows).toMatchObject([{ state: 'presettled', setlId: null }])
})

test('who does buy it once more confirms that, once; no row of 审核管理 comes of it', async () => {
  await sold()
  const again = await priced()
  const confirmed = await counter.clerk.ok(settlement.confirmAudit, { orderId: again.id, settleKey: again.settleKey! })
  expect(twice(confirmed as never)).toMatchObject({ confirmedBy: '李店员' })
  const same = await priced({ orderId: again.id })
  expect(twice(same)).toMatchObject({ confirmedBy: '李店员' })
  expect((await counter.settle(same)).success).toBe(true)
  const { events } = await counter.clerk.ok(orderCalls.get, { id: same.id })
  expect(events.map(({ text }) => text)).toContainEqual(expect.stringContaining('已为此人结算同样的药品'))
  expect((await counter.clerk.ok(audit.paged, {})).items).toEqual([])
})

test.each([
  ['another person', async () => priced({}, persons[1])],
  ['other goods', async () => priced({ lines: [...otc('0.01'), { ownCode: '100003', quantity: '1', price: '1.00' }] })],
  ['another quantity', async () => priced({ lines: otc('0.01', '2') })],
  [
    'the next day',
    async () => {
      await later(12 * 60 + 1)
      const client = await counter.server.as('clerk')
      await client.ok(signIn.do)
      return priced({}, persons[0], client)
    },
  ],
])('%s: nothing is said', async (_, next) => {
  await sold()
  expect(twice(await next())).toBeUndefined()
})

test('nor where its slip was printed, or it was taken back', async () => {
  const { id } = await sold()
  await counter.server.deps.db.update(order).set({ printed: 1 }).where(eq(order.id, id))
  expect(twice(await priced())).toBeUndefined()
  await counter.server.deps.db.update(order).set({ printed: 0, state: 'reversed' }).where(eq(order.id, id))
  expect(twice(await priced())).toBeUndefined()
})
