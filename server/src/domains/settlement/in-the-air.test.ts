import { approvalTarget } from '@yibao/shared/approval.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { newId } from '../../base/ids.ts'
import { signIn as signInTable } from '../attendance/tables.ts'
import { authorization, user } from '../auth/tables.ts'
import { intent, order } from '../order/tables.ts'
import { area } from '../organisation/tables.ts'
import { openCounter, otc, plain } from './test/counter.ts'

// What a person may say of an order whose reversal is on its way or was refused. Each asserts the centre's book, ours, and
// what the clerk reads.

const person = '32010000000000000001'
const counter = opened(() =>
  openCounter('clerk2', { settings: { ...plain, authorizeReversal: false, authorizeUndo: false } }),
)
afterEach(() => counter.centre.clearFaults())

const db = () => counter.server.deps.db
const get = (id: string) => counter.clerk.ok(orderCalls.get, { id })
const flagsOf = async (id: string) => (await db().select().from(order).where(eq(order.id, id)))[0]!.flags
const atCentre = async (id: string) => {
  const sent = await db().select().from(intent).where(eq(intent.orderId, id))
  const book = await counter.centre.book('P32010200001', formatDay(new Date()))
  return book.filter(({ msgid }) => sent.some((one) => one.msgid === msgid)).map(({ infno, undone }) => [infno, undone])
}
let baskets = 0
/** Each another basket: what one test leaves unknown is no twin of the next one's. */
const settled = async () => {
  const one = await counter.preSettle(await counter.read(person), { lines: otc('3.30', String(++baskets)) })
  await counter.settle(one)
  return one.id
}
const cancel = (orderId: string) =>
  counter.clerk.send(settlement.cancel, { orderId, reason: '顾客退药' }, { 'idempotency-key': newId() })
const lostReversal = async (id: string) => {
  await counter.centre.fault({ fault: 'dropBeforeBooking', infno: '2103' })
  expect((await cancel(id)).result).toMatchObject({ status: '4' })
}

test('contradicting amounts are not looked into while their reversal is unknown: nobody knows which of them stand', async () => {
  await counter.centre.fault({ fault: 'amountDrift', infno: '2102', fen: 2 })
  const id = await settled()
  expect((await get(id)).abnormal).toMatchObject({ kind: 'amount' })
  await lostReversal(id)
  const accept = () => counter.clerk.send(orderCalls.accept, { id, reason: '与中心页面逐项核对，一致' })
  expect((await accept()).resultNotice?.error).toBe('订单已是「结果未知」，不能核对完成')
  expect([await flagsOf(id), await atCentre(id)]).toEqual([['amount'], [['2102', false]]])
  expect((await counter.clerk.ok(orderCalls.recheck, { id })).status).toBe('3')
  expect((await accept()).success).toBe(true)
  expect(await flagsOf(id)).toEqual([])
})

test('冲正 is of a settlement: for a reversal that the system has given up it neither asks the centre nor begins anew', async () => {
  const id = await settled()
  await lostReversal(id)
  await db()
    .update(intent)
    .set({ needsPerson: true })
    .where(and(eq(intent.orderId, id), eq(intent.infno, '2103')))
  const answer = await counter.clerk.send(orderCalls.undo, { id, reason: '顾客没有取药' })
  expect(answer.resultNotice?.error).toContain('不能冲正')
  expect([(await get(id)).status, await atCentre(id)]).toEqual(['4', [['2102', false]]])
  expect((await counter.clerk.ok(orderCalls.recheck, { id })).status).toBe('3')
})

test('a reversal that was refused leaves no reason behind: the settlement stands, and nobody takes it back', async () => {
  const id = await settled()
  await counter.centre.fault({ fault: 'refuse', infno: '2103', text: '已超过撤销期限' })
  expect((await cancel(id)).resultNotice?.error).toContain('已超过撤销期限')
  const after = await get(id)
  expect([after.status, after.reversalReason]).toEqual(['2', undefined])
  expect(await atCentre(id)).toEqual([['2102', false]])
  expect((await cancel(id)).result).toMatchObject({ status: '3', reversalReason: '顾客退药' })
})

test('a reversal whose answer was lost is that of its reason when it is found', async () => {
  const id = await settled()
  await lostReversal(id)
  expect(await counter.clerk.ok(orderCalls.recheck, { id })).toMatchObject({ status: '3', reversalReason: '顾客退药' })
  expect((await atCentre(id)).map(([infno]) => infno).toSorted()).toEqual(['2102', '2103'])
})

/** A second person's word on a reversal, and the area asking for one. */
const word = async (id: string, by: string, forWhom: string, action: 'reversal' | 'undo' = 'reversal') => {
  const [giver] = await db().select().from(user).where(eq(user.userName, by))
  const [taker] = await db().select().from(user).where(eq(user.userName, forWhom))
  const whose = { byUserId: giver!.id, byName: giver!.name, forUserId: taker!.id }
  const expiresAt = new Date(Date.now() + 120_000)
  const about = { action, target: approvalTarget[action](id) }
  await db()
    .insert(authorization)
    .values({ id: `of-${by}`, ...whose, ...about, expiresAt })
  return `of-${by}`
}
const asks = (on: boolean) =>
  db()
    .update(area)
    .set({ settings: sql`${area.settings} || ${JSON.stringify({ authorizeReversal: on, authorizeUndo: on })}::jsonb` })

test('the word of a second person who does not see the store takes nothing back there', async () => {
  await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  const id = await settled()
  const givenUp = { attempts: 1, needsPerson: true }
  await db().update(intent).set(givenUp).where(eq(intent.orderId, id))
  const authorizationId = await word(id, 'clerk', 'area', 'undo')
  await asks(true)
  const nanjing = await counter.server.as('area', { areaCode: '320100' })
  const answer = await nanjing.send(orderCalls.undo, { id, reason: '顾客没有取药', authorizationId })
  await asks(false)
  expect(answer.resultNotice?.error).toBe('授权人没有此操作的权限')
  expect([(await get(id)).status, await atCentre(id)]).toEqual(['4', [['2102', false]]])
})

test('a reversal that is refused before it leaves uses up nobody’s word', async () => {
  const id = await settled()
  const authorizationId = await word(id, 'admin', 'clerk2')
  const input = { orderId: id, reason: '顾客退药', authorizationId }
  const takenBack = () => counter.clerk.send(settlement.cancel, input, { 'idempotency-key': newId() })
  await asks(true)
  await db().update(signInTable).set({ signedOutAt: new Date() }).where(isNull(signInTable.signedOutAt))
  expect((await takenBack()).resultNotice?.error).toBe('今天的签到已经结束')
  await counter.clerk.ok(signIn.do)
  const { result, resultNotice } = await takenBack()
  const again = await takenBack()
  await asks(false)
  expect([result?.status, resultNotice?.error]).toEqual(['3', undefined])
  expect(again.success).toBe(false)
  expect((await atCentre(id)).map(([infno]) => infno).toSorted()).toEqual(['2102', '2103'])
})
