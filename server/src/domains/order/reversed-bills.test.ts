import { reversedBillsAnswer } from '@yibao/shared/agent/cloud.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { databaseEra } from '../../database/life.ts'
import { enrolledAgent, sendAs } from '../../test/agent.ts'
import { changsha, guanqian, openShop } from '../collection/test/shop.ts'
import { order } from './tables.ts'

const shop = opened(openShop)
const minute = 60_000
// Each request needs a later time than the agent's last one.
beforeEach(() => shop.clock.advance(1000))

type Agent = Awaited<ReturnType<typeof enrolledAgent>>
const ask = async ({ agentId, ...agent }: Agent, since: number) => {
  shop.clock.advance(1)
  const answer = await sendAs(shop.server, { agentId, ...agent }, 'reversedBills', { agentId, since })
  return reversedBillsAnswer.parse(answer.result)
}
const bills = async (agent: Agent, since: number) => (await ask(agent, since)).frames.map(({ billNo }) => billNo)

test('what was taken back is told as the counter tells it, to the agents of its store and to no other', async () => {
  const own = await enrolledAgent(shop.server, [guanqian])
  const other = await enrolledAgent(shop.server, [changsha])
  const since = shop.clock().getTime()
  const basket = { accountUsed: true, erpRevision: 3 }
  const one = await shop.sell({ erpBill: 'TAKEN-BACK', basket })
  await shop.sell({ erpBill: 'STANDS' })
  const alone = await shop.sell({ erpBill: null })
  for (const { id } of [one, alone]) await shop.reverse(id)
  expect((await ask(own, since)).frames).toEqual([
    {
      id: `${one.id}-reversed-3`,
      type: 'result',
      billNo: 'TAKEN-BACK',
      revision: 3,
      body: {
        ...{ state: 'reversed', orderId: one.id, setlId: one.setlId },
        ...{ total: '85.60', fund: '0.00', account: '60.00', cash: '25.60' },
      },
    },
  ])
  expect(await bills(other, since)).toEqual([])
})

test('of bills that were told as unknown the end is told once there is one, to the agents of their store alone', async () => {
  const own = await enrolledAgent(shop.server, [guanqian])
  const other = await enrolledAgent(shop.server, [changsha])
  const [stands, back, none, open] = [await shop.sell(), await shop.sell(), await shop.sell(), await shop.sell()]
  await shop.reverse(back.id)
  await shop.db.update(order).set({ state: 'presettled', setlId: null, settledAt: null }).where(eq(order.id, none.id))
  await shop.unknown(open.id)
  const unknown = [stands, back, none, open].map(({ id }) => id)
  const asked = async ({ agentId, ...agent }: Agent) => {
    shop.clock.advance(1)
    const question = { agentId, since: shop.clock().getTime(), unknown }
    const answer = await sendAs(shop.server, { agentId, ...agent }, 'reversedBills', question)
    return reversedBillsAnswer.parse(answer.result).ended?.map(({ billNo, body }) => [billNo, body.state])
  }
  expect(await asked(own)).toEqual([
    [stands.erpBill, 'settled'],
    [back.erpBill, 'reversed'],
    [none.erpBill, 'voided'],
  ])
  expect(await asked(other)).toEqual([])
  // Played back since: what is only priced here may have been booked in what was lost.
  onTestFinished(async () => void (await shop.db.delete(databaseEra)))
  await shop.db.delete(databaseEra)
  const life = sql<string>`database_life()`
  await shop.db.insert(databaseEra).values({ life: 'before', beganAt: new Date(0) })
  await shop.db.insert(databaseEra).values({ life, beganAt: new Date(shop.clock().getTime() + minute) } as never)
  expect((await asked(own))?.map(([, state]) => state)).toEqual(['settled', 'reversed'])
})

test('one that a statement shows with the centre’s time of last month is new all the same', async () => {
  const own = await enrolledAgent(shop.server, [guanqian])
  const { id } = await shop.sell({ erpBill: 'LATE' })
  shop.clock.advance(30 * 1440 * minute)
  const since = shop.clock().getTime()
  await shop.moved(id, 'foundReversed', { reversedBy: '2103', reversedAt: new Date(since - 29 * 1440 * minute) })
  expect(await bills(own, since)).toEqual(['LATE'])
})

