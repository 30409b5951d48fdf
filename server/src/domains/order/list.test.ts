import { order as calls } from '@yibao/shared/calls/order.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { split as slots } from '@yibao/shared/entities/settlement.ts'
import { eq, getTableColumns, inArray, like, sql } from 'drizzle-orm'
import readXlsx from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { leaseAt } from '../../test/clock.ts'
import { type Client, databases, startTestServer, testClock } from '../../test/kit.ts'
import { sold } from '../../test/orders.ts'
import { store } from '../organisation/tables.ts'
import { intent, order } from './tables.ts'
import type { OrderFlag, OrderState } from './types.ts'

const day = (n: number) => new Date(`2026-11-${String(n).padStart(2, '0')}T10:00:00+08:00`)

describe.each(databases)('order lists on %s', (database) => {
  const clock = testClock()
  let clients: Record<'clerk' | 'clerk2' | 'area' | 'admin', Client>
  const server = opened(() => startTestServer({ database, clock }))
  beforeAll(async () => {
    const stores = await server.deps.db.select().from(store)
    for (const { id: storeId } of stores)
      for (const n of [1, 2, 3, 4])
        await sold(server.deps, {
          ...{ id: `${storeId.slice(-4)}-${n}`, orderNo: `N${storeId.slice(-4)}${n}`, storeId, settledAt: null },
          ...{ operatorName: n % 2 ? '李店员' : '王药师', person: { name: '䶮三' } as never, maskedName: '䶮*' },
          ...{ state: n === 4 ? 'drafted' : 'settled', total: n * 100, source: String(n), createdAt: day(n) },
        })
    clients = {
      clerk: await server.as('clerk'),
      clerk2: await server.as('clerk2'),
      area: await server.as('area', { areaCode: '320500' }),
      admin: await server.as('admin'),
    }
  })

  const seen = async (who: keyof typeof clients, input = {}) => {
    const { items, total } = await clients[who].ok(calls.paged, { pageSize: 50, ...input })
    return {
      stores: [...new Set(items.map(({ storeId }) => storeId))],
      days: items.map((row) => row.createdAt.slice(8, 10)),
      total,
    }
  }

  test('one kept statement answers everybody with his own stores only', async () => {
    const [first, second, again] = [await seen('clerk'), await seen('clerk2'), await seen('clerk')]
    expect(first).toEqual({ ...first, days: ['03', '02', '01'], total: 3 })
    expect([first.stores.length, second.stores.length]).toEqual([1, 1])
    expect(second.stores).not.toEqual(first.stores)
    expect(again).toEqual(first)
    const [area, admin] = [await seen('area'), await seen('admin')]
    expect(area.stores).toContain(first.stores[0])
    expect(area.stores).not.toContain(second.stores[0])
    expect(admin.stores.length).toBeGreaterThan(area.stores.length)
  })

  test('a store outside the scope is refused, also when the statement is known', async () => {
    const [own] = (await seen('clerk')).stores
    expect((await seen('clerk', { storeId: own })).total).toBe(3)
    const answer = await clients.clerk2.send(calls.paged, { storeId: own! })
    expect([answer.success, answer.statusCode]).toEqual([false, 403])
  })

  test('the values of a filter are those of this request, not of the one that built the statement', async () => {
    expect((await seen('clerk', { from: '2026-11-02' })).days).toEqual(['03', '02'])
    expect((await seen('clerk', { from: '2026-11-03' })).days).toEqual(['03'])
    expect((await seen('clerk', { from: '2026-11-01', to: '2026-11-01' })).days).toEqual(['01'])
    expect((await seen('clerk', { minTotal: '2.00', maxTotal: '2.50' })).days).toEqual(['02'])
    expect((await seen('clerk', { operatorName: '李' })).days).toEqual(['03', '01'])
    for (const operatorName of ['%', '_', '\\']) expect((await seen('clerk', { operatorName })).total).toBe(0)
    expect((await seen('clerk', { name: '䶮三' })).total).toBe(3)
    expect((await seen('clerk', { name: '䶮四' })).total).toBe(0)
    expect((await seen('clerk', { source: '2' })).days).toEqual(['02'])
    expect([(await seen('clerk', { status: '2' })).total, (await seen('clerk', { status: '3' })).total]).toEqual([3, 0])
    expect((await seen('clerk', { sortField: 'total', sortOrder: 'ascend' })).days).toEqual(['01', '02', '03'])
  })

  test('what the organisation bears is told where the centre said it, if only that it is nothing', async () => {
    const { db } = server.deps
    const [row] = await db.select().from(order).where(like(order.id, '%-1')).limit(1)
    const names = Object.keys(slots.shape).filter((name) => name !== 'hospitalPart')
    const amounts = Object.fromEntries(names.map((name) => [name, 100]))
    const split = (more: object) => ({ ...amounts, poolRatio: '0.0000', ...more }) as never
    const person = { maskedCertNo: '', personTypeName: '', insuredAreaName: '' }
    const basket = { accountUsed: true }
    const parts = [{ hospitalPart: 1234 }, { hospitalPart: 0 }, {}]
    await db
      .insert(order)
      .values(
        parts.map((part, n) => ({ ...row!, ...{ person, basket }, id: `h${n}`, orderNo: `H${n}`, split: split(part) })),
      )
    const told = ['12.34', '0.00', undefined]
    for (const [n, value] of told.entries()) {
      const [listed] = (await clients.admin.ok(calls.paged, { keyword: `H${n}` })).items
      expect(listed?.hospitalPart).toBe(value)
      expect((await clients.admin.ok(calls.get, { id: `h${n}` })).split?.hospitalPart).toBe(value)
    }
    await db.delete(order).where(like(order.id, 'h%'))
  })

  test('a name of a rare first character is found by it', async () => {
    const { db } = server.deps
    const [row] = await db.select().from(order).where(like(order.id, '%-1')).limit(1)
    const person = { name: '𠮷小䶮' } as never
    await db.insert(order).values({ ...row!, id: 'rare', orderNo: 'RARE', person, maskedName: '𠮷**' })
    const asked = { storeId: row!.storeId }
    expect((await seen('admin', { ...asked, name: '𠮷小䶮' })).total).toBe(1)
    expect((await seen('admin', { ...asked, name: '𠮷' })).total, 'a whole name is meant').toBe(0)
    expect((await seen('admin', { ...asked, name: '𠮷**' })).total).toBe(1)
    await db.delete(order).where(eq(order.id, 'rare'))
  })

  test('a guest, who sees masked rows, asks of no person, and reads nothing of what somebody is treated for', async () => {
    const { db } = server.deps
    const [own] = await db
      .select()
      .from(order)
      .where(eq(order.storeId, (await seen('clerk')).stores[0]!))
      .limit(1)
    const person = { name: '䶮三', maskedCertNo: '3***1', personTypeName: '', insuredAreaName: '' } as never
    const said = {
      diseaseName: '糖尿病',
      pharmacistName: '王药师',
      prescription: { number: 'RX1', hospital: '苏州市示例医院', doctor: '陈医生' },
    }
    const basket = { accountUsed: true, ...said } as never
    await db.insert(order).values({ ...own!, id: 'odd', orderNo: 'ODD', state: 'unknown', person, basket })
    const guest = await server.as('clerk', { guest: true })
    const listed = async (input: object) => {
      const { result, resultNotice } = await guest.send(calls.abnormalPaged, { pageSize: 10, ...input })
      return result?.items.map(({ id, maskedName }) => [id, maskedName]) ?? resultNotice?.error
    }
    expect(await listed({ keyword: 'ODD' })).toEqual([['odd', '䶮*']])
    for (const asked of [{ name: '䶮三' }, { name: '䶮*' }, { readId: 'r1' }])
      expect(await listed(asked)).toBe('没有登录，不能按姓名或参保人查找')
    expect((await clients.clerk.ok(calls.abnormalPaged, { pageSize: 10, name: '䶮三' })).total).toBe(1)
    const keys = Object.keys(said)
    expect(await clients.clerk.ok(calls.get, { id: 'odd' })).toMatchObject(said)
    expect(Object.keys(await guest.ok(calls.get, { id: 'odd' })).filter((key) => keys.includes(key))).toEqual([])
    await db.delete(order).where(eq(order.id, 'odd'))
  })

  test('a name is looked for in some days of all stores, in all of one, and behind a number', async () => {
    const error = async (input: object, who: keyof typeof clients = 'admin') =>
      (await clients[who].send(calls.paged, input)).error?.fields?.from
    const text = '没有选门店时，按姓名、参保人或操作员一次最多查 31 天，请缩短日期，或选一家门店'
    for (const asked of [{ name: '䶮三' }, { operatorName: '李' }]) {
      expect(await error(asked)).toBe(text)
      expect(await error({ ...asked, to: '2026-11-03' })).toBe(text)
      expect(await error({ ...asked, from: '2026-10-03', to: '2026-11-03' })).toBe(text)
      expect(await error({ ...asked, from: '2026-10-04', to: '2026-11-03' })).toBeUndefined()
      expect(await error({ ...asked, reversedFrom: '2026-10-04', reversedTo: '2026-11-03' })).toBeUndefined()
      expect(await error({ ...asked, keyword: 'N00011' })).toBeUndefined()
      expect(await error({ ...asked, storeId: (await seen('clerk')).stores[0] })).toBeUndefined()
      expect(await error(asked, 'clerk')).toBeUndefined()
      const sheet = { call: 'order.paged', input: asked, columns: ['orderNo'], title: '订单' }
      expect((await clients.area.send(exporting.create, sheet)).error?.fields?.from, 'nor in a sheet').toBe(text)
    }
  })

  test('by the days that reports count: never what 2601 undid', async () => {
    const { db } = server.deps
    const [row] = await db.select().from(order).where(like(order.id, '%-1')).limit(1)
    const settledAt = new Date('2026-09-30T23:59:59.900+08:00')
    const one = { ...row!, settledAt, state: 'reversed' as const }
    await db.insert(order).values([
      { ...one, id: 'c1', orderNo: 'C1', setlId: 'C1', reversedBy: '2601' as const },
      { ...one, id: 'c2', orderNo: 'C2', setlId: 'C2', reversedBy: '2103' as const, reversedAt: day(1) },
    ])
    const asked = { settledFrom: '2026-09-30', settledTo: '2026-09-30' }
    expect((await clients.admin.ok(calls.paged, asked)).items.map(({ orderNo }) => orderNo)).toEqual(['C2'])
    await db.delete(order).where(like(order.id, 'c_'))
  })

  test('blanks around what was pasted into a filter are not looked for', async () => {
    const { items } = await clients.clerk.ok(calls.paged, { pageSize: 1 })
    const keyword = ` ${items[0]!.orderNo}\t`
    expect((await seen('clerk', { keyword })).total).toBe(1)
    expect((await seen('clerk', { keyword: '  ' })).total).toBe(3)
    const columns = ['orderNo']
    const made = await clients.area.send(exporting.create, {
      call: 'order.paged',
      input: { keyword },
      columns,
      title: '订单',
    })
    expect(made.result?.rows, 'nor by the sheet of the same list').toBe(1)
  })

  test('what is not settled yet comes last, whichever way the settlement time is sorted', async () => {
    const settledAt = new Date('2026-11-02T11:00:00+08:00')
    const [row] = await server.deps.db.update(order).set({ settledAt }).where(like(order.orderNo, '%0012')).returning()
    for (const sortOrder of ['ascend', 'descend'])
      expect((await seen('admin', { sortField: 'settledAt', sortOrder })).days[0]).toBe('02')
    await server.deps.db.update(order).set({ settledAt: null }).where(eq(order.id, row!.id))
  })

  test('the last second of a day belongs to it, to its last millisecond', async () => {
    const [row] = await server.deps.db.select().from(order).where(like(order.id, '%-1')).limit(1)
    const at = new Date('2026-10-31T23:59:59.700+08:00')
    const late = { ...row!, id: 'late', orderNo: 'LATE', createdAt: at, updatedAt: at }
    await server.deps.db.insert(order).values(late)
    const ofDay = async (day: string) => (await seen('admin', { from: day, to: day })).days
    expect([await ofDay('2026-10-31'), await ofDay('2026-11-01')]).toEqual([['31'], expect.not.arrayContaining(['31'])])
    await server.deps.db.delete(order).where(eq(order.id, 'late'))
  })

  test('a row says where its person is insured and what his account was left with; one that was not settled says neither', async () => {
    const { db } = server.deps
    const shop = (await seen('clerk')).stores[0]!
    const [model] = await db.select().from(order).where(eq(order.storeId, shop)).limit(1)
    const place = { ...model!.person, insuredAreaName: '江苏省南京市' }
    const split = { ...model!.split!, balance: 123_405 }
    const bare = { ...model!.person, insuredAreaName: '' }
    await db.insert(order).values([
      { ...model!, id: 'b1', orderNo: 'b1', setlId: 'b1', person: place, split },
      { ...model!, id: 'b2', orderNo: 'b2', setlId: 'b2', person: bare, split: null },
    ])
    const { items } = await clients.clerk.ok(calls.paged, { pageSize: 100 })
    const of = (wanted: string) => items.find(({ id }) => id === wanted)
    expect(of('b1')).toMatchObject({ insuredAreaName: '江苏省南京市', balance: '1234.05' })
    expect([of('b2')?.insuredAreaName, of('b2')?.balance]).toEqual([undefined, undefined])
    await db.delete(order).where(like(order.id, 'b%'))
  })

  test('the kinds of abnormal orders are asked of the database: page and total agree', async () => {
    const { db } = server.deps
    const shop = (await seen('clerk')).stores[0]!
    const [model] = await db.select().from(order).where(eq(order.storeId, shop)).limit(1)
    const row = (id: string, state: OrderState, ...flags: OrderFlag[]) => ({
      ...model!,
      ...{ id, orderNo: id, state, flags },
    })
    await db
      .insert(order)
      .values([
        row('k1', 'unknown'),
        row('k2', 'unknown'),
        row('k3', 'settling'),
        row('k4', 'settled', 'amount', 'erpMissing'),
        row('k5', 'presettled', 'lateBooking'),
        row('k6', 'settled', 'duplicate', 'amount'),
      ])
    const sent = (id: string, orderId: string, infno: '2102' | '2103', n: number) => ({
      ...{ id, msgid: id, infno, orderId, areaCode: '320500', companyId: 'c', storeId: shop, userId: 'u' },
      ...{ callName: 'x', idempotencyKey: id, payload: '', node: 'n', leaseUntil: leaseAt(day(n)), sentAt: day(n) },
      ...{ createdAt: day(n) },
    })
    await db
      .insert(intent)
      .values([
        sent('i1', 'k1', '2102', 1),
        { ...sent('i2', 'k2', '2102', 1), outcome: 'booked' },
        sent('i3', 'k2', '2103', 2),
      ])
    const of = async (kind?: string) => {
      const { items, total } = await clients.clerk.ok(calls.abnormalPaged, { pageSize: 10, kind } as never)
      return [total, ...items.map(({ id, abnormal }) => `${id} ${abnormal.kind}`).sort()]
    }
    const kinds = ['unknown', 'reversalUnknown', 'amount', 'lateBooking', 'erpMissing', 'duplicate']
    expect(Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, await of(kind)])))).toEqual({
      unknown: [2, 'k1 unknown', 'k3 unknown'],
      reversalUnknown: [1, 'k2 reversalUnknown'],
      amount: [1, 'k4 amount'],
      lateBooking: [1, 'k5 lateBooking'],
      erpMissing: [0],
      duplicate: [1, 'k6 duplicate'],
    })
    // How often it was asked about, by the newest message; and the filters of every list of orders.
    await db.update(intent).set({ attempts: 3 }).where(eq(intent.id, 'i1'))
    await db.update(order).set({ outFlag: '1', source: '3' }).where(eq(order.id, 'k4'))
    const asked = async (more: object) => {
      const { items, total } = await clients.clerk.ok(calls.abnormalPaged, { pageSize: 10, ...more } as never)
      return [total, ...items.map(({ id }) => id).sort()]
    }
    expect(await asked({ minAttempts: 3 })).toEqual([1, 'k1'])
    expect(await asked({ minAttempts: 4 })).toEqual([0])
    expect(await asked({ outFlag: '1', source: '3', status: '6' })).toEqual([1, 'k4'])
    // The message that a person asks the centre's hotline about.
    await db
      .update(order)
      .set({ msgid: 'P32050100001202611010000004711' })
      .where(inArray(order.id, ['k2', 'k4']))
    await db.update(intent).set({ msgid: 'P32050100001202611010000000815' }).where(eq(intent.id, 'i3'))
    const { items } = await clients.clerk.ok(calls.abnormalPaged, { pageSize: 10 })
    const tails = Object.fromEntries(items.map(({ id, abnormal }) => [id, abnormal.msgidTail]))
    expect(tails).toMatchObject({ k2: '00000815', k4: '00004711' })
    // Sorted as every list of orders, and taken out as a sheet with what the newest message says.
    await db.update(order).set({ total: 700 }).where(eq(order.id, 'k3'))
    const byTotal = { sortField: 'total', sortOrder: 'descend', minTotal: '7.00', medicalType: '41' } as const
    expect((await asked(byTotal))[1]).toBe('k3')
    const sheetOf = async (input: Record<string, unknown>) => {
      const columns = ['orderNo', 'abnormal.kind', 'abnormal.attempts', 'abnormal.msgidTail', 'total']
      const wanted = { call: 'order.abnormalPaged', input, columns, title: '异常订单' }
      const { exportId } = await clients.area.ok(exporting.create, wanted)
      const [head, ...rows] = (await readXlsx((await clients.area.send(exporting.file, { exportId })).bytes))[0]!.data
      return { head, rows }
    }
    const sheet = await sheetOf({ sortField: 'total', sortOrder: 'descend' })
    const listed = await clients.area.ok(calls.abnormalPaged, {
      pageSize: 50,
      sortField: 'total',
      sortOrder: 'descend',
    })
    expect(sheet.head).toEqual(['订单号', '异常类型', '核实次数', '报文尾号', '费用总额'])
    expect(sheet.rows.map(([no]) => no)).toEqual(listed.items.map(({ orderNo }) => orderNo))
    const numberOf = (id: string) => items.find((one) => one.id === id)!.orderNo
    expect(sheet.rows.find(([no]) => no === numberOf('k1'))).toMatchObject({ 1: '结算结果未知', 2: 3 })
    expect(sheet.rows.find(([no]) => no === numberOf('k2'))).toMatchObject({ 1: '撤销结果未知', 3: '00000815' })
    expect((await sheetOf({ kind: 'amount' })).rows.map(([no]) => no)).toEqual([numberOf('k4')])
    const mine = { call: 'order.abnormalPaged', input: {}, columns: ['orderNo'], title: '异常订单' }
    expect((await clients.clerk.send(exporting.create, mine)).statusCode, 'an administrator takes it out').toBe(403)
    await db.delete(intent)
    await db.delete(order).where(like(order.id, 'k%'))
  })

  test('beyond what is counted the total is the bound, counted once a minute', async () => {
    const { db } = server.deps
    const { id: _, orderNo: __, ...kept } = getTableColumns(order)
    const names = Object.values(kept).map(({ name }) => sql.identifier(name))
    const list = sql.join(names, sql`, `)
    const [own] = (await seen('clerk2')).stores
    await db.execute(sql`insert into purchase_order (id, order_no, ${list})
      select 'long-' || n, 'L' || n, ${list} from generate_series(1, 10001) n
      cross join (select ${list} from purchase_order where store_id = ${own} and state = 'settled' limit 1) one`)
    const bounded = async () => {
      const { items, total, totalIsBound } = await clients.clerk2.ok(calls.paged, { pageSize: 20 })
      return { rows: items.length, total, totalIsBound }
    }
    const long = { rows: 20, total: 10_000, totalIsBound: true }
    expect(await bounded()).toEqual(long)
    await db.delete(order).where(like(order.id, 'long-%'))
    expect(await bounded()).toEqual({ ...long, rows: 3 })
    expect((await seen('clerk2', { from: '2026-11-02' })).total).toBe(2)
    clock.advance(60_000)
    expect(await bounded()).toEqual({ rows: 3, total: 3, totalIsBound: false })
  })

  test('the total stands on every page, also on one behind the last row', async () => {
    expect(await seen('clerk', { page: 2, pageSize: 2 })).toMatchObject({ days: ['01'], total: 3 })
    expect(await seen('clerk', { page: 9, pageSize: 2 })).toMatchObject({ days: [], total: 3 })
  })
})
