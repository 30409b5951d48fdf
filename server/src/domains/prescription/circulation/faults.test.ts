import { rx } from '@yibao/shared/calls/prescription.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { leaseAt } from '../../../test/clock.ts'
import { user } from '../../auth/tables.ts'
import { centreCall } from '../../centre-call/tables.ts'
import { intent, order } from '../../order/tables.ts'
import { store } from '../../organisation/tables.ts'
import { recoverIntent } from '../../settlement/recover/recover.ts'
import { doctor } from '../../staff/tables.ts'
import type { Rx } from '../rows.ts'
import { prescription, rxDownload, rxMessage } from '../tables.ts'
import { pass, zhangSan } from '../test/paper.ts'
import { type Circulation, showCode } from './test/counter.ts'
import { useShop } from './test/use-shop.ts'

// What is lost, doubled or taken back on the way of an electronic prescription: the centre's book, ours, and what is read.

const { centre, shop } = useShop()

const lost: [string, string, boolean][] = [
  ['booked, then lost', 'dropAfterBooking', true],
  ['never arrived', 'dropBeforeBooking', false],
  ['unreadable', 'malformed', true],
]
const kept = (number: string) => shop.deps.db.select().from(prescription).where(eq(prescription.number, number))
const issued = async () => (await centre.prescribe({ psn: zhangSan })).hi_rxno
/** The gateway lets nobody in meanwhile: its clock is another one. */
const atTheGateway = async (work: () => Promise<unknown>) => {
  await centre.fault({ fault: 'clock', iso: '2020-01-01T00:00:00Z', gateway: true })
  await work()
  await centre.fault({ fault: 'clock', iso: '', gateway: true })
}
const price = async (one: Awaited<ReturnType<Circulation['passed']>>) => shop.price(one, zhangSan)

test.each(lost)('a 7203 that was %s: asked for again it is made definite, and here once', async (_, fault) => {
  const number = await issued()
  const { readId } = await shop.read(zhangSan)
  await centre.fault({ fault, infno: '7203' })
  const first = await shop.fetch(readId, number)
  expect(first.resultNotice).toMatchObject({ error: expect.stringContaining('没有收到下载结果') })
  expect(first.resultNotice?.tips).toContain('不会重复')
  expect(await kept(number)).toEqual([])
  const [open] = await shop.deps.db.select().from(rxDownload).where(eq(rxDownload.number, number))
  expect(open).toMatchObject({ state: 'unknown' })
  const second = await shop.fetch(readId, number)
  expect(second.result).toMatchObject({ number, state: 'waiting' })
  expect((await shop.fetch(readId, number)).result?.id, 'and again').toBe(second.result?.id)
  expect(await kept(number)).toHaveLength(1)
})

test('two counters of a store at once, and one that was killed between the steps: one prescription', async () => {
  const number = await issued()
  const { readId } = await shop.read(zhangSan)
  await centre.fault({ fault: 'delay', infno: '7203', ms: 200 })
  const answers = await Promise.all([shop.fetch(readId, number), shop.fetch(readId, number)])
  const texts = answers.flatMap(({ resultNotice }) => resultNotice?.error ?? [])
  expect(texts.every((text) => text === '这张处方正在下载')).toBe(true)
  expect(answers.some(({ success }) => success)).toBe(true)
  expect(await kept(number)).toHaveLength(1)
  // Killed after the 7203 left: its claim ends with its lease.
  const next = await issued()
  const { seqNo } = await shop.clerk.ok(rx.ecRxGetSeqNoHass, { readId, number: next })
  const died = (until: Date) =>
    shop.deps.db
      .update(rxDownload)
      .set({ state: 'unknown', claimedUntil: leaseAt(until) })
      .where(eq(rxDownload.id, seqNo))
  await died(new Date(Date.now() + 60_000))
  expect((await shop.fetch(readId, next)).resultNotice?.error).toBe('这张处方正在下载')
  await died(new Date(Date.now() - 1))
  expect((await shop.fetch(readId, next)).success).toBe(true)
  expect(await kept(next)).toHaveLength(1)
})

