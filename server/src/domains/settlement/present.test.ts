import { continuation } from '@yibao/shared/calls/base.ts'
import { order as orderCalls } from '@yibao/shared/calls/books.ts'
import { card, settlement } from '@yibao/shared/calls/counter.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { persons } from '../../simulator/seed/persons.ts'
import { enrolledAgent, type TestAgent } from '../../test/agent.ts'
import { area } from '../organisation/tables.ts'
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

const mute = { code: 'CARD_MUTE', message: '卡没有应答，芯片可能有污渍或已损坏', hint: '擦净重插后再读一次' }

/** Has the agent answer what `asked` asks for, with a card or with what it lacks; the header of the repeat. */
const shown = async ({ confimResultInfo }: Answer, { ok = true, whose }: { ok?: boolean; whose: Whose }) => {
  const { pubSubId, action } = confimResultInfo!
  const result = JSON.stringify(ok ? cardOf(whose) : mute)
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
  ['another one’s card', { whose: other }, '结算前检测到卡已更换'],
  ['a card that does not answer', { whose: his, ok: false }, mute.message],
])('%s: that is said, nothing is sent, and his own one settles the same split', async (_, given, said) => {
  const order = await price()
  const refused = await press(order, await shown(await press(order), given))
  expect([refused.success, refused.resultNotice?.error]).toEqual([false, said])
  expect(await counter.clerk.ok(orderCalls.get, { id: order.id })).toMatchObject({ status: '1' })
  expect(await bookOf(order)).toEqual([])
  expect((await press(order, await shown(await press(order), { whose: his }))).result).toMatchObject({ status: '2' })
})

test('an e-voucher proves its person once and is not asked for again', async () => {
  const order = await counter.preSettle(await counter.read(his!.psnNo), { lines: otc('1.30') })
  expect((await press(order)).result).toMatchObject({ status: '2' })
})

test('a number that was typed was no card: none is asked for that could have been changed', async () => {
  const { db } = counter.server.deps
  const mine = eq(area.code, '320100')
  const [before] = await db.select({ settings: area.settings }).from(area).where(mine)
  onTestFinished(async () => void (await db.update(area).set({ settings: before!.settings }).where(mine)))
  await db
    .update(area)
    .set({ settings: { ...before!.settings, typedIdCard: true } })
    .where(mine)
  const medium = 'idCard'
  const asked = await counter.clerk.send(card.read, { medium })
  const { pubSubId, action } = asked.confimResultInfo!
  const result = JSON.stringify({ medium, code: his!.certno })
  await counter.clerk.ok(continuation.complete, { pubSubId, action, ok: true, result })
  const person = await counter.clerk.ok(card.read, { medium }, { [PUB_SUB_HEADER]: pubSubId })
  const order = await counter.preSettle(person, { lines: otc('1.40') })
  expect((await press(order)).result).toMatchObject({ status: '2' })
})
