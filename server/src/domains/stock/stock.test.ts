import { report } from '@yibao/shared/calls/dashboard.ts'
import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { stock } from '@yibao/shared/calls/stock.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { store } from '../organisation/tables.ts'
import { dueQuery } from '../telling/turns.ts'
import { queue } from './round.ts'
import { stockMessage } from './tables.ts'
import { backRow, changeRow, company, hn, jx, openStock, purchaseRow, takeRow } from './test/shop.ts'

const shop = opened(openStock)
// What one test leaves to be told is no other one's.
beforeEach(() => shop.round())

const long = '阿卜杜热依木江·买买提艾力·吐尔逊尼'
const fields = async (docNo: string, code?: string) => {
  const [piece] = await shop.told(docNo, code)
  return piece && { infno: piece.infno, ...piece.data }
}

test('the first stock take is told twice in Jiangxi’s edition: as 3501, and as a change of type 108; the second once', async () => {
  const first = [takeRow('PD1'), takeRow('PD2', { ownCode: '100002', quantity: '0' })]
  expect((await shop.report({ take: first })).result).toMatchObject([
    { kind: 'take', docNo: 'PD1', ok: true, state: 'waiting', text: '待上传' },
    { kind: 'take', docNo: 'PD2', ok: true, state: 'waiting' },
  ])
  await shop.round()
  expect(await fields('PD1')).toMatchObject({
    ...{ infno: '3501', invdate: '2026-11-01', inv_cnt: '120.00', fixmedins_hilist_id: '100001' },
    ...{ manu_lotnum: 'A20260115', manu_date: '2026-01-15', expy_end: '2028-12-31' },
  })
  expect(await fields('PD1#初始')).toMatchObject({ infno: '3502', inv_chg_type: '108', cnt: '120.0000' })
  // Of what is not on the shelf nothing came in.
  expect([await shop.rows('PD2#初始'), (await shop.told('PD2')).length]).toEqual([[], 1])
  await shop.report({ take: [takeRow('PD3', { on: '2026-11-10' })] })
  expect(await shop.rows('PD3#初始')).toEqual([])
})

test('Hunan’s edition has no 108: its first stock came in otherwise; a change of type 108 is refused there', async () => {
  // Neither what came in the day before nor the other store’s first day makes it another day’s stock take.
  await shop.report({ purchase: [purchaseRow('CG0')] }, hn.storeNo)
  const answer = await shop.report(
    { take: [takeRow('PD1', { on: '2026-11-02' })], change: [changeRow('BG1', { changeType: '108' })] },
    hn.storeNo,
  )
  expect(answer.result?.[1]).toMatchObject({ ok: false, text: '变更类型：本地医保中心没有变更类型 108' })
  await shop.round()
  expect(await fields('PD1#初始', hn.code)).toMatchObject({ infno: '3502', inv_chg_type: '106' })
})

test.each([
  [jx, 'prodentp_name', 'prdr_name'],
  [hn, 'prdr_name', 'prodentp_name'],
] as const)('a purchase and what goes back of it, as %o names them', async ({ storeNo, code }, producer, other) => {
  const purchase = purchaseRow('CG1', { producer: '𠮷䶮制药有限公司', invoiceNo: 'FP1', gift: true, quantity: '0.5' })
  const back = backRow('CT1', { purchaseNo: 'CG1', quantity: '0.25' })
  const { result } = await shop.report({ back: [back], purchase: [purchase] }, storeNo)
  expect(result?.map(({ ok }) => ok)).toEqual([true, true])
  await shop.round()
  const bought = await fields('CG1', code)
  expect(bought).toMatchObject({
    ...{ infno: '3503', spler_name: '示例医药有限公司', manu_lotnum: 'A20260115', aprvno: '国药准字H00000000' },
    ...{ purc_retn_cnt: '0.5000', finl_trns_pric: '9.800000', purc_retn_stoin_time: '2026-11-01 00:00:00' },
    ...{ purc_retn_opter_name: long, prod_geay_flag: '1', [producer]: '𠮷䶮制药有限公司' },
  })
  expect(bought).not.toHaveProperty(other)
  expect(await fields('CT1', code)).toMatchObject({
    ...{ infno: '3504', purc_invo_no: 'FP1', purc_retn_cnt: '0.2500' },
    medins_prod_purc_no: (await shop.told('CG1', code))[0]?.fixmedins_bchno,
  })
})

