import { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { menuDiff } from '@yibao/shared/calls/menu-diff.ts'
import { importing } from '@yibao/shared/calls/transfer.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { storeIdOf } from '../../../seed/organisation.ts'
import { testClock } from '../../../test/kit.ts'
import { tryImport } from '../../../test/try-import.ts'
import { xlsxBytes } from '../../../xlsx/write.ts'
import { storeOf } from '../../organisation/store.ts'
import { tellTime } from '../../settlement/test/counter.ts'
import { heldByCentre } from '../held.ts'
import { item, itemMapping } from '../tables.ts'
import { openShelf } from '../test/shelf.ts'

// What is told to the centre of a store's goods, by a press on a difference or from a sheet, and what is not.

const areaCode = '320500'
const [guanqian, pingjiang] = [storeIdOf('P32050100001'), storeIdOf('P32050100002')]
const amoxicillin = 'XA00AAA000A001010100001'
/** Valid, and nobody's. */
let free: string[]
const shelf = opened(() => openShelf(2500, { clock: testClock() }))
const own = (ownCode: string) => and(eq(item.areaCode, areaCode), eq(item.ownCode, ownCode))
const added = ['LIKE', 'ODD', 'GONE', 'LONG', 'M1', 'M2', 'M3']

beforeAll(async () => {
  await shelf.ended((await shelf.area.ok(catalogueMenu.downloadCatalogue)).progressId)
  const asked = { kind: '1301', validity: 'valid', mapping: 'unmapped', pageSize: 10 } as const
  free = (await shelf.area.ok(catalogueMenu.getItemDirectoryByPage, asked)).items.map(({ code }) => code)
})
beforeEach(async () => {
  const { db } = shelf.server.deps
  await db.delete(itemMapping).where(inArray(itemMapping.ownCode, added))
  await db.delete(item).where(and(eq(item.areaCode, areaCode), inArray(item.ownCode, added)))
  const [like] = await db.select().from(item).where(own('100001'))
  const bare = { ...like!, barCode: '', nationalCode: '' }
  await db.insert(item).values(added.map((ownCode) => ({ ...bare, ownCode })))
  // The name of a drug of the catalogue, everything else another thing's.
  const other = { spec: '㐂', producer: '䶮𠮷厂', dosageForm: '丹' }
  await db.update(item).set(other).where(own('ODD'))
  await db.update(item).set({ nationalCode: 'NOCODE' }).where(own('GONE'))
  await compare()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await answers()
})

/** The centre answers again. */
const answers = async () => {
  await shelf.centre.clearFaults()
  await tellTime(shelf.centre, shelf.server.deps.clock())
}

const compare = async () => shelf.ended((await shelf.area.ok(menuDiff.recompute)).progressId)
const found = async (more = {}) =>
  (await shelf.area.ok(menuDiff.paged, { pageSize: 500, storeId: guanqian, ...more })).items
const rowOf = async (keyword: string, more = {}) => (await found({ keyword, ...more }))[0]!
const handle = (ids: string[], more: { action: 'accept' | 'unmap'; nationalCode?: string }) =>
  shelf.area.ok(menuDiff.handle, { ids, ...more })
const mappingOf = async (ownCode: string, storeId = guanqian) => {
  const here = and(eq(itemMapping.storeId, storeId), eq(itemMapping.ownCode, ownCode))
  return (await shelf.server.deps.db.select().from(itemMapping).where(here))[0]
}
const billed = async (ownCode: string) =>
  (await shelf.server.deps.db.select().from(item).where(own(ownCode)))[0]!.nationalCode
const atCentre = async (ownCode: string, nationalCode: string) =>
  heldByCentre(shelf.server.deps, await storeOf(shelf.server.deps, guanqian), { ownCode, nationalCode })
const waits = (ownCodes: string[], storeId = guanqian, nationalCode = amoxicillin) =>
  shelf.server.deps.db.insert(itemMapping).values(
    ownCodes.map((ownCode) => ({
      ...{ storeId, ownCode, nationalCode, listType: '101', state: 'waiting' as const },
      ...{ by: '李䶮', message: '', at: shelf.server.deps.clock() },
    })),
  )
const tellWaiting = async (more = {}) =>
  shelf.ended((await shelf.area.ok(catalogueMenu.importMatches, more)).progressId)
/** How often a message goes out from now on. */
const counted = (infno: string) => {
  const sent = vi.spyOn(shelf.server.deps.services.centre.of(areaCode), 'exchange')
  return () => sent.mock.calls.filter((args) => args[1] === infno).length
}

test('of many ticked rows those are told whose suggestion is alike enough; a guess is not, and what is mapped stays in the list', async () => {
  const odd = await rowOf('ODD')
  expect(odd).toMatchObject({ type: 'unmapped', note: '没有足够相近的国家码，请手工选择', acceptable: false })
  expect(odd.candidates[0]!.similarity).toBeLessThan(70)
  const gone = await rowOf('GONE')
  expect(gone).toMatchObject({ type: 'invalid', acceptable: true })
  const like = await rowOf('LIKE')
  expect(like).toMatchObject({ type: 'mappable', acceptable: true })
  const [differs] = await found({ type: 'differs' })
  const [dear] = await found({ type: 'overCap' })
  expect([differs!.acceptable, dear!.acceptable]).toEqual([false, false])
  const sent = counted('3301')
  const told = await handle(
    [odd, gone, like, differs!, dear!].map(({ id }) => id),
    { action: 'accept' },
  )
  expect([told.done, told.failed, sent()]).toEqual([2, 3, 1])
  expect(told.text).toContain('ODD 没有足够相近的国家码，没有上报：请按「对照」选择')
  expect(told.text).toContain(`${differs!.ownCode} 已对照，没有上报`)
  expect([await billed('ODD'), await mappingOf('ODD'), await rowOf('ODD')]).toEqual(['', undefined, odd])
  expect([await billed('LIKE'), await billed('GONE')]).toEqual([amoxicillin, gone.candidates[0]!.code])
  expect([await rowOf('LIKE'), await rowOf('GONE')]).toEqual([undefined, undefined])
  const left = (await found()).map(({ id }) => id)
  expect(left).toEqual(expect.arrayContaining([differs!.id, dear!.id]))
  // Chosen by a person it is told, whatever it is like.
  const chosen = { action: 'accept', nationalCode: odd.candidates[0]!.code } as const
  expect(await handle([odd.id], chosen)).toMatchObject({ done: 1, failed: 0 })
  expect(await billed('ODD')).toBe(chosen.nationalCode)
})

test('a code that is told once more leaves what was found beside it; another one takes it off the list', async () => {
  const [dear] = await found({ type: 'overCap' })
  const { ownCode, code } = dear!
  const map = (nationalCode: string) =>
    shelf.area.ok(catalogueMenu.matchItem, { ownCode, nationalCode, storeId: guanqian })
  const shown = async () => (await found({ type: 'overCap' })).filter((row) => row.ownCode === ownCode)
  await map(code)
  expect(await shown()).toEqual([dear])
  await map(free[0]!)
  expect(await shown()).toEqual([])
  await map(code)
  await compare()
  expect(await shown()).toMatchObject([{ code }])
})

test('the code that was shown is withdrawn, and no other that came in its place', async () => {
  const [dear] = await found({ type: 'overCap' })
  const { id, ownCode, code } = dear!
  const shop = { ownCode, storeId: guanqian }
  await shelf.server.deps.db.delete(itemMapping).where(eq(itemMapping.ownCode, ownCode))
  await waits([ownCode], guanqian, free[1])
  await tellWaiting()
  expect((await found({ type: 'overCap' })).find((row) => row.id === id)).toMatchObject({ code, mapped: true })
  const told = await handle([id], { action: 'unmap' })
  expect(told).toMatchObject({ done: 0, failed: 1, text: expect.stringContaining(`对照到 ${free[1]}，没有撤销`) })
  expect([await billed(ownCode), await atCentre(ownCode, free[1]!)]).toEqual([free[1], true])
  // Compared meanwhile, the row has the same number and another code than the one a screen still shows.
  const gone = await rowOf('GONE')
  await shelf.server.deps.db.update(item).set({ nationalCode: amoxicillin }).where(own('GONE'))
  await compare()
  const now = await rowOf('GONE')
  expect([gone.code, now.code, now.mapped]).toEqual(['NOCODE', amoxicillin, true])
  const stale = await handle([now.id], { action: 'unmap', nationalCode: 'NOCODE' })
  expect(stale).toMatchObject({ done: 0, text: expect.stringContaining('没有撤销') })
  await shelf.area.ok(catalogueMenu.matchItem, { ...shop, nationalCode: code })
})

test('a sheet that names what the centre has lets only what is new wait', async () => {
  await shelf.area.ok(catalogueMenu.matchItem, { ownCode: 'M1', nationalCode: amoxicillin, storeId: guanqian })
  const columns = ['商品编码 *', '国家码 *'].map((title) => ({ title, width: 20 }))
  const bringIn = async (rows: string[][]) => {
    const sheet = await xlsxBytes([{ name: '对照', columns, rows: [rows] }])
    const { result } = await tryImport(shelf.server, shelf.clerk, { importType: 'itemMapping' }, sheet)
    expect(result!.errors).toEqual([])
    await shelf.ended((await shelf.clerk.ok(importing.run, { importId: result!.importId })).progressId, shelf.clerk)
  }
  const before = await mappingOf('M1')
  await bringIn([
    ['M1', amoxicillin],
    ['M2', amoxicillin],
  ])
  expect([await mappingOf('M1'), (await mappingOf('M2'))!.state]).toEqual([before, 'waiting'])
  expect((await tellWaiting()).text).toBe('已上报 1 条对照')
  // The same sheet once more has nothing to tell; another code of it has.
  await bringIn([['M1', amoxicillin]])
  expect((await shelf.clerk.send(catalogueMenu.importMatches)).resultNotice?.error).toContain('没有等待上报的对照')
  await bringIn([['M1', free[2]!]])
  expect(await mappingOf('M1')).toMatchObject({ state: 'waiting', nationalCode: free[2] })
})

test('why a mapping was not taken stands with its difference, be it the centre or the form that says so; put right it is sent again', async () => {
  await shelf.server.deps.db
    .update(item)
    .set({ dosageForm: '长'.repeat(300) })
    .where(own('LONG'))
  await waits(['LONG', 'M1', 'M2'], guanqian, free[3])
  // What stands beside the long dosage form is held back here with it, and then sent alone.
  await shelf.centre.fault({ fault: 'refuse', text: '不在支付范围', infno: '3301', times: 1 })
  const told = await tellWaiting()
  expect(told.error).toContain('已上报 1 条，2 条没有上报。被拒绝的，重新比对后在「目录差异」各行的说明中写有原因')
  const states = async () => Promise.all(['LONG', 'M1', 'M2'].map(async (code) => (await mappingOf(code))?.state))
  expect(await states()).toEqual(['refused', 'refused', 'sent'])
  await compare()
  expect((await rowOf('LONG')).note).toMatch(/；上报国家码 \w+ 被拒绝：.*超过长度/)
  expect((await rowOf('M1')).note).toContain(`；上报国家码 ${free[3]} 被拒绝：不在支付范围`)
  // What is wrong is not sent in vain with every sheet.
  expect((await shelf.area.send(catalogueMenu.importMatches)).statusCode).toBe(409)
  await shelf.server.deps.db.update(item).set({ dosageForm: '丹䶮' }).where(own('LONG'))
  expect((await tellWaiting({ refused: true })).text).toBe('已上报 2 条对照')
  expect(await states()).toEqual(['sent', 'sent', 'sent'])
  expect((await mappingOf('M1'))!.message).toBe('')
})

test('what was refused once does not rebill goods that were mapped otherwise meanwhile, nor come back under a code the catalogue gave up', async () => {
  const { db } = shelf.server.deps
  // A sheet's code for both stores, and both refused; then a person gives the goods another one at the first.
  for (const storeId of [guanqian, pingjiang]) await waits(['M1', 'M2', 'M3'], storeId, free[4])
  await db
    .update(itemMapping)
    .set({ state: 'refused', message: '不在支付范围' })
    .where(inArray(itemMapping.ownCode, added))
  const meant = { ownCode: 'M1', nationalCode: amoxicillin, storeId: guanqian }
  await shelf.area.ok(catalogueMenu.matchItem, meant)
  await db.update(itemMapping).set({ nationalCode: 'XA99GONE' }).where(eq(itemMapping.ownCode, 'M3'))
  const told = await tellWaiting({ refused: true })
  const stale = (count: number) => `${count} 条被拒绝过的不再上报：商品已对照别的国家码，或目录中没有这个有效的国家码`
  expect(told.text).toContain(`已上报 2 条对照，${stale(3)}`)
  expect(
    told.results
      .filter(({ ok }) => !ok)
      .map(({ text }) => text.slice(0, 12))
      .sort(),
  ).toEqual([stale(1).slice(0, 12), stale(2).slice(0, 12)])
  expect(await Promise.all(['M1', 'M2', 'M3'].map(billed))).toEqual([amoxicillin, free[4], ''])
  expect(await mappingOf('M1', pingjiang)).toMatchObject({ state: 'refused', nationalCode: free[4] })
  const there = await storeOf(shelf.server.deps, pingjiang)
  const held = (ownCode: string) => heldByCentre(shelf.server.deps, there, { ownCode, nationalCode: free[4]! })
  expect([await held('M1'), await held('M2')]).toEqual([false, true])
})

test('nor does what still waits: a sheet of before a person chose otherwise at another store; a newer sheet is the last word', async () => {
  const { db } = shelf.server.deps
  await waits(['M1', 'M2', 'M3'], pingjiang, free[4])
  const before = new Date(shelf.server.deps.clock().getTime() - 60_000)
  await db
    .update(itemMapping)
    .set({ at: before })
    .where(inArray(itemMapping.ownCode, ['M1', 'M2']))
  const after = new Date(shelf.server.deps.clock().getTime() + 60_000)
  await db.update(itemMapping).set({ at: after }).where(eq(itemMapping.ownCode, 'M3'))
  for (const ownCode of ['M1', 'M3'])
    await shelf.area.ok(catalogueMenu.matchItem, { ownCode, nationalCode: amoxicillin, storeId: guanqian })
  const told = await tellWaiting()
  expect(told.text).toContain('已上报 2 条对照，1 条表格里的不再上报：导入后商品已另选国家码')
  expect(await Promise.all(['M1', 'M2', 'M3'].map(billed))).toEqual([amoxicillin, free[4], free[4]])
  expect(await mappingOf('M1', pingjiang)).toMatchObject({
    ...{ state: 'refused', nationalCode: free[4], message: `导入后商品已另选国家码 ${amoxicillin}，没有上报` },
  })
  const there = await storeOf(shelf.server.deps, pingjiang)
  expect(await heldByCentre(shelf.server.deps, there, { ownCode: 'M1', nationalCode: free[4]! })).toBe(false)
  // It waits no more.
  expect((await shelf.area.send(catalogueMenu.importMatches)).statusCode).toBe(409)
})

test.each([
  ['last', guanqian, pingjiang],
  ['first', pingjiang, guanqian],
])('of two sheets the newer one is the last word, also where its store is told %s', async (_, older, newer) => {
  const { db } = shelf.server.deps
  const now = shelf.server.deps.clock().getTime()
  for (const [storeId, code, ago] of [
    [older, free[4], 60_000],
    [newer, free[3], 30_000],
  ] as const) {
    await waits(['M1'], storeId, code)
    await db
      .update(itemMapping)
      .set({ at: new Date(now - ago) })
      .where(and(eq(itemMapping.ownCode, 'M1'), eq(itemMapping.storeId, storeId)))
  }
  await tellWaiting()
  expect(await mappingOf('M1', newer)).toMatchObject({ state: 'sent', nationalCode: free[3] })
  expect(await billed('M1')).toBe(free[3])
})

test('a silent centre is asked once, not once for each hundred, each half and each store of its area', async () => {
  const hundreds = Array.from({ length: 250 }, (_, i) => `H${i}`)
  const { db } = shelf.server.deps
  const [like] = await db.select().from(item).where(own('LIKE'))
  await db.insert(item).values(hundreds.map((ownCode) => ({ ...like!, ownCode })))
  await waits(hundreds)
  await waits(['M1'], pingjiang)
  const sent = counted('3301')
  await shelf.centre.fault({ fault: 'dropBeforeBooking', infno: '3301', times: 0 })
  const told = await tellWaiting()
  expect([sent(), told.error]).toEqual([1, '已上报 0 条，251 条没有上报'])
  expect(told.results.map(({ text }) => text).sort()).toEqual([
    '1 条没有上报：医保中心没有答复，还没有发出，请稍后再次上报',
    '250 条没有上报：H0 医保中心没有答复，不知道是否已对照，再次上报不会重复',
  ])
  expect((await mappingOf('H249'))!.state).toBe('waiting')
  // Halved for the sake of one that is wrong, and silent then: what is left of the halves is not sent.
  await db
    .update(item)
    .set({ name: '长'.repeat(300) })
    .where(own('H0'))
  await tellWaiting()
  expect([sent(), (await mappingOf('H0'))!.state, (await mappingOf('H1'))!.state]).toEqual([2, 'refused', 'waiting'])
  await db.delete(itemMapping).where(inArray(itemMapping.ownCode, hundreds))
  await db.delete(item).where(and(eq(item.areaCode, areaCode), inArray(item.ownCode, hundreds)))
})

test.each(['3301', '3302'] as const)('rows of several stores wait for a silent centre once (%s)', async (infno) => {
  const ids = await Promise.all(
    [guanqian, pingjiang].map(async (storeId) => {
      if (infno === '3301') return (await rowOf('LIKE', { storeId })).id
      return (await found({ storeId, type: 'differs' }))[0]!.id
    }),
  )
  const sent = counted(infno)
  await shelf.centre.fault({ fault: 'dropBeforeBooking', infno, times: 0 })
  const told = await handle(ids, { action: infno === '3301' ? 'accept' : 'unmap' })
  expect([told.done, told.failed, sent()]).toEqual([0, 2, 1])
  expect(told.text).toMatch(/不知道.*是否已.*；.*医保中心没有答复，还没有发出/)
  expect(await billed('LIKE')).toBe('')
})
