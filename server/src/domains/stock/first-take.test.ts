import { and, count, eq, like, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { stockMessage } from './tables.ts'
import { openStock, takeRow } from './test/shop.ts'

// The stock take of an earlier day comes after that of a later one: a sheet comes in batches, an ERP's rows in calls.

const shop = opened(openStock)
beforeEach(async () => {
  await shop.centre.clearFaults()
  await shop.deps.db.delete(stockMessage)
})

const day5 = { on: '2026-11-05' }
const day3 = { on: '2026-11-03' }
const counted = async (...numbers: string[]) =>
  Promise.all(numbers.map(async (no) => (await shop.told(`${no}#初始`)).length))

test('goods that were counted on both days stand at the centre once, whichever day came first', async () => {
  await shop.report({ take: [takeRow('PD60', day5)] })
  const { result } = await shop.report({ take: [takeRow('PD61', day3)] })
  expect(result).toMatchObject([{ ok: true, text: '待上传' }])
  await shop.round()
  expect(await counted('PD60', 'PD61')).toEqual([0, 1])
  expect(await shop.one('PD60#初始')).toMatchObject({
    state: 'needless',
    message: '首次盘存改为 2026-11-03，这条不用上传',
  })
  expect(await shop.state('PD60')).toBe('uploaded')
})

test('so do those of a sheet that begins with the newest day and is longer than a batch', async () => {
  const titles = ['单据行号 *', '商品编码 *', '库存数量 *', '盘存日期 *', '生产日期 *', '有效期至 *']
  const rowsOf = (first: number, on: string) =>
    Array.from({ length: 200 }, (_, n) => [`PD${first + n}`, '100001', '2', on, '2026-01-15', '2028-12-31'])
  await shop.sheet('stockTake', titles, [...rowsOf(7000, '2026-11-05'), ...rowsOf(8000, '2026-11-03').slice(0, 5)])
  const rows = await shop.deps.db.select().from(stockMessage)
  const told = rows.filter(({ kind, state }) => kind === 'change' && state === 'waiting')
  expect(told.map(({ docNo }) => docNo).sort()).toEqual(Array.from({ length: 5 }, (_, n) => `PD${8000 + n}#初始`))
})

test('what has left is named to whoever brings the earlier day, and its row says what to do', async () => {
  await shop.report({ take: [takeRow('PD62', day5)] })
  await shop.round()
  expect(await counted('PD62')).toEqual([1])
  const { result } = await shop.report({ take: [takeRow('PD63', day3)] })
  const text = '首次盘存改为 2026-11-03，库存变更 PD62#初始 已上传：请在「进销存」删除，否则医保中心的库存多一份'
  expect(result).toMatchObject([{ ok: true, state: 'waiting', text: `待上传：${text}` }])
  expect((await shop.one('PD62#初始')).message).toContain('这条已上传：请在「进销存」删除')
  expect((await shop.remove('PD62#初始')).result).toMatchObject({ state: 'deleted' })
  await shop.round()
  expect(await counted('PD62', 'PD63')).toEqual([0, 1])
})

test('a sheet’s end says it, too', async () => {
  await shop.report({ take: [takeRow('PD64', day5)] })
  await shop.round()
  const titles = ['单据行号 *', '商品编码 *', '库存数量 *', '盘存日期 *', '生产日期 *', '有效期至 *']
  const { said } = await shop.sheet('stockTake', titles, [
    ['PD65', '100001', '2', '2026-11-03', '2026-01-15', '2028-12-31'],
  ])
  expect(said).toContain('已导入 1 行，示例大药房观前店：首次盘存改为 2026-11-03，库存变更 PD64#初始 已上传')
})

test('one that was on its way meanwhile is not told anew when it turns out to be lost', async () => {
  await shop.report({ take: [takeRow('PD66', day5)] })
  await shop.fault('dropBeforeBooking', '3502')
  await shop.round()
  expect(await shop.state('PD66#初始')).toBe('unknown')
  await shop.report({ take: [takeRow('PD67', day3)] })
  await shop.landed('PD66#初始')
  await shop.round()
  await shop.round()
  expect([await shop.state('PD66#初始'), await counted('PD66', 'PD67')]).toEqual(['needless', [0, 1]])
})

// A stock take that is dated too early, and is put right.

test('the true first day is told after all when the earlier day turns out to be wrong and is taken away', async () => {
  const shelf = { on: '2026-11-05', quantity: '7' }
  await shop.report({ take: [takeRow('PD70', shelf), takeRow('PD71', shelf)] })
  await shop.fault('refuse', '3502', { text: '暂不受理', times: 1 })
  await shop.upload('PD70#初始')
  expect(await shop.state('PD70#初始')).toBe('refused')
  await shop.remove('PD71#初始')
  await shop.report({ take: [takeRow('PD72', day3)] })
  // One more of the true day, which never had a double.
  await shop.report({ take: [takeRow('PD73', shelf)] })
  await shop.round()
  expect(await counted('PD70', 'PD71', 'PD72', 'PD73')).toEqual([0, 0, 1, 0])
  await shop.remove('PD72#初始')
  expect((await shop.remove('PD72')).result).toMatchObject({ state: 'deleted' })
  expect(await shop.one('PD70#初始')).toMatchObject({ state: 'waiting', quantity: '7', message: '', notFirst: false })
  await shop.round()
  // What a person took off himself stays off.
  expect(await counted('PD70', 'PD71', 'PD72', 'PD73')).toEqual([1, 0, 0, 1])
  expect(await shop.one('PD71#初始')).toMatchObject({ state: 'needless', message: expect.stringContaining('已删除') })
  expect((await shop.told('PD73#初始'))[0]).toMatchObject({ data: { cnt: '7.0000' } })
})

test('so it is when its day is put right, as the takes have it then; what somebody took away for the wrong day’s sake comes back', async () => {
  await shop.report({ take: [takeRow('PD74', day5), takeRow('PD75', day5)] })
  await shop.fault('refuse', '3501', { text: '暂不受理', times: 2 })
  await shop.round()
  expect([await shop.state('PD74'), await counted('PD74', 'PD75')]).toEqual(['refused', [1, 1]])
  await shop.report({ take: [takeRow('PD76', { ...day3, ownCode: '100002' })] })
  await shop.remove('PD74#初始')
  // What its rows say was put right meanwhile, too.
  await shop.report({ take: [takeRow('PD74', { ...day5, quantity: '9' })] })
  const { result } = await shop.report({ take: [takeRow('PD76', { on: '2026-11-06', ownCode: '100002' })] })
  expect(result).toMatchObject([{ ok: true, text: '待上传' }])
  expect(await shop.one('PD75#初始')).toMatchObject({ state: 'uploaded', message: '', notFirst: false })
  await shop.round()
  expect(await counted('PD74', 'PD75', 'PD76')).toEqual([1, 1, 0])
  expect((await shop.told('PD74#初始'))[0]).toMatchObject({ data: { cnt: '9.0000' } })
})

test('a deletion that was lost brings the true first day back once it is known', async () => {
  await shop.report({ take: [takeRow('PD77', day3)] })
  await shop.round()
  await shop.report({ take: [takeRow('PD78', day5)] })
  await shop.fault('dropAfterBooking', '3507')
  await shop.remove('PD77')
  expect([await shop.state('PD77'), await shop.one('PD78#初始')]).toEqual(['unknown', undefined])
  await shop.landed('PD77')
  await shop.round()
  await shop.round()
  // What doubled it the centre has still: with another day's beside it the shelf would stand there twice.
  expect([await shop.state('PD77'), await shop.state('PD77#初始'), await counted('PD78')]).toEqual([
    ...['deleted', 'uploaded'],
    [0],
  ])
  expect((await shop.one('PD77#初始')).message).toContain('盘存已删除，这条已上传：请在「进销存」删除')
  await shop.remove('PD77#初始')
  await shop.round()
  expect(await counted('PD77', 'PD78')).toEqual([0, 1])
  expect(await shop.state('PD77#初始')).toBe('deleted')
})

test('a first count of thousands comes back in one go', async () => {
  await shop.report({ take: [takeRow('PD81', day5)] })
  await shop.deps.db.execute(sql`insert into stock_message select (jsonb_populate_record(one, jsonb_build_object(
    'id', one.id || n, 'batch_no', 'T' || n, 'doc_no', 'PD81-' || n))).* from stock_message one, generate_series(1, 3400) n
    where doc_no = 'PD81'`)
  await shop.report({ take: [takeRow('PD82', day3)] })
  await shop.remove('PD82#初始')
  expect((await shop.remove('PD82')).result).toMatchObject({ state: 'needless' })
  const [{ doubles } = { doubles: 0 }] = await shop.deps.db
    .select({ doubles: count() })
    .from(stockMessage)
    .where(and(like(stockMessage.docNo, 'PD81%#初始'), eq(stockMessage.state, 'waiting')))
  expect(doubles).toBe(3401)
})

test('of one whose telling has no answer it is not said that it was uploaded, and one that somebody is deleting keeps its words', async () => {
  await shop.report({ take: [takeRow('PD79', day5), takeRow('PD80', day5)] })
  await shop.round()
  await shop.set('PD79#初始', { state: 'unknown', pending: 'upload', message: '没有收到答复' })
  await shop.set('PD80#初始', { state: 'unknown', pending: 'delete', message: '已删除：录错' })
  const { result } = await shop.report({ take: [takeRow('PD81', day3)] })
  const text = '首次盘存改为 2026-11-03，库存变更 PD79#初始 上传结果未知，核实后不再上传'
  expect(result).toMatchObject([{ text: `待上传：${text}` }])
  expect((await shop.one('PD79#初始')).message).toBe('首次盘存改为 2026-11-03，这条上传结果未知，核实后不再上传')
  expect((await shop.one('PD80#初始')).message).toBe('已删除：录错')
})

test('a first day that was taken away and is uploaded again is the first again: the later one is told no more, and what has left is named', async () => {
  await shop.report({
    take: [takeRow('PD90', day3), takeRow('PD91', day5), takeRow('PD92', { ...day5, ownCode: '100002' })],
  })
  await shop.round()
  await shop.remove('PD90#初始')
  await shop.remove('PD90')
  await shop.fault('refuse', '3502', { text: '暂不受理', times: 1 })
  await shop.upload('PD92#初始')
  await shop.round()
  expect([await shop.state('PD91#初始'), await shop.state('PD92#初始')]).toEqual(['uploaded', 'refused'])
  const ended = await shop.upload('PD90')
  const left = '首次盘存改为 2026-11-03，库存变更 PD91#初始 已上传：请在「进销存」删除，否则医保中心的库存多一份'
  expect(ended.results).toEqual([expect.objectContaining({ target: 'PD90', ok: true, text: `已上传：${left}` })])
  expect((await shop.one('PD91#初始')).message).toContain('这条已上传：请在「进销存」删除')
  expect(await shop.one('PD92#初始')).toMatchObject({ state: 'needless', notFirst: true })
  expect([await shop.state('PD90'), (await shop.told('PD90')).length]).toEqual(['uploaded', 1])
})

test('of many of that day each is told again, and what has left is named once', async () => {
  const early = [takeRow('PD87', day3), takeRow('PD88', { ...day3, ownCode: '100002' })]
  await shop.report({ take: [...early, takeRow('PD89', day5)] })
  await shop.round()
  for (const no of ['PD87#初始', 'PD88#初始', 'PD87', 'PD88']) await shop.remove(no)
  await shop.round()
  expect(await shop.state('PD89#初始')).toBe('uploaded')
  const [first, second] = [await shop.upload('PD87'), await shop.upload('PD88')]
  expect([first.results.length, second.results.length]).toEqual([1, 0])
  expect((await shop.one('PD89#初始')).message).toContain('这条已上传：请在「进销存」删除')
})

test('and what doubled it is told again with it, unless somebody took that off by itself', async () => {
  await shop.fault('refuse', '3502', { text: '暂不受理', times: 1 })
  await shop.report({ take: [takeRow('PD93', day3), takeRow('PD94', { ...day3, ownCode: '100002' })] })
  await shop.remove('PD94#初始')
  await shop.round()
  expect([await shop.state('PD93#初始'), await shop.state('PD94#初始')]).toEqual(['refused', 'needless'])
  for (const no of ['PD93', 'PD94']) await shop.remove(no)
  expect(await shop.state('PD93#初始')).toBe('needless')
  for (const no of ['PD93', 'PD94']) await shop.upload(no)
  await shop.round()
  expect(await counted('PD93', 'PD94')).toEqual([1, 0])
})

test('a later day that was taken away and is uploaded again stays behind the first', async () => {
  await shop.report({ take: [takeRow('PD95', day3), takeRow('PD96', day5)] })
  await shop.round()
  await shop.remove('PD96')
  expect((await shop.upload('PD96')).text).toBe('1 条已处理')
  expect([await shop.state('PD96'), await shop.state('PD95#初始'), await counted('PD95', 'PD96')]).toEqual([
    ...['uploaded', 'uploaded'],
    [1, 0],
  ])
})
