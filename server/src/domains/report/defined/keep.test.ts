import type { InputOf } from '@yibao/shared/call.ts'
import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { reportDefinition as calls } from '@yibao/shared/calls/report-definition.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedId } from '../../../seed/organisation.ts'
import { areaRole, clerkRole, viewerRole } from '../../../seed/roles.ts'
import { type Client, databases, startTestServer, type TestServer, testClock } from '../../../test/kit.ts'
import { menuRole, userMenuRole } from '../../auth/tables.ts'
import { reportDefinition, reportVersion } from './tables.ts'
import { form, sell, sellMonth } from './test/books.ts'
import { within } from './within.ts'

const clock = testClock()
let server: TestServer
const who: Record<string, Client> = {}
beforeAll(async () => {
  clock.set(new Date('2026-10-05T09:00:00+08:00'))
  server = await startTestServer({ clock })
  who.admin = await server.as('admin')
  who.area = await server.as('area', { areaCode: '320500' })
  who.viewer = await server.as('viewer')
  await sellMonth(server)
})
afterAll(() => server.close())

type Save = Partial<InputOf<typeof calls.save>>
const add = (code: string, values: object = {}, client = who.area!) => client.ok(calls.add, form(code, values))
const saved = async (id: string, version: number, values: Save = {}) => {
  const { content } = await who.area!.ok(calls.get, { id })
  return who.area!.send(calls.save, { ...content, ...values, id, version })
}
const names = async (client: Client) => (await client.ok(calls.paged, { pageSize: 100 })).items.map(({ code }) => code)
const errorOf = async (answer: Promise<{ resultNotice?: { error?: string } | null }>) =>
  (await answer).resultNotice?.error

test('a draft is its keeper’s alone; published it is its readers’, and a new draft leaves it in force', async () => {
  const { id } = await add('L1')
  expect(await names(who.viewer!)).not.toContain('L1')
  expect((await who.viewer!.send(calls.run, { id })).statusCode).toBe(404)
  expect((await who.viewer!.send(calls.preview, { id })).statusCode).toBe(404)
  expect((await who.area!.ok(calls.preview, { id })).totals).toMatchObject({ total: '20.01' })
  await who.area!.ok(calls.publish, { id, version: 1 })
  expect(await names(who.viewer!)).toContain('L1')
  const changed = await saved(id, 1, { name: '改过的', columns: [{ field: 'cash', use: 'sum' }] })
  expect(changed.result).toMatchObject({ version: 2, published: 1, state: 'published', name: '改过的' })
  const read = (await who.viewer!.ok(calls.paged, { code: 'L1' })).items[0]!
  expect(read).toMatchObject({ name: '按门店', version: 1, manageable: false, runnable: true })
  expect(Object.keys((await who.viewer!.ok(calls.run, { id })).items[0]!)).toEqual([
    ...['storeName', 'settlements', 'total', 'cash'],
  ])
  // Who keeps it runs what is in force like everybody else.
  expect((await who.area!.ok(calls.run, { id })).totals).toEqual({ settlements: 5, total: '20.01', cash: '4.01' })
  expect((await who.viewer!.ok(calls.get, { id })).versions).toEqual([])
  expect((await who.area!.ok(calls.preview, { id })).totals).toEqual({ cash: '4.01' })
  await who.area!.ok(calls.publish, { id, version: 2 })
  expect((await who.viewer!.ok(calls.run, { id })).totals).toEqual({ cash: '4.00' })
  expect(await errorOf(who.area!.send(calls.publish, { id, version: 2 }))).toBe('这个版本已经在用')
})

test('history says who changed what, and a way back is a new version', async () => {
  const { id } = await add('H1')
  await saved(id, 1, {
    columns: [
      { field: 'storeName', use: 'group' },
      { field: 'total', use: 'sum' },
      { field: 'account', use: 'sum' },
    ],
    paper: 'portrait',
  })
  await who.area!.ok(calls.publish, { id, version: 2 })
  expect(await who.area!.ok(calls.restore, { id, version: 2, back: 1 })).toMatchObject({ version: 3, published: 2 })
  const { versions, content } = await who.area!.ok(calls.get, { id })
  expect(versions.map(({ version, what, by, changes }) => [version, what, by, changes])).toEqual([
    [
      3,
      '恢复到第 1 版',
      '吴区管',
      '列：增加 结算笔数、应收现金，去掉 个人账户，修改 费用总额；纸张：A4 纵向 → A4 横向',
    ],
    [2, '修改', '吴区管', '列：增加 个人账户，去掉 结算笔数、应收现金，修改 费用总额；纸张：A4 横向 → A4 纵向'],
    [1, '新增', '吴区管', ''],
  ])
  expect(versions[1]).toMatchObject({ publishedBy: '吴区管', publishedAt: '2026-10-05 09:00:00' })
  expect(content.columns).toEqual(form('H1').columns)
  expect((await who.area!.ok(calls.get, { id, version: 2 })).content.paper).toBe('portrait')
})

