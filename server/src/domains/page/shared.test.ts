import { savedFilters } from '@yibao/shared/calls/saved-filters.ts'
import { uiTable } from '@yibao/shared/calls/ui-table.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { people } from '../../seed/people.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { sealedByAnother } from '../../test/other-key.ts'
import { dataRole, user, userDataRole } from '../auth/tables.ts'
import { company, store } from '../organisation/tables.ts'
import { savedFilter } from './tables.ts'

// Two chains in one area: what one of them shares or sets is in no console of the other.

const server = opened(() => startTestServer({ clock: testClock() }))
const idOf = (userName: string) => people.find((one) => one.userName === userName)!.id
const pingjiang = storeIdOf('P32050100002')
const tableId = 'order-management'
let [clerk, theirClerk, theirAdmin, area] = [] as unknown as [Client, Client, Client, Client]
beforeAll(async () => {
  const { db } = server.deps
  await db.insert(company).values({ id: '10002', name: '另一家连锁', shortName: '另一家', areas: ['320500'] })
  await db.update(store).set({ companyId: '10002' }).where(eq(store.id, pingjiang))
  await db.update(user).set({ storeId: pingjiang, companyId: '10002' }).where(eq(user.userName, 'clerk2'))
  await db.update(user).set({ companyId: null }).where(eq(user.isAdminUser, true))
  await db.insert(dataRole).values({ id: 'theirs', code: 'theirs', name: '平江店', areas: [], stores: [pingjiang] })
  await db
    .update(userDataRole)
    .set({ roleId: 'theirs' })
    .where(eq(userDataRole.userId, idOf('area1')))
  clerk = await server.as('clerk')
  theirClerk = await server.as('clerk2')
  theirAdmin = await server.as('area1', { areaCode: '320500' })
  area = await server.as('area', { areaCode: '320500' })
})

beforeEach(() => server.deps.db.delete(savedFilter))

const save = (client: Client, name: string, more = {}) =>
  client.send(savedFilters.save, { tableId, name, filters: { a: name }, shared: true, pinned: true, ...more })
const names = async (client: Client) => (await client.ok(savedFilters.list, { tableId })).map(({ name }) => name)

test('the area’s default of a table is set by whoever holds the whole area', async () => {
  const settings = { columns: [{ key: 'total', hidden: true }] }
  const answer = await theirAdmin.send(uiTable.saveDefault, { tableId, settings })
  expect([answer.statusCode, answer.error?.message]).toEqual([
    403,
    '区划默认的表格设置由苏州市的全部公司共用，当前账号只管理其中一部分门店，没有保存',
  ])
  expect(await clerk.ok(uiTable.get, { tableId })).toEqual({})
  expect((await area.send(uiTable.saveDefault, { tableId, settings })).success).toBe(true)
})

test('a shared filter is its company’s: the other chain neither sees nor changes it', async () => {
  const { result } = await save(clerk, '本店大额')
  expect(await names(await server.as('pharmacist'))).toEqual(['本店大额'])
  expect([await names(theirClerk), await names(theirAdmin)]).toEqual([[], []])
  expect((await theirAdmin.send(savedFilters.remove, { id: result!.id })).statusCode).toBe(404)
  expect((await save(theirAdmin, '改了', { id: result!.id })).statusCode).toBe(404)
  await save(theirAdmin, '平江的')
  expect([await names(theirClerk), await names(clerk)]).toEqual([['平江的'], ['本店大额']])
  const all = await area.ok(savedFilters.list, { tableId })
  expect(new Map(all.map(({ name, mine }) => [name, mine]))).toEqual(
    new Map([
      ['平江的', true],
      ['本店大额', true],
    ]),
  )
})

test('one for all companies is shared and changed by whoever holds the area', async () => {
  const { result } = await save(area, '全区的')
  expect([await names(clerk), await names(theirClerk)]).toEqual([['全区的'], ['全区的']])
  expect((await theirAdmin.ok(savedFilters.list, { tableId }))[0]).toMatchObject({ mine: false })
  for (const answer of [
    await theirAdmin.send(savedFilters.remove, { id: result!.id }),
    await save(theirAdmin, '改了', { id: result!.id }),
  ])
    expect(answer.error?.message).toBe('只有创建人或管理员可以修改')
  await area.ok(savedFilters.remove, { id: result!.id })
})