test('a download whose claim ran out while the centre was asked sends no 7203: another counter has it', async () => {
  const number = await issued()
  const { readId } = await shop.read(zhangSan)
  const sent = async () => {
    await shop.deps.services.meter.flush()
    const rows = await shop.deps.db.select().from(centreCall).where(eq(centreCall.infno, '7203'))
    return rows.reduce((sum, { calls }) => sum + calls, 0)
  }
  const before = await sent()
  const { seqNo } = await shop.clerk.ok(rx.ecRxGetSeqNoHass, { readId, number })
  const late = await centre.during(
    { infno: '7202', when: 'after' },
    () => shop.clerk.send(rx.counterDownload, { readId, seqNo }),
    () =>
      shop.deps.db
        .update(rxDownload)
        .set({ state: 'unknown', claimedUntil: leaseAt(Date.now() + 60_000) })
        .where(eq(rxDownload.id, seqNo)),
  )
  expect(late.resultNotice?.error).toBe('这张处方正在下载')
  expect(await sent(), 'that of the other one is the only one').toBe(before)
  const [his] = await shop.deps.db.select().from(rxDownload).where(eq(rxDownload.id, seqNo))
  expect(his).toMatchObject({ state: 'unknown', claimedUntil: expect.any(Date) })
  expect(await kept(number)).toEqual([])
})

test('two stores: who passes it first has it for the day; the other reads that, and settles nothing', async () => {
  const here = await shop.downloaded(zhangSan)
  const [pingjiang] = await shop.deps.db.select().from(store).where(eq(store.fixmedinsCode, 'P32050100002'))
  await shop.deps.db.update(user).set({ storeId: pingjiang!.id }).where(eq(user.userName, 'clerk2'))
  const other = await shop.server.as('clerk2')
  await other.ok(signIn.do)
  const { readId } = await shop.counter.read(zhangSan, other)
  await showCode(other, centre, readId, zhangSan)
  const there = (await shop.fetch(readId, here.number, other)).result!
  expect(there.state).toBe('waiting')
  await shop.deps.db
    .update(prescription)
    .set({ state: 'passed', verdict: 'waiting', reviews: [{ ...said, passed: true }] })
    .where(eq(prescription.id, there.id))
  await shop.deps.db.insert(rxMessage).values({
    ...{ id: 'other-verdict', prescriptionId: there.id, storeId: there.storeId, kind: 'verdict' },
    ...{ at: new Date(), nextAt: new Date(Date.now() - 1) },
  })
  const mine = await shop.review(here)
  expect(mine.verdict).toBe('told')
  await shop.round()
  const [row] = await shop.messages(there.id)
  expect(row).toMatchObject({ state: 'refused', message: expect.stringContaining('已由「示例大药房观前店」审核') })
  // Were its answer lost, the other one's word at the centre would not be its own.
  await shop.deps.db
    .update(rxMessage)
    .set({ state: 'unknown', sentAt: new Date(0), nextAt: new Date(Date.now() - 1) })
    .where(eq(rxMessage.id, row!.id))
  await shop.round()
  expect((await shop.messages(there.id))[0]).toMatchObject({ state: 'refused' })
  const refused = (await other.ok(rx.usable, { readId })).items.find(({ id }) => id === there.id)!
  expect(refused.verdict).toBe('refused')
  const { insutype } = await shop.counter.read(zhangSan, other)
  const { id, number, hospital, doctor } = refused
  const again = await shop.counter.read(zhangSan, other)
  const answer = await other.send(settlement.preSettle, {
    ...{ readId: again.readId, insutype, medicalType: '41', prescription: { id, number, hospital, doctor } },
    lines: [{ ownCode: '100001', quantity: '2', price: '20.00' }],
  } as never)
  expect(answer.resultNotice?.error).toBe(`医保中心没有接受处方 ${number} 的审核结果，不能结算`)
  await shop.sell(mine, zhangSan)
})
const said = { doctorId: 'x', userId: 'x', name: '李药师', code: 'Y3', opinion: '同意', at: new Date().toISOString() }

test.each(lost)('a verdict that was %s: nothing is settled on it until the centre has it', async (_, fault, booked) => {
  const one = await shop.downloaded(zhangSan)
  await centre.fault({ fault, infno: '7204' })
  const reviewed = await shop.review(one)
  expect(reviewed).toMatchObject({ state: 'passed', verdict: 'unknown' })
  expect((await price(reviewed)).resultNotice?.error).toBe(
    `处方 ${one.number} 的审核结果上传后没有收到答复，正在核实，暂不能结算`,
  )
  await shop.soon(one.id)
  await shop.round()
  expect(await shop.told(one.id)).toEqual([booked ? 'verdict:told' : 'verdict:unknown'])
  if (!booked) expect(await shop.clerk.ok(rx.tell, { id: one.id })).toMatchObject({ done: false })
  await shop.landed(one.id)
  await shop.round()
  expect(await shop.told(one.id)).toEqual(['verdict:told'])
  await shop.sell(reviewed, zhangSan)
})

