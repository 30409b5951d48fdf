import { role as roleCalls } from '@yibao/shared/calls/auth.ts'
import { dataRole } from '@yibao/shared/calls/data-role.ts'
import { menuRole } from '@yibao/shared/calls/menu-role.ts'
import { roleInfo } from '@yibao/shared/calls/role.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { grantsOfKeys } from '@yibao/shared/menu-tree.ts'
import { flatten } from '@yibao/shared/tree.ts'
import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { people } from '../../seed/people.ts'
import { areaRole, clerkRole, dataRoles, viewerRole } from '../../seed/roles.ts'
import { type Client, databases, startTestServer, testClock } from '../../test/kit.ts'
import { menuRole as menuTable, user, userMenuRole } from '../auth/tables.ts'

const clock = testClock()
const guanqian = storeIdOf('P32050100001')
const wuyi = storeIdOf('P43010200001')
const idOf = (userName: string) => people.find((one) => one.userName === userName)!.id
const settle = { menuCode: 'SwipingCard', buttonCode: 'settle' }

let admin: Client
let area: Client
let area1: Client
const server = opened(() => startTestServer({ clock, database: databases[databases.length - 1] }))
beforeAll(async () => {
  admin = await server.as('admin')
  area = await server.as('area')
  area1 = await server.as('area1')
})
beforeEach(() => clock.advance(1000))

let made = 0
const add = (client: Client, more: Record<string, unknown> = {}) =>
  client.send(menuRole.addMenuRole, { name: `角色${++made}`, menus: ['SwipingCard'], buttons: [settle], ...more })
const addData = (client: Client, more: Record<string, unknown> = {}) =>
  client.send(dataRole.addDataRole, { name: `范围${++made}`, areas: [], stores: [guanqian], ...more })
const lastLog = async (call: string) => {
  const rows = await server.deps.db
    .select()
    .from(operationLog)
    .where(and(eq(operationLog.call, call), eq(operationLog.ok, true)))
  return rows.sort((a, b) => (a.id < b.id ? 1 : -1))[0]!
}
const names = async (client: Client, more = {}) =>
  (await client.ok(menuRole.paged, { pageSize: 100, ...more })).items.map(({ name }) => name)

test('the product’s roles come first; they are copied, never removed', async () => {
  const { items } = await admin.ok(menuRole.paged, {})
  expect(items.slice(0, 4).map(({ name, code, kind, users }) => [name, code, kind, users])).toEqual(
    expect.arrayContaining([
      ['店员', 'clerk', 'system', 3],
      ['区域管理员', 'area', 'system', 2],
      ['只读', 'viewer', 'system', 1],
      ['药师', 'pharmacist', 'system', 1],
    ]),
  )
  for (const client of [admin, area])
    expect((await client.send(menuRole.removeMenuRole, { roleId: viewerRole.id })).error?.message).toBe(
      '系统角色「只读」不能删除',
    )
  const { roleId } = await area.ok(menuRole.addMenuRole, { name: '只读副本', copyFrom: viewerRole.id })
  const { menuRole: copy } = await area.ok(roleInfo.getRoleInfo, { roleType: 'menu', roleId })
  expect(copy).toMatchObject({ kind: 'company', users: 0, modifier: '吴区管', manageable: true })
  expect(new Set(copy?.menus)).toEqual(new Set(viewerRole.menus))
  expect((await area.send(menuRole.removeMenuRole, { roleId })).success).toBe(true)
  expect(await lastLog('menuRole.addMenuRole')).toMatchObject({ target: '只读副本、只读' })
  expect(await lastLog('menuRole.removeMenuRole')).toMatchObject({ target: '只读副本' })
})

test('a role somebody holds is not removed, and the refusal says how many', async () => {
  const roleId = (await add(area)).result!.roleId
  const clerk = await server.as('clerk')
  await area.ok(roleUser.updateUserMenuRole, { userId: idOf('clerk'), roleIds: [clerkRole.id, roleId] })
  const refused = await area.send(menuRole.removeMenuRole, { roleId })
  expect(refused.error?.message).toMatch(/^角色「角色\d+」还有 1 个用户，不能删除$/)
  const { items } = await area.ok(roleInfo.getUserListByRoleId, { roleType: 'menu', roleId })
  expect(items.map(({ userName }) => userName)).toEqual(['clerk'])
  await area.ok(roleUser.updateUserMenuRole, { userId: idOf('clerk'), roleIds: [clerkRole.id] })
  expect((await area.send(menuRole.removeMenuRole, { roleId })).success).toBe(true)
  expect((await clerk.ok(roleCalls.getMenuButtonByUser)).buttons.length).toBeGreaterThan(0)
  expect((await area.send(dataRole.removeDataRole, { roleId: dataRoles.guanqian.id })).error?.message).toBe(
    '角色「示例大药房观前店」还有 3 个用户，不能删除',
  )
})

