import { catalogue } from '@yibao/shared/calls/catalogue.ts'
import { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { ownItem } from '@yibao/shared/calls/own-item.ts'
import { importing } from '@yibao/shared/calls/transfer.ts'
import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { seedId } from '../../seed/organisation.ts'
import { tryImport } from '../../test/try-import.ts'
import { type Cell, xlsxBytes } from '../../xlsx/write.ts'
import { company, store } from '../organisation/tables.ts'
import { linesOf } from '../settlement/basket.ts'
import { item, itemMapping } from './tables.ts'
import { openShelf } from './test/shelf.ts'

const areaCode = '320500'
const [own, other] = ['10001', '10002']
const otherShop = seedId(1, 2)
let codes: string[]
const shelf = opened(() => openShelf(2500))
beforeAll(async () => {
  await shelf.ended((await shelf.area.ok(catalogueMenu.downloadCatalogue)).progressId)
  const asked = { kind: '1301', validity: 'valid', mapping: 'unmapped' } as const
  const entries = (await shelf.area.ok(catalogueMenu.getItemDirectoryByPage, asked)).items
  // Every fifth of the simulator's drugs is none.
  codes = entries.filter(({ otc }) => otc === '处方药').map(({ code }) => code)
  const { db } = shelf.server.deps
  await db.insert(company).values({ id: other, name: '另一家连锁', areas: [areaCode] })
  await db.update(store).set({ companyId: other }).where(eq(store.id, otherShop))
})

const titles = ['商品编码', '商品名称', '零售价', '规格', '处方药', '停售', '国家码', '公司编号']
const dryRun = async (rows: Cell[][], client = shelf.area) => {
  const columns = titles.map((title) => ({ title, width: 20 }))
  const sheet = await xlsxBytes([{ name: '商品', columns, rows: [rows] }])
  return tryImport(shelf.server, client, { importType: 'ownItem' }, sheet)
}
const bringIn = async (rows: Cell[][]) => {
  const { result } = await dryRun(rows)
  expect(result!.errors).toEqual([])
  await shelf.ended((await shelf.area.ok(importing.run, { importId: result!.importId })).progressId)
}
const kept = async (companyId: string, ownCode: string) =>
  (
    await shelf.server.deps.db
      .select()
      .from(item)
      .where(and(eq(item.companyId, companyId), eq(item.areaCode, areaCode), eq(item.ownCode, ownCode)))
  )[0]
const search = (keyword: string) => shelf.clerk.ok(catalogue.searchItemDirectoryList, { keyword })

test('goods of a sheet that does not say so are what the catalogue says; an empty cell changes nothing later', async () => {
  const marks = async () => [(await kept(own!, '88100'))!.prescription, (await kept(own!, '88101'))!.prescription]
  const sheet = (mark: string): Cell[][] => [
    ['88100', '处方药一', '1.00', '', mark, '', codes[5]!, own!],
    ['88101', '没有国家码', '0.01', '', mark, '', '', own!],
  ]
  await bringIn(sheet(''))
  expect(await marks()).toEqual([true, false])
  await bringIn(sheet('否'))
  await bringIn(sheet(''))
  expect(await marks()).toEqual([false, false])
})

test('two companies of one area use the same code for different goods, and each sells its own', async () => {
  await bringIn([
    ['88001', '阿莫西林胶囊', '12.80', '0.25g*24粒', '是', '否', codes[0], own],
    ['88001', '䶮牌布洛芬缓释胶囊', '23.5', '0.3g*20粒', '否', '否', codes[1], other],
  ])
  expect(await kept(own!, '88001')).toMatchObject({ name: '阿莫西林胶囊', initials: 'AMXLJN', prescription: true })
  expect(await kept(other!, '88001')).toMatchObject({ name: '䶮牌布洛芬缓释胶囊', price: '23.5', prescription: false })
  expect((await search('88001')).map(({ name }) => name)).toEqual(['阿莫西林胶囊'])
  const line = { ownCode: '88001', quantity: '1', price: '12.80' }
  const sold = (companyId: string) => linesOf(shelf.server.deps.db, { companyId, areaCode }, [line])
  expect((await sold(own!))[0]).toMatchObject({ name: '阿莫西林胶囊' })
  expect((await sold(other!))[0]).toMatchObject({ name: '䶮牌布洛芬缓释胶囊' })
  // Each code waits for its own company's stores only.
  const waiting = await shelf.server.deps.db.select().from(itemMapping).where(eq(itemMapping.ownCode, '88001'))
  expect(Object.fromEntries(waiting.map(({ storeId, nationalCode }) => [storeId, nationalCode]))).toEqual({
    [seedId(1, 1)]: codes[0],
    [otherShop]: codes[1],
  })
  // Told to the centre and taken back in one company, the other one's item keeps what it has.
  await shelf.ended((await shelf.area.ok(catalogueMenu.importMatches)).progressId)
  await shelf.area.ok(catalogueMenu.unmatchItem, { ownCode: '88001', storeId: otherShop })
  expect([(await kept(own!, '88001'))!.nationalCode, (await kept(other!, '88001'))!.nationalCode]).toEqual([
    codes[0],
    '',
  ])
  // What came without level, share and cap is shown at the counter with those of its code.
  const { items } = await shelf.area.ok(catalogueMenu.getItemDirectoryByPage, { kind: '1301', keyword: codes[0]! })
  const [atCounter] = await search('88001')
  expect(items[0]).toMatchObject({ level: expect.stringMatching(/^[123]$/) })
  expect(atCounter).toMatchObject({ itemClass: ['', '甲', '乙', '丙'][Number(items[0]!.level)] })
  expect([atCounter!.selfPayRatio, atCounter!.priceCap]).toEqual([items[0]!.selfPayRatio, items[0]!.priceCap])
  // The catalogue shows a clerk what her company sells under a code, not what the others do.
  await shelf.area.ok(catalogueMenu.matchItem, { ownCode: '88001', nationalCode: codes[0]!, storeId: otherShop })
  const mappedAs = async (client: typeof shelf.area) => {
    const { items } = await client.ok(catalogueMenu.getItemDirectoryByPage, { kind: '1301', keyword: codes[0]! })
    return items[0]!.mapped
  }
  expect(await mappedAs(shelf.area)).toBe('88001 阿莫西林胶囊、88001 䶮牌布洛芬缓释胶囊')
  const narrow = await shelf.server.as('area1', { areaCode })
  await shelf.server.deps.db.update(store).set({ areaCode: '320100' }).where(eq(store.id, otherShop))
  expect(await mappedAs(narrow)).toBe('88001 阿莫西林胶囊')
  await shelf.server.deps.db.update(store).set({ areaCode }).where(eq(store.id, otherShop))
})

test('a sheet brings known goods up to date, keeps what its empty cells do not say, and says what is wrong', async () => {
  await bringIn([['88002', '板蓝根颗粒', '0.01', '10g*20袋', '否', '否', '', own]])
  await bringIn([['88002', '板蓝根颗粒（无糖）', '15', '', '', '是', '', own]])
  expect(await kept(own!, '88002')).toMatchObject({
    name: '板蓝根颗粒（无糖）',
    price: '15',
    spec: '10g*20袋',
    stopped: true,
  })
  expect(await search('88002'), 'no longer sold').toEqual([])
  // A code that the catalogue does not know any more is no reason to refuse what has it already: an exported sheet comes back.
  await shelf.server.deps.db.update(item).set({ nationalCode: 'GONE' }).where(eq(item.ownCode, '88002'))
  await bringIn([['88002', '板蓝根颗粒（无糖）', '16', '', '', '', 'GONE', own]])
  expect(await kept(own!, '88002')).toMatchObject({ price: '16', nationalCode: 'GONE' })
  const { result } = await dryRun([
    ['88003', '没有公司', '1', '', '', '', '', ''],
    ['88003', '别家公司', '1', '', '', '', '', '10999'],
    ['88003', '价格', '-1', '', '', '', '', own],
    ['88005', '国家码', '1', '', '', '', 'NOCODE', own],
    ['88003', '一家', '1', '', '', '', '', own],
    ['88003', '两次', '1', '', '', '', '', own],
  ])
  expect(result!.good).toBe(1)
  expect(result!.errors.map(({ row, column, reason }) => `${row} ${column} ${reason}`)).toEqual([
    `2 公司编号 有 2 家公司的门店，请填写公司编号：${own}、${other}`,
    '3 公司编号 本区划没有公司 10999 的门店',
    '4 零售价 零售价应为不超过 6 位小数的数字',
    '5 国家码 目录中没有有效的国家码 NOCODE，请先下载药品目录，或留空以后再对照',
    '7 商品编码 与第 6 行的商品编码相同',
  ])
  expect((await dryRun([['88004', '店员', '1', '', '', '', '', '']], shelf.clerk)).statusCode).toBe(403)
})

test('goods are looked up, added and corrected one by one; a clerk only looks, and no store of another company', async () => {
  const added = { ownCode: '88010', name: '𠮷祥维生素C片', price: '9.90', unit: '瓶', companyId: other }
  expect((await shelf.area.send(ownItem.save, added)).statusCode).toBe(404)
  await shelf.area.ok(ownItem.add, added)
  const twice = await shelf.area.send(ownItem.add, { ...added, name: '别的商品' })
  expect([twice.statusCode, twice.error?.fields]).toEqual([409, { ownCode: '已有编码为 88010 的商品，请在列表中修改' }])
  expect(await kept(other!, '88010'), 'what is there stays').toMatchObject({ name: '𠮷祥维生素C片', price: '9.90' })
  await shelf.area.ok(ownItem.save, { ...added, name: '𠮷祥维生素C片', price: '0.00', unit: undefined, stopped: true })
  expect(await kept(other!, '88010')).toMatchObject({ price: '0.00', unit: '', stopped: true })
  const names = async (client: typeof shelf.area, more = {}) =>
    (await client.ok(ownItem.paged, { keyword: '880', pageSize: 100, ...more })).items.map((row) => row.companyId)
  expect(new Set(await names(shelf.area))).toEqual(new Set([own, other]))
  expect(new Set(await names(shelf.clerk))).toEqual(new Set([own]))
  expect(await names(shelf.area, { keyword: '88010', state: 'onSale' })).toEqual([])
  for (const call of [ownItem.add, ownItem.save]) expect((await shelf.clerk.send(call, added)).statusCode).toBe(403)
  const nameless = await shelf.area.send(ownItem.save, { ...added, companyId: undefined })
  expect(nameless.error?.fields).toEqual({ companyId: `有 2 家公司的门店，请填写公司编号：${own}、${other}` })
})