test('of two who save what they saw, one wins; so it is with publishing', async () => {
  const { id } = await add('W1')
  const { content } = await who.area!.ok(calls.get, { id })
  const save = (name: string) => who.area!.send(calls.save, { ...content, name, id, version: 1 })
  const all = await Promise.all(['一', '二', '三', '四'].map(save))
  expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
  expect(await server.deps.db.$count(reportVersion, eq(reportVersion.definitionId, id))).toBe(2)
  expect(await errorOf(who.area!.send(calls.publish, { id, version: 1 }))).toContain('查看后有了修改')
})

test('stopped it is run by nobody; resumed by everybody again', async () => {
  const { id } = await add('S1')
  await who.area!.ok(calls.publish, { id, version: 1 })
  await who.area!.ok(calls.stop, { id })
  expect(await errorOf(who.area!.send(calls.run, { id }))).toContain('已停用')
  expect(await names(who.viewer!)).not.toContain('S1')
  expect((await who.area!.ok(calls.resume, { id })).state).toBe('published')
  expect((await who.viewer!.send(calls.run, { id })).statusCode).toBe(200)
  const draft = await add('S2')
  await who.area!.ok(calls.stop, { id: draft.id })
  expect((await who.area!.ok(calls.resume, { id: draft.id })).state).toBe('draft')
})

test('a role that was taken from somebody, or stopped, counts at once; without a role nothing is published', async () => {
  const { id } = await add('R1', { roles: [viewerRole.id] })
  await who.area!.ok(calls.publish, { id, version: 1 })
  // Its keeper sees it; to run it he needs the role.
  expect(await errorOf(who.area!.send(calls.run, { id }))).toBe('报表「按门店」没有发布给你的角色')
  const change = (enabled: boolean) =>
    server.deps.db.update(menuRole).set({ enabled }).where(eq(menuRole.id, viewerRole.id))
  // Another role of his still opens the page.
  const extra = { id: 'extra', name: '其他', code: 'extra', menus: ['ReportManager'], buttons: [] }
  await server.deps.db.insert(menuRole).values(extra)
  await server.deps.db.insert(userMenuRole).values({ userId: seedId(2, 8), roleId: 'extra' })
  await change(false)
  expect((await who.viewer!.send(calls.run, { id })).statusCode).toBe(404)
  await change(true)
  expect((await who.viewer!.send(calls.run, { id })).statusCode).toBe(200)
  const empty = await add('R2', { roles: [] })
  expect(await errorOf(who.area!.send(calls.publish, { id: empty.id, version: 1 }))).toContain('还没有选择可运行的角色')
  expect(await errorOf(who.area!.send(calls.add, form('R3', { roles: ['nobody'] })))).toContain('角色不在可选范围内')
  // A role without the page is not offered: what is published for it nobody would see.
  const offered = (await who.area!.ok(calls.roles)).items.map((one) => one.id)
  expect(offered).toContain(areaRole.id)
  expect(offered).not.toContain(clerkRole.id)
})

test('what holds everywhere is the super administrator’s; an area copies it and keeps its own', async () => {
  const { id } = await add('P1', { roles: [areaRole.id] }, who.admin!)
  await who.admin!.ok(calls.publish, { id, version: 1 })
  const row = (await who.area!.ok(calls.paged, { code: 'P1' })).items[0]!
  expect(row).toMatchObject({ areaName: '全部区划', manageable: false, runnable: true })
  for (const call of [calls.publish, calls.stop, calls.save] as const)
    expect(await errorOf(who.area!.send(call as typeof calls.save, { ...form('P1'), id, version: 1 }))).toContain(
      '没有修改全部区划报表的权限',
    )
  expect((await who.area!.send(calls.copy, { id, areaCode: '430100', code: 'P1' })).statusCode).toBe(403)
  const copy = await who.area!.ok(calls.copy, { id, areaCode: '320500', code: 'P1' })
  expect(copy).toMatchObject({ state: 'draft', version: 1, areaCode: '320500', manageable: true })
  expect(await errorOf(who.area!.send(calls.copy, { id, areaCode: '320500', code: 'P1' }))).toContain('已有编码为 P1')
  const elsewhere = await server.as('area', { areaCode: '320100' })
  expect((await elsewhere.ok(calls.paged, { code: 'P1' })).items.map(({ areaCode }) => areaCode)).toEqual([''])
  expect((await elsewhere.send(calls.get, { id: copy.id })).statusCode).toBe(404)
  expect(await errorOf(who.viewer!.send(calls.add, form('P2')))).toContain('没有「新增报表」的权限')
})

