import { catalogue } from '@yibao/shared/calls/catalogue.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { item } from '../catalogue/tables.ts'
import { intent, order } from '../order/tables.ts'
import { area, store } from '../organisation/tables.ts'
import { soldQuery } from '../sale/sold-quantity.ts'
import { writeSales } from '../sale/write.ts'
import { recoverIntent } from './recover/recover.ts'
import { openCounter, plain } from './test/counter.ts'

// A centre that wants the codes of every pack in 2101 and 2102 (drugtracinfo), and what our own books know of them.

const suzhou = '320500'
const zhangSan = '32050000000000000001'
const other = '32050000000000000003'
const counter = opened(() => openCounter('clerk', { config: { settleWait: 5_000 }, settings: plain }))
let serial = 0
const newCode = () => `8300002${String(Date.now()).slice(-9)}${String(++serial).padStart(4, '0')}`
const line = (traceCodes: string[], more: object = {}) => ({
  ...{ ownCode: '100002', quantity: String(traceCodes.length || 1), price: '30.00', traceCodes },
  ...more,
})

const configure = (traceInSettle: boolean, more: object = {}) =>
  counter.server.deps.services.centre.configure(suzhou, { baseUrl: counter.centre.url, traceInSettle, ...more })

const recover = async () => {
  const { deps } = counter.server
  const rows = await deps.db.select({ id: intent.id }).from(intent).where(sql`outcome in ('open','unknown')`)
  for (const { id } of rows) await recoverIntent(deps, id)
}

beforeAll(async () => {
  await counter.centre.option(suzhou, 'traceCodes', true)
})
beforeEach(async () => {
  configure(true)
  await counter.centre.clearFaults()
})

const price = async (lines: object[], psnNo = zhangSan, more: object = {}) =>
  counter.preSettle(await counter.read(psnNo), { lines, ...more } as never)
/** The refusal of a pre-settlement. */
const refused = async (lines: object[], psnNo = zhangSan, more: object = {}) => {
  const person = await counter.read(psnNo)
  const input = { readId: person.readId, insutype: person.insutype, medicalType: '41', lines, ...more }
  const { resultNotice, resultExtendInfo } = await counter.clerk.send(settlement.preSettle, input as never)
  return { error: resultNotice?.error ?? '', tips: resultNotice?.tips, extend: resultExtendInfo }
}
const sell = async (lines: object[], psnNo = zhangSan) => {
  const priced = await price(lines, psnNo)
  const answer = await counter.settle(priced)
  if (!answer.success) throw new Error(JSON.stringify(answer.resultNotice))
  return priced
}
const reverse = (orderId: string) =>
  counter.clerk.ok(settlement.cancel, { orderId, reason: '顾客退货' }, { 'idempotency-key': `r${orderId}` })

test('a drug without its codes is refused in words that name it; herbs and goods without a mapping are asked nothing', async () => {
  const { error, tips, extend } = await refused([
    line([newCode()]),
    line([], { quantity: '2', price: '15.60', ownCode: '100003' }),
  ])
  expect(error).toBe('维生素C片 缺少追溯码，医保中心要求每盒一个：应有 2 个，已扫 0 个')
  expect(tips).toContain('扫描药盒上的追溯码')
  expect(String(extend?.centreText), 'its own words stay').toContain('第 2 行缺少追溯码')
  // Quantities whose rest no binary fraction holds.
  for (const quantity of ['0.5', '1.1', '2.3', '1.1667'])
    expect(
      (await price([line(Array.from({ length: Math.ceil(+quantity) }, newCode), { quantity })])).status,
      quantity,
    ).toBe('1')
})

test('an area without the option sends no codes: the centre says what it misses', async () => {
  configure(false)
  expect((await refused([line([newCode()])])).error).toContain('应有 1 个，已扫 1 个')
})

test('the centre counts no line and two drugs lack their codes: none is named, for it may be the other one', async () => {
  const text = '存在药品缺少追溯码'
  const lacking = (ownCode: string) => line([], { ownCode, price: '15.60' })
  const ask = async (lines: object[]) => {
    await counter.centre.fault({ fault: 'refuse', infno: '2101', text })
    return (await refused(lines)).error
  }
  expect(await ask([lacking('100002'), lacking('100003')])).toBe(`医保中心：“${text}”`)
  expect(await ask([line([newCode()]), lacking('100003')])).toContain('维生素C片 缺少追溯码')
})

