import { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { queryCatalogue } from '../../centre/operations/catalogue.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { ask } from '../attendance/ask.ts'
import { toldOf } from '../organ/told.ts'
import { storeOf } from '../organisation/store.ts'
import { awaitGoods } from './await-goods.ts'
import { keepMappings } from './mapping.ts'
import { sendMappings } from './send-mappings.ts'
import { item, itemMapping, itemMappingFormer } from './tables.ts'
import { openShelf } from './test/shelf.ts'

// Goods that get another national code: the centre holds the former one until 3302 takes it back.

const storeId = storeIdOf('P32050100001')
const by = '李䶮'
const shelf = opened(() => openShelf(2500))
let codes: string[]
const db = () => shelf.server.deps.db
const here = and(eq(itemMapping.storeId, storeId), eq(itemMapping.ownCode, 'NEW1'))
beforeAll(async () => {
  await shelf.ended((await shelf.area.ok(catalogueMenu.downloadCatalogue)).progressId)
  const asked = { kind: '1301', validity: 'valid', mapping: 'unmapped', pageSize: 3 } as const
  codes = (await shelf.area.ok(catalogueMenu.getItemDirectoryByPage, asked)).items.map(({ code }) => code)
  const [like] = await db()
    .select()
    .from(item)
    .where(and(eq(item.areaCode, '320500'), eq(item.ownCode, '100001')))
  await db()
    .insert(item)
    .values({ ...like!, ownCode: 'NEW1', barCode: '', nationalCode: '' })
})
beforeEach(async () => {
  await shelf.centre.clearFaults()
  await take()
  expect([await atCentre(), await former()]).toEqual([[], []])
})

/** Nothing of the item is with the centre. */
const take = async () => {
  if (await db().$count(itemMapping, here)) await shelf.area.ok(catalogueMenu.unmatchItem, { ownCode: 'NEW1', storeId })
}
const shop = () => storeOf(shelf.server.deps, storeId)
const pair = (nationalCode: string) => ({ ownCode: 'NEW1', nationalCode, listType: '101' })
const send = async (nationalCode: string) => sendMappings(shelf.server.deps, await shop(), [pair(nationalCode)], by)
const atCentre = async () => {
  const filters = { fixmedins_code: 'P32050100001', medins_list_codg: 'NEW1' }
  const query = { since: '2000-01-01', page: 1, size: 100, filters }
  const rows = await ask(shelf.server.deps, await shop(), queryCatalogue('1317'), query)
  return rows.map((row) => row.med_list_codg)
}
const former = async () => (await db().select().from(itemMappingFormer)).map((row) => row.nationalCode)

test('another code follows at the centre, and the former one is taken back behind it', async () => {
  await send(codes[0]!)
  // The goods are never without: the new one is there when the former one goes.
  const seen = await shelf.centre.during(
    '3302',
    () => send(codes[1]!),
    async () => {
      expect(await former()).toEqual([codes[0]])
    },
  )
  expect(seen).toMatchObject({ left: '', failed: [] })
  expect([await atCentre(), await former()]).toEqual([[codes[1]], []])
})

test('a former code that the centre keeps is told and asked for again; while it stands the store has something there', async () => {
  await send(codes[0]!)
  await shelf.centre.fault({ fault: 'refuse', infno: '3302', text: '目录对照审核中，不能撤销' })
  const { left } = await send(codes[1]!)
  expect(left).toContain(`NEW1 原来的 ${codes[0]}（目录对照审核中，不能撤销）`)
  expect(await atCentre()).toEqual([...codes.slice(0, 2)].sort())
  expect(await former()).toEqual([codes[0]])
  expect(await toldOf(db(), storeId)).toContain('目录对照')
  expect((await send(codes[1]!)).left).toBe('')
  expect([await atCentre(), await former()]).toEqual([[codes[1]], []])
})

test('a lost answer leaves it open, and the next report finds it gone', async () => {
  await send(codes[0]!)
  await shelf.centre.fault({ fault: 'dropAfterBooking', infno: '3302' })
  expect((await send(codes[1]!)).left).toContain('医保中心没有答复')
  expect([await atCentre(), await former()]).toEqual([[codes[1]], [codes[0]]])
  expect((await send(codes[2]!)).left).toBe('')
  expect([await atCentre(), await former()]).toEqual([[codes[2]], []])
})

test('while the next code waits the goods live by the former one; who goes back to it loses nothing', async () => {
  await send(codes[0]!)
  await keepMappings({ db: db() }, await shop(), [pair(codes[1]!)], { state: 'waiting', by, at: new Date() })
  expect(await former()).toEqual([codes[0]])
  await sendMappings(shelf.server.deps, await shop(), [], by)
  expect(await atCentre()).toEqual([codes[0]])
  await send(codes[0]!)
  expect([await atCentre(), await former()]).toEqual([[codes[0]], []])
})

test('who takes the mapping back leaves nothing of the item with the centre', async () => {
  await send(codes[0]!)
  await keepMappings({ db: db() }, await shop(), [pair(codes[1]!)], { state: 'waiting', by, at: new Date() })
  await shelf.area.ok(catalogueMenu.unmatchItem, { ownCode: 'NEW1', storeId })
  expect([await atCentre(), await former()]).toEqual([[], []])
})

test('a store that is to report all anew remembers what it has told by another code', async () => {
  await send(codes[0]!)
  await db().update(item).set({ nationalCode: codes[1]! }).where(eq(item.ownCode, 'NEW1'))
  await awaitGoods(db(), await shop(), { by, at: new Date(), again: true })
  expect(await former()).toEqual([codes[0]])
  expect(await toldOf(db(), storeId)).toContain('目录对照')
  await send(codes[1]!)
  expect([await atCentre(), await former()]).toEqual([[codes[1]], []])
})

test('who went back to a former code while others were taken back keeps it', async () => {
  await send(codes[0]!)
  await send(codes[1]!)
  // What a list of before still names; the goods have it again.
  await db()
    .insert(itemMappingFormer)
    .values({ storeId, ...pair(codes[1]!) })
  await sendMappings(shelf.server.deps, await shop(), [], by, async () => {})
  expect([await atCentre(), await former()]).toEqual([[codes[1]], []])
})

test('a person who maps one item does not wait for what others have left', async () => {
  await db()
    .insert(itemMappingFormer)
    .values({ storeId, ...pair(codes[2]!), ownCode: 'OTHER' })
  await send(codes[0]!)
  expect(await former()).toEqual([codes[2]])
  await sendMappings(shelf.server.deps, await shop(), [], by, async () => {})
  expect(await former()).toEqual([])
})
