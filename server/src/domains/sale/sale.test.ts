import { report } from '@yibao/shared/calls/dashboard.ts'
import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { sale } from '@yibao/shared/calls/sale.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { CentreClient } from '../../centre/client.ts'
import { clerkRole } from '../../seed/roles.ts'
import { sealedByAnother } from '../../test/other-key.ts'
import { menuRole } from '../auth/tables.ts'
import { order, orderEvent } from '../order/tables.ts'
import { store } from '../organisation/tables.ts'
import { uploadDue } from './round.ts'
import { salePiece } from './tables.ts'
import { batch, line, newCode, openShop, shopCode, zhangSan } from './test/shop.ts'
import { writeSales } from './write.ts'

const shop = opened(openShop)
// What one test leaves to be told is no other one's.
beforeEach(() => shop.round())

const pieceOf = async (orderId: string) => (await shop.rows(orderId))[0]!
const saved = (orderId: string, more: object = {}) =>
  shop.clerk.send(sale.saveTrace, { orderId, no: 1, ...batch, traceCodes: [], ...more } as never)

test('what was settled is told: each pack with its code, the rest of a line as one', async () => {
  const codes = [newCode(), newCode()]
  const id = await shop.sell([line('3', codes), { ownCode: '100001', quantity: '2', price: '20.00', ...batch }])
  await shop.round()
  expect(await shop.states(id)).toEqual(Array.from({ length: 4 }, () => 'sale:uploaded'))
  const rows = await shop.rows(id)
  const book = (await shop.centre.pieces(shopCode)).filter(({ data }) => data.setl_id === rows[0]?.setlId)
  expect(book.map(({ data }) => [data.fixmedins_hilist_id, data.sel_retn_cnt, data.drug_trac_codg])).toEqual([
    ['100002', '1.0000', codes[0]],
    ['100002', '1.0000', codes[1]],
    ['100002', '1.0000', ''],
    ['100001', '2.0000', ''],
  ])
  expect(book[0]?.data).toMatchObject({
    ...{ manu_lotnum: batch.lot, manu_date: batch.madeOn, expy_end: batch.expiresOn, rx_flag: '0', trdn_flag: '0' },
    ...{ phar_name: '顾𠮷', phar_prac_cert_no: 'ZG3205000001', prsc_dr_name: '顾𠮷', hi_feesetl_type: '1' },
    ...{ psn_no: zhangSan, finl_trns_pric: '30.000000' },
  })
  // A prescription drug names its prescription.
  expect(book[3]?.data).toMatchObject({
    rx_flag: '1',
    prsc_dr_name: '陈医生',
    rxno: 'RX20261120001',
    rx_circ_flag: '1',
  })
  expect(shop.faults).toEqual([])
  // Nothing of the person is kept beside the order.
  expect(JSON.stringify(rows)).not.toContain(zhangSan)
})

test('a return names who took the goods back, and nobody where the system found that they came back', async () => {
  const [id, found] = [await shop.sell(), await shop.sell()]
  const { db } = shop.deps
  for (const one of [id, found]) await db.update(order).set({ operatorName: '王𠮷' }).where(eq(order.id, one))
  await shop.round()
  const { operatorName: clerk } = (
    await db
      .select()
      .from(order)
      .where(eq(order.id, await shop.sell()))
  )[0]!
  for (const one of [id, found]) await shop.reverse(one)
  const bySystem = and(eq(orderEvent.orderId, found), eq(orderEvent.move, 'reversed'))
  await db.update(orderEvent).set({ by: '系统' }).where(bySystem)
  await shop.round()
  const named = async (one: string) => {
    const mine = new Set((await shop.rows(one)).map(({ batchNo }) => batchNo))
    const book = (await shop.centre.pieces(shopCode)).filter(({ fixmedins_bchno }) => mine.has(fixmedins_bchno))
    return book.map(({ infno, data }) => [infno, data.sel_retn_opter_name])
  }
  expect(await named(id)).toEqual([
    ['3505', '王𠮷'],
    ['3506', clerk],
  ])
  expect(await named(found)).toEqual([
    ['3505', '王𠮷'],
    ['3506', '系统'],
  ])
})

test('a pack sold whole is found however often its code was sold loose', async () => {
  const code = newCode()
  for (let i = 0; i < 7; i++) await shop.sell([line('0.1', [code])])
  const whole = await shop.sell([line('1', [code])])
  await writeSales(shop.deps)
  const id = await shop.sell([line('1')])
  await writeSales(shop.deps)
  const { orderNo } = await pieceOf(whole)
  expect((await saved(id, { traceCodes: [code] })).resultNotice?.error).toContain(`订单 ${orderNo}（第 1 行）`)
})