test('the form of a role empties a remark that was left empty; a change of its rights leaves both', async () => {
  const roleId = (await add(area)).result!.roleId
  const named = async () => {
    const { menuRole: role } = await area.ok(roleInfo.getRoleInfo, { roleType: 'menu', roleId })
    return [role?.name, role?.remark]
  }
  await area.ok(menuRole.updateMenuTreeByRole, { roleId, name: '夜班', remark: '试用' })
  await area.ok(menuRole.updateMenuTreeByRole, { roleId, menus: [], buttons: [] })
  expect(await named()).toEqual(['夜班', '试用'])
  await area.ok(menuRole.updateMenuTreeByRole, { roleId, name: '夜班' })
  expect(await named()).toEqual(['夜班', ''])
  await area.ok(menuRole.removeMenuRole, { roleId })
})

test('an area’s administrators change what their area made, and nothing else', async () => {
  const everywhere = (await add(admin)).result!.roleId
  const both = (await add(area)).result!.roleId
  const suzhou = (await add(area1)).result!.roleId
  const rename = async (client: Client, roleId: string) =>
    (await client.send(menuRole.updateMenuTreeByRole, { roleId, remark: '改' })).error?.message
  expect(await rename(area, suzhou)).toBeUndefined()
  expect(await rename(area1, both)).toMatch(/^角色「角色\d+」不是你的区划或公司新增的，不能修改$/)
  expect(await rename(area, everywhere)).toMatch(/不是你的区划或公司新增的/)
  expect(await rename(area, clerkRole.id)).toBe('角色「店员」不是你的区划或公司新增的，不能修改')
  expect(await rename(admin, clerkRole.id)).toBeUndefined()
  const { db } = server.deps
  await db
    .update(menuTable)
    .set({ areas: ['430100'] })
    .where(eq(menuTable.id, suzhou))
  expect(await rename(area, suzhou)).toBe('没有找到角色')
  expect(await names(area)).not.toContain((await db.select().from(menuTable).where(eq(menuTable.id, suzhou)))[0]!.name)
})

test('nobody changes a role he holds himself', async () => {
  const roleId = (await add(area)).result!.roleId
  await server.deps.db.insert(userMenuRole).values({ userId: idOf('area'), roleId })
  const answer = await area.send(menuRole.updateMenuRoleStatus, { roleId, enabled: false })
  expect(answer.error?.message).toMatch(/^不能修改自己持有的角色「角色\d+」$/)
  await server.deps.db.delete(userMenuRole).where(eq(userMenuRole.roleId, roleId))
  expect(
    (await area.send(dataRole.updateDataRoleStatus, { roleId: dataRoles.both.id, enabled: false })).error?.message,
  ).toBe('不能修改自己持有的角色「苏州市和南京市」')
})

test('nobody grants what he has not: menus and buttons', async () => {
  const superOnly = await add(area, { menus: ['MedicalDll'], buttons: [] })
  expect(superOnly.error?.message).toBe('不能授予你没有的权限：「医保DLL管理」')
  const { db } = server.deps
  const buttons = areaRole.buttons.filter((one) => one.menuCode !== 'SwipingCard' || one.buttonCode !== 'settle')
  await db.insert(menuTable).values({ id: 'less', code: 'less', name: '少结算', menus: areaRole.menus, buttons })
  await db
    .update(userMenuRole)
    .set({ roleId: 'less' })
    .where(eq(userMenuRole.userId, idOf('area1')))
  expect((await add(area1)).error?.message).toBe('不能授予你没有的权限：「刷卡·结算」')
  expect((await area1.send(menuRole.addMenuRole, { name: '副本', copyFrom: clerkRole.id })).error?.message).toBe(
    '不能授予你没有的权限：「刷卡·结算」',
  )
  const { nodes } = await area1.ok(menuRole.getMenuTreeByRoles, { roleIds: [] })
  expect(flatten(nodes).map(({ key }) => key)).not.toContain('button:SwipingCard.settle')
  await db
    .update(userMenuRole)
    .set({ roleId: areaRole.id })
    .where(eq(userMenuRole.userId, idOf('area1')))
  expect((await add(area, { menus: ['Nowhere'] })).error?.message).toBe('没有这些菜单或按钮：Nowhere')
})

test('names and codes are free or refused', async () => {
  expect((await add(area, { name: '店员' })).error?.message).toBe('已有名为「店员」的角色')
  expect((await add(area, { code: 'clerk' })).error?.message).toBe('角色编码「clerk」已被使用')
  expect((await addData(area, { name: '苏州市' })).error?.message).toBe('已有名为「苏州市」的角色')
  expect((await addData(area, { code: 'demo-1' })).error?.message).toBe('角色编码「demo-1」已被使用')
})