test.each(lost)(
  'a dispensing that was %s is asked about before it is sent again, and there once',
  async (_, fault, booked) => {
    const one = await shop.passed(zhangSan)
    await shop.sell(one, zhangSan)
    await centre.fault({ fault, infno: '7206' })
    await shop.round()
    expect(await shop.told(one.id)).toEqual(['verdict:told', 'dispense:unknown'])
    expect((await shop.now(one.id)).dispense).toBe('unknown')
    const sent = await shop.clerk.ok(rx.tell, { id: one.id })
    expect(sent.done).toBe(booked)
    if (!booked) expect(sent.text).toContain('可能还在路上')
    await shop.landed(one.id)
    await shop.round()
    expect(await shop.told(one.id)).toEqual(['verdict:told', 'dispense:told'])
    expect((await shop.book(zhangSan, one.number)).dispensings).toHaveLength(1)
  },
)

test('while it cannot be made definite nothing is sent, and it is looked for again however long that takes', async () => {
  const one = await shop.passed(zhangSan)
  await shop.sell(one, zhangSan)
  await centre.fault({ fault: 'dropAfterBooking', infno: '7206' })
  await shop.round()
  await centre.fault({ fault: 'refuse', infno: '7202', text: '系统维护中', times: 5 })
  for (let n = 0; n < 5; n++) {
    await shop.landed(one.id)
    await shop.round()
  }
  const [, looked] = await shop.messages(one.id)
  expect(looked).toMatchObject({ state: 'unknown', message: '未能核实：系统维护中', attempts: 5 })
  expect(looked!.nextAt!.getTime() - Date.now()).toBeGreaterThan(5.9 * 3_600_000)
  expect(await shop.clerk.ok(rx.tell, { id: one.id })).toMatchObject({ done: true })
  expect((await shop.book(zhangSan, one.number)).dispensings).toHaveLength(1)
})

test('an answer about one prescription is no silence: the others of its area are told in the same round', async () => {
  const [one, other] = [await shop.passed(zhangSan), await shop.passed(zhangSan)]
  await shop.sell(one, zhangSan)
  await centre.fault({ fault: 'dropAfterBooking', infno: '7206' })
  await shop.round()
  await shop.sell(other, zhangSan)
  await centre.fault({ fault: 'refuse', infno: '7202', text: '没有查询权限' })
  await shop.landed(one.id)
  await shop.round()
  expect([await shop.told(one.id), await shop.told(other.id)]).toEqual([
    ['verdict:told', 'dispense:unknown'],
    ['verdict:told', 'dispense:told'],
  ])
})

test('a line that is down uses up no attempt: what is lost is looked for a minute later, not after hours', async () => {
  const one = await shop.passed(zhangSan)
  await shop.sell(one, zhangSan)
  await centre.fault({ fault: 'dropAfterBooking', infno: '7206' })
  await shop.round()
  await atTheGateway(async () => {
    for (let n = 0; n < 4; n++) {
      await shop.landed(one.id)
      await shop.round()
    }
  })
  const [, looked] = await shop.messages(one.id)
  expect([looked!.state, looked!.attempts]).toEqual(['unknown', 0])
})

test('passed and withdrawn before the centre heard of it: it stays free for another pharmacy', async () => {
  const one = await shop.downloaded(zhangSan)
  await atTheGateway(() => shop.review(one))
  expect(await shop.told(one.id)).toEqual(['verdict:waiting'])
  await shop.clerk.ok(rx.undo, { id: one.id, reason: '顾客不等了' })
  await shop.soon(one.id)
  await shop.round()
  expect(await shop.told(one.id)).toEqual(['verdict:needless'])
  expect(await shop.book(zhangSan, one.number)).toMatchObject({ verdict: null })
})

test('a pharmacist without a national code is told before he judges; the code he has since been given is the one that is told', async () => {
  const code = async (value: string) => {
    const of = eq(doctor.storeId, (await shop.now(one.id)).storeId)
    await shop.deps.db
      .update(doctor)
      .set({ code: value })
      .where(and(of, eq(doctor.account, 'pharmacist')))
  }
  const one = await shop.downloaded(zhangSan)
  const [row] = await shop.deps.db.select().from(doctor).where(eq(doctor.account, 'pharmacist'))
  await code('')
  const refused = await pass(await shop.server.as('pharmacist'), one)
  expect(refused.resultNotice?.error).toContain('没有国家编码，医保中心不收他的审核结果')
  expect(await shop.told(one.id)).toEqual([])
  // One of before this was asked: the verdict stands, without a code.
  await code(row!.code)
  await atTheGateway(() => shop.review(one))
  const [{ reviews }] = (await shop.deps.db.select().from(prescription).where(eq(prescription.id, one.id))) as [Rx]
  await shop.deps.db
    .update(prescription)
    .set({ reviews: reviews.map((said) => ({ ...said, code: '' })) })
    .where(eq(prescription.id, one.id))
  await shop.soon(one.id)
  await shop.round()
  expect(await shop.told(one.id)).toEqual(['verdict:told'])
})

