import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, desc, eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { sealedByAnother } from '../../../test/other-key.ts'
import { intent, order } from '../../order/tables.ts'
import { openCounter, otc, plain } from '../test/counter.ts'
import { recoverIntent } from './recover.ts'

// What the centre refuses of recovery's own messages. A no to the sender is no answer about the money; a 2103 that comes
// behind one that arrived after all is told that it is done. Each asserts the centre's book, ours, and what is read.

const counter = opened(() =>
  openCounter('clerk2', {
    config: { settleWait: 5_000 },
    settings: { ...plain, authorizeReversal: false, authorizeUndo: false },
  }),
)
const insured = '32010000000000000001'
const code = 'P32010200001'
const signInGone = { fault: 'refuse', text: '签到编号已失效，请重新签到' }
const restore: (() => void)[] = []
afterEach(async () => {
  for (const back of restore.splice(0)) back()
  await counter.centre.clearFaults()
})

const db = () => counter.server.deps.db
const bought = async (price: string) => {
  const one = await counter.preSettle(await counter.read(insured), { lines: otc(price) })
  return { id: one.id, answer: await counter.settle(one) }
}
const cancel = (orderId: string) =>
  counter.clerk.send(settlement.cancel, { orderId, reason: '顾客退药' }, { 'idempotency-key': `c-${orderId}` })
const sentOf = async (orderId: string, infno: '2102' | '2103') => {
  const mine = and(eq(intent.orderId, orderId), eq(intent.infno, infno))
  const [row] = await db().select().from(intent).where(mine).orderBy(desc(intent.createdAt))
  return row!
}
const recover = async (orderId: string, infno: '2102' | '2103') =>
  recoverIntent(counter.server.deps, (await sentOf(orderId, infno)).id)
const read = (id: string) => counter.clerk.ok(orderCalls.get, { id })
/** The centre's rows of an order's messages: [transaction, taken back by 2601]. */
const atCentre = async (orderId: string) => {
  const rows = await db().select().from(intent).where(eq(intent.orderId, orderId))
  const mine = new Set(rows.flatMap(({ msgid, earlierMsgids }) => [msgid, ...earlierMsgids]))
  const book = await counter.centre.book(code, formatDay(new Date()))
  return book.filter(({ msgid }) => mine.has(msgid)).map(({ infno, undone }) => [infno, undone])
}

test('a 2601 is refused because the sign-in has ended: no person’s matter, and the next attempt signs in and takes back', async () => {
  await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  const { id, answer } = await bought('7.10')
  expect(answer.result).toMatchObject({ status: '4' })
  await counter.centre.fault({ ...signInGone, infno: '2601' })
  await recover(id, '2102')
  const { status, abnormal } = await read(id)
  expect([status, abnormal]).toMatchObject([
    '4',
    { needsPerson: false, lastError: expect.stringContaining(signInGone.text) },
  ])
  expect(await atCentre(id)).toEqual([['2102', false]])
  await recover(id, '2102')
  expect((await read(id)).status).toBe('1')
  expect(await atCentre(id)).toEqual([['2102', true]])
})

test('a 2103 that is asked for again is refused because the sign-in has ended: it does not end the reversal', async () => {
  const { id } = await bought('7.20')
  await counter.centre.fault({ fault: 'dropBeforeBooking', infno: '2103' })
  expect((await cancel(id)).result).toMatchObject({ status: '4' })
  const { closedAt } = await sentOf(id, '2103')
  await counter.centre.fault({ ...signInGone, infno: '2103' })
  await recover(id, '2103')
  expect(await read(id)).toMatchObject({ status: '4', abnormal: { kind: 'reversalUnknown', needsPerson: false } })
  expect((await sentOf(id, '2103')).closedAt, 'what was refused has not been on its way again').toEqual(closedAt)
  expect(await atCentre(id)).toEqual([['2102', false]])
  await recover(id, '2103')
  expect((await read(id)).status).toBe('3')
  expect((await atCentre(id)).toSorted()).toEqual([
    ['2102', false],
    ['2103', false],
  ])
})

test('the lost 2103 arrives between recovery’s question and its own 2103: told that it is done, it is done, once', async () => {
  const { id } = await bought('7.30')
  await counter.centre.fault({ fault: 'dropBeforeBooking', infno: '2103' })
  expect((await cancel(id)).result).toMatchObject({ status: '4' })
  const { deps } = counter.server
  const lost = deps.services.vault.open((await sentOf(id, '2103')).payload)
  const client = deps.services.centre.of('320100')
  const send: typeof client.send = Object.getPrototypeOf(client).send.bind(client)
  client.send = async (body, which, waiting) => {
    if (which === '2103') expect((await send(lost, '2103', waiting)).kind).toBe('booked')
    return send(body, which, waiting)
  }
  restore.push(() => Reflect.deleteProperty(client, 'send'))
  await recover(id, '2103')
  expect((await read(id)).status).toBe('3')
  expect((await atCentre(id)).toSorted()).toEqual([
    ['2102', false],
    ['2103', false],
  ])
  expect(await sentOf(id, '2103')).toMatchObject({ outcome: 'booked', attempts: 1 })
})

test('whose person a lost data key sealed is a person’s at once: nobody can be asked about him', async () => {
  const { id } = await bought('7.60')
  await counter.centre.fault({ fault: 'dropBeforeBooking', infno: '2103' })
  expect((await cancel(id)).result).toMatchObject({ status: '4' })
  const { db } = counter.server.deps
  await db.update(order).set({ identity: sealedByAnother() }).where(eq(order.id, id))
  await recover(id, '2103')
  const text = '这张订单的参保人信息是用另一把数据密钥保存的，不能打开'
  expect(await sentOf(id, '2103')).toMatchObject({ outcome: 'unknown', needsPerson: true, lastError: text })
  const { abnormal, events } = await read(id)
  expect([abnormal, events.at(-1)]).toMatchObject([{ needsPerson: true }, { text, by: '系统' }])
})