test('one of before that stood in all consoles is its owner’s for his own company from his next change on', async () => {
  const { result } = await save(theirAdmin, '旧的')
  await server.deps.db.update(savedFilter).set({ companyId: null }).where(eq(savedFilter.id, result!.id))
  expect(await names(clerk)).toEqual(['旧的'])
  await save(theirAdmin, '旧的', { id: result!.id })
  expect([await names(clerk), await names(theirClerk)]).toEqual([[], ['旧的']])
})

test('who saved and removed one is in the log', async () => {
  const { result } = await save(clerk, '记下')
  await clerk.ok(savedFilters.remove, { id: result!.id })
  const rows = await server.deps.db.select().from(operationLog).where(eq(operationLog.target, '记下'))
  expect(rows.map(({ action, userName }) => [action, userName]).sort()).toEqual([
    ['保存常用查询', 'clerk'],
    ['删除常用查询', 'clerk'],
  ])
})

test('one that a node of before wrote meanwhile, which knows no companies, is its owner’s company’s', async () => {
  const { result } = await save(theirClerk, '旧节点保存的')
  const stands = (values: Partial<typeof savedFilter.$inferInsert>) =>
    server.deps.db.update(savedFilter).set(values).where(eq(savedFilter.id, result!.id))
  await stands({ companyId: null })
  expect([await names(clerk), await names(theirClerk), await names(theirAdmin)]).toEqual([
    [],
    ['旧节点保存的'],
    ['旧节点保存的'],
  ])
  expect((await save(clerk, '改了', { id: result!.id })).statusCode).toBe(404)
  // Its company's administrator changes it as any other of it.
  await save(theirAdmin, '旧节点保存的', { id: result!.id })
  expect([await names(clerk), await names(theirClerk)]).toEqual([[], ['旧节点保存的']])
  await stands({ ownerId: idOf('area') })
  expect(await names(clerk), 'whoever has no company shared it with everybody').toEqual(['旧节点保存的'])
})

test('one for the whole area says so, whatever company its owner is of by then', async () => {
  const { result } = await save(area, '全区的')
  const [kept] = await server.deps.db.select().from(savedFilter).where(eq(savedFilter.id, result!.id))
  expect(kept!.companyId).toBe('')
  await server.deps.db
    .update(savedFilter)
    .set({ ownerId: idOf('clerk2') })
    .where(eq(savedFilter.id, result!.id))
  expect(await names(clerk)).toEqual(['全区的'])
})

test('what a lost data key sealed is in nobody’s list, and is saved anew under its name', async () => {
  const { result } = await save(clerk, '打不开的')
  const other = await save(clerk, '另一个')
  const lose = (id: string) =>
    server.deps.db
      .update(savedFilter)
      .set({ filters: sealedByAnother({ a: 1 }) })
      .where(eq(savedFilter.id, id))
  await lose(result!.id)
  const colleague = await server.as('pharmacist')
  expect([await names(clerk), await names(colleague)]).toEqual([['另一个'], ['另一个']])
  expect((await save(clerk, '另一个')).error?.fields).toEqual({ name: '名称已使用' })
  const again = await save(clerk, '打不开的', { filters: { b: '新的' } })
  expect([again.success, again.result?.filters]).toEqual([true, { b: '新的' }])
  expect((await names(colleague)).sort()).toEqual(['另一个', '打不开的'])
  // Under its name by a change of another one, too; and fifty of them leave room for fifty.
  await lose(again.result!.id)
  expect((await save(clerk, '打不开的', { id: other.result!.id })).success).toBe(true)
  expect(await names(clerk)).toEqual(['打不开的'])
  const [row] = await server.deps.db.select().from(savedFilter)
  const filters = sealedByAnother()
  const many = Array.from({ length: 50 }, (_, n) => ({ ...row!, id: `lost-${n}`, name: `丢失 ${n}`, filters }))
  await server.deps.db.insert(savedFilter).values(many)
  expect((await save(clerk, '还能保存')).success).toBe(true)
})