test('a pack that was sold is refused by name; a reversal frees it, and so does an undo', async () => {
  const code = newCode()
  const first = await sell([line([code])])
  const { error, tips } = await refused([line([newCode()], { ownCode: '100003', price: '15.60' }), line([code])], other)
  expect(error).toBe(`复方丹参滴丸 的追溯码 …${code.slice(-6)} 在医保中心已有销售记录，不能再次结算`)
  expect(tips).toContain('请换一盒')
  await reverse(first.id)
  await sell([line([code])], other)
})

test('two counters scan one pack at once, of which our own books know nothing: one is settled, the other one reads why not', async () => {
  const code = newCode()
  const [one, two] = [await price([line([code])]), await price([line([code])], other)]
  const { db } = counter.server.deps
  await db
    .update(order)
    .set({ companyId: '99999' })
    .where(inArray(order.id, [one.id, two.id]))
  const answers = await Promise.all([counter.settle(one), counter.settle(two)])
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  const no = answers.find(({ success }) => !success)
  expect(no?.resultNotice?.error).toContain(`…${code.slice(-6)} 在医保中心已有销售记录`)
  const lost = answers.indexOf(no!) === 0 ? one : two
  const seen = await counter.clerk.ok(orderCalls.get, { id: lost.id })
  expect(seen.status, 'nothing of it is booked, and it can be priced again').toBe('1')
})

test.each([
  ['dropAfterBooking', true],
  ['dropBeforeBooking', false],
])('an answer that got lost (%s): the pack counts as sold until it is certain, then as it is', async (fault, sold) => {
  const code = newCode()
  const priced = await price([line([code])])
  await counter.centre.fault({ fault, infno: '2102' })
  expect((await counter.settle(priced)).result).toMatchObject({ status: '4' })
  const ask = () => counter.clerk.ok(settlement.soldCodes, { codes: [code] })
  expect(await ask(), 'our book while nobody knows').toMatchObject([{ code, orderNo: priced.orderNo }])
  await recover()
  expect((await ask()).length, 'our book').toBe(sold ? 1 : 0)
  const next = await refused([line([code])], other)
  expect(next.error.includes('已有销售记录'), 'the centre’s book, and what she reads').toBe(sold)
})

test('undone by 2601 the pack is free at the centre and in our book', async () => {
  const code = newCode()
  // Where a lost result cannot be looked up it is undone, and only then certain.
  configure(true, { lookup: false })
  const priced = await price([line([code])])
  await counter.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  await counter.settle(priced)
  await recover()
  expect((await counter.clerk.ok(orderCalls.get, { id: priced.id })).status).not.toBe('4')
  expect(await counter.clerk.ok(settlement.soldCodes, { codes: [code] })).toEqual([])
  expect((await price([line([code])], other)).status).toBe('1')
})

test('what a customer keeps of a return is priced while its codes are still sold, and settled after the reversal', async () => {
  const codes = [newCode(), newCode()]
  const old = await sell([line([codes[0]!]), line([codes[1]!], { ownCode: '100003', price: '15.60' })])
  const kept = await price([line([codes[0]!])], zhangSan, { replaces: old.id })
  expect(kept.warnings.join(), 'its own old order is no other sale').not.toContain('售出')
  await reverse(old.id)
  expect((await counter.settle(kept)).success).toBe(true)
})

test('our own books warn of a pack that another order sold, by an index, whatever the centre asks', async () => {
  await counter.centre.option(suzhou, 'traceCodes', false)
  configure(false)
  const [code, half] = [newCode(), newCode()]
  const first = await sell([line([code]), line([half], { quantity: '0.5' })])
  const ask = (codes: string[]) => counter.clerk.ok(settlement.soldCodes, { codes })
  expect(await ask([code, half, newCode()])).toMatchObject([
    { code, orderNo: first.orderNo, storeName: '本店', name: '复方丹参滴丸' },
  ])
  const priced = await price([line([code])], other)
  expect(priced.warnings).toEqual([`复方丹参滴丸的追溯码 …${code.slice(-6)} 已在订单 ${first.orderNo} 售出`])
  await reverse(first.id)
  expect(await ask([code])).toEqual([])
  // Another company's books are its own.
  const again = await sell([line([code])])
  const { db } = counter.server.deps
  await db.update(order).set({ companyId: '99999' }).where(eq(order.id, again.id))
  expect(await ask([code])).toEqual([])
  const query = soldQuery(db, [code], { companyId: '10001' })
  await db.execute(sql`set enable_seqscan = off`)
  const plan = await db.execute(sql`explain (costs off) ${query.getSQL()}`)
  const text = JSON.stringify(rowsFrom<unknown>(plan))
  for (const index of ['order_codes', 'sale_piece_trace', 'sale_piece_order']) expect(text).toContain(index)
  await db.execute(sql`set enable_seqscan = on`)
  await counter.centre.option(suzhou, 'traceCodes', true)
})

