import { report } from '@yibao/shared/calls/dashboard.ts'
import { stock } from '@yibao/shared/calls/stock.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { leaseAt } from '../../test/clock.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { signIn } from '../attendance/tables.ts'
import { store as stores } from '../organisation/tables.ts'
import { startCentreProcess } from '../settlement/test/centre.ts'
import { rowChecker } from './check-row.ts'
import { withMessage } from './claim.ts'
import { stockDue } from './round.ts'
import { tellStock } from './send.ts'
import { backRow, changeRow, jx, openStock, purchaseRow, takeRow } from './test/shop.ts'
import { writeStock } from './write.ts'

// Whatever happens to a message, the centre holds each row once in the end, and our book says so.

const centre = opened(startCentreProcess)
const shop = opened(() => openStock(centre))
beforeAll(async () => {
  // What any store begins with: its first stock take, which is not this file's matter.
  await shop.report({ take: [takeRow('PD0', { on: '2026-01-01', quantity: '0' })] })
})
beforeEach(async () => {
  await shop.centre.clearFaults()
  await shop.round()
})

let serial = 0
const newNo = () => `D${++serial}`
const lost: [string, string][] = [
  ['booked, then lost', 'dropAfterBooking'],
  ['never arrived', 'dropBeforeBooking'],
  ['unreadable', 'malformed'],
]
const rowOf = {
  3501: (no: string) => ({ take: [takeRow(no)] }),
  3502: (no: string) => ({ change: [changeRow(no)] }),
  3503: (no: string) => ({ purchase: [purchaseRow(no)] }),
  3504: (no: string) => ({ back: [backRow(no)] }),
}
type Infno = keyof typeof rowOf
const cases = (['3501', '3502', '3503', '3504'] as const).flatMap((infno) =>
  lost.map(([how, fault]) => [infno, how, fault] as const),
)
const infnos = async (no: string) => (await shop.told(no)).map(({ infno }) => infno)

test.each(cases)(
  'a %s that was %s is unknown; it is taken away before it is told again, and there once',
  async (infno, _, fault) => {
    const no = newNo()
    await shop.report(rowOf[Number(infno) as Infno](no))
    await shop.fault(fault, infno)
    await shop.round()
    expect(await shop.one(no)).toMatchObject({ state: 'unknown', pending: 'upload' })
    await shop.round()
    expect((await shop.upload(no)).results[0]?.text, 'it may still be on its way').toContain('可能还在路上')
    expect((await shop.remove(no)).resultNotice?.error).toContain('可能还在路上')
    const [answer] = (await shop.report(rowOf[Number(infno) as Infno](no))).result!
    expect(answer, 'its ERP reads what is known').toMatchObject({ ok: true, state: 'unknown' })
    await shop.landed(no)
    await shop.round()
    expect([await shop.state(no), await infnos(no)]).toEqual(['uploaded', [infno]])
  },
)

test('while it cannot be made definite nothing is sent; after some attempts it is a person’s matter', async () => {
  const no = newNo()
  await shop.report({ purchase: [purchaseRow(no)] })
  await shop.fault('dropAfterBooking', '3503')
  await shop.round()
  await shop.fault('refuse', '3507', { text: '系统维护中', times: 4 })
  for (let n = 0; n < 4; n++) {
    await shop.landed(no)
    await shop.round()
    const { state, message } = await shop.one(no)
    expect([state, message]).toEqual(['unknown', expect.stringMatching(/^未能核实：系统维护中/)])
  }
  expect((await shop.one(no)).nextAt).toBeNull()
  const [shown] = (await shop.clerk.ok(stock.paged, { keyword: no })).items
  expect(shown!.message).toContain('请到医保中心查这一条')
  expect((await shop.upload(no)).error).toBeUndefined()
  expect([await shop.state(no), await infnos(no)]).toEqual(['uploaded', ['3503']])
})

