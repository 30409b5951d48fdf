import { continuation } from '@yibao/shared/calls/base.ts'
import { order as orderCalls } from '@yibao/shared/calls/books.ts'
import { card, settlement } from '@yibao/shared/calls/counter.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { persons } from '../../simulator/seed/persons.ts'
import { enrolledAgent, type TestAgent } from '../../test/agent.ts'
import { openCounter, otc } from './test/counter.ts'

// 320100 reads the card once more between F9 and the 2102 (T05).

const counter = opened(() => openCounter('clerk2'))
let agent: TestAgent
beforeAll(async () => {
  agent = await enrolledAgent(counter.server)
})

const [his, other] = ['潘子涵', '田大明'].map(
  (name) => persons.find((one) => one.name === name && one.area === '320100')!,
)
type Whose = typeof his

/** What a reader gives of a card: some write the last letter of a number small. */
const cardOf = (whose: Whose) => {
  const { name, certno, cardNo, cardSn } = whose!
  return { card: { name, certNo: certno.toLowerCase(), cardNo, cardSn } }
}

type Answer = Awaited<ReturnType<typeof counter.clerk.send>>

/** Has the agent answer what `asked` asks for; the header of the repeat. */
const shown = async ({ confimResultInfo }: Answer, { ok = true, whose }: { ok?: boolean; whose: Whose }) => {
  const { pubSubId, action } = confimResultInfo!
  const result = JSON.stringify(cardOf(whose))
  const signed = { agentId: agent.agentId, agentSignature: agent.signResult(pubSubId, result) }
  await counter.clerk.ok(continuation.complete, { pubSubId, action, ok, result, ...signed })
  return { [PUB_SUB_HEADER]: pubSubId }
}

const price = async () => {
  const medium = 'socialCard'
  const headers = await shown(await counter.clerk.send(card.read, { medium }), { whose: his })
  return counter.preSettle(await counter.clerk.ok(card.read, { medium }, headers), { lines: otc('1.20') })
}
type Priced = Awaited<ReturnType<typeof price>>

const press = ({ id: orderId, settleKey }: Priced, headers: Record<string, string> = {}) =>
  counter.clerk.send(settlement.settle, { orderId }, { 'idempotency-key': settleKey!, ...headers })

const bookOf = async (order: Priced) => {
  const { msgidTail } = await counter.clerk.ok(orderCalls.get, { id: order.id })
  const rows = await counter.centre.book('P32010200001', formatDay(counter.server.deps.clock()))
  return rows.filter(({ msgid }) => msgidTail && msgid.endsWith(msgidTail))
}

test('his own card is settled with, however its reader writes his number', async () => {
  const order = await price()
  const asked = await press(order)
  expect([asked.success, asked.confimResultInfo?.title]).toEqual([false, '结算前再次读卡'])
  expect(await bookOf(order)).toEqual([])
  expect((await press(order, await shown(asked, { whose: his }))).result).toMatchObject({ status: '2' })
  expect(await bookOf(order)).toHaveLength(1)
})

test.each([
  ['another one’s card', { whose: other }],
  ['no card', { whose: his, ok: false }],
])('%s: nothing is sent, and his own one settles the same split', async (_, given) => {
  const order = await price()
  const refused = await press(order, await shown(await press(order), given))
  expect([refused.success, refused.resultNotice?.error]).toEqual([false, '结算前检测到卡已更换'])
  expect(await counter.clerk.ok(orderCalls.get, { id: order.id })).toMatchObject({ status: '1' })
  expect(await bookOf(order)).toEqual([])
  expect((await press(order, await shown(await press(order), { whose: his }))).result).toMatchObject({ status: '2' })
})

test('an e-voucher proves its person once and is not asked for again', async () => {
  const order = await counter.preSettle(await counter.read(his!.psnNo), { lines: otc('1.30') })
  expect((await press(order)).result).toMatchObject({ status: '2' })
})
