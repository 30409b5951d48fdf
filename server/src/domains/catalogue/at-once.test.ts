import { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import type { Database } from '../../database/open.ts'
import { seedId, storeIdOf } from '../../seed/organisation.ts'
import { untilWaiting } from '../../test/locks.ts'
import { usual } from '../../test/postgres.ts'
import { storeOf } from '../organisation/store.ts'
import { store } from '../organisation/tables.ts'
import { itemOf } from './mapping.ts'
import { sendMappings } from './send-mappings.ts'
import { item, itemMapping } from './tables.ts'
import { openShelf } from './test/shelf.ts'
import { withdrawMapping } from './withdraw.ts'

// Two stores of a company, or two persons of a store, at the mapping of one item at the same moment.

const areaCode = '320500'
const [guanqian, pingjiang] = [storeIdOf('P32050100001'), storeIdOf('P32050100002')]
const right = 'XA00AAA000A001010100001'
/** Of the same company and area. */
const third = seedId(1, 77)
let wrong: string
const shelf = opened(() => openShelf(2500))
beforeAll(async () => {
  await shelf.ended((await shelf.area.ok(catalogueMenu.downloadCatalogue)).progressId)
  const asked = { kind: '1301', validity: 'valid', mapping: 'unmapped', pageSize: 1 } as const
  wrong = (await shelf.area.ok(catalogueMenu.getItemDirectoryByPage, asked)).items[0]!.code
  const [like] = await shelf.server.deps.db.select().from(item).where(of('100001'))
  const bare = { ...like!, barCode: '', nationalCode: '' }
  const [shop] = await shelf.server.deps.db.select().from(store).where(eq(store.id, pingjiang))
  await shelf.server.deps.db.insert(store).values({ ...shop!, id: third, fixmedinsCode: 'P32050100077' })
  await shelf.server.deps.db.insert(item).values(['NEW1', 'NEW2'].map((ownCode) => ({ ...bare, ownCode })))
})
beforeEach(async () => {
  const { db } = shelf.server.deps
  await db.delete(itemMapping).where(inArray(itemMapping.ownCode, ['NEW1', 'NEW2']))
  await db.update(item).set({ nationalCode: '' }).where(of('NEW1'))
})

const of = (ownCode: string) => and(eq(item.areaCode, areaCode), eq(item.ownCode, ownCode))
const billed = async () => (await shelf.server.deps.db.select().from(item).where(of('NEW1')))[0]!.nationalCode
const holders = async () => {
  const rows = await shelf.server.deps.db.select().from(itemMapping).where(eq(itemMapping.ownCode, 'NEW1'))
  return Object.fromEntries(rows.map(({ storeId, nationalCode }) => [storeId, nationalCode]))
}
const map = (storeId: string, nationalCode: string) =>
  shelf.area.ok(catalogueMenu.matchItem, { ownCode: 'NEW1', storeId, nationalCode })
/** A mapping that a store has at its centre. */
const told = (storeId: string, nationalCode: string, at: Date | null) =>
  shelf.server.deps.db
    .insert(itemMapping)
    .values({ ownCode: 'NEW1', listType: '101', state: 'sent', storeId, nationalCode, at })
const takeBack = (storeId: string) => shelf.area.ok(catalogueMenu.unmatchItem, { ownCode: 'NEW1', storeId })

/** The same parts of the server, whose transactions stay open behind their last statement until they are told to end. */
const keptOpen = () => {
  const { deps } = shelf.server
  let end = () => {}
  const mayEnd = new Promise<void>((resolve) => {
    end = resolve
  })
  let reached = () => {}
  const done = new Promise<void>((resolve) => {
    reached = resolve
  })
  const transaction: Database['transaction'] = (work, config) =>
    deps.db.transaction(async (tx) => {
      const result = await work(tx)
      reached()
      await mayEnd
      return result
    }, config)
  const db = new Proxy(deps.db, {
    get: (target, name) => {
      const value: unknown = name === 'transaction' ? transaction : Reflect.get(target, name)
      return typeof value === 'function' && name !== 'transaction' ? value.bind(target) : value
    },
  })
  return { deps: { ...deps, db }, done, end }
}

test('what a store maps anew while its withdrawal is on its way stays, and is what the goods are billed by', async () => {
  await map(guanqian, right)
  await shelf.centre.during(
    '3302',
    () => takeBack(guanqian),
    () => map(guanqian, wrong),
  )
  expect([await holders(), await billed()]).toEqual([{ [guanqian]: wrong }, wrong])
})

test('the code that another store maps meanwhile is the last word, also where a third one holds the code of before', async () => {
  await map(guanqian, right)
  await told(third, right, new Date())
  await shelf.centre.during(
    '3302',
    () => takeBack(guanqian),
    () => map(pingjiang, wrong),
  )
  expect(await billed()).toBe(wrong)
})

test('the one that mapped last names the goods: who never wrote when comes behind, and another area has no word', async () => {
  await map(pingjiang, right)
  await map(guanqian, wrong)
  await told(third, 'OLD', null)
  await told(storeIdOf('P32010200001'), 'ELSEWHERE', new Date('2200-01-01'))
  await takeBack(guanqian)
  expect(await billed()).toBe(right)
})

test.skipIf(usual !== 'postgres')('two stores that take one code back at once leave the goods without it', async () => {
  await map(pingjiang, right)
  await map(guanqian, right)
  const open = keptOpen()
  const shop = await storeOf(shelf.server.deps, pingjiang)
  const first = withdrawMapping(open.deps, shop, await itemOf(shelf.server.deps, shop, 'NEW1'))
  await open.done
  const second = takeBack(guanqian)
  await untilWaiting(shelf.server.deps.db, 1).finally(open.end)
  await Promise.all([first, second])
  expect([await holders(), await billed()]).toEqual([{}, ''])
})

test.skipIf(usual !== 'postgres')(
  'stores that map the same goods in another order do not wait for each other',
  async () => {
    const { deps } = shelf.server
    const pair = (ownCode: string) => ({ ownCode, nationalCode: right, listType: '101' })
    const open = keptOpen()
    const [here, there] = [await storeOf(deps, guanqian), await storeOf(deps, pingjiang)]
    const first = sendMappings(open.deps, here, [pair('NEW1')], '李䶮')
    await open.done
    const second = sendMappings(deps, there, [pair('NEW2'), pair('NEW1')], '李䶮')
    await untilWaiting(deps.db, 1)
    // What the one that waits has not touched yet is free for whoever goes through the goods in their order.
    const free = deps.db.transaction((tx) => tx.select().from(item).where(of('NEW2')).for('update', { noWait: true }))
    await free.finally(open.end)
    await Promise.all([first, second])
    expect(await holders()).toEqual({ [guanqian]: right, [pingjiang]: right })
  },
)
