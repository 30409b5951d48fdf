import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay, formatTime } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { reverse } from '../../../centre/operations/reversal.ts'
import { systemHeader } from '../../attendance/sign.ts'
import { intent, order } from '../../order/tables.ts'
import { storeOf } from '../../organisation/store.ts'
import { openCounter, otc, plain } from '../test/counter.ts'
import { openOddCentre } from '../test/odd-centre.ts'
import { recoverIntent } from './recover.ts'

// An area that can be asked of a person's settlements, and whose centre tells a visit's reversals too: of all that he has
// that day, the reversal is the one that our 2103 made, or the books of two settlements bear one number.

const centre = opened(openOddCentre)
const options = {
  config: { settleWait: 5_000 },
  settings: { ...plain, authorizeReversal: false, authorizeUndo: false },
}
const counter = opened(() => openCounter('clerk', options, centre))

afterEach(() => centre.asGiven())

const person = '32050000000000000001'

const bought = async (price: string) => {
  const one = await counter.preSettle(await counter.read(person), { lines: otc(price) })
  expect((await counter.settle(one)).result).toMatchObject({ status: '2' })
  return one.id
}

test('the answer of a reversal is lost, of what was bought a week ago, and the customer has bought more: its number is found', async () => {
  const { db } = counter.server.deps
  const [before, id, after] = [await bought('6.10'), await bought('6.20'), await bought('6.30')]
  await centre.fault({ fault: 'dropAfterBooking', infno: '2103' })
  const lost = await counter.clerk.send(settlement.cancel, { orderId: id, reason: '顾客退药' })
  expect(lost.result).toMatchObject({ status: '4' })
  const [sent] = await db
    .select()
    .from(intent)
    .where(and(eq(intent.orderId, id), eq(intent.infno, '2103')))
  const book = await centre.book('P32050100001', formatDay(new Date()))
  const reversals = book.filter(({ infno }) => infno === '2103')
  expect(reversals.map(({ msgid, undone }) => [msgid, undone])).toEqual([[sent!.msgid, false]])
  const { mdtrtId } = (await db.select().from(order).where(eq(order.id, id)))[0]!
  centre.change('5204', (output) => {
    const lines = output as unknown as Record<string, unknown>[]
    return lines[0]?.mdtrt_id === mdtrtId ? [...lines, { ...lines[0], setl_id: reversals[0]!.setl_id }] : lines
  })
  // He bought it a week ago: no visit around the reversal is his.
  centre.change('5201', ({ mdtrtinfo }) => ({
    mdtrtinfo: (mdtrtinfo as Record<string, string>[]).filter(({ mdtrt_id }) => mdtrt_id !== mdtrtId),
  }))
  expect(await recoverIntent(counter.server.deps, sent!.id)).toBe(true)
  const [row] = await db.select().from(order).where(eq(order.id, id))
  expect(row).toMatchObject({ reversalSetlId: reversals[0]!.setl_id, reversalMsgid: sent!.msgid })
  const status = async (one: string) => (await counter.clerk.ok(orderCalls.get, { id: one })).status
  expect([await status(before), await status(id), await status(after)]).toEqual(['2', '3', '2'])
})

test('the answer of a settlement is lost: it is looked for a day to either side, for a visit may have begun before midnight', async () => {
  const { deps } = counter.server
  const one = await counter.preSettle(await counter.read(person), { lines: otc('6.40') })
  await centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  expect((await counter.settle(one)).result).toMatchObject({ status: '4' })
  const [sent] = await deps.db.select().from(intent).where(eq(intent.orderId, one.id))
  expect(await recoverIntent(deps, sent!.id)).toBe(true)
  const day = 86_400_000
  const [begntime, endtime] = [-day, day].map((ms) => formatTime(new Date(sent!.sentAt.getTime() + ms)))
  expect(centre.asked('5201').at(-1)?.data).toMatchObject({ begntime, endtime })
  expect((await counter.clerk.ok(orderCalls.get, { id: one.id })).status).toBe('2')
})

test('a centre that names the settlement by our 2103: the reversal has its own number or none, never the settlement’s', async () => {
  const { db } = counter.server.deps
  const id = await bought('6.50')
  await centre.fault({ fault: 'dropAfterBooking', infno: '2103' })
  const lost = await counter.clerk.send(settlement.cancel, { orderId: id, reason: '顾客退药' })
  expect(lost.result).toMatchObject({ status: '4' })
  const mine = and(eq(intent.orderId, id), eq(intent.infno, '2103'))
  const [sent] = await db.select().from(intent).where(mine)
  const row = async () => (await db.select().from(order).where(eq(order.id, id)))[0]!
  const { setlId } = await row()
  centre.change('5203', (output) => {
    const { setlinfo } = output as { setlinfo: Record<string, unknown> }
    if (setlinfo.setl_id === setlId) setlinfo.medins_setl_id = sent!.msgid
  })
  expect(await recoverIntent(counter.server.deps, sent!.id)).toBe(true)
  expect(await row()).toMatchObject({ state: 'reversed', setlId, reversalSetlId: null })
})

test('a lost settlement was taken back there, and the row by which is not answered: nothing is booked until it is', async () => {
  const { deps } = counter.server
  await centre.option('320500', 'refundApart', true)
  onTestFinished(() => centre.option('320500', 'refundApart', false))
  const one = await counter.preSettle(await counter.read(person), { lines: otc('6.60') })
  await centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  expect((await counter.settle(one)).result).toMatchObject({ status: '4' })
  const sent = async () => (await deps.db.select().from(intent).where(eq(intent.orderId, one.id)))[0]!
  const { msgid, id, storeId } = await sent()
  const book = () => centre.book('P32050100001', formatDay(new Date()))
  const ours = async () => (await book()).find((row) => row.msgid === msgid)!
  const { setl_id: setlId, mdtrt_id } = await ours()
  // On the centre's own site.
  const client = deps.services.centre.of('320500')
  const header = await systemHeader(deps, await storeOf(deps, storeId), '320500')
  const args = { setlId, mdtrtId: String(mdtrt_id), psnNo: person }
  const back = await client.run(reverse, args, header, { timeoutMs: 5_000 })
  const reversal = back.kind === 'booked' ? back.value.setlId : ''
  expect(reversal).not.toBe('')

  client.send = async (body, which, patience) => {
    if (which === '5203' && body.includes(reversal)) await centre.fault({ fault: 'dropBeforeBooking', infno: '5203' })
    return Object.getPrototypeOf(client).send.call(client, body, which, patience)
  }
  onTestFinished(() => void Reflect.deleteProperty(client, 'send'))
  expect(await recoverIntent(deps, id)).toBe(true)
  expect(await sent()).toMatchObject({ outcome: 'unknown', lastError: '查询结算没有得到完整的答复' })
  expect(await ours(), 'the centre’s book').toMatchObject({ reversed: true, undone: false })
  const read = () => counter.clerk.ok(orderCalls.get, { id: one.id })
  expect(await read(), 'what the clerk reads').toMatchObject({ status: '4', abnormal: { needsPerson: false } })
  Reflect.deleteProperty(client, 'send')
  expect(await recoverIntent(deps, id)).toBe(true)
  expect(await read()).toMatchObject({ status: '4', abnormal: { needsPerson: true } })
})
