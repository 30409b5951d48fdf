import { errorLog } from '@yibao/shared/calls/auth.ts'
import { cache } from '@yibao/shared/calls/cache.ts'
import { hintMessage } from '@yibao/shared/calls/hint.ts'
import { operationLog as logCalls } from '@yibao/shared/calls/operation-log.ts'
import { savedFilters } from '@yibao/shared/calls/saved-filters.ts'
import { uiTable } from '@yibao/shared/calls/ui-table.ts'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { masked } from '../../call/audit.ts'
import { operationLog } from '../../call/tables.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { labelOf } from '../organisation/labels.ts'
import { savedFilter } from './tables.ts'

const clock = testClock()
let clerk: Client
let clerk2: Client
let area: Client
let admin: Client
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  clerk = await server.as('clerk')
  clerk2 = await server.as('clerk2')
  area = await server.as('area', { areaCode: '320500' })
  admin = await server.as('admin')
})

const tableId = 'order-management'

test('table settings: own ones over the area’s default, reset leaves the default, others see nothing', async () => {
  const columns = [
    { key: 'orderNo', width: 180, fixed: 'left' as const },
    { key: 'cash', hidden: true },
  ]
  expect(await clerk.ok(uiTable.get, { tableId })).toEqual({})
  await area.ok(uiTable.saveDefault, { tableId, settings: { columns, dense: true } })
  await clerk.ok(uiTable.save, { tableId, settings: { columns: [{ key: 'total' }], pageSize: 50 } })
  expect(await clerk.ok(uiTable.get, { tableId })).toEqual({
    own: { columns: [{ key: 'total' }], pageSize: 50 },
    default: { columns, dense: true },
  })
  expect(await clerk.ok(uiTable.reset, { tableId })).toEqual({ default: { columns, dense: true } })
  expect(await clerk2.ok(uiTable.get, { tableId })).toEqual({})
  expect((await clerk.send(uiTable.saveDefault, { tableId, settings: { columns } })).statusCode).toBe(403)
  const many = { columns: Array.from({ length: 101 }, (_, i) => ({ key: `k${i}` })) }
  expect((await clerk.send(uiTable.save, { tableId, settings: many })).statusCode).toBe(400)
})

test('saved filters: one’s own, shared within the area, changed by owner or administrator, sealed', async () => {
  const save = (client: Client, more = {}) =>
    client.send(savedFilters.save, {
      tableId,
      name: '本月大额',
      filters: { name: '李四', minTotal: '500.00' },
      shared: false,
      pinned: false,
      ...more,
    })
  const { result } = await save(clerk)
  const list = (client: Client) => client.ok(savedFilters.list, { tableId })
  expect(await list(clerk)).toMatchObject([
    { name: '本月大额', filters: { name: '李四', minTotal: '500.00' }, mine: true },
  ])
  expect(await list(await server.as('pharmacist'))).toEqual([])
  expect((await save(clerk)).error?.fields).toEqual({ name: '名称已使用' })
  await save(clerk, { id: result!.id, shared: true, pinned: true })
  const pharmacist = await server.as('pharmacist')
  expect(await list(pharmacist)).toMatchObject([{ shared: true, pinned: true, mine: false }])
  expect(await list(clerk2)).toEqual([])
  expect((await pharmacist.send(savedFilters.remove, { id: result!.id })).error?.message).toBe(
    '只有创建人或管理员可以修改',
  )
  expect((await clerk2.send(savedFilters.remove, { id: result!.id })).statusCode).toBe(404)
  expect(JSON.stringify(await server.deps.db.select().from(savedFilter))).not.toContain('李四')
  expect((await save(clerk, { name: '大', filters: { x: 'x'.repeat(9000) } })).error?.message).toContain('8000 字节')
  await area.ok(savedFilters.remove, { id: result!.id })
  expect(await list(clerk)).toEqual([])
})