test('nothing is told before its time, of a store that tells not, or of nobody signed in', async () => {
  const { db } = shop.deps
  const set = (settings: object) =>
    db
      .update(store)
      .set({ settings: settings as Record<string, unknown> })
      .where(eq(store.id, shop.storeId))
  const id = await shop.sell()
  await set({})
  await shop.round()
  expect(await shop.states(id), 'ten minutes unless said otherwise').toEqual(['sale:waiting'])
  await set({ saleUploadDelay: 0, saleUpload: false })
  await shop.round()
  expect(await shop.states(id)).toEqual(['sale:waiting'])
  await set({ saleUploadDelay: 0 })
  await db.execute(sql`update sign_in set day = '2020-01-01' where store_id = ${shop.storeId}`)
  await shop.round()
  expect(await shop.told(id)).toEqual([])
  const today = sql`to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`
  await db.execute(sql`update sign_in set day = ${today} where store_id = ${shop.storeId}`)
  await shop.round()
  expect(await shop.states(id)).toEqual(['sale:uploaded'])
})

test('a settled order is written once, by whoever looks; one without lines has nothing to tell', async () => {
  const id = await shop.sell()
  const all = await Promise.all([
    writeSales(shop.deps),
    writeSales(shop.deps),
    shop.clerk.ok(sale.detail, { orderId: id }),
  ])
  expect(all[0] + Number(all[1])).toBeLessThanOrEqual(1)
  expect(await shop.rows(id)).toHaveLength(1)
  const empty = await shop.sell()
  await shop.deps.db.update(order).set({ lines: [] }).where(eq(order.id, empty))
  await shop.round()
  expect(await shop.rows(empty)).toEqual([])
  // What another program told the centre of, long ago, is told by a person or not at all.
  const old = await shop.sell()
  await shop.deps.db
    .update(order)
    .set({ updatedAt: new Date(Date.now() - 31 * 86_400_000) })
    .where(eq(order.id, old))
  await shop.round()
  expect(await shop.rows(old)).toEqual([])
  expect((await shop.clerk.ok(sale.detail, { orderId: old })).rows).toHaveLength(1)
  expect(await writeSales(shop.deps)).toBe(0)
})

test('the lot of an ERP’s bill stays with a parked basket; a store whose centre is silent is left alone for a while', async () => {
  const person = await shop.counter.read(zhangSan)
  const parked = await shop.clerk.ok(settlement.park, { ...person, medicalType: '41', lines: [line('2')] } as never)
  const { lines } = await shop.clerk.ok(settlement.unpark, { parkedId: parked.parkedId } as never)
  expect(lines).toMatchObject([batch])
  const id = await shop.sell()
  await writeSales(shop.deps)
  const resting = new Map<string, number>()
  await shop.fault('dropBeforeBooking', '3505')
  await uploadDue(shop.deps, () => undefined, resting)
  expect([...resting.keys()]).toEqual([shop.storeId])
  await shop.landed(id)
  expect(await uploadDue(shop.deps, () => undefined, resting)).toBe(0)
  expect(await uploadDue(shop.deps, () => undefined, new Map([[shop.storeId, 1]]))).toBe(1)
})

test('a centre that takes half a minute for each message is left after two; the rest has its next turn', async () => {
  const id = await shop.sell([line('4', [newCode(), newCode(), newCode(), newCode()])])
  await writeSales(shop.deps)
  const at = Date.now()
  const send = vi.spyOn(CentreClient.prototype, 'send')
  const sent = () => send.mock.calls.filter(([, infno]) => infno === '3505').length
  // The clock goes on with each message that was sent.
  const slow = { ...shop.deps, clock: () => new Date(at + sent() * 30_000) }
  expect(await uploadDue(slow, () => undefined)).toBe(2)
  send.mockRestore()
  await shop.round()
  expect(new Set((await shop.rows(id)).map(({ state }) => state))).toEqual(new Set(['uploaded']))
})