test('names come from the fixed list only, and nothing of a definition is SQL', async () => {
  const refused = (values: object) => errorOf(who.area!.send(calls.add, form('X1', values)))
  for (const field of ['split', 'toString', 'id"', 'total"from"user_account', 'settlements;drop'])
    expect(await refused({ columns: [{ field, use: 'show' }] })).toContain('没有字段')
  expect(await refused({ columns: [{ field: 'storeId', use: 'show' }] })).toContain('只能作查询条件')
  expect(await refused({ columns: [{ field: 'setlId', use: 'group' }] })).toContain('「结算号」不能分组')
  expect(await refused({ columns: [{ field: 'setlId', use: 'sum' }] })).toContain('不能合计')
  const mixed = [
    { field: 'storeName', use: 'group' },
    { field: 'setlId', use: 'show' },
  ]
  expect(await refused({ columns: mixed })).toContain('「结算号」只能分组或合计')
  expect(await refused({ columns: [] })).toContain('请至少选一列')
  expect(await refused({ columns: [mixed[0], mixed[0]] })).toContain('重复')
  const five = ['day', 'storeName', 'insutype', 'source', 'outFlag'].map((field) => ({ field, use: 'group' }))
  expect(await refused({ columns: five })).toContain('最多按 4 列分组')
  expect(await refused({ parameters: [{ field: 'orderNo', mode: 'ask' }] })).toContain('不能作查询条件')
  expect(await refused({ parameters: [{ field: 'insutype', mode: 'fixed' }] })).toContain('没有填值')
  expect(await refused({ sortField: 'account' })).toContain('排序列不在列中')
  const text = `"; drop table report_version; --`
  const hostile = await add('X2', {
    name: text,
    columns: [
      { field: 'storeName', use: 'group', title: `" , 1` },
      { field: 'total', use: 'sum' },
    ],
    parameters: [{ field: 'operatorName', mode: 'fixed', value: `' or '1'='1` }],
    ...{ header: text, signatures: `';` },
  })
  expect((await who.area!.ok(calls.preview, { id: hostile.id })).items).toEqual([])
  // A definition that was changed behind the product's back is checked again before it is run.
  const content = { ...form('X2'), columns: [{ field: 'id" from purchase_order --', use: 'show' as const }] }
  await server.deps.db.update(reportVersion).set({ content }).where(eq(reportVersion.definitionId, hostile.id))
  expect(await errorOf(who.area!.send(calls.preview, { id: hostile.id }))).toContain('没有字段')
  expect(await server.deps.db.$count(reportDefinition)).toBeGreaterThan(2)
})

test('a preview shows the first 50 rows and counts the others', async () => {
  const { id } = await add('V1', { source: 'lines', columns: [{ field: 'name', use: 'show' }] })
  for (let n = 0; n < 26; n++) await sell(server, '2026-08-01T08:00:00')
  const { items, total } = await who.area!.ok(calls.preview, { id, from: '2026-08-01', to: '2026-08-01' })
  expect([items.length, total]).toEqual([50, 52])
})

test('the operation log names what was done to which report', async () => {
  const { id } = await add('O1')
  await who.area!.ok(calls.publish, { id, version: 1 })
  const { items } = await who.admin!.ok(operationLog.paged, { pageSize: 100 })
  const ofIt = items.filter(({ target }) => target === 'O1 按门店')
  expect(ofIt.map(({ module, action }) => `${module} ${action}`).sort()).toEqual([
    ...['报表管理 发布报表', '报表管理 新增报表'],
  ])
})

test.skipIf(!databases.includes('postgres'))(
  'what takes too long is ended by the database and said; nothing is written',
  async () => {
    const c = { db: server.deps.db } as never
    await expect(within(c, 0.05, ({ db }) => db.execute(sql`select pg_sleep(30)`))).rejects.toThrow(/已停止，没有结果/)
    await expect(within(c, 5, ({ db }) => db.delete(reportVersion))).rejects.toThrow()
    expect(await within(c, 5, ({ db }) => db.$count(reportVersion))).toBeGreaterThan(1)
  },
)