test('the next question sees what was under way at the last one, and nothing that is long over', async () => {
  const own = await enrolledAgent(shop.server, [guanqian])
  shop.clock.advance(1440 * minute)
  const { id } = await shop.sell({ erpBill: 'UNDER-WAY' })
  await shop.reverse(id)
  const { since } = await ask(own, shop.clock().getTime())
  expect(await bills(own, since)).toEqual(['UNDER-WAY'])
  shop.clock.advance(20 * minute)
  const later = await ask(own, since)
  expect(await bills(own, later.since)).toEqual([])
  // A clock that was ahead, and no time at all.
  for (const wrong of [1e13, 0]) expect((await ask(own, wrong)).since).toBeLessThan(shop.clock().getTime())
})

test('more than an answer takes come one answer after the other, none left out', async () => {
  const own = await enrolledAgent(shop.server, [guanqian])
  shop.clock.advance(1440 * minute)
  const begin = shop.clock().getTime()
  for (let n = 0; n < 105; n += 1) {
    shop.clock.advance(1)
    const reversed = { state: 'reversed', ...shop.reversal, reversedAt: shop.clock() } as const
    await shop.sell({ ...reversed, erpBill: `MANY${n}` })
  }
  const first = await ask(own, begin)
  const rest = await ask(own, first.since)
  expect(first.frames).toHaveLength(100)
  const all = new Set([...first.frames, ...rest.frames].map(({ billNo }) => billNo))
  expect(all.size).toBe(105)
})

test('a bill whose reversal is taken back is told as settled, the next reversal as one of its own', async () => {
  const own = await enrolledAgent(shop.server, [guanqian])
  const other = await enrolledAgent(shop.server, [changsha])
  shop.clock.advance(1440 * minute)
  const since = shop.clock().getTime()
  const { id } = await shop.sell({ erpBill: 'STANDS-AGAIN' })
  await shop.moved(id, 'undoneLater', { reversedBy: '2601', reversedAt: shop.clock() })
  expect(await ask(own, since)).toMatchObject({ frames: [{ id: `${id}-reversed-0` }] })
  await shop.moved(id, 'takenBack', { reversedBy: null, reversedAt: null })
  const again = await ask(own, since)
  expect(again.frames).toEqual([])
  expect(again.turned).toMatchObject([
    { id: `${id}-settled-0-1`, billNo: 'STANDS-AGAIN', body: { state: 'settled', orderId: id } },
  ])
  expect((await ask(other, since)).turned).toBeUndefined()
  await shop.reverse(id)
  expect(await ask(own, since)).toMatchObject({ frames: [{ id: `${id}-reversed-0-2` }] })
})

test('a bill that was taken off, and its order reversed before the agent asked, is over all the same', async () => {
  const own = await enrolledAgent(shop.server, [guanqian])
  shop.clock.advance(1440 * minute)
  const since = shop.clock().getTime()
  const { id } = await shop.sell({ erpBill: null, formerBill: 'TAKEN-OFF', turned: 1 })
  await shop.reverse(id)
  const { turned } = await ask(own, since)
  expect(turned).toMatchObject([{ id: `${id}-reversed-0-2`, billNo: 'TAKEN-OFF', body: { state: 'reversed' } }])
})

test('a settlement that was booked by hand and taken out again is over for its ERP', async () => {
  const own = await enrolledAgent(shop.server, [guanqian])
  shop.clock.advance(1440 * minute)
  const since = shop.clock().getTime()
  const { id } = await shop.sell({ erpBill: 'BY-HAND', state: 'voided', setlId: null, settledAt: null })
  await shop.moved(id, 'backfilled', { setlId: 'BY-HAND-1', settledAt: shop.clock() })
  expect((await ask(own, since)).turned).toMatchObject([{ id: `${id}-settled-0-1`, body: { state: 'settled' } }])
  await shop.moved(id, 'backToVoided', { setlId: null, settledAt: null })
  expect((await ask(own, since)).turned).toMatchObject([{ id: `${id}-reversed-0-2`, body: { state: 'reversed' } }])
})

test('one that is found on a day of half a year ago is told, to whoever asks since it was found', async () => {
  const own = await enrolledAgent(shop.server, [guanqian])
  const { id } = await shop.sell({ erpBill: 'LATE-HALF-YEAR' })
  const sold = shop.clock().getTime()
  shop.clock.advance(180 * 1440 * minute)
  const since = shop.clock().getTime()
  await shop.moved(id, 'foundReversed', { reversedBy: '2103', reversedAt: new Date(sold + 1440 * minute) })
  const { turned = [] } = await ask(own, since)
  expect(turned.map(({ billNo, body }) => [billNo, body.state])).toEqual([['LATE-HALF-YEAR', 'reversed']])
})
