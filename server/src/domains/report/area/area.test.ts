import { report } from '@yibao/shared/calls/dashboard.ts'
import { organ } from '@yibao/shared/calls/organ.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { addDays, addMonths, formatDay } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { storeIdOf } from '../../../seed/organisation.ts'
import { databases, startTestServer, testClock } from '../../../test/kit.ts'
import { type OrderValues, sold } from '../../../test/orders.ts'
import { signIn } from '../../attendance/tables.ts'
import { catalogueSource } from '../../catalogue/entry-tables.ts'
import { menuDiffRun } from '../../catalogue/tables.ts'
import { dictionaryAreaItem } from '../../dictionary/tables.ts'
import { order } from '../../order/tables.ts'
import { agent, store } from '../../organisation/tables.ts'
import { reconDifference, reconGroup } from '../../reconciliation/tables.ts'

const guanqian = storeIdOf('P32050100001')
const changsha = storeIdOf('P43010200001')

describe.each(databases)('on %s', (database) => {
  const clock = testClock()
  let stores: { id: string; name: string }[]
  const server = opened(() => startTestServer({ clock, database }))
  beforeAll(async () => {
    stores = await server.deps.db.select().from(store).where(eq(store.areaCode, '320500')).orderBy(store.fixmedinsCode)
  })

  const seen = async (areaCode = '320500') => (await server.as('area', { areaCode })).ok(report.areaDashboard)
  /** Of who has every area and chose none. */
  const everywhere = async () => (await server.as('admin')).ok(report.areaDashboard)
  const yesterday = addDays(formatDay(clock()), -1)

  test('a clerk has no area', async () => {
    expect((await (await server.as('clerk')).send(report.areaDashboard)).statusCode).toBe(403)
  })

  test('an area in which nothing has happened yet', async () => {
    await server.deps.db.delete(agent)
    const { centre, latency, books, ranking, worst, versions } = await seen()
    expect(centre).toEqual({ calls: 0, refused: 0, unanswered: 0, p95: undefined, faults: [] })
    expect({ latency, ranking, worst }).toEqual({ latency: [], ranking: [], worst: [] })
    expect(books).toEqual({
      stores: 0,
      unequal: 0,
      unfinished: 0,
      differences: 0,
      pending: 0,
      unknown: 0,
      unclaimed: '0.00',
    })
    expect(versions).toMatchObject({ catalogue: 13, mapping: 0, clients: 0 })
  })

  test('which shops can sell: heard of within 3 minutes, and a person signed in today', async () => {
    const first = await seen()
    expect(first.stores).toMatchObject({ total: stores.length, online: 0, unsigned: stores.length })
    expect(first.stores.away.map(({ name }) => name)).toEqual(stores.map(({ name }) => name).slice(0, 5))
    const now = clock()
    const heard = { publicKey: 'k', enrolledAt: now, lastSeenAt: now }
    const late = new Date(now.getTime() - 181_000)
    await server.deps.db.insert(agent).values([
      { id: 'a1', storeIds: [guanqian, changsha], ...heard },
      { id: 'a2', storeIds: stores.map(({ id }) => id), ...heard, lastSeenAt: late },
    ])
    const signed = {
      operatorNo: 'x',
      userId: 'u',
      operatorName: '李店员',
      signNo: 's',
      mac: '',
      ip: '',
      signedInAt: now,
    }
    await server.deps.db
      .insert(signIn)
      .values([
        { id: 's1', storeId: guanqian, day: formatDay(now), ...signed },
        { id: 's2', storeId: changsha, day: formatDay(now), ...signed },
        { id: 's3', storeId: guanqian, day: formatDay(now), ...signed, operatorNo: 'SYS', system: true },
        ...stores.slice(1).map(({ id }, i) => ({ id: `y${i}`, storeId: id, day: yesterday, ...signed })),
      ])
    const { online, unsigned, away } = (await seen()).stores
    expect([online, unsigned]).toEqual([1, stores.length - 1])
    expect(away.map(({ id }) => id)).toEqual(stores.flatMap(({ id }) => (id === guanqian ? [] : [id])).slice(0, 5))
    expect((await everywhere()).stores.online).toBe(2)
    // A store with a program that answers and an old one that does not can sell.
    await server.deps.db.insert(agent).values({ id: 'a3', storeIds: [guanqian], ...heard, lastSeenAt: late })
    const client = await server.as('area', { areaCode: '320500' })
    const offline = await client.ok(organ.pullOrgans, { state: 'open', online: false, pageSize: 100 })
    expect(offline.total).toBe(stores.length - online)
    expect(offline.items.map(({ id, online }) => [id, online])).toEqual(
      stores.flatMap(({ id }) => (id === guanqian ? [] : [[id, false]])),
    )
    expect((await client.ok(organ.pullOrgans, { online: true })).items).toMatchObject([{ id: guanqian, online: true }])
  })

  test('where money is at risk: unequal, not compared, unknown; the worst first, foreign ones never', async () => {
    const group = { areaCode: '320500', day: yesterday, clrOptins: '1', insutype: '310', clrType: '1', at: clock() }
    const sums = { count: 1, total: 1, fund: 0, account: 0, cash: 1 }
    await server.deps.db.insert(reconGroup).values([
      { id: 'g1', storeId: guanqian, state: '3', ...group, ...sums },
      { id: 'g2', storeId: guanqian, state: '2', ...group, ...sums, insutype: '390' },
      { id: 'g3', storeId: changsha, state: '3', ...group, ...sums },
    ])
    const difference = { groupId: 'g1', class: 'amounts', msgid: '', day: yesterday }
    await server.deps.db.insert(reconDifference).values([
      { id: 'd1', storeId: guanqian, ...difference },
      { id: 'd2', storeId: guanqian, ...difference },
      { id: 'd3', storeId: guanqian, ...difference, handledAt: clock() },
      { id: 'd4', storeId: guanqian, ...difference, groupId: 'g0', day: addDays(yesterday, -40) },
      { id: 'd5', storeId: changsha, ...difference, groupId: 'g3' },
      { id: 'd6', storeId: guanqian, ...difference, voided: true },
    ])
    const other = stores.find(({ id }) => id !== guanqian)!
    const before = new Date(clock().getTime() - 86_400_000)
    const sell = (storeId: string, values: OrderValues = {}) =>
      sold(server.deps, { storeId, total: 1000, insutype: null, ...values })
    await sell(guanqian, { state: 'unknown' })
    await sell(changsha, { state: 'unknown' })
    const { id: early } = await sell(other.id, { settledAt: before })
    await sell(other.id)
    await sell(guanqian, { total: 9900 })
    // Of closed months in no application: three of them, and no other area's.
    const claim = { total: 1000, fundTotal: 4200, cash: 0, insutype: '310', clrOptins: '320500', clrType: '41' }
    const inMonth = (back: number) => new Date(`${addMonths(lastMonth(clock()), -back)}-01T12:00:00+08:00`)
    await sell(guanqian, { ...claim, settledAt: inMonth(0) })
    await sell(other.id, { ...claim, settledAt: inMonth(2), fundTotal: 50 })
    await sell(guanqian, { ...claim, settledAt: inMonth(3) })
    await sell(changsha, { ...claim, settledAt: inMonth(0) })
    // The sum of the months is the one of the last minutes, each scope's own: what was read before is over by then.
    clock.advance(300_000)
    const { books, worst, ranking } = await seen()
    expect(books).toEqual({
      stores: 1,
      unequal: 1,
      unfinished: 1,
      differences: 2,
      pending: 2,
      unknown: 1,
      unclaimed: '42.50',
    })
    await sell(guanqian, { ...claim, settledAt: inMonth(1), fundTotal: 8 })
    clock.advance(299_999)
    expect((await seen()).books.unclaimed, 'not summed at each look').toBe('42.50')
    expect((await everywhere()).books.unclaimed).toBe('84.58')
    clock.advance(1)
    expect((await seen()).books.unclaimed).toBe('42.58')
    // A later run of the store did not end: what the earlier one found is open all the same.
    await server.deps.db.update(reconGroup).set({ state: '5' }).where(eq(reconGroup.id, 'g1'))
    expect((await seen()).books).toMatchObject({ unequal: 1, unfinished: 2, differences: 2 })
    // Nothing was sold there yesterday, but something of before was taken back.
    const back = { settledAt: new Date(before.getTime() - 86_400_000), reversedBy: '2103' as const, reversedAt: before }
    await server.deps.db.update(order).set(back).where(eq(order.id, early))
    expect((await seen()).books, 'a reversal is to be reconciled too').toMatchObject({ unequal: 1, unfinished: 2 })
    // What was booked after its night under another insurance, at a store whose other groups are all compared.
    const compared = { ...group, insutype: '', clrOptins: '320500', clrType: '41' }
    await server.deps.db.insert(reconGroup).values({ id: 'g4', storeId: other.id, state: '2', ...compared, ...sums })
    expect((await seen()).books).toMatchObject({ stores: 2, unfinished: 1 })
    const rare = { insutype: '340', settledAt: before }
    await sell(other.id, rare)
    expect((await seen()).books, 'nobody compared it').toMatchObject({ stores: 2, unfinished: 2 })
    await sell(guanqian, rare)
    expect((await seen()).books, 'a store is counted once').toMatchObject({ unfinished: 2 })
    expect(worst).toEqual([{ id: guanqian, name: '示例大药房观前店', open: 2, handled: 1 }])
    expect(ranking.map(({ name, total }) => [name, total])).toEqual([
      ['示例大药房观前店', '99.00'],
      [other.name, '10.00'],
    ])
  })

  test('how the centre of the area answers, and when it did not', async () => {
    const { meter } = server.deps.services
    const say = (kind: 'booked' | 'timeout', ms: number, areaCode = '320500') =>
      meter.count(
        areaCode,
        '2102',
        kind === 'booked'
          ? { kind, output: {}, refMsgid: '', ms }
          : { kind: 'unknown', reason: 'timeout', detail: '', ms },
      )
    for (let n = 0; n < 9; n++) say('booked', 100)
    say('timeout', 30_000)
    say('timeout', 30_000, '430100')
    await meter.flush()
    const { centre, latency } = await seen()
    expect(centre).toMatchObject({
      calls: 10,
      refused: 0,
      unanswered: 1,
      faults: [{ text: '等待医保中心应答超时', times: 1 }],
    })
    expect(centre.p95).toBeGreaterThanOrEqual(30_000)
    expect(latency).toMatchObject([{ calls: 10, unanswered: 1 }])
    expect((await everywhere()).centre).toMatchObject({ calls: 11, unanswered: 2 })
    expect((await seen('320100')).centre.calls).toBe(0)
  })

  test('who is behind: a file that failed or is not whole, shops mapped to codes that ended', async () => {
    const source = { areaCode: '320500', version: 'F001', updatedAt: clock() }
    await server.deps.db.delete(catalogueSource)
    await server.deps.db.insert(catalogueSource).values([
      { kind: '1301', ...source },
      { kind: '1302', ...source, state: 'failed' },
      { kind: '1303', ...source, fileRows: 9, fileDone: 3 },
      { kind: '1318', ...source },
      { kind: '1301', ...source, areaCode: '430100' },
    ])
    const run = { items: 9, mapped: 9, unmapped: 0, mappable: 0, differing: 0, overCap: 0, at: clock() }
    await server.deps.db.insert(menuDiffRun).values([
      { storeId: guanqian, invalid: 2, ...run },
      { storeId: changsha, invalid: 2, ...run },
    ])
    expect((await seen()).versions).toMatchObject({ catalogue: 12, mapping: 1, updatedAt: expect.any(String) })
    expect((await everywhere()).versions).toMatchObject({ catalogue: 24, mapping: 2 })
    expect((await seen()).versions.daysOld).toBeUndefined()
  })

  test('a whole file that nobody has compared with the centre for more than a week is behind too', async () => {
    const [hour, day] = [3600_000, 24 * 3600_000]
    const age = (ms: number, kind: string) => ({
      ...{ areaCode: '320500', version: 'F001', kind, updatedAt: new Date(clock().getTime() - ms) },
    })
    const withAges = async (...ages: number[]) => {
      await server.deps.db.delete(catalogueSource)
      await server.deps.db.insert(catalogueSource).values(ages.map((ms, i) => age(ms, ['1301', '1302', '1303'][i]!)))
      return (await seen()).versions.daysOld
    }
    expect(await withAges(0, 7 * day)).toBeUndefined()
    expect(await withAges(0, 7 * day + hour, 30 * day + hour)).toBe(30)
    // What is not whole is told as that.
    await server.deps.db.update(catalogueSource).set({ state: 'failed' }).where(eq(catalogueSource.kind, '1303'))
    expect((await seen()).versions.daysOld).toBe(7)
  })

  test('a dictionary that its centre was not asked for in a quarter is behind; what people changed in it is no asking', async () => {
    const day = 24 * 3600_000
    const row = { source: 'centre', codeType: 'sex', code: '1', updatedBy: '医保中心' } as const
    const ago = (days: number) => new Date(clock().getTime() - days * day - 3600_000)
    const old = async () => (await seen()).versions.dictionaryDaysOld
    expect(await old(), 'never asked for: the standard’s own').toBeUndefined()
    const { db } = server.deps
    await db.insert(dictionaryAreaItem).values([
      { ...row, areaCode: '320500', updatedAt: ago(91) },
      { ...row, areaCode: '320500', source: 'local', updatedAt: ago(0) },
      { ...row, areaCode: '430100', updatedAt: ago(200) },
    ])
    expect(await old()).toBe(91)
    expect((await everywhere()).versions.dictionaryDaysOld, 'the area that is furthest behind').toBe(200)
    await db.insert(dictionaryAreaItem).values({ ...row, areaCode: '320500', code: '2', updatedAt: ago(89) })
    expect(await old()).toBeUndefined()
    await db.delete(dictionaryAreaItem)
  })
})