test('what a person did not find at the centre is told anew; until then the home page has it', async () => {
  const no = newNo()
  await shop.report({ purchase: [purchaseRow(no)] })
  await shop.fault('dropBeforeBooking', '3503')
  await shop.round()
  await shop.fault('refuse', '3507', { text: '系统维护中，单据3205001990030700', times: 9 })
  const { id } = await shop.one(no)
  const tile = async () => (await shop.clerk.ok(report.dashboard)).pending.find(({ stuck }) => stuck)
  expect([await tile(), (await shop.clerk.send(stock.notHeld, { id })).success]).toEqual([undefined, false])
  for (let n = 0; n < 4; n++) {
    await shop.landed(no)
    await shop.round()
  }
  expect(await tile()).toMatchObject({ kind: 'refusedStock', text: '1 条' })
  const waiting = await shop.clerk.ok(stock.paged, { needs: 'person' })
  expect(waiting.items.map((row) => [row.docNo, row.needs])).toEqual([[no, 'person']])
  expect(waiting.items[0]!.message).toContain('系统不再自己核实：请到医保中心查这一条')
  const { result } = await shop.report({ purchase: [purchaseRow(no)] })
  expect(result).toMatchObject([{ text: expect.stringContaining('请到医保中心查这一条') }])
  expect((await shop.clerk.ok(stock.notHeld, { id })).state).toBe('waiting')
  expect(JSON.stringify(await shop.deps.db.select().from(operationLog))).not.toContain('3205001990030700')
  expect(await tile()).toBeUndefined()
  await shop.round()
  expect([await shop.state(no), await infnos(no)]).toEqual(['uploaded', ['3503']])
})

test.each(lost)('a deletion that was %s is unknown and ends as deleted', async (_, fault) => {
  const no = newNo()
  await shop.report({ change: [changeRow(no)] })
  await shop.round()
  await shop.fault(fault, '3507')
  expect((await shop.remove(no)).resultNotice?.error).toContain('不知道是否已删除')
  expect(await shop.one(no)).toMatchObject({ state: 'unknown', pending: 'delete' })
  await shop.landed(no)
  await shop.round()
  expect(await shop.one(no)).toMatchObject({ state: 'deleted', message: '已删除：录错批号' })
  expect(await infnos(no)).toEqual([])
})

test('what the centre does not delete is still there, and its words are read', async () => {
  const no = newNo()
  await shop.report({ take: [takeRow(no)] })
  await shop.round()
  await shop.fault('refuse', '3507', { text: '已结账，不能删除' })
  expect((await shop.remove(no)).resultNotice?.error).toContain('已结账')
  expect(await shop.one(no)).toMatchObject({ state: 'uploaded', message: '没有删除：已结账，不能删除' })
  expect(await infnos(no)).toEqual(['3501'])
})

test('a program that died while it sent leaves it unknown, and free again after its lease', async () => {
  const no = newNo()
  await shop.report({ purchase: [purchaseRow(no)] })
  await shop.round()
  const died = (until: Date) => shop.set(no, { state: 'unknown', pending: 'upload', claimedUntil: leaseAt(until) })
  await shop.landed(no)
  await died(new Date(Date.now() + 60_000))
  await shop.round()
  expect((await shop.upload(no)).results[0]?.text).toContain('正在上传')
  expect((await shop.remove(no)).resultNotice?.error).toContain('正在上传')
  await died(new Date(Date.now() - 1))
  await shop.round()
  expect([await shop.state(no), await infnos(no)]).toEqual(['uploaded', ['3503']])
})

test('two nodes and a person at once: each row leaves once', async () => {
  const numbers = [newNo(), newNo(), newNo()]
  await shop.report({ purchase: numbers.map((no) => purchaseRow(no)) })
  await shop.fault('delay', '3503', { ms: 100, times: 0 })
  const other = { ...shop.deps, config: { ...shop.deps.config, node: 'other' } }
  const report = (fault: unknown) => shop.faults.push(fault)
  await Promise.all([stockDue(shop.deps, report), stockDue(other, report), shop.upload(numbers[0]!)])
  await shop.round()
  expect(await Promise.all(numbers.map(infnos))).toEqual([['3503'], ['3503'], ['3503']])
  expect(await Promise.all(numbers.map(shop.state))).toEqual(['uploaded', 'uploaded', 'uploaded'])
  expect(shop.faults).toEqual([])
})