test('reversed before it was told: neither side is told', async () => {
  const one = await shop.passed(zhangSan)
  const before = await shop.sell(one, zhangSan)
  await shop.reverse(before)
  await shop.round()
  expect(await shop.told(one.id), 'never written').toEqual(['verdict:told'])
  const written = await shop.sell(one, zhangSan)
  await centre.fault({ fault: 'refuse', infno: '7206', text: '系统维护中' })
  await shop.round()
  await shop.reverse(written)
  await shop.round()
  expect(await shop.told(one.id)).toEqual(['verdict:told', 'dispense:needless', 'return:needless'])
  expect(await shop.book(zhangSan, one.number)).toMatchObject({ dispensings: [], rx_used_stas_codg: '1' })
  expect((await shop.now(one.id)).dispense).toBeUndefined()
})

test.each(lost)(
  'reversed while a dispensing that was %s is unknown: the books agree in the end',
  async (_, fault, booked) => {
    const one = await shop.passed(zhangSan)
    const orderId = await shop.sell(one, zhangSan)
    await centre.fault({ fault, infno: '7206' })
    await shop.round()
    await shop.reverse(orderId)
    await shop.round()
    expect((await shop.told(one.id)).slice(1)).toEqual(['dispense:unknown', 'return:waiting'])
    for (let n = 0; n < 2; n++) {
      await shop.landed(one.id)
      await shop.round()
    }
    const expected = booked ? ['dispense:told', 'return:told'] : ['dispense:needless', 'return:needless']
    expect((await shop.told(one.id)).slice(1)).toEqual(expected)
    const book = await shop.book(zhangSan, one.number)
    expect([book.dispensed, book.dispensings.map(({ returned }) => returned)]).toEqual(['', booked ? [1] : []])
  },
)

test.each(lost.slice(0, 2))('reversed after it was told; a return that was %s is there once', async (_, fault) => {
  const one = await shop.passed(zhangSan)
  const orderId = await shop.sell(one, zhangSan)
  await shop.round()
  await shop.reverse(orderId)
  await centre.fault({ fault, infno: '7206' })
  await shop.round()
  expect((await shop.told(one.id)).slice(1)).toEqual(['dispense:told', 'return:unknown'])
  // Sold again meanwhile: its dispensing waits for that.
  await shop.sell(one, zhangSan)
  await shop.round()
  expect((await shop.told(one.id)).at(-1)).toBe('dispense:waiting')
  for (let n = 0; n < 2; n++) {
    await shop.landed(one.id)
    await shop.round()
  }
  expect((await shop.told(one.id)).slice(1)).toEqual(['dispense:told', 'return:told', 'dispense:told'])
  expect((await shop.book(zhangSan, one.number)).dispensings.map(({ returned }) => returned)).toEqual([1, 0])
})

test('revoked at the centre before it is priced: F8 says so and asks for nothing, it is withdrawn here, and no book has it', async () => {
  const one = await shop.passed(zhangSan)
  await centre.prescribe({ hi_rxno: one.number, move: 'revoke' })
  const { resultNotice } = await price(one)
  expect(resultNotice).toMatchObject({
    error: `处方 ${one.number} 是「医院已撤销」，不能结算`,
    tips: '按 F6 换一张处方，或移出处方药',
  })
  expect((await shop.book(zhangSan, one.number)).uses, 'the centre’s book').toBe(0)
  const orders = await shop.deps.db.select().from(order).where(eq(order.prescriptionId, one.id))
  expect(orders, 'ours').toEqual([])
  const gone = await shop.now(one.id)
  expect(gone).toMatchObject({ state: 'undone', reason: '开方医院已撤销这张处方' })
  expect(gone.events.at(-1)).toMatchObject({ move: '医院撤销', by: '医保中心' })
})

