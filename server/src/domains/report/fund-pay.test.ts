import type { InputOf } from '@yibao/shared/call.ts'
import { fundPay } from '@yibao/shared/calls/fund-pay.ts'
import { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { reportOperator } from '@yibao/shared/calls/report-operator.ts'
import { fen } from '@yibao/shared/money.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeIdOf } from '../../seed/organisation.ts'
import { type Client, databases, startTestServer, type TestServer, testClock } from '../../test/kit.ts'
import { type OrderValues, sold } from '../../test/orders.ts'
import { signIn } from '../attendance/tables.ts'
import { fundChange, fundDay } from '../order/fund-tables.ts'
import { order } from '../order/tables.ts'
import { foldFunds } from './fold.ts'

const guanqian = storeIdOf('P32050100001')
const changsha = storeIdOf('P43010200001')

describe.each(databases)('on %s', (database) => {
  const clock = testClock()
  let server: TestServer
  let area: Client
  beforeAll(async () => {
    server = await startTestServer({ clock, database })
  })
  /** Another day: a session does not live that long. */
  const nextDay = async () => {
    clock.advance(86_400_000)
    area = await server.as('area', { areaCode: '320500' })
  }
  afterAll(() => server.close())

  /** A settled order of 10.00, its 5.50 of three funds. */
  const sell = async (values: OrderValues = {}) => {
    const split = { poolFund: 500, civilServant: 20, otherFund: 30 } as never
    const whole = { total: 1000, fundTotal: 550, account: 250, familyAccount: 50, cash: 200 }
    return (await sold(server.deps, { split, ...whole, ...values })).id
  }
  const change = (id: string, values: Partial<typeof order.$inferInsert>) =>
    server.deps.db.update(order).set(values).where(eq(order.id, id))
  const today = () => formatDay(clock())
  const report = (input: Partial<InputOf<typeof fundPay.query>> = {}, client = area) =>
    client.ok(fundPay.query, { from: today(), to: today(), ...input })

  test('a settlement counts on its day and fund by fund; before it is booked it does not', async () => {
    await nextDay()
    await sell()
    await sell({ state: 'presettled' })
    const { items, totals } = await report()
    expect((await report({ companyId: '10001' })).totals, 'of its company').toEqual(totals)
    expect((await report({ companyId: '99999' })).items, 'of another one').toEqual([])
    expect(items).toEqual([{ key: today(), name: today(), ...totals }])
    expect(totals).toMatchObject({
      ...{ settlements: 1, reversals: 0, total: '10.00', poolFund: '5.00', civilServant: '0.20', otherFund: '0.30' },
      ...{ fundTotal: '5.50', account: '2.50', familyAccount: '0.50', cash: '2.00', gap: '0.00' },
    })
  })

  test('of one operator his orders are read, and come to what the days hold', async () => {
    await nextDay()
    await sell({ operatorId: 'li', outFlag: '1' })
    const back = await sell({ operatorId: 'li', insutype: null, medicalType: '14' })
    await sell({ operatorId: 'li' })
    const whole = async (groupBy: InputOf<typeof fundPay.query>['groupBy']) => {
      const { items, totals } = await report({ groupBy })
      const his = await report({ groupBy, operatorId: 'li' })
      expect({ items: his.items, totals: his.totals }, groupBy).toEqual({ items, totals })
    }
    await change(back, { state: 'reversed', reversedBy: '2103', reversedAt: clock() })
    for (const groupBy of ['day', 'month', 'store', 'insutype', 'medicalType', 'outFlag'] as const) await whole(groupBy)
    await sell({ operatorId: 'wang' })
    expect((await report({ operatorId: 'li' })).totals).toMatchObject({ settlements: 3, reversals: 1, total: '20.00' })
    expect((await report({ operatorId: 'nobody' })).items).toEqual([])
    // Somebody else gave the cash back: it is missing in his till.
    const given = await sell({ operatorId: 'li' })
    const taker = { reversedById: 'wang', reversedByName: '王䶮' }
    await change(given, { state: 'reversed', reversedBy: '2103', reversedAt: clock(), ...taker })
    expect((await report({ operatorId: 'li' })).totals).toMatchObject({ settlements: 4, reversals: 1, total: '30.00' })
    expect((await report({ operatorId: 'wang' })).totals).toMatchObject({ settlements: 1, reversals: 1, total: '0.00' })
  })

  test('operators are offered by their names: of the stores in reach, and who signed in there and has left', async () => {
    const { db } = server.deps
    const named = async (input: { keyword?: string; id?: string }, client = area) =>
      client.ok(reportOperator.pull, input)
    expect((await named({ keyword: '李店' })).map(({ name, stores }) => [name, stores])).toEqual([
      ['李店员', '示例大药房观前店'],
    ])
    const row = { operatorNo: 'x', signNo: 'q', mac: '', ip: '', day: today(), signedInAt: clock(), storeId: guanqian }
    await db.insert(signIn).values([
      { ...row, id: 'left', userId: 'u-left', operatorName: '𠮷䶮离' },
      { ...row, id: 'sys', userId: 'system:1', operatorName: '系统', system: true, operatorNo: 'SYS' },
    ])
    expect(await named({ keyword: '䶮离' })).toEqual([{ id: 'u-left', name: '𠮷䶮离', stores: '示例大药房观前店' }])
    expect((await named({ keyword: '李店', id: 'u-left' })).map(({ name }) => name)).toEqual(['𠮷䶮离', '李店员'])
    expect(await named({ keyword: '系统' })).toEqual([])
    // Before a word is typed accounts are offered: nobody reads years of sign-ins for that.
    const first = (await named({})).map(({ id }) => id)
    expect([first.length > 0, first.includes('u-left')]).toEqual([true, false])
    expect(await named({ keyword: '%' })).toEqual([])
    const elsewhere = await server.as('area', { areaCode: '320100' })
    expect(await named({ keyword: '䶮离', id: 'u-left' }, elsewhere)).toEqual([])
  })

  test('every fund has its column; what they leave of the sum is the gap', async () => {
    await nextDay()
    const funds = { poolFund: 1, civilServant: 2, enterprise: 4, seriousIllness: 8, largeAmount: 16, medicalAid: 32 }
    await sell({ split: { ...funds, otherFund: 64 } as never, fundTotal: 255 })
    expect((await report()).totals).toMatchObject({
      ...{ poolFund: '0.01', civilServant: '0.02', enterprise: '0.04', seriousIllness: '0.08', largeAmount: '0.16' },
      ...{ medicalAid: '0.32', otherFund: '0.64', fundTotal: '2.55', gap: '1.28' },
    })
  })

  test('a reversal is taken off on its own day; what 2601 undid never was', async () => {
    await nextDay()
    const [kept, undone] = [await sell(), await sell()]
    const sold = today()
    await change(undone, { state: 'reversed', reversedBy: '2601', reversedAt: clock() })
    await nextDay()
    await change(kept, { state: 'reversed', reversedBy: '2103', reversedAt: clock() })
    const { items } = await report({ from: sold })
    expect(items).toMatchObject([
      { key: sold, settlements: 1, reversals: 0, total: '10.00' },
      { key: today(), settlements: 0, reversals: 1, total: '-10.00', poolFund: '-5.00' },
    ])
    expect((await report({ from: sold })).totals).toMatchObject({ settlements: 1, reversals: 1, total: '0.00' })
  })

  test('corrected money, a moved day and a removed order are followed', async () => {
    await nextDay()
    const id = await sell()
    await change(id, { total: 1200, cash: 400 })
    expect((await report()).totals).toMatchObject({ settlements: 1, total: '12.00', cash: '4.00' })
    const before = today()
    await nextDay()
    await change(id, { settledAt: clock(), insutype: '390' })
    expect((await report({ from: before, groupBy: 'insutype' })).items).toMatchObject([{ key: '390', settlements: 1 }])
    expect((await report({ from: before })).items).toMatchObject([{ key: today() }])
    await server.deps.db.delete(order).where(eq(order.id, id))
    expect((await report({ from: before })).items).toEqual([])
  })

  test('what moves no money notes no change', async () => {
    const id = await sell()
    await foldFunds(server.deps)
    await change(id, { printed: 1, goodsOut: true, updatedAt: clock() })
    expect(await server.deps.db.select().from(fundChange)).toEqual([])
  })

  test('folded or not, the report says the same, and agrees with the orders themselves', async () => {
    await nextDay()
    const ids = []
    for (let n = 0; n < 12; n++) ids.push(await sell({ total: 1000 + n, insutype: n % 2 ? '310' : '390' }))
    await foldFunds(server.deps)
    for (const [i, id] of ids.entries())
      if (i % 3 === 0) await change(id, { state: 'reversed', reversedBy: '2103', reversedAt: clock() })
    const wide = { from: '2026-11-01', groupBy: 'insutype' } as const
    const unfolded = await report(wide)
    expect(await server.deps.db.select().from(fundChange)).not.toEqual([])
    await Promise.all([foldFunds(server.deps), foldFunds(server.deps)])
    await foldFunds(server.deps)
    expect(await server.deps.db.select().from(fundChange)).toEqual([])
    expect(await report(wide)).toEqual(unfolded)
    const [truth] = (
      (await server.deps.db.execute(sql`
        select sum(case when reversed_by = '2103' then 0 else total end)::text as total from purchase_order
        where setl_id is not null and coalesce(reversed_by, '') <> '2601'`)) as unknown as { rows: { total: string }[] }
    ).rows
    expect(fen(unfolded.totals.total)).toBe(Number(truth!.total))
    expect((await server.deps.db.select().from(fundDay)).length).toBeGreaterThan(0)
  })

  test('the list it counts holds the same orders', async () => {
    const { items } = await report({ from: '2026-11-01', to: '2026-12-31' })
    for (const { key, settlements, reversals } of items) {
      const settled = await area.ok(orderCalls.paged, { settledFrom: key, settledTo: key })
      const reversed = await area.ok(orderCalls.paged, { reversedFrom: key, reversedTo: key })
      expect([key, settled.total, reversed.total]).toEqual([key, settlements, reversals])
    }
  })

  test('groups, filters and order', async () => {
    await nextDay()
    await sell({ medicalType: '14' })
    await sell({ outFlag: '2', total: 5000 })
    expect((await report({ groupBy: 'month' })).items).toMatchObject([{ key: today().slice(0, 7), settlements: 2 }])
    expect((await report({ groupBy: 'store' })).items).toMatchObject([{ name: '示例大药房观前店', total: '60.00' }])
    expect((await report({ groupBy: 'outFlag' })).items.map(({ name }) => name)).toEqual(['跨省异地', '本地'])
    const smallFirst = { groupBy: 'outFlag', sortField: 'total', sortOrder: 'ascend' } as const
    expect((await report(smallFirst)).items.map(({ name }) => name)).toEqual(['本地', '跨省异地'])
    expect((await report({ medicalType: '14' })).totals).toMatchObject({ settlements: 1 })
    expect((await report({ insutype: '390' })).items).toEqual([])
    expect((await report({ insutype: '310' })).totals).toMatchObject({ settlements: 2 })
    expect((await report({ groupBy: 'medicalType', outFlag: '0' })).items).toMatchObject([{ key: '14' }])
    expect((await area.send(fundPay.query, { sortField: 'nonsense' })).error?.fields).toHaveProperty('sortField')
    expect((await area.send(fundPay.query, { from: '2025-01-01', to: '2026-11-01' })).error?.fields).toHaveProperty(
      'to',
    )
    expect((await area.send(fundPay.query, { from: '2026-11-02', to: '2026-11-01' })).error?.fields).toHaveProperty(
      'to',
    )
  })

  test('everybody sees his own stores only', async () => {
    await nextDay()
    await sell()
    await sell({ storeId: changsha, total: 7700 })
    expect((await report()).totals).toMatchObject({ settlements: 1, total: '10.00' })
    expect((await area.send(fundPay.query, { storeId: changsha })).statusCode).toBe(403)
    const everywhere = await server.as('admin')
    expect((await report({}, everywhere)).totals).toMatchObject({ settlements: 2, total: '87.00' })
    expect((await report({ areaCode: '430100' }, everywhere)).totals).toMatchObject({ settlements: 1, total: '77.00' })
    expect((await (await server.as('clerk')).send(fundPay.query)).statusCode).toBe(403)
  })
})
