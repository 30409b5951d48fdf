import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { operationLog as logCalls } from '@yibao/shared/calls/operation-log.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { exporting as calls, exporting } from '@yibao/shared/calls/transfer.ts'
import { eq, sql } from 'drizzle-orm'
import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { operationLog } from '../../call/tables.ts'
import { seedId } from '../../seed/organisation.ts'
import { asAnother } from '../../test/beside.ts'
import { type Client, databases, startTestServer, type TestServer, testClock } from '../../test/kit.ts'
import { untilWaiting } from '../../test/locks.ts'
import { sealedByAnother } from '../../test/other-key.ts'
import { menuRole, user } from '../auth/tables.ts'
import { reconGroup } from '../reconciliation/tables.ts'
import { progress } from '../system/tables.ts'
import { exportJob } from './tables.ts'

/** Orders of a store, one a minute; every second one has the same time as its neighbour, to the microsecond. */
const fill = (server: TestServer, store: number, count: number) =>
  server.deps.db.execute(sql`
    insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id, operator_name, state, person,
      masked_name, medical_type, insutype, basket, lines, total, fund_total, account, cash, settled_at, created_at, updated_at)
    select ${`o${store}-`} || lpad(n::text, 6, '0'), 'YB' || ${store}::text || lpad(n::text, 6, '0'),
      ${store === 1 ? '320500' : '320100'}, '10001',
      ${seedId(1, store)}, 'op', '李店员', case when n % 10 = 0 then 'drafted' else 'settled' end, '{}'::jsonb, '王*', '41',
      '310', '{}'::jsonb, '[]'::jsonb, n * 100 + 1, n, 0, n % 7, case when n % 3 = 0 then null else at end, at, at
    from generate_series(1, ${count}::int) n
    cross join lateral (select timestamptz '2026-01-01 08:00:00.123456+08' + (n / 2) * interval '1 minute' as at) t`)

const rowsOf = async (bytes: Buffer) => (await readXlsx(bytes))[0]!.data
const columns = [
  'orderNo',
  'storeName',
  'maskedName',
  'insutype',
  'total',
  'status',
  'createdAt',
  'settledAt',
  'printed',
  'fundTotal',
]

// Makes the snapshot and the cluster where this file runs first.
beforeAll(async () => {
  for (const database of databases) await (await startTestServer({ database })).close()
})