test('a broken pack is sold as often as there is of it: the counter warns of what is more, written or not', async () => {
  await counter.centre.option(suzhou, 'traceCodes', false)
  configure(false)
  const [code, fresh] = [newCode(), newCode()]
  const warned = async (quantity: string, codes = [code]) =>
    (await price([line(codes, { quantity })], other)).warnings.join()
  const tail = code.slice(-6)
  const first = await sell([line([code], { quantity: '0.5' })])
  const over = `已在订单 ${first.orderNo} 拆零售出 0.5，加上本次 1 超过一整包装`
  expect(await warned('1'), 'half of it and all of it').toBe(`复方丹参滴丸的追溯码 …${tail} ${over}`)
  await writeSales(counter.server.deps)
  expect(await warned('1'), 'written').toContain(over)
  expect([await warned('0.5'), await warned('1.5', [code, fresh]), await warned('1.5', [fresh, code])]).toEqual([
    ...['', '', ''],
  ])
  const second = await sell([line([code], { quantity: '0.5' })])
  for (const written of [false, true]) {
    if (written) await writeSales(counter.server.deps)
    expect(await warned('0.5')).toBe(`复方丹参滴丸的追溯码 …${tail} 已在订单 ${second.orderNo} 售出`)
    expect(await counter.clerk.ok(settlement.soldCodes, { codes: [code, fresh] })).toMatchObject([{ code }])
  }
  await reverse(second.id)
  expect(await warned('0.5'), 'it came back').toBe('')
  await counter.centre.option(suzhou, 'traceCodes', true)
})

test('what is past its day is warned of; where the area forbids it, it is not settled', async () => {
  const until = (expiresOn: string) => line([newCode()], { lot: 'A1', madeOn: '2024-01-01', expiresOn })
  const expired = () => until('2026-01-31')
  const today = formatDay(counter.server.deps.clock())
  const priced = await price([expired()])
  expect(priced.warnings).toEqual(['复方丹参滴丸的有效期到 2026-01-31，已过期'])
  const { db } = counter.server.deps
  const [{ settings }] = (await db.select({ settings: area.settings }).from(area).where(eq(area.code, suzhou))) as [
    { settings: Record<string, unknown> },
  ]
  const set = (more: object) =>
    db
      .update(area)
      .set({ settings: { ...settings, ...more } })
      .where(eq(area.code, suzhou))
  await set({ expiredForbidden: true })
  expect((await refused([expired()])).error).toContain('已过期，本地区不结算过期药品')
  expect((await price([until(today)])).warnings, 'the day on the pack is its last one').toEqual([])
  await set({})
})

