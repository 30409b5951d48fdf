import { message as calls } from '@yibao/shared/calls/message.ts'
import { eq, like } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { seedId, storeIdOf } from '../../seed/organisation.ts'
import { leaseAt } from '../../test/clock.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { type OrderValues, sold } from '../../test/orders.ts'
import { message } from '../message/tables.ts'
import { intent, order } from '../order/tables.ts'
import { announceUnknown } from './unknown-orders.ts'

const clock = testClock()
const heard: [string, string][] = []
const server = opened(() =>
  startTestServer({ clock, live: { publish: (room, event) => void heard.push([room, event]) } }),
)
const storeId = storeIdOf('P32050100001')
const base = { areaCode: '320500', companyId: '10001', storeId }

beforeEach(async () => {
  for (const table of [message, intent, order]) await server.deps.db.delete(table)
  heard.length = 0
})

/** A message that left eleven minutes ago and has been told of as unknown. */
const unknown = async (infno: '2102' | '2103', values: OrderValues = {}) => {
  const at = clock()
  const own = { id: 'o1', orderNo: 'YB1', operatorId: seedId(2, 4), total: 4060, account: 1500 }
  await sold(server.deps, { state: 'unknown', ...own, ...values })
  await server.deps.db.insert(intent).values({
    ...{ ...base, id: 'i1', msgid: 'm1', infno, orderId: 'o1', userId: 'u', callName: 'c', idempotencyKey: 'k' },
    ...{ payload: '', outcome: 'unknown', node: 'n', leaseUntil: leaseAt(at), sentAt: at, createdAt: at },
  })
  clock.advance(660_000)
  await announceUnknown(server.deps)
}

const becomes = async (outcome: 'booked' | 'refused' | 'undone', state: string) => {
  await server.deps.db.update(intent).set({ outcome }).where(eq(intent.id, 'i1'))
  await server.deps.db
    .update(order)
    .set({ state: state as 'settled' })
    .where(eq(order.id, 'o1'))
  heard.length = 0
  await announceUnknown(server.deps)
  await announceUnknown(server.deps)
}

const unread = async () => {
  const clerk = await server.as('clerk')
  const { items } = await clerk.ok(calls.paged, { tab: 'unread' })
  return Promise.all(items.map(({ id }) => clerk.ok(calls.get, { id })))
}

test('while it is unknown the notice leads to it, once', async () => {
  await unknown('2102')
  await announceUnknown(server.deps)
  expect((await unread()).map(({ title, link }) => [title, link?.path])).toEqual([
    ['结算结果未知超过 10 分钟：YB1', '/abnormal-manager/abnormal-order-manager?f.keyword=YB1'],
  ])
})

test.each([
  ['2102', 'booked', 'settled', '结算成功', '应收现金 25.60 元'],
  ['2102', 'undone', 'voided', '没有扣款', '请重新读取凭证'],
  ['2102', 'refused', 'voided', '没有扣款', '请重新读取凭证'],
  ['2102', 'booked', 'reversed', '没有扣款', '请重新读取凭证'],
  ['2103', 'booked', 'reversed', '撤销成功', '收过的现金 25.60 元'],
  ['2103', 'refused', 'settled', '没有撤销', '仍然有效'],
] as const)(
  'a %s that was %s (order %s) is told as %s, in place of the notice that warned',
  async (infno, outcome, state, end, part) => {
    await unknown(infno)
    await becomes(outcome, state)
    const [one, ...more] = await unread()
    expect(more).toEqual([])
    expect(one).toMatchObject({ title: `已核实，${end}：YB1`, level: 'warning' })
    expect(one!.content).toContain(part)
    expect(one!.link?.path).toBe('/reconciliation/order-management?f.keyword=YB1')
    expect(heard, 'the bell of the store, once').toEqual([
      [`store:${storeId}`, 'messageWithdrawn'],
      [`store:${storeId}`, 'message'],
    ])
    expect(await server.deps.db.$count(message, like(message.key, 'unknown:%'))).toBe(0)
  },
)

test('nobody who paid nothing has to be given anything back', async () => {
  await unknown('2103', { cash: 0 })
  await becomes('booked', 'reversed')
  expect((await unread())[0]!.content).toContain('没有收过现金')
})
