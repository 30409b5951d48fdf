import { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { menuDiff } from '@yibao/shared/calls/menu-diff.ts'
import { message } from '@yibao/shared/calls/message.ts'
import { ownItem } from '@yibao/shared/calls/own-item.ts'
import { importing } from '@yibao/shared/calls/transfer.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeIdOf } from '../../../seed/organisation.ts'
import { testClock } from '../../../test/kit.ts'
import { tryImport } from '../../../test/try-import.ts'
import { xlsxBytes } from '../../../xlsx/write.ts'
import { item, itemMapping } from '../tables.ts'
import { openShelf, type Shelf } from '../test/shelf.ts'

const areaCode = '320500'
const guanqian = storeIdOf('P32050100001')
const pingjiang = storeIdOf('P32050100002')
let shelf: Shelf
const shownPercentages: number[] = []
beforeAll(async () => {
  const publish = (_: string, event: string, { percentage }: Record<string, unknown>) => {
    if (event === 'progress') shownPercentages.push(Number(percentage))
  }
  shelf = await openShelf(2500, { clock: testClock(), live: { publish } })
  await shelf.ended((await shelf.area.ok(catalogueMenu.downloadCatalogue)).progressId)
  // One item more, which nobody has matched.
  const [like] = await shelf.server.deps.db
    .select()
    .from(item)
    .where(and(eq(item.areaCode, areaCode), eq(item.ownCode, '100001')))
  await shelf.server.deps.db.insert(item).values([
    { ...like!, ownCode: 'NEW1', barCode: '', nationalCode: '' },
    {
      ...like!,
      ownCode: 'NEW2',
      barCode: '',
      nationalCode: '',
      name: '自制凉茶',
      spec: '1升',
      producer: '',
      dosageForm: '',
    },
  ])
})
afterAll(() => shelf.close())

const compare = async () => shelf.ended((await shelf.area.ok(menuDiff.recompute)).progressId)
const found = async (more = {}) =>
  (await shelf.area.ok(menuDiff.paged, { pageSize: 500, storeId: guanqian, ...more })).items
const one = async (ownCode: string) => (await found()).find((row) => row.ownCode === ownCode)
const mappingOf = async (ownCode: string, storeId = guanqian) =>
  (
    await shelf.server.deps.db
      .select()
      .from(itemMapping)
      .where(and(eq(itemMapping.storeId, storeId), eq(itemMapping.ownCode, ownCode)))
  )[0]

test('a comparison finds each kind of difference, and nothing where all is as it should be', async () => {
  expect((await compare()).text).toMatch(/已比对 2 家门店，发现 \d+ 处差异/)
  const rows = await found()
  const of = (wanted: (typeof rows)[number]['type']) => rows.filter(({ type }) => type === wanted)
  // demo.ts and insured.ts: every 75th invalid, every 40th another spec, every 30th over its cap beside the demo caps.
  expect(of('invalid').map(({ note }) => note)).toEqual(Array(4).fill('国家码已被中心停用'))
  expect(of('differs').length).toBe(8)
  expect(of('differs').every(({ note, spec }) => note.includes('规格') && spec.includes('新包装'))).toBe(true)
  expect(of('overCap').length).toBeGreaterThanOrEqual(9)
  expect(of('overCap').every(({ ownPrice, cap }) => Number(ownPrice) > Number(cap))).toBe(true)
  expect(of('mappable')).toMatchObject([{ ownCode: 'NEW1', code: 'XA00AAA000A001010100001', similarity: 100 }])
  expect(of('unmapped')).toMatchObject([{ ownCode: 'NEW2', code: '' }])
  expect(rows.length).toBeLessThan(40)
})

test('a suggestion is taken by 3301 and gone from the list; the other store of the area is told that it may follow', async () => {
  const row = (await one('NEW1'))!
  expect(await shelf.area.ok(menuDiff.handle, { ids: [row.id], action: 'accept' })).toMatchObject({
    done: 1,
    failed: 0,
  })
  expect(await mappingOf('NEW1')).toMatchObject({ state: 'sent', nationalCode: row.code, listType: '101' })
  expect(await one('NEW1')).toBeUndefined()
  await compare()
  expect(await one('NEW1')).toBeUndefined()
  const [other] = await found({ storeId: pingjiang, keyword: 'NEW1' })
  expect(other).toMatchObject({ type: 'mappable', note: expect.stringContaining('还没有上报'), code: row.code })
})

test('a mapping is withdrawn by 3302; the item keeps its code while another store of the area holds it', async () => {
  await shelf.area.ok(catalogueMenu.matchItem, {
    ownCode: 'NEW1',
    nationalCode: 'XA00AAA000A001010100001',
    storeId: pingjiang,
  })
  expect(
    await found({ storeId: pingjiang, keyword: 'NEW1' }),
    'mapped from the catalogue: nothing is open here',
  ).toEqual([])
  const codeOf = async () =>
    (
      await shelf.server.deps.db
        .select()
        .from(item)
        .where(and(eq(item.areaCode, areaCode), eq(item.ownCode, 'NEW1')))
    )[0]!.nationalCode
  await shelf.area.ok(catalogueMenu.unmatchItem, { ownCode: 'NEW1', storeId: guanqian })
  expect([await codeOf(), await mappingOf('NEW1')]).toEqual(['XA00AAA000A001010100001', undefined])
  await shelf.area.ok(catalogueMenu.unmatchItem, { ownCode: 'NEW1', storeId: pingjiang })
  expect(await codeOf()).toBe('')
  const again = await shelf.area.send(catalogueMenu.unmatchItem, { ownCode: 'NEW1', storeId: pingjiang })
  expect(again.resultNotice?.error).toContain('没有对照')
  // What waits elsewhere to be told holds nothing: billed by it, the centre would not know the item.
  const nationalCode = 'XA00AAA000A001010100001'
  await shelf.area.ok(catalogueMenu.matchItem, { ownCode: 'NEW1', nationalCode, storeId: guanqian })
  const there = {
    storeId: pingjiang,
    ownCode: 'NEW1',
    nationalCode,
    listType: '101',
    state: 'waiting',
    by: '',
    message: '',
  } as const
  await shelf.server.deps.db.insert(itemMapping).values({ ...there, at: shelf.server.deps.clock() })
  await shelf.area.ok(catalogueMenu.unmatchItem, { ownCode: 'NEW1', storeId: guanqian })
  expect(await codeOf()).toBe('')
  await shelf.server.deps.db.delete(itemMapping).where(eq(itemMapping.ownCode, 'NEW1'))
})

test('what one store takes back leaves the goods under the code that another one holds, and only what is named is taken', async () => {
  const right = 'XA00AAA000A001010100001'
  const { items } = await shelf.area.ok(catalogueMenu.getItemDirectoryByPage, {
    ...{ kind: '1301', validity: 'valid', mapping: 'unmapped', pageSize: 1 },
  })
  const wrong = items[0]!.code
  const map = (storeId: string, nationalCode: string) =>
    shelf.area.ok(catalogueMenu.matchItem, { ownCode: 'NEW1', storeId, nationalCode })
  const billed = async () => {
    const ours = and(eq(item.areaCode, areaCode), eq(item.ownCode, 'NEW1'))
    return (await shelf.server.deps.db.select().from(item).where(ours))[0]!.nationalCode
  }
  await map(pingjiang, right)
  await map(guanqian, wrong)
  expect(await billed()).toBe(wrong)
  const named = (nationalCode: string) => ({ ownCode: 'NEW1', storeId: guanqian, nationalCode })
  const other = await shelf.area.send(catalogueMenu.unmatchItem, named(right))
  expect(other.resultNotice?.error).toContain(`对照到 ${wrong}，没有撤销`)
  expect(await mappingOf('NEW1')).toMatchObject({ state: 'sent', nationalCode: wrong })
  await shelf.area.ok(catalogueMenu.unmatchItem, named(wrong))
  expect([await billed(), await mappingOf('NEW1')]).toEqual([right, undefined])
  await shelf.area.ok(catalogueMenu.unmatchItem, { ownCode: 'NEW1', storeId: pingjiang })
  expect(await billed()).toBe('')
})

test('what the centre refuses or does not answer changes nothing', async () => {
  const match = { ownCode: 'NEW1', nationalCode: 'XA00AAA000A001010100001' }
  await shelf.centre.fault({ fault: 'refuse', text: '目录已锁定', infno: '3301', times: 1 })
  expect((await shelf.clerk.send(catalogueMenu.matchItem, match)).resultNotice?.error).toContain('目录已锁定')
  await shelf.centre.fault({ fault: 'dropBeforeBooking', infno: '3301', times: 1 })
  expect((await shelf.clerk.send(catalogueMenu.matchItem, match)).success).toBe(false)
  expect(await mappingOf('NEW1')).toBeUndefined()
  await shelf.centre.fault({ fault: 'refuse', text: '目录已锁定', infno: '3302', times: 1 })
  expect((await shelf.clerk.send(catalogueMenu.unmatchItem, { ownCode: '100002' })).success).toBe(false)
  expect(await mappingOf('100002')).toMatchObject({ state: 'sent' })
  expect(
    (await shelf.clerk.send(catalogueMenu.matchItem, { ...match, nationalCode: 'NOBODY' })).error?.fields,
  ).toHaveProperty('nationalCode')
  expect(
    (await shelf.clerk.send(catalogueMenu.matchItem, { ...match, ownCode: 'NOBODY' })).error?.fields,
  ).toHaveProperty('ownCode')
  expect((await shelf.area.send(catalogueMenu.matchItem, match)).error?.fields).toHaveProperty('storeId')
})

// Lost on the way back, lost on the way there, unreadable: the same for a server that was killed before it had read.
test.each(['dropAfterBooking', 'dropBeforeBooking', 'malformed'])(
  'an answer that was lost (%s) is said to be lost, and the same button ends it: mapped once, withdrawn once',
  async (fault) => {
    const own = { ownCode: 'NEW1' }
    const match = { ...own, nationalCode: 'XA00AAA000A001010100001' }
    await shelf.centre.fault({ fault, infno: '3301', times: 1 })
    const lost = await shelf.clerk.send(catalogueMenu.matchItem, match)
    expect([lost.statusCode, lost.resultNotice?.messageCode]).toEqual([504, undefined])
    expect(lost.resultNotice?.error).toMatch(/^医保中心没有答复，不知道「.+」是否已对照$/)
    // Some centres refuse what they have: that is no refusal.
    await shelf.centre.fault({ fault: 'refuse', text: '对照关系已存在', infno: '3301', times: 1 })
    const again = await shelf.clerk.send(catalogueMenu.matchItem, match)
    if (!again.success) await shelf.clerk.ok(catalogueMenu.matchItem, match)
    expect(again.success).toBe(fault !== 'dropBeforeBooking')
    expect(await mappingOf('NEW1')).toMatchObject({ state: 'sent', nationalCode: match.nationalCode })
    await shelf.centre.fault({ fault, infno: '3302', times: 1 })
    const half = await shelf.clerk.send(catalogueMenu.unmatchItem, own)
    expect([half.statusCode, half.resultNotice?.error]).toEqual([504, expect.stringContaining('是否已撤销对照')])
    expect(await mappingOf('NEW1')).toMatchObject({ state: 'sent' })
    await shelf.clerk.ok(catalogueMenu.unmatchItem, own)
    expect(await mappingOf('NEW1')).toBeUndefined()
  },
)

test('a withdrawal that is refused while the centre cannot say whether it holds the mapping changes nothing', async () => {
  await shelf.centre.fault({ fault: 'refuse', text: '目录对照信息不存在', infno: '3302', times: 1 })
  await shelf.centre.fault({ fault: 'dropBeforeBooking', infno: '1317', times: 1 })
  const answer = await shelf.clerk.send(catalogueMenu.unmatchItem, { ownCode: '100002' })
  expect(answer.resultNotice?.error).toContain('目录对照信息不存在')
  expect(await mappingOf('100002')).toMatchObject({ state: 'sent' })
})

test('a batch says of each row what the centre said; the rows it did not take stay in the list', async () => {
  const rows = (await found({ type: 'differs' })).slice(0, 2)
  const [first, second] = rows as [(typeof rows)[number], (typeof rows)[number]]
  const unmap = (ids: string[]) => shelf.area.ok(menuDiff.handle, { ids, action: 'unmap' })
  await shelf.centre.fault({ fault: 'refuse', text: '对照已审核', infno: '3302', times: 1 })
  const told = await unmap([first.id, second.id])
  expect([told.done, told.failed, told.text]).toEqual([1, 1, expect.stringMatching(/^\S+ 医保中心：“对照已审核”$/)])
  const kept = told.text.split(' ')[0]!
  const gone = [first, second].find(({ ownCode }) => ownCode !== kept)!
  expect([(await mappingOf(kept))?.state, await mappingOf(gone.ownCode)]).toEqual(['sent', undefined])
  expect((await one(kept))?.type).toBe('differs')
  expect(await one(gone.ownCode)).toBeUndefined()
  await compare()
  const again = (await one(gone.ownCode))!
  await shelf.centre.fault({ fault: 'refuse', text: '目录已锁定', infno: '3301', times: 1 })
  const accept = () => shelf.area.ok(menuDiff.handle, { ids: [again.id], action: 'accept', nationalCode: gone.code })
  expect(await accept()).toMatchObject({ done: 0, failed: 1, text: `${gone.ownCode} 目录已锁定` })
  await shelf.centre.fault({ fault: 'dropAfterBooking', infno: '3301', times: 1 })
  expect((await accept()).text).toContain('不知道是否已对照')
  expect(await one(gone.ownCode)).toBeDefined()
  expect(await accept()).toMatchObject({ done: 1, failed: 0 })
  await compare()
})

test('a prescription drug that nobody marked is found, and marked for every store of the company at once', async () => {
  const own = ['100001', '100006'] // Both are prescription drugs of the national file, which the demo goods are too.
  const { db } = shelf.server.deps
  const marksOf = async () =>
    (
      await db
        .select()
        .from(item)
        .where(and(eq(item.areaCode, areaCode), inArray(item.ownCode, own)))
        .orderBy(asc(item.ownCode))
    ).map(({ prescription }) => prescription)
  const unmarked = async (storeId: string) =>
    (await found({ storeId, type: 'rxUnmarked' })).map(({ ownCode }) => ownCode)
  await compare()
  expect([await marksOf(), await unmarked(guanqian)]).toEqual([[true, true], []])
  await db
    .update(item)
    .set({ prescription: false })
    .where(and(eq(item.areaCode, areaCode), inArray(item.ownCode, own)))
  await compare()
  expect([await unmarked(guanqian), await unmarked(pingjiang)]).toEqual([own, own])
  const [statistics] = (await shelf.area.ok(menuDiff.statistics, { storeId: guanqian })).items
  expect(statistics).toMatchObject({ rxUnmarked: 2 })
  const [row] = await found({ type: 'rxUnmarked' })
  expect(await shelf.area.ok(menuDiff.handle, { ids: [row!.id], action: 'accept' })).toMatchObject({
    done: 1,
    failed: 0,
  })
  expect([await marksOf(), await unmarked(guanqian), await unmarked(pingjiang)]).toEqual([
    [true, false],
    [own[1]],
    [own[1]],
  ])
  // Marked by hand it is no difference either.
  const goods = (await shelf.area.ok(ownItem.paged, { keyword: own[1]! })).items[0]!
  await shelf.area.ok(ownItem.save, { ...goods, prescription: true } as never)
  expect([await marksOf(), await unmarked(pingjiang)]).toEqual([[true, true], []])
})

test('what a person ignores stays ignored until it changes', async () => {
  const row = (await found({ type: 'differs' }))[0]!
  await shelf.clerk.ok(menuDiff.handle, { ids: [row.id], action: 'ignore' })
  await compare()
  expect((await found({ state: 'ignored' })).map(({ id }) => id)).toEqual([row.id])
  await shelf.clerk.ok(menuDiff.handle, { ids: [row.id], action: 'restore' })
  expect(await found({ state: 'ignored' })).toEqual([])
})

test('a clerk sees and handles his own store only', async () => {
  const own = await shelf.clerk.ok(menuDiff.paged, { pageSize: 500 })
  expect(new Set(own.items.map(({ storeId }) => storeId))).toEqual(new Set([guanqian]))
  const [foreign] = await found({ storeId: pingjiang })
  expect((await shelf.clerk.send(menuDiff.paged, { storeId: pingjiang })).statusCode).toBe(403)
  expect((await shelf.clerk.send(menuDiff.recompute, { storeId: pingjiang })).statusCode).toBe(403)
  expect((await shelf.clerk.send(menuDiff.handle, { ids: [foreign!.id], action: 'ignore' })).statusCode).toBe(404)
  const match = { ownCode: '100001', nationalCode: 'XA00AAA000A001010100001', storeId: pingjiang }
  expect((await shelf.clerk.send(catalogueMenu.matchItem, match)).statusCode).toBe(403)
  expect(
    (await shelf.clerk.send(catalogueMenu.unmatchItem, { ownCode: '100001', storeId: pingjiang })).statusCode,
  ).toBe(403)
  expect((await shelf.clerk.send(menuDiff.statistics)).statusCode).toBe(403)
})

const upload = async (rows: [string, string][]) => {
  const columns = ['商品编码 *', '国家码 *'].map((title) => ({ title, width: 20 }))
  const sheet = await xlsxBytes([{ name: '对照', columns, rows: [rows] }])
  return (await tryImport(shelf.server, shelf.clerk, { importType: 'itemMapping' }, sheet)).result!
}

test('a sheet is checked row by row, brought in, and told to the centre in one go; one bad row spares its neighbours', async () => {
  const [first, second] = (
    await shelf.area.ok(catalogueMenu.getItemDirectoryByPage, { kind: '1301', validity: 'valid', mapping: 'unmapped' })
  ).items
  const checked = await upload([
    ['NEW1', first!.code],
    ['NEW2', second!.code],
    ['NOBODY', first!.code],
    ['100003', 'NOCODE'],
    ['NEW1', second!.code],
  ])
  expect(checked.good).toBe(2)
  expect(checked.errors.map(({ row, column }) => [row, column])).toEqual([
    [4, '商品编码'],
    [5, '国家码'],
    [6, '商品编码'],
  ])
  expect((await shelf.clerk.send(catalogueMenu.importMatches)).statusCode).toBe(409)
  const { progressId } = await shelf.clerk.ok(importing.run, { importId: checked.importId })
  await shelf.ended(progressId, shelf.clerk)
  expect(await mappingOf('NEW1')).toMatchObject({ state: 'waiting', nationalCode: first!.code })
  // Nothing is known of a message whose answer is lost: all of it waits for the next one.
  await shelf.centre.fault({ fault: 'dropBeforeBooking', infno: '3301', times: 1 })
  const lost = await shelf.ended((await shelf.clerk.ok(catalogueMenu.importMatches)).progressId, shelf.clerk)
  expect(lost.error).toBe('已上报 0 条，2 条没有上报')
  expect(lost.results[0]!.text).toContain('医保中心没有答复，不知道是否已对照，再次上报不会重复')
  expect(await mappingOf('NEW1')).toMatchObject({ state: 'waiting' })
  // The hundred is refused and halved; the half with the first item is refused again, and only that.
  await shelf.centre.fault({ fault: 'refuse', text: '不允许对照', infno: '3301', times: 2 })
  shownPercentages.length = 0
  const sent = await shelf.ended((await shelf.clerk.ok(catalogueMenu.importMatches)).progressId, shelf.clerk)
  expect(shownPercentages, 'a bar never goes back').toEqual(shownPercentages.toSorted((a, b) => a - b))
  expect(sent.error).toBe('已上报 1 条，1 条没有上报。被拒绝的，重新比对后在「目录差异」各行的说明中写有原因')
  expect(await mappingOf('NEW1')).toMatchObject({ state: 'refused', message: '不允许对照' })
  expect(await mappingOf('NEW2')).toMatchObject({ state: 'sent' })
})

test('statistics count every store; a reminder reaches the store once a day', async () => {
  await compare()
  const { items } = await shelf.area.ok(menuDiff.statistics)
  expect(items.map(({ storeName }) => storeName).sort()).toEqual(['示例大药房平江店', '示例大药房观前店'])
  const row = items.find(({ storeId }) => storeId === guanqian)!
  expect(row.items).toBe(302)
  expect(row.mapped + row.unmapped + row.mappable + row.invalid).toBe(302)
  expect(row.rate).toBe((row.mapped / 302).toFixed(4))
  await shelf.area.ok(menuDiff.remind, { storeId: guanqian })
  await shelf.area.ok(menuDiff.remind, { storeId: guanqian })
  expect((await shelf.area.ok(message.paged, { tab: 'unread' })).items, 'no administrator’s').toEqual([])
  const { items: news } = await shelf.clerk.ok(message.paged, { tab: 'unread' })
  expect(news.filter(({ title }) => title.startsWith('请处理目录差异：示例大药房观前店，')).length).toBe(1)
  const wuyi = storeIdOf('P43010200001')
  expect((await shelf.area.send(menuDiff.remind, { storeId: wuyi })).statusCode).toBe(403)
  expect((await shelf.area.send(menuDiff.remindAll, { storeIds: [wuyi] })).statusCode).toBe(403)
})

test('all that match are reminded behind one progress: those with something to map, each once a day', async () => {
  await compare()
  const { items } = await shelf.area.ok(menuDiff.statistics)
  const behind = items.filter(({ at, unmapped, mappable, invalid }) => at && unmapped + mappable + invalid)
  expect(behind.map(({ storeId }) => storeId)).toContain(guanqian)
  const reminded = async (input: object) => shelf.ended((await shelf.area.ok(menuDiff.remindAll, input)).progressId)
  const all = await reminded({})
  const worked = behind.filter(({ storeId }) => storeId === guanqian)
  expect(all.results.map(({ target }) => target).sort()).toEqual(behind.map(({ storeName }) => storeName).sort())
  expect(all.results.filter(({ ok }) => ok).map(({ target }) => target)).toEqual(worked.map((one) => one.storeName))
  for (const { ok, text } of all.results) if (!ok) expect(text).toContain('没有可用的操作员账号')
  expect((await reminded({ storeIds: [guanqian] })).results).toMatchObject([{ target: '示例大药房观前店', ok: true }])
  const { items: news } = await shelf.clerk.ok(message.paged, { tab: 'unread' })
  expect(news.filter(({ title }) => title.startsWith('请处理目录差异')).length).toBe(1)
  expect((await shelf.area.send(menuDiff.remindAll, { keyword: '没有这家' })).resultNotice?.error).toContain(
    '有待对照商品的门店',
  )
})

test('an area without a catalogue is said so instead of calling everything invalid', async () => {
  const nanjing = await shelf.server.as('area', { areaCode: '320100' })
  const done = await shelf.ended((await nanjing.ok(menuDiff.recompute)).progressId, nanjing)
  expect(done.results[0]!.text).toContain('本区划还没有目录')
  expect((await nanjing.ok(menuDiff.paged)).total).toBe(0)
})
