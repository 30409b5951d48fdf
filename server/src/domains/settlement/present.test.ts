import { approval } from '@yibao/shared/calls/approval.ts'
import { continuation } from '@yibao/shared/calls/base.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { persons } from '../../simulator/seed/persons.ts'
import { enrolledAgent, type TestAgent } from '../../test/agent.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { openIdentity } from '../card/identity.ts'
import { order as orders } from '../order/tables.ts'
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
const cardOf = (whose: Whose, numbered = true) => {
  const { name, certno, cardNo, cardSn } = whose!
  return { card: { name, certNo: numbered ? certno.toLowerCase() : '', cardNo, cardSn } }
}

type Answer = Awaited<ReturnType<typeof counter.clerk.send>>

const mute = { code: 'CARD_MUTE', message: '卡没有应答，芯片可能有污渍或已损坏', hint: '擦净重插后再读一次' }

/** Has the agent answer what `asked` asks for, with a card or with what it lacks; the header of the repeat. */
const shown = async (
  { confimResultInfo }: Answer,
  { ok = true, numbered, whose }: { ok?: boolean; numbered?: boolean; whose: Whose },
) => {
  const { pubSubId, action } = confimResultInfo!
  const result = JSON.stringify(ok ? cardOf(whose, numbered) : mute)
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

test('a reader that tells no certificate number is believed by the number of the card', async () => {
  const order = await price()
  const refused = await press(order, await shown(await press(order), { whose: other, numbered: false }))
  expect(refused.resultNotice?.error).toBe('结算前检测到卡已更换')
  const again = await shown(await press(order), { whose: his, numbered: false })
  expect((await press(order, again)).result).toMatchObject({ status: '2' })
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

describe('an area that wants the card before a reversal', () => {
  const set = (more: object) =>
    counter.server.deps.db
      .update(area)
      .set({ settings: sql`${area.settings} || ${JSON.stringify(more)}::jsonb` })
      .where(eq(area.code, '320100'))
  beforeEach(() => set({ rereadBeforeReversal: true, authorizeReversal: false }))
  afterEach(() => set({ rereadBeforeReversal: false, authorizeReversal: true }))

  const settled = async () => {
    const order = await price()
    expect((await press(order, await shown(await press(order), { whose: his }))).success).toBe(true)
    return order
  }
  const cancel = (orderId: string, headers: Record<string, string> = {}) =>
    counter.clerk.send(
      settlement.cancel,
      { orderId, reason: '顾客退货' },
      { 'idempotency-key': `r${orderId}`, ...headers },
    )
  /** Whether the centre's book has it taken back, and how it stands in ours. */
  const bothBooks = async (order: Priced) => {
    const [row] = await bookOf(order)
    return [Boolean(row?.reversed), (await counter.clerk.ok(orderCalls.get, { id: order.id })).status]
  }

  test('another one’s card, or none, takes nothing back; his own does', async () => {
    const order = await settled()
    const another = ['没有读到这笔结算本人的卡', '请放上参保人本人的卡，再撤销一次']
    for (const [given, ...said] of [
      [{ whose: other }, ...another],
      [{ whose: his, ok: false }, mute.message],
    ] as const) {
      const asked = await cancel(order.id)
      expect([asked.success, asked.confimResultInfo?.title]).toEqual([false, '撤销前再次读卡'])
      const { resultNotice } = await cancel(order.id, await shown(asked, given))
      expect([resultNotice?.error, resultNotice?.tips]).toEqual(expect.arrayContaining(said))
      expect(await bothBooks(order)).toEqual([false, '2'])
    }
    expect((await cancel(order.id, await shown(await cancel(order.id), { whose: his }))).result).toMatchObject({
      status: '3',
    })
    expect(await bothBooks(order)).toEqual([true, '3'])
    const again = await counter.clerk.send(settlement.cancel, { orderId: order.id, reason: '再次' })
    expect(again.confimResultInfo, 'what does not stand asks for no card').toBeNull()
  })

  test('a reversal that somebody elsewhere approves has the card when it is asked for, and none when it is done', async () => {
    await set({ authorizeReversal: true })
    const order = await settled()
    const reversal = { orderId: order.id, reason: '顾客退货' }
    const submit = (headers = {}) => counter.clerk.send(approval.submit, { reversal }, headers)
    const refused = await submit(await shown(await submit(), { whose: other }))
    expect(refused.resultNotice?.error).toBe('没有读到这笔结算本人的卡')
    const kept = await submit(await shown(await submit(), { whose: his }))
    expect(kept.success).toBe(true)
    const boss = await counter.server.as('admin', { areaCode: '320100' })
    const [{ id } = { id: '' }] = (await boss.ok(approval.paged, { tab: 'todo' })).items
    const { progressId } = await boss.ok(approval.do, { ids: [id], verdict: 'approve', opinion: '' })
    await untilEnded(boss, progressId)
    expect(await bothBooks(order)).toEqual([true, '3'])
  })

  /** The card of the purchase is lost: he shows this in its place. */
  const instead = async (orderId: string, medium: 'idCard' | 'eVoucher', result: object) => {
    const input = { orderId, reason: '顾客退货', medium }
    const asked = await counter.clerk.send(settlement.cancel, input)
    expect([asked.confimResultInfo?.title, asked.success]).toEqual(['撤销前再次读卡', false])
    const { pubSubId, action } = asked.confimResultInfo!
    const text = JSON.stringify(result)
    const signed = 'code' in result ? {} : { agentId: agent.agentId, agentSignature: agent.signResult(pubSubId, text) }
    await counter.clerk.ok(continuation.complete, { pubSubId, action, ok: true, result: text, ...signed })
    return counter.clerk.send(settlement.cancel, input, { [PUB_SUB_HEADER]: pubSubId })
  }
  const refusal = '没有读到这笔结算本人的卡'

  test('who lost his card shows his identity card: another one’s proves nothing, nor does a number that was typed', async () => {
    const order = await settled()
    const idCard = (whose: Whose) => ({ idCard: { name: whose!.name, certNo: whose!.certno.toLowerCase() } })
    expect((await instead(order.id, 'idCard', idCard(other))).resultNotice?.error).toBe(refusal)
    await set({ typedIdCard: true })
    const typed = await instead(order.id, 'idCard', { medium: 'idCard', code: his!.certno })
    await set({ typedIdCard: false })
    expect(typed.success).toBe(false)
    expect(await bothBooks(order)).toEqual([false, '2'])
    expect((await instead(order.id, 'idCard', idCard(his))).result).toMatchObject({ status: '3' })
    expect(await bothBooks(order)).toEqual([true, '3'])
  })

  test('or his e-voucher, which the centre says is his', async () => {
    const order = await settled()
    const codeOf = async (whose: Whose) => ({ medium: 'eVoucher', code: await counter.centre.code(whose!.psnNo) })
    expect((await instead(order.id, 'eVoucher', await codeOf(other))).resultNotice?.error).toBe(refusal)
    expect((await instead(order.id, 'eVoucher', await codeOf(his))).result).toMatchObject({ status: '3' })
  })

  test('a proof that has no number, or an order that has none, is told as that and not as somebody else’s card', async () => {
    const order = await settled()
    const nameless = { eVoucher: { ecToken: 'T'.repeat(20), userName: his!.name } }
    expect((await instead(order.id, 'eVoucher', nameless)).resultNotice?.error).toContain('没有证件号码')
    const { db, services } = counter.server.deps
    const [row] = await db.select().from(orders).where(eq(orders.id, order.id))
    const known = openIdentity(services.vault, row!.identity)
    const identity = services.vault.seal(JSON.stringify({ ...known, certificateNo: '' }))
    await db.update(orders).set({ identity }).where(eq(orders.id, order.id))
    const refused = await counter.clerk.send(settlement.cancel, {
      ...{ orderId: order.id, reason: '顾客退货', medium: 'idCard' },
    })
    expect(refused.resultNotice?.error).toBe('这笔结算没有留下证件号码，只能用结算时的卡核对')
    expect(await bothBooks(order)).toEqual([false, '2'])
  })

  test('who can show nothing is asked for by a reason that a second person approves of, and by that alone', async () => {
    await set({ authorizeReversal: true })
    const order = await settled()
    const reversal = { orderId: order.id, reason: '顾客退货', withoutCard: '社保卡已挂失，身份证在外地' }
    const here = await counter.clerk.send(settlement.cancel, reversal)
    expect(here.confimResultInfo?.title, 'at the counter it is read').toBe('撤销前再次读卡')
    expect((await counter.clerk.send(approval.submit, { reversal })).success).toBe(true)
    const boss = await counter.server.as('admin', { areaCode: '320100' })
    const [{ id } = { id: '' }] = (await boss.ok(approval.paged, { tab: 'todo' })).items
    const { facts, reason } = await boss.ok(approval.get, { id })
    expect(reason).toBe('顾客退货；没有核对本人证件：社保卡已挂失，身份证在外地')
    expect(facts).toContainEqual({ title: '没有核对本人证件', value: '社保卡已挂失，身份证在外地' })
    const { progressId } = await boss.ok(approval.do, { ids: [id], verdict: 'approve', opinion: '' })
    await untilEnded(boss, progressId)
    expect(await bothBooks(order)).toEqual([true, '3'])
  })

  test('of a settlement that only the centre had no card was ever read: none is asked for', async () => {
    const order = await settled()
    const { db, services } = counter.server.deps
    const [row] = await db.select().from(orders).where(eq(orders.id, order.id))
    const unread = { credentialType: '', credentialNo: '', certificateNo: '' }
    const identity = services.vault.seal(JSON.stringify({ ...openIdentity(services.vault, row!.identity), ...unread }))
    await db.update(orders).set({ identity }).where(eq(orders.id, order.id))
    expect((await cancel(order.id)).result).toMatchObject({ status: '3' })
    expect(await bothBooks(order)).toEqual([true, '3'])
  })

  test('an area without it asks for none', async () => {
    await set({ rereadBeforeReversal: false })
    const order = await settled()
    expect((await cancel(order.id)).result).toMatchObject({ status: '3' })
  })
})