test('what the centre refused is taken off without a word to it: it holds nothing of that', async () => {
  await shop.centre.fault({ fault: 'refuse', infno: '3503', text: '供应商未备案' })
  await shop.report({ purchase: [purchaseRow('CG77')] })
  await shop.round()
  expect(await shop.one('CG77')).toMatchObject({ state: 'refused' })
  await shop.centre.fault({ fault: 'refuse', infno: '3507', text: '没有这个批次' })
  const { result } = await shop.remove('CG77')
  await shop.centre.clearFaults()
  expect(result).toMatchObject({ state: 'needless', message: '已删除：录错批号' })
})

test('a return waits for its purchase, and a purchase goes after its return', async () => {
  await shop.centre.fault({ fault: 'refuse', infno: '3503', text: '供应商未备案' })
  await shop.report({ purchase: [purchaseRow('CG2')], back: [backRow('CT2', { purchaseNo: 'CG2' })] })
  await shop.round()
  expect(await shop.one('CG2')).toMatchObject({ state: 'refused', message: '供应商未备案', nextAt: null })
  expect(await shop.one('CT2')).toMatchObject({ state: 'waiting', message: '采购 CG2 被拒，采购上传后再上传退货' })
  expect((await shop.upload('CG2')).error).toBeUndefined()
  expect((await shop.upload('CT2')).text).toBe('1 条已处理')
  expect((await shop.remove('CG2')).resultNotice?.error).toContain('这条采购的退货在医保中心')
  expect((await shop.remove('CT2')).success).toBe(true)
  expect((await shop.remove('CG2')).success).toBe(true)
  expect([...(await shop.told('CG2')), ...(await shop.told('CT2'))]).toEqual([])
})

test('what the centre refuses is read with its words, and told again only when somebody corrects it or asks', async () => {
  await shop.centre.fault({ fault: 'refuse', infno: '3502', text: '目录未对照' })
  const said = { change: [changeRow('BG2')] }
  await shop.report(said)
  await shop.round()
  const tiles = async () =>
    (await shop.clerk.ok(report.dashboard)).pending.filter(({ kind }) => kind === 'refusedStock')
  expect(await tiles(), 'the home page counts them').toMatchObject([{ text: '1 条' }])
  // An ERP that repeats itself changes nothing.
  expect((await shop.report(said)).result).toMatchObject([{ ok: true, state: 'refused', text: '被拒：目录未对照' }])
  await shop.round()
  expect(await shop.told('BG2')).toEqual([])
  expect((await shop.report({ change: [changeRow('BG2', { quantity: '3' })] })).result).toMatchObject([
    { ok: true, state: 'waiting' },
  ])
  await shop.round()
  expect(await tiles()).toEqual([])
  expect(await fields('BG2')).toMatchObject({ cnt: '3.0000', inv_chg_type: '103' })
  // What the centre has is not changed by a row that says something else.
  expect((await shop.report({ change: [changeRow('BG2')] })).result).toMatchObject([
    { ok: false, text: '单据行号：BG2 已上传，要改请先删除中心记录' },
  ])
  expect((await shop.remove('BG2')).result).toMatchObject({ state: 'deleted', message: '已删除：录错批号' })
  expect(await shop.told('BG2')).toEqual([])
  // Deleted by a person, it is not brought back by a machine that says the same again.
  const again = await shop.report({ change: [changeRow('BG2', { quantity: '3' })] })
  expect(again.result).toMatchObject([{ ok: true, state: 'deleted' }])
  expect((await shop.upload('BG2')).text).toBe('1 条已处理')
  expect(await shop.told('BG2')).toHaveLength(1)
})

test('taken away before it left: the centre never hears of it', async () => {
  await shop.report({ purchase: [purchaseRow('CG3')] })
  expect((await shop.remove('CG3')).result).toMatchObject({ state: 'needless', message: '已删除：录错批号' })
  await shop.round()
  expect(await shop.told('CG3')).toEqual([])
  expect((await shop.remove('CG3')).resultNotice?.error).toContain('不能删除')
})