test('revoked between F8 and F9: the centre’s words, nothing booked, and the next F8 knows it', async () => {
  const one = await shop.passed(zhangSan)
  const priced = (await price(one)).result!
  await centre.prescribe({ hi_rxno: one.number, move: 'revoke' })
  const settled = await shop.counter.settle(priced)
  expect(settled.resultNotice?.error).toContain(`处方 ${one.number} 已被开方机构撤销`)
  expect((await shop.orderOf(priced.id)).status).toBe('1')
  expect((await price(one)).resultNotice?.error).toContain('「医院已撤销」')
  expect((await shop.book(zhangSan, one.number)).uses).toBe(0)
  const { items } = await shop.read(zhangSan)
  expect(items.find(({ number }) => number === one.number)?.state).toBe('revoked')
  expect(await shop.now(one.id)).toMatchObject({ state: 'undone', reason: '开方医院已撤销这张处方' })
})

test.each([
  ['hears no answer', { fault: 'dropBeforeBooking', infno: '7202' }],
  ['is refused', { fault: 'refuse', infno: '7202', text: '查询服务维护中' }],
])(
  'whoever asks whether it stands and %s sells all the same, and the clerk reads that nobody knows',
  async (_, fault) => {
    const one = await shop.passed(zhangSan)
    await centre.fault(fault)
    const priced = (await price(one)).result!
    expect(priced.reasons[0]).toBe(`没有向医保中心核实到处方 ${one.number} 是否已被医院撤销，请向顾客确认后再结算`)
    expect((await shop.counter.settle(priced)).result).toMatchObject({ status: '2' })
    expect((await shop.book(zhangSan, one.number)).uses).toBe(1)
    // The next one is asked about, and nothing is said.
    const next = await shop.passed(zhangSan)
    expect((await price(next)).result?.reasons.join()).not.toContain('核实')
  },
)

test.each([
  ['dropAfterBooking', '2', 1],
  ['dropBeforeBooking', '1', 0],
])(
  'a 2102 with it and %s: used at the centre as in our book, dispensed only when that is known',
  async (fault, status, uses) => {
    const one = await shop.passed(zhangSan)
    const priced = (await price(one)).result!
    await centre.fault({ fault, infno: '2102' })
    expect((await shop.counter.settle(priced)).result).toMatchObject({ status: '4' })
    await shop.round()
    expect(await shop.told(one.id)).toEqual(['verdict:told'])
    const rows = await shop.deps.db.select({ id: intent.id }).from(intent).where(sql`outcome = 'unknown'`)
    for (const { id } of rows) await recoverIntent(shop.deps, id)
    await shop.round()
    expect((await shop.orderOf(priced.id)).status).toBe(status)
    const book = await shop.book(zhangSan, one.number)
    expect([book.uses, book.dispensings.length]).toEqual([uses, uses])
  },
)

test('a program that died while it sent leaves it unknown, and free again after its lease; two nodes send once', async () => {
  const one = await shop.passed(zhangSan)
  await shop.sell(one, zhangSan)
  await centre.fault({ fault: 'delay', infno: '7206', ms: 100 })
  await Promise.all([shop.round(), shop.round(), shop.round()])
  await shop.round()
  expect(await shop.told(one.id)).toEqual(['verdict:told', 'dispense:told'])
  const died = (until: Date) =>
    shop.deps.db
      .update(rxMessage)
      .set({ state: 'unknown', claimedUntil: leaseAt(until), nextAt: new Date(Date.now() - 1) })
      .where(sql`${rxMessage.prescriptionId} = ${one.id} and ${rxMessage.kind} = 'dispense'`)
  await died(new Date(Date.now() + 60_000))
  await shop.round()
  expect((await shop.told(one.id)).at(-1)).toBe('dispense:unknown')
  await died(new Date(Date.now() - 1))
  await shop.round()
  expect((await shop.told(one.id)).at(-1)).toBe('dispense:told')
  expect((await shop.book(zhangSan, one.number)).dispensings).toHaveLength(1)
})

test.each([
  ['本机构药师今日未签到，不能查询处方', true],
  ['【交易签到流水号 sign_no】无效，请先签到', false],
])('7202 refused with %s: the counter %s signed in', async (text, stays) => {
  const one = await shop.passed(zhangSan)
  const before = (await centre.book('P32050100001', formatDay(new Date()))).length
  await centre.fault({ fault: 'refuse', infno: '7202', text })
  const priced = await price(one)
  if (stays) {
    expect(priced.result?.reasons, 'nobody knows, and it is sold all the same').toContainEqual(
      expect.stringContaining('没有向医保中心核实到'),
    )
    await shop.sell(one, zhangSan)
    expect((await centre.book('P32050100001', formatDay(new Date()))).length).toBe(before + 1)
  } else {
    expect(priced.resultNotice?.error).toBe('今天的签到已经结束')
    expect((await centre.book('P32050100001', formatDay(new Date()))).length).toBe(before)
    await shop.clerk.ok(signIn.do)
  }
})