describe('an area that wants the code of every pack', () => {
  const set = (traceCodeRequired: boolean) =>
    counter.server.deps.db
      .update(area)
      .set({ settings: sql`${area.settings} || ${JSON.stringify({ traceCodeRequired })}::jsonb` })
      .where(eq(area.code, suzhou))
  const asked = () => counter.centre.book('P32050100001', formatDay(counter.server.deps.clock()))
  beforeEach(() => set(true))
  afterEach(() => set(false))

  test('prices nothing without, whoever brings the basket: the goods are named, and neither book has a row', async () => {
    // This centre asks for none itself.
    await counter.centre.option(suzhou, 'traceCodes', false)
    const before = await asked()
    const short = [line([newCode()]), line([newCode()], { quantity: '2', price: '15.60', ownCode: '100003' })]
    for (const more of [{}, { erpBill: `B${newCode()}`, source: '1' }]) {
      const { error, tips, extend } = await refused(short, zhangSan, more)
      expect(error).toBe('维生素C片 还缺 1 个追溯码，本地区要求扫码后才能结算')
      expect(tips).toBe('请扫描药盒上的追溯码，再按 F8')
      expect(extend).toMatchObject({ key: 'trace.required', line: 2, ownCode: '100003', item: '维生素C片', n: 1 })
    }
    const bill = await price([line([newCode(), newCode()])], zhangSan, { erpBill: `B${newCode()}` })
    expect(bill.status).toBe('1')
    expect((await refused([line([], { quantity: '0.5' })])).error, 'a broken pack has a code').toContain('还缺 1 个')
    // What is kept of a return was sold without: its codes are scanned now.
    await set(false)
    const old = await sell([line([]), line([], { ownCode: '100003', price: '15.60' })])
    await set(true)
    expect((await refused([line([])], zhangSan, { replaces: old.id })).error).toContain('复方丹参滴丸 还缺 1 个追溯码')
    const rows = (await asked()).slice(before.length)
    expect(rows.map(({ medfee_sumamt }) => medfee_sumamt)).toEqual(['45.60'])
    await counter.centre.option(suzhou, 'traceCodes', true)
  })

  test('that begins to after the pre-settlement books nothing at F9, and what was read says what to scan', async () => {
    await counter.centre.option(suzhou, 'traceCodes', false)
    await set(false)
    const priced = await price([line([])])
    await set(true)
    const before = await asked()
    const answer = await counter.settle(priced)
    expect(answer.resultNotice?.error).toBe('复方丹参滴丸 还缺 1 个追溯码，本地区要求扫码后才能结算')
    expect(await asked(), 'the centre’s book').toEqual(before)
    expect((await counter.clerk.ok(orderCalls.get, { id: priced.id })).status, 'ours').toBe('1')
    const [sent] = await counter.server.deps.db.select().from(intent).where(eq(intent.orderId, priced.id))
    expect(sent, 'nothing left').toBeUndefined()
    await counter.centre.option(suzhou, 'traceCodes', true)
  })

  test('asks nothing of herbs, and of goods without a mapping, of which nobody knows whether they carry a code', async () => {
    const { db } = counter.server.deps
    const [kept] = await db.select().from(item).where(eq(item.ownCode, '100003'))
    const person = await counter.read(zhangSan)
    const input = { readId: person.readId, insutype: person.insutype, medicalType: '41' }
    const herbs = [{ ownCode: '100003', quantity: '10', price: '0.30' }]
    for (const nationalCode of ['T001700764', '']) {
      await db.update(item).set({ nationalCode }).where(eq(item.ownCode, '100003'))
      const priced = await counter.clerk.send(settlement.preSettle, { ...input, lines: herbs })
      expect(priced.result, nationalCode || 'no mapping').toMatchObject({ status: '1', total: '3.00' })
    }
    await db.update(item).set({ nationalCode: kept!.nationalCode }).where(eq(item.ownCode, '100003'))
  })
})

test('the lot sold last is offered for the next sale of the same goods in the same store', async () => {
  const search = async () =>
    (await counter.clerk.ok(catalogue.searchItemDirectoryList, { keyword: '100002' }))[0]?.lastLot
  const batch = (lot: string) => ({ lot, madeOn: '2026-09-01', expiresOn: '2028-08-31' })
  const { deps } = counter.server
  await sell([line([newCode()], batch('A1')), line([newCode()], { ownCode: '100003', price: '15.60' })])
  await writeSales(deps)
  expect(await search()).toEqual(batch('A1'))
  await sell([line([newCode()], { lot: 'B2' })])
  await writeSales(deps)
  expect(await search()).toEqual({ lot: 'B2' })
  // A sale of before that is written late does not come over it.
  const late = await sell([line([newCode()], batch('A0'))])
  await deps.db
    .update(order)
    .set({ settledAt: new Date(0) })
    .where(eq(order.id, late.id))
  await writeSales(deps)
  expect(await search()).toEqual({ lot: 'B2' })
  const [shop] = await deps.db.select().from(store).where(eq(store.fixmedinsCode, 'P32050100002'))
  expect(shop).toBeDefined()
})

test('a pack of a drug that was sold before is found by its trace code, in another company too; one scanned wrongly is outvoted', async () => {
  const search = async (keyword: string) =>
    (await counter.clerk.ok(catalogue.searchItemDirectoryList, { keyword })).map(({ ownCode }) => ownCode)
  const drug = '8777001'
  const pack = (n: number) => `${drug}${String(n).padStart(13, '0')}`
  expect(await search(pack(9)), 'nobody has sold it').toEqual([])
  const { deps } = counter.server
  await sell([line([pack(1)])])
  await sell([line([pack(2)])])
  await sell([line([pack(3)], { ownCode: '100003', price: '15.60' })])
  await writeSales(deps)
  expect(await search(pack(9))).toEqual(['100002'])
  expect(await search('87770021'.padEnd(20, '0')), 'a code of the next drug is not it').toEqual([])
})