test('each row of a call is taken or refused by itself', async () => {
  const rows = [
    takeRow('X1', { ownCode: '999999' }),
    takeRow('X2', { on: '2126-01-01' }),
    takeRow('X3', { madeOn: '2029-01-01', expiresOn: '2029-01-01' }),
    takeRow('X4', { expiresOn: '2026-01-01' }),
    takeRow('X5', { quantity: '0.001' }),
    takeRow('X6', { on: '2026-11-11', quantity: '0.01' }),
    takeRow('X6', { on: '2026-11-11' }),
    takeRow('X9', { on: '2026-11-11', expiresOn: '2026-01-15' }),
  ]
  const { result } = await shop.report({
    ...{ take: rows, change: [changeRow('X7', { quantity: '0.00' })] },
    ...{ back: [backRow('X8', { purchaseNo: 'NONE' })] },
  })
  expect(result?.map(({ docNo, ok, text }) => `${docNo} ${ok} ${text}`)).toEqual([
    'X8 false 原采购单据行号：没有采购 NONE，请先导入采购，或留空',
    'X1 false 商品编码：本公司没有商品 999999，请先在「目录差异」导入商品',
    'X2 false 盘存日期：日期晚于今天',
    'X3 false 生产日期：生产日期晚于今天',
    'X4 false 有效期至：有效期早于生产日期',
    'X5 false 库存数量：盘存数量最多两位小数',
    'X6 true 待上传',
    'X6 false 单据行号在这次上报中重复',
    'X9 true 待上传',
    'X7 false 变更数量：数量应大于 0',
  ])
})

test('a call of the wrong form, of nobody’s company or store, or without a row is refused whole', async () => {
  const bad = await shop.report({ take: [takeRow('Y1'), takeRow('Y2', { quantity: '-1' })] })
  expect(JSON.stringify(bad.error)).toContain('库存数量')
  expect(await shop.rows('Y1')).toEqual([])
  expect((await shop.report({})).resultNotice?.error).toBe('没有要上报的行')
  expect((await shop.report({ take: [takeRow('Y1')] }, 'S999')).resultNotice?.error).toBe('没有编号为 S999 的门店')
  const wrong = { ...company, verifyCode: 'wrong', ...jx, take: [takeRow('Y1')] }
  expect((await shop.server.nobody.send(stock.report, wrong as never)).resultNotice?.error).toContain('验证码')
  const many = await shop.report({ take: Array.from({ length: 501 }, (_, n) => takeRow(`Z${n}`)) })
  expect(JSON.stringify(many.error)).toContain('500')
})

test('a sheet: wrong rows come back with reasons, right ones are told; a clerk’s is of the own store', async () => {
  const titles = ['单据行号 *', '商品编码 *', '变更类型 *', '变更数量 *', '变更日期 *', '机构编码']
  const checked = await shop.sheet('stockChange', titles, [
    ['SB1', '100001', '盘盈', '2', '2026/11/2'],
    ['SB2', '100001', '108', '2', '2026-11-02', jx.code],
    ['SB3', '100001', '103', '2', '2026-11-02', hn.code],
    ['SB4', '999', '103', '2', '2026-11-02'],
    ['SB5', '100001', '103', '0', '2026-11-02'],
    ['SB1', '100001', '103', '3', '2026-11-02'],
    ['SB2', '100001', '103', '3', '2026-11-02'],
  ])
  expect(checked).toMatchObject({ total: 7, good: 2, bad: 5 })
  expect(checked.errors.map(({ row, column }) => [row, column])).toEqual([
    [4, '机构编码'],
    [5, '商品编码'],
    [6, '变更数量'],
    [7, '机构编码和单据行号'],
    [8, '单据行号'],
  ])
  await shop.round()
  // No price in the sheet: the goods' own.
  expect(await fields('SB1')).toMatchObject({ inv_chg_type: '103', pric: expect.stringMatching(/^[1-9]\d*\.\d{6}$/) })
  expect(await shop.one('SB2')).toMatchObject({ state: 'uploaded', source: 'sheet' })
  // The same sheet again: what the centre has is not taken a second time.
  const again = await shop.sheet('stockChange', titles, [['SB1', '100001', '盘盈', '2', '2026-11-02']])
  expect(again.errors).toMatchObject([{ column: '单据行号', reason: 'SB1 已上传，要改请先删除中心记录' }])
})