test('the rights dialog and back: what is checked is saved, and counts at the next request', async () => {
  const roleId = (await add(area, { menus: [], buttons: [settle] })).result!.roleId
  const tree = await area.ok(menuRole.getMenuTreeByRole, { roleId })
  expect(tree.checkedKeys).toEqual(['button:SwipingCard.settle'])
  expect(tree.halfCheckedKeys, 'a button opens its menu').toContain('menu:SwipingCard')
  await area.ok(roleUser.updateUserMenuRole, { userId: idOf('viewer'), roleIds: [roleId] })
  const viewer = await server.as('viewer')
  const pairs = async () =>
    (await viewer.ok(roleCalls.getMenuButtonByUser)).buttons.map((one) => `${one.menuCode}.${one.buttonCode}`)
  expect(await pairs()).toEqual(['SwipingCard.settle'])
  const keys = [...tree.halfCheckedKeys, 'button:SwipingCard.print']
  await area.ok(menuRole.updateMenuTreeByRole, { roleId, ...grantsOfKeys(keys) })
  expect(await pairs()).toEqual(['SwipingCard.print'])
  expect((await lastLog('menuRole.updateMenuTreeByRole')).record).toMatchObject({
    taken: ['SwipingCard.settle'],
    given: ['SwipingCard.print'],
  })
  await area.ok(menuRole.updateMenuRoleStatus, { roleId, enabled: false })
  expect(await pairs()).toEqual([])
  expect((await area.ok(menuRole.paged, { state: 'stopped' })).items.map((row) => row.roleId)).toEqual([roleId])
  const stopped = await area.send(roleUser.updateUserMenuRole, { userId: idOf('clerk'), roleIds: [roleId] })
  expect(stopped.error?.message).toMatch(/已停用，不能分配$/)
  await area.ok(roleUser.updateUserMenuRole, { userId: idOf('viewer'), roleIds: [viewerRole.id] })
})

test('a data role opens nothing that its maker has not', async () => {
  const text = async (client: Client, more: Record<string, unknown>) => (await addData(client, more)).error?.message
  expect(await text(area, { stores: [wuyi] })).toBe('不能授予你没有的数据范围：示例大药房五一店')
  expect(await text(area, { areas: ['430100'], stores: [] })).toBe('不能授予你没有的数据范围：长沙市')
  expect(await text(area1, { areas: ['320100'] })).toBe('不能授予你没有的数据范围：南京市')
  expect(await text(area, { stores: [] })).toBe('数据角色至少包含一个区划或门店')
  expect(await text(admin, { areas: ['999999'] })).toBe('没有找到区划')
  expect(await text(admin, { stores: ['nobody'] })).toBe('没有找到门店')
  const { roleId } = (await addData(area1, { areas: ['320500'] })).result!
  const { dataRole: info } = await area.ok(roleInfo.getRoleInfo, { roleType: 'data', roleId })
  expect(info).toMatchObject({ areas: ['320500'], storeIds: [], scope: '苏州市', stores: 2, users: 0 })
  expect((await area.ok(dataRole.paged, { pageSize: 50 })).items.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['苏州市', '示例大药房新街口店']),
  )
  expect((await area1.ok(dataRole.paged, { pageSize: 50 })).items.map(({ name }) => name)).not.toContain(
    '苏州市和南京市',
  )
})

test('a narrowed data role narrows the sessions, and ends those in an area that is lost', async () => {
  const { roleId } = (await addData(admin, { areas: ['320500', '320100'], stores: [] })).result!
  await admin.ok(roleUser.editUserDataRole, { userId: idOf('area1'), roleIds: [roleId] })
  const { access } = server.deps.services
  const lost = await server.as('area1', { areaCode: '320100' })
  const kept = await server.as('area1', { areaCode: '320500' })
  await admin.ok(dataRole.updateDataRole, { roleId, name: '只剩观前', areas: [], stores: [guanqian] })
  expect(await access.userOf(lost.token)).toBeUndefined()
  expect((await access.userOf(kept.token))?.stores).toEqual([guanqian])
  expect((await lastLog('dataRole.updateDataRole')).record).toMatchObject({
    before: { areas: ['320100', '320500'], stores: [] },
    after: { areas: [], stores: [guanqian], name: '只剩观前' },
  })
  await admin.ok(dataRole.updateDataRoleStatus, { roleId, enabled: false })
  expect(await access.userOf(kept.token), 'no area is left').toBeUndefined()
  await admin.ok(roleUser.editUserDataRole, { userId: idOf('area1'), roleIds: [dataRoles.suzhou.id] })
  expect((await admin.send(dataRole.removeDataRole, { roleId })).success).toBe(true)
})