test('what is missing is said and not sent; completed, it is', async () => {
  const { lot: _, madeOn: __, expiresOn: ___, ...bare } = line('2')
  const id = await shop.sell([bare])
  await shop.round()
  const { items } = await shop.clerk.ok(sale.paged, { orderId: id })
  expect(items).toMatchObject([
    { state: 'waiting', message: '缺批号、生产日期，请按「补录」或「填写批号」填写', quantity: '2', amount: '60.00' },
  ])
  expect((await shop.upload({ ids: [items[0]!.id] })).results[0]?.text).toContain('缺批号')
  const codes = [newCode(), newCode()]
  const detail = await saved(id, { traceCodes: codes })
  expect(detail.result?.lines).toMatchObject([{ packs: 2, traceCodes: codes, lot: batch.lot, open: true }])
  await shop.round()
  expect(await shop.states(id)).toEqual(['sale:uploaded', 'sale:uploaded'])
  // It is there now: it has to be taken away there first.
  expect((await saved(id)).resultNotice?.error).toContain('已上传到医保中心，不能修改')
})

test('the codes of a line: as many as packs, none twice, none that was sold elsewhere', async () => {
  const taken = newCode()
  const first = await shop.sell([line('1', [taken])])
  const id = await shop.sell([line('2')])
  await shop.round()
  await shop.clerk.ok(sale.delete, { id: (await pieceOf(id)).id, reason: '补录追溯码' })
  const problem = async (traceCodes: string[]) => (await saved(id, { traceCodes })).resultNotice?.error ?? ''
  expect(await problem([newCode()])).toContain('需要 2 个追溯码，现有 1 个')
  expect(await problem([taken, taken])).toContain('扫了两次')
  const firstNo = (await pieceOf(first)).orderNo
  expect(await problem([taken, newCode()])).toContain(`订单 ${firstNo}（第 1 行）`)
  expect((await saved(id, { madeOn: '2999-01-01' })).resultNotice?.error).toContain('生产日期晚于今天')
  expect((await saved(id, { expiresOn: '2026-01-01' })).resultNotice?.error).toContain('有效期早于生产日期')
  // Somebody else's sale is not named.
  const nanjing = await shop.counter.server.as('area', { areaCode: '320100' })
  expect(
    (await nanjing.send(sale.saveTrace, { orderId: id, no: 1, ...batch, traceCodes: [] } as never)).statusCode,
  ).toBe(404)
  await shop.reverse(first)
  await shop.round()
  expect((await saved(id, { traceCodes: [taken, newCode()] })).success, 'it came back').toBe(true)
})

test('of a line with a broken pack only that one may have been sold before', async () => {
  const [taken, opened] = [newCode(), newCode()]
  await shop.sell([line('1', [taken])])
  await shop.sell([line('0.5', [opened])])
  const id = await shop.sell([line('1.5')])
  await writeSales(shop.deps)
  const problem = async (traceCodes: string[]) => (await saved(id, { traceCodes })).resultNotice?.error ?? ''
  expect(await problem([taken, newCode()])).toContain(`…${taken.slice(-6)} 已在`)
  // The opened one is the broken one, whichever was scanned first: the other is sold whole.
  expect(await problem([opened, taken])).toContain(`…${taken.slice(-6)} 已在`)
  const whole = newCode()
  expect(await problem([opened, whole])).toBe('')
  const told = async (of: string) =>
    (await shop.rows(of)).map(({ traceCode, quantity }) => [traceCode, quantity]).sort(([a], [b]) => (a! < b! ? -1 : 1))
  expect(await told(id)).toEqual([
    [opened, '0.5'],
    [whole, '1'],
  ])
  // As the counter has scanned it.
  const [rest, next] = [newCode(), newCode()]
  await shop.sell([line('0.5', [rest])])
  await writeSales(shop.deps)
  const again = await shop.sell([line('1.5', [rest, next])])
  await writeSales(shop.deps)
  expect(await told(again)).toEqual([
    [rest, '0.5'],
    [next, '1'],
  ])
})

test('a pack that came back is told so before it is sold again, in one round and where the 3506 is lost', async () => {
  const code = newCode()
  const first = await shop.sell([line('1', [code])])
  await shop.round()
  await shop.reverse(first)
  const again = await shop.sell([line('1', [code])])
  await shop.fault('dropBeforeBooking', '3506')
  await shop.round()
  expect(await shop.told(again), 'the centre has it sold still').toEqual([])
  await shop.round()
  const waits = `等订单 ${(await pieceOf(first)).orderNo} 的退货上传后再上传`
  const { items } = await shop.clerk.ok(sale.paged, { orderId: again })
  expect(items[0]?.message, 'the row says what it waits for').toContain(waits)
  expect((await shop.upload({ ids: [(await pieceOf(again)).id] })).results[0]?.text).toContain(waits)
  await shop.landed(first)
  await shop.round()
  await shop.deps.db.update(salePiece).set({ nextAt: new Date() }).where(eq(salePiece.orderId, again))
  await shop.round()
  expect([await shop.states(again), await shop.told(first), await shop.told(again)]).toEqual([
    ['sale:uploaded'],
    ['3505', '3506'],
    ['3505'],
  ])
  // Both due in one round, and in the same second.
  await shop.reverse(again)
  const third = await shop.sell([line('1', [code])])
  await shop.round()
  expect([await shop.states(third), await shop.told(again)]).toEqual([['sale:uploaded'], ['3505', '3506']])
})

