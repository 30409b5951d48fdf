import { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { menuDiff } from '@yibao/shared/calls/menu-diff.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { storeIdOf } from '../../../seed/organisation.ts'
import { whenPast } from '../../../test/clock.ts'
import { catalogueEntry, catalogueSource } from '../entry-tables.ts'
import { insuredOf } from '../insured.ts'
import { filesOf } from '../mapping.ts'
import { suggestFor } from '../suggest.ts'
import { item, menuDiffRun } from '../tables.ts'
import { openShelf } from '../test/shelf.ts'
import { compareDue } from './due.ts'

// National codes end with a year. Nobody presses 比对 at midnight.

const areaCode = '320500'
const day = 86_400_000
const guanqian = storeIdOf('P32050100001')
const code = 'XA00AAA000A001010100001'
const shelf = opened(() => openShelf(200))
const deps = () => shelf.server.deps
const today = () => formatDay(deps().clock())
const faults: unknown[] = []
const due = (ms = 0) => compareDue(ms ? whenPast(deps(), ms) : deps(), (fault) => faults.push(fault))

const entry = and(eq(catalogueEntry.areaCode, areaCode), eq(catalogueEntry.code, code))
const lasts = (days: Partial<{ beginDay: string; endDay: string }>) =>
  deps()
    .db.update(catalogueEntry)
    .set({ beginDay: '2020-01-01', endDay: '', ...days })
    .where(entry)
const notes = async () =>
  (await shelf.area.ok(menuDiff.paged, { pageSize: 500, storeId: guanqian, type: 'invalid' })).items
    .filter(({ ownCode }) => ownCode === '100001')
    .map(({ note }) => note)

beforeAll(async () => {
  await shelf.ended((await shelf.area.ok(catalogueMenu.downloadCatalogue)).progressId)
  const compared = await shelf.area.ok(menuDiff.recompute)
  await shelf.ended(compared.progressId)
})

test('a code that has ended, or begins later, is offered for nothing, taken for nothing and says nothing', async () => {
  const [goods] = await deps()
    .db.select()
    .from(item)
    .where(and(eq(item.areaCode, areaCode), eq(item.nationalCode, code)))
  const known = async () => {
    const { db } = deps()
    const found = (await suggestFor(db, areaCode, [goods!], today())).get(goods!.ownCode) ?? []
    return [
      found.some((one) => one.code === code),
      (await filesOf(deps(), areaCode, [code], today())).has(code),
      (await insuredOf(db, areaCode, [code], today())).has(code),
    ]
  }
  expect(await known()).toEqual([true, true, true])
  await lasts({ endDay: today() })
  expect(await known(), 'its last day').toEqual([true, true, true])
  await lasts({ endDay: addDays(today(), -1) })
  expect(await known(), 'the day after').toEqual([false, false, false])
  await lasts({ beginDay: addDays(today(), 1) })
  expect(await known(), 'the day before').toEqual([false, false, false])
  await lasts({})
})

test('each store that was compared once is compared again once in a day, and once behind a download', async () => {
  expect([await due(), faults]).toEqual([0, []])
  await lasts({ endDay: today() })
  expect([await due(), await notes()]).toEqual([0, []])
  const stores = (await deps().db.select().from(menuDiffRun)).length
  expect(stores).toBeGreaterThan(1)
  expect(await due(day)).toBe(stores)
  expect(await notes()).toEqual([`国家码已于 ${today()} 到期`])
  expect(await due(day)).toBe(0)
  // A download of the area, after that: not while it goes on.
  const source = and(eq(catalogueSource.areaCode, areaCode), eq(catalogueSource.kind, '1301'))
  const downloaded = (set: Partial<typeof catalogueSource.$inferInsert>) =>
    deps().db.update(catalogueSource).set(set).where(source)
  await downloaded({ state: 'running', updatedAt: new Date(Date.now() + day + 3_600_000) })
  expect(await due(day + 7_200_000)).toBe(0)
  await downloaded({ state: 'idle' })
  expect([await due(day + 7_200_000), await due(day + 7_200_000), faults]).toEqual([stores, 0, []])
})

test('of two nodes one compares a store; one that could not be compared is not said to have been', async () => {
  const both = await Promise.all([due(3 * day), due(3 * day)])
  expect(both[0]! + both[1]!).toBe((await deps().db.select().from(menuDiffRun)).length)
  const before = await deps().db.select().from(menuDiffRun).orderBy(menuDiffRun.storeId)
  const broken = { ...whenPast(deps(), 5 * day), db: failing(deps().db) }
  expect(await compareDue(broken, (fault) => faults.push(fault))).toBe(0)
  expect(faults).toHaveLength(before.length)
  expect(await deps().db.select().from(menuDiffRun).orderBy(menuDiffRun.storeId)).toEqual(before)
})

/** A database in which no transaction goes through. */
const failing = (db: ReturnType<typeof deps>['db']): typeof db =>
  new Proxy(db, {
    get: (target, name) =>
      name === 'transaction' ? () => Promise.reject(new Error('gone')) : Reflect.get(target, name, target),
  })
