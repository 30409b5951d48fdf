import { report } from '@yibao/shared/calls/dashboard.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { doctor as doctorCalls } from '@yibao/shared/calls/staff.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { storeIdOf } from '../../../seed/organisation.ts'
import { type Client, databases, startTestServer, testClock } from '../../../test/kit.ts'
import { type OrderValues, sold } from '../../../test/orders.ts'
import { signIn } from '../../attendance/tables.ts'
import { orderCollection } from '../../collection/tables.ts'
import { filing } from '../../filing/tables.ts'
import { fundChange, fundDay } from '../../order/fund-tables.ts'
import { order } from '../../order/tables.ts'
import { area } from '../../organisation/tables.ts'
import { reconDifference, reconGroup } from '../../reconciliation/tables.ts'
import { doctor } from '../../staff/tables.ts'
import { foldFunds } from '../fold.ts'

const guanqian = storeIdOf('P32050100001')
const changsha = storeIdOf('P43010200001')

describe.each(databases)('on %s', (database) => {
  const clock = testClock()
  let clerk: Client
  const server = opened(() => startTestServer({ clock, database }))
  beforeEach(async () => {
    for (const table of [order, orderCollection, fundChange, fundDay, reconGroup, reconDifference, signIn])
      await server.deps.db.delete(table)
    clerk = await server.as('clerk')
  })

  const sell = (values: OrderValues = {}) => sold(server.deps, { maskedName: '䶮*', printed: 1, ...values })
  const home = (client = clerk) => client.ok(report.dashboard)
  const today = () => formatDay(clock())
  const ago = (days: number, hours = 0) => new Date(clock().getTime() - days * 86_400_000 - hours * 3_600_000)

  test('a store without an order: zeros, nothing to finish, no reconciliation', async () => {
    const { today: sums, pending, yesterday, days, hours, types, unread } = await home()
    expect(sums).toEqual({ count: 0, reversals: 0, total: '0.00', fund: '0.00', account: '0.00', cash: '0.00' })
    expect({ pending, yesterday, types, unread }).toEqual({ pending: [], yesterday: undefined, types: [], unread: 0 })
    expect([days.length, days.at(-1)?.day, days[0]?.day]).toEqual([30, today(), addDays(today(), -29)])
    expect(hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, i) => i))
  })

  test('who and what ends within 30 days: pharmacists, special drugs, designations; a centre’s certificate for administrators', async () => {
    const { db } = server.deps
    const day = (days: number) => addDays(today(), days)
    const one = { storeId: guanqian, category: '3', changedAt: clock() }
    const ends = [day(-1), day(0), day(30), day(31), '']
    await db.delete(doctor).where(eq(doctor.storeId, guanqian))
    await db
      .insert(doctor)
      .values([
        ...ends.map((validTo, i) => ({ ...one, id: `end-${i}`, name: `药师${i}`, code: `Y${i}`, validTo })),
        { ...one, id: 'end-doctor', name: '陈医生', category: '1', code: 'D1', validTo: day(3) },
        { ...one, id: 'end-stopped', name: '停用䶮', code: 'Y9', validTo: day(3), stopped: 'person' },
        { ...one, id: 'end-other', storeId: changsha, name: '王𠮷', code: 'Y1', validTo: day(3) },
      ])
    const filed = { storeId: guanqian, personal: '', psnHash: 'p', maskedName: '䶮*', maskedCertNo: '', form: {} }
    const rest = {
      subjectCode: 'S',
      subjectName: 'S',
      beginDay: '2026-01-01',
      state: 'uploaded' as const,
      operatorName: '李',
    }
    for (const kind of ['designation', 'specialDrug', 'disease'] as const)
      for (const [i, endDay] of ends.entries())
        await db.insert(filing).values({ id: `${kind}-${i}`, kind, ...filed, ...rest, endDay, changedAt: clock() })
    const seen = await home()
    expect(seen).toMatchObject({ endingPharmacists: 2, endingSpecialDrugs: 2, endingDesignations: 2, ending: 1 })
    const manager = await server.as('area', { areaCode: '320500' })
    const { items } = await manager.ok(doctorCalls.paged, { due: 'soon', category: '3' })
    expect(items.map(({ id }) => id).sort(), 'the list that it leads to').toEqual(['end-1', 'end-2'])
    const ca = (validTo: string) =>
      db
        .update(area)
        .set({ settings: sql`${area.settings} || ${JSON.stringify({ centreCa: { validTo } })}::jsonb` })
        .where(eq(area.code, '320500'))
    expect((await home(manager)).caEnds, 'of an area that has none').toBeUndefined()
    await ca(`${day(31)} 08:00:00`)
    expect((await home(manager)).caEnds).toBeUndefined()
    await ca(`${day(30)} 08:00:00`)
    expect([(await home(manager)).caEnds, (await home()).caEnds]).toEqual([day(30), undefined])
    await ca(`${day(-2)} 08:00:00`)
    expect((await home(manager)).caEnds, 'and one that has ended').toBe(day(-2))
    await db.update(area).set({ settings: sql`${area.settings} - 'centreCa'` })
    await db.delete(filing)
  })

  test('today, the days before it and the hours, of his own store; folded or not', async () => {
    await sell()
    await sell({ total: 1, medicalType: '14' })
    await sell({ settledAt: ago(7) })
    await sell({ settledAt: ago(7), reversedBy: '2601', reversedAt: ago(7) })
    await sell({ settledAt: ago(2), reversedAt: clock() })
    await sell({ storeId: changsha })
    const seen = await home()
    expect(seen.today).toEqual({
      ...{ count: 2, reversals: 1, total: '0.01', fund: '0.00', account: '0.00', cash: '0.01' },
    })
    expect(seen.days.filter(({ count }) => count).map(({ day, count, cash }) => [day, count, cash])).toEqual([
      [addDays(today(), -7), 1, '2.00'],
      [addDays(today(), -2), 1, '2.00'],
      [today(), 2, '0.01'],
    ])
    expect(seen.hours.filter((one) => one.today || one.before)).toMatchObject([{ today: 2, before: 1 }])
    expect(seen.types.map(({ key, count, total }) => [key, count, total])).toEqual([
      ['41', 3, '20.00'],
      ['14', 1, '0.01'],
    ])
    await foldFunds(server.deps)
    expect(await home()).toEqual({ ...seen, at: expect.any(String) })
  })

  test('what must be finished, the reddest first; an administrator has no counter', async () => {
    await sell({ parked: true, state: 'drafted' })
    await sell({ printed: 0 })
    await sell({ state: 'unknown', maskedName: '𠮷*' })
    await sell({ printed: 0, settledAt: ago(1) })
    await sell({ state: 'unknown', storeId: changsha })
    const back = { at: clock(), gone: true, due: 0, familyAccount: 0 }
    await server.deps.db.insert(orderCollection).values([
      { orderId: 'b1', orderNo: 'B1', areaCode: '320500', storeId: guanqian, paid: 300, ...back },
      { orderId: 'b2', orderNo: 'B2', areaCode: '320500', storeId: guanqian, paid: 500, refunded: 350, ...back },
      { orderId: 'b3', orderNo: 'B3', areaCode: '430100', storeId: changsha, paid: 7700, ...back },
    ])
    const { pending } = await home()
    const [unknown, unprinted] = pending
    expect(
      [unknown, unprinted].every((one) => /^\w+$/.test(one!.orderNo ?? '')),
      'one order each',
    ).toBe(true)
    expect(pending.map(({ kind, text }) => [kind, text])).toEqual([
      ['unknown', '𠮷* 10.00'],
      ['unprinted', '䶮* 10.00'],
      ['toReturn', '2 单，共 4.50'],
      ['parked', '䶮* 10.00'],
    ])
    expect((await home(await server.as('area', { areaCode: '320500' }))).pending).toEqual([])
  })

  test('of what waits in numbers a few are told, and how many there are; behind a hundred nobody counts', async () => {
    for (let i = 0; i < 14; i++) await sell({ state: 'unknown' })
    await sell({ printed: 0 })
    const counts = ({ pending }: Awaited<ReturnType<typeof home>>) => pending.map(({ kind, count }) => [kind, count])
    expect(counts(await home())).toEqual([...Array(10).fill(['unknown', 14]), ['unprinted', 1]])
    for (let i = 0; i < 90; i++) await sell({ state: 'unknown' })
    expect(counts(await home())[0]).toEqual(['unknown', 100])
  })

  let made = 0
  const group = (values: Partial<typeof reconGroup.$inferInsert>) =>
    server.deps.db.insert(reconGroup).values({
      ...{ id: `g${++made}`, storeId: guanqian, areaCode: '320500', day: addDays(today(), -1), clrOptins: '320500' },
      ...{ insutype: `${made}`, clrType: '1', count: 1, total: 1, fund: 0, account: 0, cash: 1, state: '2' },
      at: clock(),
      ...values,
    })
  const difference = (values: Partial<typeof reconDifference.$inferInsert> = {}) =>
    server.deps.db.insert(reconDifference).values({
      ...{ id: `d${++made}`, groupId: 'g', storeId: guanqian, day: addDays(today(), -1), class: 'amounts', msgid: '' },
      ...values,
    })

  test('a day before yesterday that waits for somebody is told of until it is dealt with; older than the list is not', async () => {
    const day = (ago: number) => addDays(today(), -ago)
    expect((await home()).earlier).toBeUndefined()
    await group({ day: day(2), at: clock() })
    await group({ day: day(1), state: '3' })
    await group({ day: day(33), state: '3' })
    await group({ day: day(4), state: '3', storeId: changsha })
    expect((await home()).earlier, 'equal, yesterday, too old, of another store').toBeUndefined()
    await group({ id: 'late', day: day(32), state: '4' })
    await difference({ groupId: 'late', day: day(32) })
    await group({ day: day(9), state: '5' })
    await group({ day: day(9), state: '3' })
    const earlier = { days: 2, from: day(32), to: day(9) }
    expect((await home()).earlier).toEqual(earlier)
    const area = await server.as('area', { areaCode: '320500' })
    expect((await area.ok(report.areaDashboard)).books.earlier, 'the same of an area').toEqual(earlier)
    const { items } = await clerk.ok(reconciliation.dayPaged, { from: day(32), to: day(9), pending: true })
    expect(new Set(items.map((one) => one.day)), 'what its way shows').toEqual(new Set([day(32), day(9)]))
    await server.deps.db.update(reconDifference).set({ handledAt: clock() })
    expect((await home()).earlier).toEqual({ days: 1, from: day(9), to: day(9) })
  })

  test('yesterday: equal, not compared, not equal with what is still open, all dealt with', async () => {
    await group({ id: 'g' })
    await group({ id: 'far', state: '3', storeId: changsha })
    expect((await home()).yesterday).toEqual({ state: '2', differences: 0 })
    await server.deps.db.update(reconGroup).set({ at: ago(1) })
    expect((await home()).yesterday, 'equal, before the day was over').toEqual({ state: '5', differences: 0 })
    await server.deps.db.update(reconGroup).set({ at: clock() })
    await group({ state: '5' })
    expect((await home()).yesterday).toEqual({ state: '5', differences: 0 })
    await group({ state: '3' })
    expect((await home()).yesterday, 'its sums differ, its details are not there').toEqual({
      state: '3',
      differences: 1,
    })
    await difference()
    await difference()
    await difference({ voided: true })
    await difference({ handledAt: clock() })
    await difference({ storeId: changsha, groupId: 'far' })
    expect((await home()).yesterday).toEqual({ state: '3', differences: 2 })
    await server.deps.db.update(reconGroup).set({ state: '5' })
    expect((await home()).yesterday, 'a later run did not end').toEqual({ state: '3', differences: 2 })
    await server.deps.db.update(reconGroup).set({ state: '4' })
    await server.deps.db.update(reconDifference).set({ handledAt: clock() })
    expect((await home()).yesterday).toEqual({ state: '4', differences: 0 })
    await server.deps.db.delete(reconGroup)
    await sell({ settledAt: ago(1) })
    expect((await home()).yesterday, 'settled and not compared').toEqual({ state: '0', differences: 0 })
    await server.deps.db.delete(order)
    expect((await home()).yesterday, 'nothing at all').toBeUndefined()
    await sell({ settledAt: ago(5), reversedAt: ago(1) })
    const { yesterday, days } = await home()
    expect(days.at(-2)!.count).toBe(0)
    expect(yesterday, 'taken back and not compared').toEqual({ state: '0', differences: 0 })
    await group({ insutype: '310', clrType: '41', clrOptins: '320500' })
    expect((await home()).yesterday, 'by now it is').toEqual({ state: '2', differences: 0 })
    await sell({ settledAt: ago(1), insutype: '340', storeId: changsha })
    expect((await home()).yesterday, 'nothing of another store').toEqual({ state: '2', differences: 0 })
    await sell({ settledAt: ago(1), insutype: '340' })
    expect((await home()).yesterday, 'another insurance nobody compared').toEqual({ state: '5', differences: 0 })
  })
})