test('a refusal says why, is not repeated, and goes when a person has mended it', async () => {
  const id = await shop.sell()
  await shop.fault('refuse', '3505', { text: '批号与采购记录不一致' })
  await shop.round()
  await shop.round()
  expect(await pieceOf(id)).toMatchObject({ state: 'refused', message: '批号与采购记录不一致' })
  const rows = (await shop.clerk.ok(sale.paged, { state: 'refused', keyword: (await pieceOf(id)).orderNo })).items
  const saving = { ids: rows.map((one) => one.id), ...batch, lot: 'B1' }
  expect(await shop.clerk.ok(sale.saveBatch, saving)).toEqual({ changed: 1 })
  await shop.round()
  expect(await pieceOf(id)).toMatchObject({ state: 'uploaded', lot: 'B1', message: '' })
})

test('the counter’s home page counts what was refused', async () => {
  const id = await shop.sell()
  const tiles = async () => (await shop.clerk.ok(report.dashboard)).pending.filter(({ kind }) => kind === 'refusedSale')
  expect(await tiles()).toEqual([])
  await shop.fault('refuse', '3505', { text: '批号与采购记录不一致' })
  await shop.round()
  expect(await tiles()).toMatchObject([{ text: '1 条' }])
  await shop.upload({ ids: [(await pieceOf(id)).id] })
  expect(await tiles()).toEqual([])
})

test('rows of several products get no batch together', async () => {
  const id = await shop.sell([line(), { ...line(), ownCode: '100003', price: '15.60' }])
  await writeSales(shop.deps)
  const ids = (await shop.rows(id)).map((one) => one.id)
  expect((await shop.clerk.send(sale.saveBatch, { ids, ...batch })).resultNotice?.error).toContain('不是同一种商品')
})

test('deleted at the centre, it can be told again; a sale whose return is there is not deleted before it', async () => {
  const id = await shop.sell()
  await shop.round()
  const sold = await pieceOf(id)
  const gone = await shop.clerk.ok(sale.delete, { id: sold.id, reason: '批号填错' })
  expect(gone).toMatchObject({ state: 'deleted', message: '已删除：批号填错' })
  expect(await shop.told(id)).toEqual([])
  await shop.round()
  expect(await shop.told(id), 'nobody tells it by itself').toEqual([])
  const everything = await shop.clerk.send(sale.upload, { orderId: id } as never)
  expect(everything.success, 'nor who means all that a filter finds').toBe(false)
  expect((await shop.clerk.send(sale.delete, { id: sold.id, reason: '再删' })).resultNotice?.error).toContain('已删除')
  expect((await shop.upload({ ids: [sold.id] })).error).toBeUndefined()
  expect(await shop.told(id)).toEqual(['3505'])
  await shop.reverse(id)
  await shop.round()
  const again = async () => (await shop.clerk.send(sale.delete, { id: sold.id, reason: '再删' })).resultNotice?.error
  expect(await again()).toContain('先删除销售')
  // Nobody knows whether it is there.
  const back = and(eq(salePiece.orderId, id), eq(salePiece.kind, 'return'))
  await shop.deps.db.update(salePiece).set({ state: 'unknown', pending: 'upload' }).where(back)
  expect(await again()).toContain('先删除销售')
  await shop.deps.db.update(salePiece).set({ state: 'uploaded', pending: '' }).where(back)
})

test('deleted before its return was told: the centre hears of neither, and the row still says what became of it', async () => {
  const id = await shop.sell()
  await shop.round()
  await shop.reverse(id)
  await writeSales(shop.deps)
  const sold = (await shop.rows(id)).find(({ kind }) => kind === 'sale')!
  await shop.clerk.ok(sale.delete, { id: sold.id, reason: '批号填错' })
  await shop.round()
  expect(await shop.told(id)).toEqual([])
  expect((await shop.states(id)).sort()).toEqual(['return:needless', 'sale:deleted'])
})