test('the operation log: the asker’s scope, its filters, page errors too, nothing secret', async () => {
  const at = clock()
  const line = (id: string, more = {}) => ({
    ...{
      id,
      at,
      userName: 'u',
      call: 'order.void',
      action: '作废订单',
      record: { certNo: '320500199001010010' },
      ok: true,
    },
    ...{ ms: 5, requestId: `r-${id}`, areaCode: '320500', storeId: storeIdOf('P32050100001'), ip: '10.0.0.1', ...more },
  })
  await server.deps.db
    .insert(operationLog)
    .values([
      line('l1'),
      line('l2', { storeId: storeIdOf('P32010200001'), areaCode: '320100' }),
      line('l3', { storeId: null, userName: 'area', ok: false, message: '订单已是「已结算」' }),
      line('l4', { storeId: null, areaCode: null, userName: 'nobody' }),
    ])
  await clerk.ok(errorLog.add, { message: 'TypeError', page: '/dashboard' })
  const ids = async (client: Client, more = {}) =>
    (await client.ok(logCalls.paged, { module: 'order', pageSize: 100, ...more })).items.map(({ id }) => id).sort()
  expect(await ids(area)).toEqual(['l1', 'l3'])
  expect(await ids(admin)).toEqual(['l1', 'l2', 'l3', 'l4'])
  expect((await clerk.send(logCalls.paged)).statusCode).toBe(403)
  expect((await area.send(logCalls.get, { id: 'l2' })).statusCode).toBe(404)
  expect(await ids(area, { result: 'failed' })).toEqual(['l3'])
  expect(await ids(area, { keyword: '已结算' })).toEqual(['l3'])
  expect(await ids(area, { keyword: 'r-l1' })).toEqual(['l1'])
  expect(await ids(area, { userName: 'ARE' })).toEqual(['l3'])
  expect(await ids(area, { userName: '%' })).toEqual([])
  expect(await ids(area, { ip: '10.0.0.2' })).toEqual([])
  expect(await ids(area, { from: '2099-01-01 00:00:00' })).toEqual([])
  const second = '2026-03-03 23:59:59'
  await server.deps.db.insert(operationLog).values(line('l5', { at: new Date('2026-03-03T23:59:59.900+08:00') }))
  expect(await ids(area, { from: second, to: second }), 'shown as that second, found as that second').toEqual(['l5'])
  expect((await area.send(logCalls.paged, { storeId: storeIdOf('P32010200001') })).statusCode).toBe(403)
  const errors = await area.ok(logCalls.paged, { module: 'errorLog' })
  expect(errors.items).toMatchObject([{ module: '页面错误', storeName: '示例大药房观前店', message: 'TypeError' }])
  expect((await area.ok(logCalls.get, { id: 'l1' })).request).toEqual({ certNo: '[已隐藏]' })
  expect(masked({ a: [{ passWord: 'x', note: '电话 13800138000 证件 320500199001010010' }], id: '019abc' })).toEqual({
    a: [{ passWord: '[已隐藏]', note: '电话 [号码] 证件 [号码]' }],
    id: '019abc',
  })
})

test('advice for the centre’s words: the transaction’s own first, none where nothing is known', async () => {
  const tips = async (message: string, infno?: string) =>
    (await clerk.ok(hintMessage.getGuideListByMsg, { message, infno })).map(({ guide }) => guide)
  expect(await tips('该结算已撤销，不能重复撤销', '2103')).toEqual(['请刷新订单状态，不需要再撤销'])
  expect(await tips('该结算已撤销，不能重复撤销', '2102')).toEqual([])
  expect((await tips('【医疗费总额 medfee_sumamt】10.00 与明细合计 9.00 不一致', '2101'))[0]).toBe(
    '请在 ERP 中核对金额后重新发送',
  )
  expect((await tips('电子凭证二维码已失效，请参保人刷新后重扫'))[0]).toBe('请参保人刷新二维码后重新扫码')
  expect(await tips('天气很好')).toEqual([])
})

test('the caches of this node, for super administrators only', async () => {
  await admin.ok(cache.remove, { key: 'dictionary:', prefix: true })
  labelOf('JX', 'gend', '1')
  labelOf('JX', 'gend', '2')
  const { items } = await admin.ok(cache.paged, { prefix: 'dictionary:labels' })
  expect(items).toMatchObject([
    { key: 'dictionary:labels:JX', kind: 'dictionary', entries: expect.any(Number), ttl: 0 },
  ])
  expect(items[0]!.hits).toBeGreaterThan(0)
  const { value, size } = await admin.ok(cache.get, { key: 'dictionary:labels:JX' })
  const lines = value.split('\n')
  expect(lines.slice(0, 2), 'a line for each thing in it').toEqual(['{', expect.stringMatching(/^ {2}".+": ".+",$/)])
  expect(lines.at(-1)).toBe('…内容很长，只显示前面一部分')
  expect(size * 1024, 'of which the whole is larger than what is shown').toBeGreaterThan(value.length)
  expect((await area.send(cache.paged)).statusCode).toBe(403)
  expect((await admin.send(cache.clear, { kind: 'config' as never })).statusCode).toBe(400)
  expect(await admin.ok(cache.clear, { kind: 'dictionary' })).toEqual({ removed: 1, others: 0 })
  expect((await admin.ok(cache.paged, { prefix: 'dictionary:' })).items).toEqual([])
  expect(labelOf('JX', 'gend', '1')).toBe('男')
})