test('what doubles a stock take and is at the centre is not contradicted', async () => {
  await shop.deps.db.delete(stockMessage).where(eq(stockMessage.kind, 'take'))
  await shop.centre.fault({ fault: 'refuse', infno: '3501', text: '批号不存在' })
  await shop.report({ take: [takeRow('PD9')] })
  await shop.round()
  expect([await shop.state('PD9'), await shop.state('PD9#初始')]).toEqual(['refused', 'uploaded'])
  expect((await shop.report({ take: [takeRow('PD9', { quantity: '130' })] })).result).toMatchObject([
    { ok: false, text: expect.stringContaining('库存变更 PD9#初始 已上传，要改数量请先删除它') },
  ])
  expect((await shop.report({ take: [takeRow('PD9', { lot: 'B1' })] })).result).toMatchObject([{ ok: true }])
  await shop.round()
  expect([(await shop.told('PD9')).length, (await shop.told('PD9#初始')).length]).toEqual([1, 1])
})

test('nothing is told of a store that tells not, or where nobody is signed in', async () => {
  const { db } = shop.deps
  const set = (settings: Record<string, unknown>) =>
    db.update(store).set({ settings }).where(eq(store.fixmedinsCode, jx.code))
  await set({ saleUpload: false })
  await shop.report({ purchase: [purchaseRow('CG9')] })
  await shop.round()
  expect(await shop.state('CG9')).toBe('waiting')
  await set({})
  await shop.round()
  expect(await shop.state('CG9'), 'ten minutes unless said otherwise').toBe('waiting')
  await set({ saleUploadDelay: 0 })
  const signedOn = (day: ReturnType<typeof sql>) => db.execute(sql`update sign_in set day = ${day}`)
  await signedOn(sql`'2020-01-01'`)
  await shop.round()
  expect(await shop.state('CG9')).toBe('waiting')
  await signedOn(sql`to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`)
  await shop.round()
  expect(await shop.state('CG9')).toBe('uploaded')
  expect(shop.faults).toEqual([])
})

test('a store sees its own rows; lists are filtered; every change is in the log', async () => {
  const mine = await shop.clerk.ok(stock.paged, { keyword: 'PD1' })
  expect(mine.items.map(({ storeName, docNo }) => `${storeName} ${docNo}`)).not.toContain('示例大药房五一店 PD1')
  const bought = await shop.clerk.ok(stock.paged, { kind: 'purchase', state: 'uploaded', keyword: 'CG1' })
  expect(bought.items).toMatchObject([
    { docNo: 'CG1', about: '示例医药有限公司，发票 FP1', operator: long, source: 'erp', on: '2026-11-01' },
  ])
  const change = await shop.clerk.ok(stock.paged, { keyword: 'SB1', from: '2026-11-02', to: '2026-11-02' })
  expect(change.items).toMatchObject([{ about: '盘盈', state: 'uploaded' }])
  const [theirs] = (await shop.hunan.ok(stock.paged, { keyword: 'CG1' })).items
  expect((await shop.clerk.send(stock.delete, { id: theirs!.id, reason: '不是我的' })).resultNotice?.error).toContain(
    '没有找到',
  )
  expect((await shop.clerk.send(stock.upload, { ids: [theirs!.id] })).resultNotice?.error).toContain('没有可以上传')
  const viewer = await shop.server.as('viewer')
  expect((await viewer.send(stock.upload, { ids: [theirs!.id] })).success).toBe(false)
  const log = await (await shop.server.as('admin')).ok(operationLog.paged, { pageSize: 100 })
  const actions = new Set(log.items.map(({ action }) => action))
  expect([...actions]).toEqual(expect.arrayContaining(['ERP 上报进销存', '上传进销存', '删除进销存']))
  expect(JSON.stringify(log)).not.toContain(company.verifyCode)
})

test('what is due is one probe of a small index for each store', async () => {
  const { db } = shop.deps
  await db.execute(sql`insert into stock_message (id, batch_no, store_id, area_code, kind, doc_no, own_code,
      national_code, name, prescription, quantity, facts, happened_on, source, state, next_at, written_at)
    select 'm' || n, 'b' || n, 's' || n % 300, '320500', 'change', 'N' || n, '1', 'c', '䶮', false, '1', '{}',
      '2026-11-01', 'erp', 'uploaded', case when n % 997 = 0 then now() - interval '1 hour' end, now()
    from generate_series(1, 30000) n`)
  await db.execute(sql`analyze stock_message`)
  const stores = Array.from({ length: 300 }, (_, n) => ({ id: `s${n}`, delay: 0 }))
  const answer = await db.execute(sql`explain (costs off) ${dueQuery(queue, stores, new Date())}`)
  const plan = JSON.stringify(rowsFrom<unknown>(answer))
  expect(plan).toContain('stock_message_due')
  expect(plan).not.toContain('Seq Scan')
})
