import { slipsAtOnce, slipsElsewhereAnswer } from '@yibao/shared/agent/cloud.ts'
import { slip as calls } from '@yibao/shared/calls/slip.ts'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { newId } from '../../base/ids.ts'
import { enrolledAgent, sendAs } from '../../test/agent.ts'
import { changsha, guanqian, openShop } from '../collection/test/shop.ts'
import { slip } from './tables.ts'

// A slip waits at one PC's printer; what became of it meanwhile is all that its agent hears (one settlement, one receipt).

const shop = opened(openShop)
// Each request needs a later time than the agent's last one.
beforeEach(() => shop.clock.advance(1000))

type State = 'done' | 'failed' | 'unsure' | 'browser' | 'made'
const document = async (orderId: string, more: Partial<typeof slip.$inferInsert> = {}) => {
  const id = newId(shop.clock())
  const about = { kind: 'settlement', layout: '80', printNo: 1, pages: 1, storeId: guanqian, madeAt: shop.clock() }
  await shop.db.insert(slip).values({ id, orderId, ...about, ...more })
  return id
}
const printed = (slipId: string, state: Exclude<State, 'made'>) => shop.clerk.ok(calls.printed, { slipId, state })

type Agent = Awaited<ReturnType<typeof enrolledAgent>>
const send = ({ agentId, ...agent }: Agent, slipIds: string[]) => {
  shop.clock.advance(1)
  return sendAs(shop.server, { agentId, ...agent }, 'slipsElsewhere', { agentId, slipIds })
}
const news = async (agent: Agent, ...slipIds: string[]) =>
  slipsElsewhereAnswer.parse((await send(agent, slipIds)).result).slips
/** What the agent of 观前店 hears of one slip. */
const of = async (slipId: string) => (await news(await enrolledAgent(shop.server, [guanqian]), slipId))[0]?.news

test.each(['done', 'browser', 'unsure'] as const)('one that is %s elsewhere is out', async (state) => {
  const waiting = await document((await shop.sell()).id)
  expect(await of(waiting)).toBeUndefined()
  await printed(waiting, state)
  expect(await of(waiting)).toBe('out')
})

test('one that did not come out elsewhere may come here', async () => {
  const waiting = await document((await shop.sell()).id)
  await printed(waiting, 'failed')
  expect(await of(waiting)).toBeUndefined()
})

test('a 补打 that came out stands for the first; the first for none that was asked for a reason', async () => {
  const { id } = await shop.sell()
  const [first, again] = [await document(id), await document(id, { printNo: 2, layout: 'a5' })]
  expect([await of(first), await of(again)]).toEqual([undefined, undefined])
  await printed(first, 'failed')
  await printed(again, 'unsure')
  expect(await of(first)).toBe('again')
  const next = await document(id, { printNo: 3 })
  await printed(again, 'done')
  expect([await of(again), await of(next)]).toEqual(['out', undefined])
})

test('of two originals, the first given up by a page and still waiting, one comes', async () => {
  const { id } = await shop.sell()
  const first = await document(id)
  await printed(first, 'failed')
  const second = await document(id)
  await printed(second, 'done')
  expect(await of(first)).toBe('again')
  const other = await shop.sell()
  const [gone, waiting] = [await document(other.id), await document(other.id)]
  await printed(gone, 'browser')
  expect(await of(waiting)).toBe('again')
})

test('another kind of the same order, and sheets before a settlement, stand for nothing', async () => {
  const { id } = await shop.sell()
  const shown = [await document(id, { kind: 'presettlement' }), await document(id, { kind: 'presettlement' })]
  const settlement = await document(id)
  await printed(shown[1]!, 'done')
  expect([await of(shown[0]!), await of(shown[1]!), await of(settlement)]).toEqual([undefined, 'out', undefined])
})

test('what was taken back, or may be, has no receipt any more; the reversal has its own', async () => {
  const { id } = await shop.sell()
  const [settlement, reversal] = [await document(id), await document(id, { kind: 'reversal' })]
  for (const name of ['reverse', 'lost', 'notReversed'] as const) {
    await shop.moved(id, name)
    expect(await of(settlement), name).toBe(name === 'notReversed' ? undefined : 'reversed')
  }
  await shop.reverse(id)
  expect([await of(settlement), await of(reversal)]).toEqual(['reversed', undefined])
  // Whether somebody has it in his hand comes first.
  await printed(settlement, 'done')
  expect(await of(settlement)).toBe('out')
})

test('an agent hears of its own stores, of what is unknown there nothing, and of many at once', async () => {
  const own = await enrolledAgent(shop.server, [guanqian])
  const other = await enrolledAgent(shop.server, [changsha])
  const waiting = await document((await shop.sell()).id)
  await printed(waiting, 'done')
  const strangers = Array.from({ length: slipsAtOnce - 1 }, () => newId(shop.clock()))
  expect(await news(own, ...strangers, waiting)).toEqual([{ slipId: waiting, news: 'out' }])
  expect(await news(other, waiting)).toEqual([])
  expect(await news(own)).toEqual([])
  expect((await send(own, [...strangers, waiting, newId()])).success).toBe(false)
})