test('the list is of the own stores by state, day, order and code; a name is found', async () => {
  const code = newCode()
  const id = await shop.sell([line('1', [code])])
  await shop.round()
  const { orderNo, name } = await pieceOf(id)
  const ids = async (input: object, client = shop.clerk) =>
    (await client.ok(sale.paged, input)).items.map((one) => one.orderId)
  expect(await ids({ keyword: orderNo })).toEqual([id])
  expect(await ids({ keyword: code, state: 'uploaded', kind: 'sale', name: name.slice(1, 3) })).toEqual([id])
  expect(await ids({ orderId: id, state: 'refused' })).toEqual([])
  // A recall names a lot.
  const lot = `Lp${code.slice(-6)}`
  await shop.deps.db.update(salePiece).set({ lot }).where(eq(salePiece.orderId, id))
  for (const printed of [lot, lot.toUpperCase(), lot.toLowerCase()]) expect(await ids({ lot: printed })).toEqual([id])
  expect(await ids({ lot: lot.slice(0, -1) }), 'a lot is a whole one').toEqual([])
  expect(await ids({ orderId: id, to: '2020-01-01' })).toEqual([])
  expect(await ids({ orderId: id }, shop.boss)).toEqual([id])
  const nanjing = await shop.counter.server.as('area', { areaCode: '320100' })
  expect(await ids({ orderId: id }, nanjing)).toEqual([])
  expect((await nanjing.send(sale.detail, { orderId: id })).statusCode).toBe(404)
  // Another store of the same area sees nothing of it either.
  const [pingjiang] = await shop.deps.db.select().from(store).where(eq(store.fixmedinsCode, 'P32050100002'))
  await shop.deps.db.update(salePiece).set({ storeId: pingjiang!.id }).where(eq(salePiece.orderId, id))
  expect(await ids({ orderId: id })).toEqual([])
  await shop.deps.db.update(salePiece).set({ storeId: shop.storeId }).where(eq(salePiece.orderId, id))
  const of = { id: (await pieceOf(id)).id, reason: '不是本店的' }
  expect((await nanjing.send(sale.delete, of)).statusCode).toBe(404)
  expect((await nanjing.send(sale.upload, { ids: [of.id] })).statusCode).toBe(409)
  await shop.deps.db.update(salePiece).set({ state: 'refused' }).where(eq(salePiece.orderId, id))
  expect(await nanjing.ok(sale.saveBatch, { ids: [of.id], ...batch })).toEqual({ changed: 0 })
  expect(await pieceOf(id)).toMatchObject({ state: 'refused', lot })
})

test('who may reverse an order may tell of it; who may only look, looks; what was done is logged', async () => {
  const id = await shop.sell()
  const viewer = clerkRole.buttons.filter(({ buttonCode }) => buttonCode !== 'reverse')
  const { db } = shop.deps
  await db.update(menuRole).set({ buttons: viewer }).where(eq(menuRole.id, clerkRole.id))
  expect((await shop.clerk.send(sale.paged)).success).toBe(true)
  const input = { id, ids: [id], orderId: id, no: 1, ...batch, traceCodes: [], reason: '不行' }
  for (const call of [sale.upload, sale.delete, sale.saveTrace, sale.saveBatch])
    expect((await shop.clerk.send(call, input as never)).statusCode).toBe(403)
  await db.update(menuRole).set({ buttons: clerkRole.buttons }).where(eq(menuRole.id, clerkRole.id))
  const admin = await shop.counter.server.as('admin')
  const logged = JSON.stringify((await admin.ok(operationLog.paged, { pageSize: 200 })).items)
  for (const action of ['上传销售明细', '删除中心销售明细', '补录销售明细']) expect(logged).toContain(action)
  expect(logged).not.toContain(zhangSan)
})

test('of an order whose person a lost data key sealed the sale is told without him, and holds up none behind it', async () => {
  const [first, second] = [await shop.sell([line('1', [newCode()])]), await shop.sell([line('1', [newCode()])])]
  await shop.deps.db.update(order).set({ identity: sealedByAnother() }).where(eq(order.id, first))
  await shop.round()
  expect([await shop.states(first), await shop.states(second)]).toEqual([['sale:uploaded'], ['sale:uploaded']])
  const { setlId } = await pieceOf(first)
  const told = (await shop.centre.pieces(shopCode)).filter(({ data }) => data.setl_id === setlId)
  expect(told.map(({ data }) => data.psn_no ?? '')).toEqual([''])
})