test('who opens this store, or this area', async () => {
  const of = async (client: Client, refId: string) =>
    (await client.ok(dataRole.getDataRoleListByRefId, { refId }))
      .map(({ code }) => code)
      .filter((code) => /^demo/.test(code))
  expect(await of(area, guanqian)).toEqual(expect.arrayContaining(['demo-1', 'demo-2', 'demo-3']))
  expect(await of(area1, guanqian)).not.toContain('demo-1')
  expect(await of(admin, '320100')).toEqual(['demo-1'])
})

test('the scope tree: area by itself, company by its stores, foreign areas not at all', async () => {
  const { roleId } = (await addData(area, { stores: [guanqian] })).result!
  const tree = await area.ok(dataRole.getDataTreeByRoles, { roleIds: [roleId] })
  expect(tree.nodes.map(({ name }) => name)).toEqual(['南京市', '苏州市'])
  expect(tree.checkedKeys).toEqual([`store:${guanqian}`])
  expect(tree.halfCheckedKeys).toEqual(['company:320500:10001', 'area:320500'])
  const whole = await area.ok(dataRole.getDataTreeByRoles, { roleIds: [dataRoles.suzhou.id] })
  expect(whole.checkedKeys).toEqual(expect.arrayContaining(['area:320500', 'company:320500:10001']))
  expect(whole.halfCheckedKeys).toEqual([])
  expect((await area1.ok(dataRole.getDataTreeByRoles, { roleIds: [] })).nodes.map(({ name }) => name)).toEqual([
    '苏州市',
  ])
})

test('the user trees: company, area, store, administrators; found by name; page by page', async () => {
  const { nodes } = await area.ok(roleUser.getUserTree)
  const shown = flatten(nodes).map(({ kind, name, users }) => `${kind} ${name} ${users}`)
  // In the order of names, which is the database's: by their sound or by their characters.
  const inSuzhou = ['store 示例大药房平江店 0', 'store 示例大药房观前店 3']
  expect(shown).toEqual([
    'company 示例医药连锁 4',
    'area 南京市 1',
    'store 示例大药房新街口店 1',
    'area 苏州市 3',
    ...inSuzhou.toSorted((a, b) => shown.indexOf(a) - shown.indexOf(b)),
    'admin 管理员 2',
  ])
  const found = flatten((await area.ok(roleUser.getUserTree, { keyword: '药师' })).nodes)
  expect(found.filter(({ kind }) => kind !== 'company' && kind !== 'area').map(({ name }) => name)).toEqual([
    '示例大药房观前店',
    '王药师（pharmacist）',
  ])
  const stores = await area.ok(roleUser.getUserCompanyTree, { keyword: '新街口' })
  expect(flatten(stores.nodes).map(({ kind }) => kind)).toEqual(['company', 'area', 'store'])
  const checked = await area.ok(roleUser.getCheckUserCompanyTree, { userId: idOf('area1') })
  expect(checked.checkedKeys).toContain('area:10001:320500')
  expect(checked.halfCheckedKeys).toEqual(['company:10001'])
  const below = async (key?: string, client = area) =>
    (await client.ok(roleUser.getUserCompanyTreeChildrenPage, { key })).items.map((node) => node.key)
  expect(await below()).toEqual(['company:10001'])
  expect(await below('company:10001', area1)).toEqual(['area:10001:320500'])
  expect(await below('area:10001:320100')).toEqual([`store:${storeIdOf('P32010200001')}`])
  expect(await below(`store:${guanqian}`)).toEqual(
    ['clerk', 'pharmacist', 'viewer'].map((name) => `user:${idOf(name)}`),
  )
  expect(await below(`store:${wuyi}`), 'another area').toEqual([])
  expect(await below('admin')).toEqual([`user:${idOf('area')}`, `user:${idOf('area1')}`])
})

test('an administrator of single stores may choose their area, and makes no roles', async () => {
  const { roleId } = (await addData(admin, { stores: [guanqian] })).result!
  const { db } = server.deps
  await db.insert(user).values({ id: 'solo', userName: 'solo', passwordHash: 'x.y', isAdminUser: true })
  await db.insert(userMenuRole).values({ userId: 'solo', roleId: areaRole.id })
  await admin.ok(roleUser.editUserDataRole, { userId: 'solo', roleIds: [roleId] })
  const solo = await server.as('solo', { areaCode: '320500' })
  expect((await server.deps.services.access.userOf(solo.token))?.stores).toEqual([guanqian])
  expect((await add(solo)).error?.message).toBe('没有整个区划或整家公司的数据权限，不能新增角色')
  const tree = await solo.ok(dataRole.getDataTreeByRoles, { roleIds: [] })
  expect(tree.nodes.map(({ name, disabled }) => [name, disabled])).toEqual([['苏州市', true]])
})