describe.each(databases)('export on %s', (database) => {
  const clock = testClock()
  const published: [string, string, Record<string, unknown>][] = []
  let server: TestServer
  let area: Client
  beforeAll(async () => {
    const live = { publish: (...event: [string, string, Record<string, unknown>]) => void published.push(event) }
    server = await startTestServer({ database, clock, live })
    area = await server.as('area', { areaCode: '320500' })
    await fill(server, 1, 2500)
    await fill(server, 3, 50)
  })
  afterAll(() => server.close())

  const create = (client: Client, more = {}) => {
    clock.advance(1000)
    return client.ok(calls.create, { call: 'order.paged', input: {}, columns, title: '订单', ...more })
  }

  test('every row of the list once, in its order, names for codes and numbers for amounts', async () => {
    const { exportId, progressId, rows } = await create(area)
    expect(rows).toBe(2250)
    const file = await area.send(calls.file, { exportId })
    expect(file.headers['content-type']).toContain('spreadsheetml')
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toMatch(
      /订单 苏州市 \d{4}-\d\d-\d\d\.xlsx$/,
    )
    const [head, first, ...rest] = await rowsOf(file.bytes)
    expect(head).toEqual([
      '订单号',
      '门店名称',
      '姓名',
      '险种',
      '费用总额',
      '订单状态',
      '创建时间',
      '结算时间',
      '打印次数',
      '基金合计',
    ])
    expect(first).toEqual([
      'YB1002499',
      '示例大药房观前店',
      '王*',
      '职工基本医疗保险',
      2499.01,
      '已结算',
      '2026-01-02 04:49:00',
      null,
      0,
      24.99,
    ])
    const numbers = [first!, ...rest].map((row) => String(row[0]))
    expect(new Set(numbers).size).toBe(2250)
    expect(rest.map((row) => String(row[6])).every((at, i, all) => i === 0 || at <= all[i - 1]!)).toBe(true)
    const listed = await area.ok(order.paged, { pageSize: 500 })
    expect(numbers.slice(0, 500)).toEqual(listed.items.map(({ orderNo }) => orderNo))
    const [job] = (await area.ok(calls.paged)).items
    expect(job).toMatchObject({ id: exportId, state: 'done', rows: 2250, downloads: 1, question: '全部', columns: 10 })
    const [done] = await server.deps.db.select().from(progress).where(eq(progress.id, progressId))
    expect(done).toMatchObject({ finished: true, text: '已导出 2250 行', error: null })
    expect(published.filter(([, event]) => event === 'progress').at(-1)).toEqual([
      expect.stringMatching(/^user:/),
      'progress',
      { progressId, percentage: 100, finished: true },
    ])
  })

  test.each([
    ['settledAt', 'descend', 7],
    ['settledAt', 'ascend', 7],
    ['total', 'ascend', 4],
    ['fundTotal', 'descend', 9],
  ])('sorted by %s %s nothing is lost or doubled at the seams, empty values last', async (sortField, sortOrder, at) => {
    const { exportId } = await create(area, { input: { sortField, sortOrder, keyword: undefined } })
    const [, ...rows] = await rowsOf((await area.send(calls.file, { exportId })).bytes)
    expect(new Set(rows.map((row) => row[0])).size).toBe(2250)
    const values = rows.map((row) => row[at])
    const filled = values.filter((value) => value !== null)
    expect(values.slice(filled.length).every((value) => value === null)).toBe(true)
    const inOrder = (a: unknown, b: unknown) => a === b || a! < b! === (sortOrder === 'ascend')
    expect(filled.every((value, i) => i === 0 || inOrder(filled[i - 1], value))).toBe(true)
  })

  test('filters count, the question is sealed and shown in words', async () => {
    const input = { insutype: '310', minTotal: '2400.00', page: 9, storeId: seedId(1, 1), name: '王建国' }
    const { exportId, rows } = await create(area, { input: { ...input, name: undefined } })
    expect(rows).toBe(90)
    expect((await rowsOf((await area.send(calls.file, { exportId })).bytes)).length).toBe(91)
    await create(area, { input })
    const [job] = (await area.ok(calls.paged)).items
    expect(job!.question).toContain('姓名 王建国，险种 职工基本医疗保险，最小金额 2400.00')
    expect(JSON.stringify(await server.deps.db.select().from(exportJob))).not.toContain('王建国')
  })

  test('a question that a lost data key sealed leaves the list as it is, and its file says to take it out anew', async () => {
    const { exportId } = await create(area, { input: { insutype: '310' } })
    await server.deps.db.update(exportJob).set({ question: sealedByAnother() }).where(eq(exportJob.id, exportId))
    const { items } = await area.ok(calls.paged)
    expect(items.find((one) => one.id === exportId)?.question).toContain('不能打开，请重新导出')
    expect((await area.send(calls.file, { exportId })).resultNotice).toMatchObject({
      error: '这次导出的条件是用另一把数据密钥保存的，不能打开',
      tips: '请到原来的页面重新导出',
    })
  })

  test('a file says of itself whose it is, what it was narrowed to, when and by whom it was made', async () => {
    const input = {
      ...{ settledFrom: '2026-01-01', settledTo: '2026-01-02', insutype: '310', storeId: seedId(1, 1) },
      ...{ name: '王𠮷', keyword: '11010519491231002X', source: '1' },
    }
    const { exportId } = await create(area, { input })
    const file = await area.send(calls.file, { exportId })
    const sheets = await readXlsx(file.bytes)
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['订单', '说明'])
    expect(sheets[1]!.data).toEqual([
      ['项目', '内容'],
      ['名称', '订单'],
      ['机构', '苏州市'],
      ['结算日期', '2026-01-01 至 2026-01-02'],
      ['门店', '示例大药房观前店'],
      ['查找', '（个人号码，不列出）'],
      ['姓名', '王𠮷'],
      ['险种', '职工基本医疗保险'],
      ['来源', 'ERP'],
      ['导出时间', expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)],
      ['导出人', '吴区管'],
    ])
    // The same words for paper, for whoever may look at the list; of a report also the period that nobody chose.
    const words = (call: string, asked: object) =>
      area.ok(calls.words, { call, input: asked as Record<string, unknown> })
    expect((await words('order.paged', { ...input, page: 2, sortField: 'total' })).map(({ text }) => text)).toEqual(
      sheets[1]!.data.slice(3, 9).map(([, text]) => text),
    )
    expect(await words('order.paged', {})).toEqual([])
    const [operator] = await server.deps.db.select().from(user).where(eq(user.userName, 'clerk'))
    expect(await words('fundPay.query', { operatorId: operator!.id, areaCode: '320500' })).toEqual([
      { title: '日期', text: '没有选，按报表的默认期间' },
      { title: '区划', text: '苏州市 320500' },
      { title: '操作员', text: operator!.name },
    ])
    expect(await words('monthCollect.query', { from: '2026-01', to: '2026-01', groupBy: 'store' })).toEqual([
      { title: '月份', text: '2026-01' },
      { title: '分组', text: '按门店' },
    ])
    const clerk = await server.as('clerk')
    const refused = await clerk.send(calls.words, { call: 'operationLog.paged', input: {} })
    expect(refused.statusCode).toBe(403)
  })

  test('who may not export the list, or no longer may, gets nothing; others’ exports do not exist', async () => {
    const clerk = await server.as('clerk')
    expect((await clerk.send(calls.create, { call: 'order.paged', input: {}, columns, title: 'x' })).statusCode).toBe(
      403,
    )
    const { exportId } = await create(area)
    expect((await clerk.send(calls.file, { exportId })).statusCode).toBe(404)
    const [role] = await server.deps.db.select().from(menuRole).where(eq(menuRole.name, '区域管理员'))
    const without = role!.buttons.filter(({ buttonCode }) => buttonCode !== 'export')
    await server.deps.db.update(menuRole).set({ buttons: without }).where(eq(menuRole.id, role!.id))
    expect((await area.send(calls.file, { exportId })).error?.message).toBe('没有「导出订单列表」的权限')
    await server.deps.db.update(menuRole).set({ buttons: role!.buttons }).where(eq(menuRole.id, role!.id))
    expect((await area.send(calls.file, { exportId })).status).toBe(200)
  })

  test('the scope of the asker counts: another area’s administrator finds only his rows', async () => {
    const other = await server.as('area', { areaCode: '320100' })
    expect((await create(other)).rows).toBe(45)
  })

  test('downloaded again in another area it is still the sheet of the area it was taken out in', async () => {
    const { exportId } = await create(area)
    const elsewhere = await server.as('area', { areaCode: '320100' })
    const file = await elsewhere.send(calls.file, { exportId })
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain('订单 苏州市 ')
    expect(await rowsOf(file.bytes)).toHaveLength(2251)
  })

  test('what cannot be exported is refused in words', async () => {
    const refused = async (more: object) =>
      (await area.send(calls.create, { call: 'order.paged', input: {}, columns, title: '订单', ...more })).error
        ?.message
    expect(await refused({ call: 'order.get' })).toBe('这个列表不能导出')
    expect(await refused({ call: 'constructor' })).toBe('这个列表不能导出')
    expect(await refused({ columns: ['orderNo', 'person'] })).toContain('所选的列不能导出')
    // A list is no cell.
    expect(await refused({ call: 'menuDiff.paged', columns: ['candidates'] })).toContain('所选的列不能导出')
    expect(await refused({ input: { status: '99' } })).toContain('订单状态不在可选范围内')
    expect(await refused({ input: { sortField: 'state' } })).toContain('不能按这一列排序')
  })

  test('a cancelled export is not given out, and the operation log knows each one', async () => {
    const { exportId } = await create(area)
    await area.ok(exporting.stop, { exportId })
    expect((await area.send(calls.file, { exportId })).error?.message).toBe('这次导出已取消')
    const log = await area.ok(logCalls.paged, { module: 'exporting', pageSize: 100 })
    expect(log.items.find(({ action, ok }) => action === '导出' && ok)).toMatchObject({
      target: '订单，2250 行',
      module: '导出',
    })
    expect(log.items.some(({ action, message: text }) => action === '下载导出' && text === '这次导出已取消')).toBe(true)
  })

  // The embedded database has one connection: nobody writes beside anybody.
  if (database === 'postgres')
    test('one that is cancelled while its rows are counted stays so', async () => {
      const { exportId } = await create(area)
      const { db } = server.deps
      let asked: Promise<{ error: { message: string } | null }> = Promise.resolve({ error: null })
      await db.transaction(async (tx) => {
        await tx.update(exportJob).set({ state: 'cancelled' }).where(eq(exportJob.id, exportId))
        asked = asAnother(() => area.send(calls.file, { exportId }))
        await asAnother(() => untilWaiting(db, 1))
      })
      expect((await asked).error?.message).toBe('这次导出已取消')
      const [job] = await db.select().from(exportJob).where(eq(exportJob.id, exportId))
      expect(job).toMatchObject({ state: 'cancelled', downloads: 0 })
    })

  test('one that is stopped before its first byte answers so, and not a fault under the type of a sheet', async () => {
    const { exportId } = await create(area)
    const { db } = server.deps
    // Stopped between the first question and the first look at it.
    await db.execute(sql`create function stopped() returns trigger language plpgsql as
      'begin new.state := ''cancelled''; return new; end'`)
    await db.execute(sql`create trigger stopped before update on export_job for each row when (new.state = 'running')
      execute function stopped()`)
    const now = performance.now.bind(performance)
    let looks = 0
    const clockOf = vi.spyOn(performance, 'now').mockImplementation(() => now() + 1000 * looks++)
    try {
      const { error, bytes } = await area.send(calls.file, { exportId })
      expect([error?.message, bytes.toString()]).toEqual(['这次导出已取消', expect.stringMatching(/^{"success":false/)])
    } finally {
      clockOf.mockRestore()
      await db.execute(sql`drop trigger stopped on export_job`)
    }
  })

  test('the days of a month leave as they are listed, page behind page', async () => {
    const storeId = seedId(1, 1)
    const key = { areaCode: '320500', storeId, clrOptins: '320500', insutype: '310', clrType: '41' }
    const group = { ...key, count: 0, total: 0, fund: 0, account: 0, cash: 0, at: clock() }
    const days = ['2026-01-05', '2026-01-06', '2026-01-07']
    await server.deps.db.insert(reconGroup).values(days.map((day) => ({ ...group, id: `g-${day}`, day, state: '2' })))
    const input = { month: '2026-01', storeId }
    const { items } = await area.ok(monthBooks.monthDays, { ...input, pageSize: 500 })
    expect(items.map(({ day }) => day)).toEqual(expect.arrayContaining(days))
    const monthDays = { call: 'monthBooks.monthDays', title: '月对账明细', columns: ['day', 'count', 'total'] }
    const { exportId, rows } = await create(area, { ...monthDays, input })
    expect(rows).toBe(items.length)
    const [head, ...lines] = await rowsOf((await area.send(calls.file, { exportId })).bytes)
    expect(head).toEqual(['日期', '本地笔数', '本地总额'])
    expect(lines).toEqual(items.map(({ day, count, total }) => [day, count, Number(total)]))
  })

  test('the operation log is exported too, up to 50 000 rows', async () => {
    const asked = { call: 'operationLog.paged', input: { module: 'auth' }, columns: ['at', 'ok', 'ms'], title: '日志' }
    await server.deps.db.execute(sql`
      insert into operation_log (id, at, user_name, area_code, call, action, record, ok, ms, request_id)
      select 'log-' || n, timestamptz '2026-01-01 00:00:00+08' + n * interval '1 second', 'x', '320500', 'auth.login', '登录',
        '{}'::jsonb, true, 1, 'r' from generate_series(1, 50001) n`)
    const many = await area.send(calls.create, asked)
    expect(many.error?.message).toBe('符合条件的记录超过 50000 行，没有导出')
    const { rows } = await area.ok(calls.create, { ...asked, input: { module: 'auth', to: '2026-01-01 00:00:10' } })
    expect(rows).toBe(10)
    await server.deps.db.delete(operationLog).where(eq(operationLog.call, 'auth.login'))
  })
})