test('corrected in the moment it is sent: what it said before does not leave', async () => {
  const no = newNo()
  await shop.report({ change: [changeRow(no)] })
  const told = await withMessage(shop.deps, (await shop.one(no)).id, async (one) => {
    expect((await shop.report({ change: [changeRow(no, { quantity: '3' })] })).result).toMatchObject([{ ok: true }])
    return tellStock(shop.deps, one)
  })
  expect(told).toEqual({ kind: 'open', text: '明细刚刚变化，没有上传，请刷新后查看' })
  expect(await infnos(no)).toEqual([])
  await shop.round()
  expect((await shop.told(no)).map(({ data }) => data.cnt)).toEqual(['3.0000'])
})

test('corrected while it is on its way: refused, and what left is what the book says', async () => {
  const no = newNo()
  await shop.report({ change: [changeRow(no)] })
  await shop.fault('delay', '3502', { ms: 600 })
  const telling = shop.round()
  await expect.poll(() => shop.state(no)).toBe('unknown')
  const { result } = await shop.report({ change: [changeRow(no, { quantity: '3' })] })
  expect(result).toMatchObject([{ ok: false, text: expect.stringContaining('结果未知，要改请先删除中心记录') }])
  await telling
  expect(await shop.one(no)).toMatchObject({ state: 'uploaded', quantity: '2' })
  expect((await shop.told(no)).map(({ data }) => data.cnt)).toEqual(['2.0000'])
})

test('left between the check of a correction and its writing: it is not written over', async () => {
  const no = newNo()
  await shop.report({ change: [changeRow(no)] })
  const [store] = await shop.deps.db.select().from(stores).where(eq(stores.fixmedinsCode, jx.code))
  const row = changeRow(no, { quantity: '3' })
  const checker = await rowChecker({ db: shop.deps.db, now: new Date() }, store!, 'change', [row])
  expect(checker.fault(row)).toBeUndefined()
  await shop.round()
  const writing = { db: shop.deps.db, now: new Date(), shop: store!, kind: 'change', source: 'erp' } as const
  expect(await writeStock(writing, [{ goods: checker.goods('100001')!, row }])).toMatchObject({ written: new Set() })
  expect(await shop.one(no)).toMatchObject({ state: 'uploaded', quantity: '2' })
})

test('a centre that is not there, or that forgot the system’s sign-in, is told later', async () => {
  const no = newNo()
  await shop.report({ purchase: [purchaseRow(no)] })
  await centre.kill()
  await shop.round()
  expect(await shop.state(no)).toBe('waiting')
  await centre.restart()
  await shop.deps.db.update(signIn).set({ signNo: 'GONE' }).where(eq(signIn.system, true))
  for (const state of ['waiting', 'uploaded']) {
    await shop.set(no, { nextAt: new Date(0) })
    await shop.round()
    expect(await shop.state(no)).toBe(state)
  }
  expect(await infnos(no)).toEqual(['3503'])
  expect(shop.faults).toEqual([])
})

test('a gateway that takes no message of our clock has said nothing about the row: it is told once the clock is right', async () => {
  const no = newNo()
  await shop.report({ purchase: [purchaseRow(no)] })
  await shop.centre.fault({ fault: 'clock', iso: '2026-01-01 00:00:00', gateway: true })
  await shop.round()
  expect(await shop.state(no)).toBe('waiting')
  await shop.centre.clearFaults()
  await shop.set(no, { nextAt: new Date(0) })
  await shop.round()
  expect([await shop.state(no), await infnos(no)]).toEqual(['uploaded', ['3503']])
})

test('a centre that falls silent while a person uploads is asked no more: what was not sent is not unknown', async () => {
  const numbers = [newNo(), newNo(), newNo()]
  await shop.report({ purchase: numbers.map((no) => purchaseRow(no)) })
  await shop.fault('dropBeforeBooking', '3503', { times: 3 })
  const ids = (await Promise.all(numbers.map(shop.one))).map(({ id }) => id)
  const { progressId } = await shop.clerk.ok(stock.upload, { ids })
  const { error, results } = await untilEnded(shop.clerk, progressId)
  expect(error).toBe('0 条已处理，3 条没有上传')
  expect(results.map(({ text }) => text).slice(1)).toEqual(Array(2).fill('医保中心没有答复，没有再发'))
  expect(await Promise.all(numbers.map(shop.state))).toEqual(['unknown', 'waiting', 'waiting'])
})
