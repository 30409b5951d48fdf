import { catalogue } from '@yibao/shared/calls/catalogue.ts'
import { catalogueMenu, disease } from '@yibao/shared/calls/catalogue-menu.ts'
import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { databases, testClock } from '../../test/kit.ts'
import { catalogueEntry } from './entry-tables.ts'
import { gramsOf } from './grams.ts'
import { item } from './tables.ts'
import { openShelf } from './test/shelf.ts'

describe.each(databases)('on %s', (database) => {
  const shelf = opened(() => openShelf(2500, { clock: testClock(), database }))
  beforeAll(async () => {
    await shelf.ended((await shelf.area.ok(catalogueMenu.downloadCatalogue)).progressId)
    await shelf.ended((await shelf.area.ok(disease.downloadDisease, { kind: '1307' })).progressId)
  })

  const names = async (keyword: string) =>
    (await shelf.area.ok(catalogueMenu.getItemDirectoryBySelect, { keyword, limit: 50 })).map(({ name }) => name)

  test.each([
    ['two Chinese characters', '莫西', '阿莫西林胶囊'],
    ['several words', '胶囊 莫西', '阿莫西林胶囊'],
    ['pinyin initials, small letters too', 'amxlj', '阿莫西林胶囊'],
    ['the beginning of a code', 'XA00AAA000A0010101', '阿莫西林胶囊'],
  ])('found by %s', async (_, keyword, name) => {
    const found = await names(keyword)
    expect(found).toContain(name)
  })

  test('one Chinese character is the beginning of a name', async () => {
    const found = await names('阿')
    expect(found.length).toBe(50)
    expect(found.filter((name) => !name.startsWith('阿'))).toEqual([])
  })

  test('a word is found as a whole, its pairs in another order are another word; signs are no words', async () => {
    expect(await names('西林胶囊')).toContain('阿莫西林胶囊')
    expect(await names('胶囊西林')).toEqual([])
    expect(await names('莫%西')).not.toContain('阿莫西林胶囊')
    expect(await names('没有这种药')).toEqual([])
    const [first] = await names('阿莫西林胶囊')
    expect(first).toBe('阿莫西林胶囊')
  })

  /** Rows as they are in the index: `name` once for each number, found by a pair. */
  const add = (name: string, rows: number, grams: number[], from = 1) =>
    shelf.server.deps.db.execute(sql`insert into catalogue_entry select r.* from catalogue_entry e, generate_series(${from}::int, ${from + rows - 1}::int) n,
      jsonb_populate_record(e, jsonb_build_object('code', ${name} || n, 'name', ${name}::text, 'valid', true, 'initials', 'ZZZZ', 'grams',
        ${`{${grams.join()}}`}::bigint[])) r
      where e.area_code = '320500' and e.kind = '1301' and e.code = (select min(code) from catalogue_entry where kind = '1301')`)

  test('however many hold a word, the name itself comes first, then names that begin with it; halves of characters are nothing', async () => {
    const pair = gramsOf('320500', '甘䶮')
    await add('大甘䶮', 150, pair)
    await add('甘䶮小', 1, pair)
    await add('甘䶮', 1, pair)
    expect((await names('甘䶮')).slice(0, 3)).toEqual(['甘䶮', '甘䶮小', '大甘䶮'])
    expect(await names('\ud800\0')).toEqual([])
    const several = await Promise.all(['甘䶮', '没有这种药', 'amxlj', '甘䶮'].map(names))
    expect(several.map((found) => found[0])).toEqual(['甘䶮', undefined, '阿莫西林胶囊', '甘䶮'])
  })

  test('a pair that very many names hold is shown out of the sample, and out of all where that is too few; none twice', async () => {
    const pair = gramsOf('320500', '旱䶮')
    const found = async () =>
      (await shelf.area.ok(catalogueMenu.getItemDirectoryBySelect, { keyword: '旱䶮', limit: 50 })).map(
        ({ code }) => code,
      )
    await add('老旱䶮', 300, pair)
    await add('新旱䶮', 30, [...pair, ...pair.map((one) => -one)])
    const few = await found()
    expect([few.length, new Set(few).size]).toEqual([50, 50])
    expect(few.filter((code) => code.startsWith('新'))).toHaveLength(30)
    await add('新旱䶮', 30, [...pair, ...pair.map((one) => -one)], 31)
    expect((await found()).filter((code) => code.startsWith('新'))).toHaveLength(50)
  })

  test('the list is filtered, sorted and counted, the mapped items beside their entries', async () => {
    const page = await shelf.area.ok(catalogueMenu.getItemDirectoryByPage, { mapping: 'mapped', pageSize: 500 })
    expect(page.total).toBeGreaterThan(270)
    expect(page.items.every(({ mapped }) => mapped !== '')).toBe(true)
    expect(page.items.map(({ code }) => code)).toEqual(page.items.map(({ code }) => code).sort())
    const slices = await shelf.area.ok(catalogueMenu.getItemDirectoryByPage, { kind: '1302', pageSize: 100 })
    expect(slices.items.every(({ code, listType }) => code.startsWith('T') && listType === '103')).toBe(true)
    const invalid = await shelf.area.ok(catalogueMenu.getItemDirectoryByPage, { validity: 'invalid' })
    expect(invalid.items.length).toBeGreaterThan(0)
    expect(invalid.items.every(({ valid }) => !valid)).toBe(true)
    const strange = await shelf.area.send(catalogueMenu.getItemDirectoryByPage, { sortField: 'line' })
    expect(strange.statusCode).toBe(400)
  })

  test('an entry is shown whole: caps, shares and every column of the file', async () => {
    const [row] = (
      await shelf.area.ok(catalogueMenu.getItemDirectoryByPage, { keyword: '二甲双胍缓释片', mapping: 'mapped' })
    ).items
    expect(row).toMatchObject({ priceCap: '10', selfPayRatio: '0', level: '1' })
    const detail = await shelf.area.ok(catalogueMenu.getItemDirectoryById, { id: row!.id })
    expect(detail.caps).toMatchObject([{ cap: '10', type: '2', valid: true }])
    expect(detail.shares.map(({ personType, share }) => [personType, share])).toEqual([
      ['310', '0'],
      ['390', '0'],
    ])
    expect(detail.fields).toContainEqual({ title: '注册名称', value: '二甲双胍缓释片' })
    const gone = await shelf.area.send(catalogueMenu.getItemDirectoryById, { id: '1301:nobody' })
    expect(gone.statusCode).toBe(404)
  })

  test('the centre is asked for caps and shares of one code, and its answer is kept', async () => {
    const [row] = (await shelf.area.ok(catalogueMenu.getItemDirectoryByPage, { keyword: '二甲双胍缓释片' })).items
    const { code } = row!
    const caps = await shelf.area.ok(catalogueMenu.medicalInsuranceCatalogFixedPriceInfoQuery, { code })
    expect(caps).toEqual(await shelf.area.ok(catalogueMenu.getLimitPriceDictionaryInfo, { code }))
    const shares = await shelf.area.ok(catalogueMenu.medicalInsuranceCatalogOwnExpenseRatioInfoQuery, { code })
    expect(shares).toEqual(await shelf.area.ok(catalogueMenu.getSelfPayDictionaryInfo, { code }))
    expect(shares.length).toBe(2)
    await shelf.centre.fault({ fault: 'refuse', text: '目录维护中', infno: '1318', times: 1 })
    const refused = await shelf.area.send(catalogueMenu.medicalInsuranceCatalogFixedPriceInfoQuery, { code })
    expect(refused.resultNotice?.error).toContain('目录维护中')
    await shelf.centre.fault({ fault: 'dropBeforeBooking', infno: '1319', times: 1 })
    const silent = await shelf.area.send(catalogueMenu.medicalInsuranceCatalogOwnExpenseRatioInfoQuery, { code })
    expect(silent.resultNotice?.error).toContain('医保中心暂时不能访问')
  })

  test('a row of the area itself is made, changed and removed; the centre’s rows are not', async () => {
    const form = { kind: '1301', code: 'LOCAL1', name: '本地新药片', spec: '1mg', producer: '示例厂' } as const
    const made = await shelf.area.ok(catalogueMenu.addCatalogue, form)
    expect(made).toMatchObject({ id: '1301:LOCAL1', source: 'local', valid: true })
    expect(await names('本地新药')).toEqual(['本地新药片'])
    expect((await shelf.area.send(catalogueMenu.addCatalogue, form)).error?.fields).toHaveProperty('code')
    await shelf.area.ok(catalogueMenu.updateCatalogue, { id: made.id, name: '本地老药片' })
    expect(await names('本地老药')).toEqual(['本地老药片'])
    expect(await names('本地新药')).toEqual([])
    const centre = { id: '1301:XA00AAA000A001010100001' }
    expect((await shelf.area.send(catalogueMenu.delCatalogue, centre)).statusCode).toBe(409)
    expect((await shelf.area.send(catalogueMenu.updateCatalogue, { ...centre, name: '改' })).statusCode).toBe(409)
    const { db } = shelf.server.deps
    const mapTo = (nationalCode: string) =>
      db
        .update(item)
        .set({ nationalCode })
        .where(and(eq(item.areaCode, '320500'), eq(item.ownCode, '100001')))
    const [own] = await db
      .select()
      .from(item)
      .where(and(eq(item.areaCode, '320500'), eq(item.ownCode, '100001')))
    await mapTo(made.code)
    expect((await shelf.area.send(catalogueMenu.delCatalogue, { id: made.id })).error?.message).toMatch(
      /^还有商品对照到 .*：100001 .*，不能删除$/,
    )
    await mapTo(own!.nationalCode)
    await shelf.area.ok(catalogueMenu.delCatalogue, { id: made.id })
    expect(await names('本地老药')).toEqual([])
    const admin = await shelf.server.as('admin')
    const log = await admin.ok(operationLog.paged, { module: 'catalogue', pageSize: 50 })
    const actions = log.items.filter(({ target }) => target.includes('LOCAL1')).map(({ action }) => action)
    expect(actions.sort()).toEqual(['修改本地目录', '删除本地目录', '新增本地目录'].sort())
  })

  test('diseases have a list and a search of their own', async () => {
    const page = await shelf.area.ok(disease.getDiseaseByPage, { kind: '1307', keyword: '肝炎' })
    expect(page.items.length).toBeGreaterThan(0)
    expect(page.items.every(({ name }) => name.includes('肝炎'))).toBe(true)
    const found = await shelf.clerk.ok(disease.searchDiseaseList, { keyword: '肝炎' })
    expect(found[0]!.name).toContain('肝炎')
    expect((await shelf.area.ok(catalogueMenu.getItemDirectoryByPage, { keyword: '肝炎' })).items).toEqual([])
  })

  test('an area sees its own catalogue and no other’s; a foreign area is refused', async () => {
    await shelf.server.deps.db
      .update(catalogueEntry)
      .set({ limitText: '苏州' })
      .where(eq(catalogueEntry.code, 'T000000251'))
    const nanjing = await shelf.server.as('area', { areaCode: '320100' })
    expect((await nanjing.ok(catalogueMenu.getItemDirectoryByPage)).total).toBe(0)
    expect(await nanjing.ok(catalogueMenu.getItemDirectoryBySelect, { keyword: '莫西' })).toEqual([])
    for (const call of [catalogueMenu.getItemDirectoryByPage, catalogueMenu.getMaxVersionInfo, disease.downloadDisease])
      expect((await shelf.area.send(call, { medicalAreaCode: '430100' } as never)).statusCode).toBe(403)
  })

  test('the counter still finds its own items by the same words', async () => {
    const [first] = await shelf.clerk.ok(catalogue.searchItemDirectoryList, { keyword: '阿莫西林' })
    expect(first).toMatchObject({ ownCode: '100001', mapped: true })
  })
})
