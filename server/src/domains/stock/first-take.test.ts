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
  expect(said).toContain('已导入 1 行，首次盘存改为 2026-11-03，库存变更 PD64#初始 已上传')
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
