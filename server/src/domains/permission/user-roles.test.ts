import { user as userCalls } from '@yibao/shared/calls/auth.ts'
import { menuRole as menuCalls } from '@yibao/shared/calls/menu-role.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { people } from '../../seed/people.ts'
import { areaRole, clerkRole, dataRoles, viewerRole } from '../../seed/roles.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { menuRole, userDataRole, userMenuRole } from '../auth/tables.ts'

const guanqian = storeIdOf('P32050100001')
const xinjiekou = storeIdOf('P32010200001')
const idOf = (userName: string) => people.find((one) => one.userName === userName)!.id

let admin: Client
let area: Client
let area1: Client
const server = opened(() => startTestServer({ clock: testClock() }))
beforeAll(async () => {
  admin = await server.as('admin')
  area = await server.as('area')
  area1 = await server.as('area1')
})

const alive = async (client: Client) => (await client.send(userCalls.getLoginUserInfo)).status === 200

let made = 0
const add = (client: Client, more: Record<string, unknown>) =>
  client.send(roleUser.addUser, {
    userName: `more${++made}`,
    surName: '新人',
    name: '𠮷店员',
    isAdminUser: false,
    menuRoleIds: [clerkRole.id],
    dataRoleIds: [],
    ...more,
  })

test('data roles: nothing wider than one’s own, one store for an operator, and lost areas end the session', async () => {
  const assign = (client: Client, userName: string, ...roleIds: string[]) =>
    client.send(roleUser.editUserDataRole, { userId: idOf(userName), roleIds })
  expect((await assign(area1, 'clerk', dataRoles.both.id)).error?.message).toBe(
    '数据角色「苏州市和南京市」超出你的数据范围',
  )
  expect((await assign(area, 'clerk', dataRoles.suzhou.id)).error?.message).toBe(
    '店员只属于一家门店，数据角色「苏州市」包含其他门店',
  )
  expect((await assign(area, 'area1')).error?.message).toBe('管理员账号至少需要一个数据角色')
  await server.deps.db.insert(userDataRole).values({ userId: idOf('area1'), roleId: dataRoles.both.id })
  const there = await server.as('area1', { areaCode: '320100' })
  const here = await server.as('area1', { areaCode: '320500' })
  await admin.ok(roleUser.editUserDataRole, { userId: idOf('area1'), roleIds: [dataRoles.suzhou.id] })
  expect([await alive(there), await alive(here)]).toEqual([false, true])
  const seen = await area1.ok(roleUser.getDataRoleByUser, { userId: idOf('clerk') })
  expect(seen.roles.map(({ name }) => name)).toEqual(['示例大药房观前店', '苏州市'])
})

test('only an administrator makes an administrator', async () => {
  const keeper = { id: 'keeper', code: 'keeper', name: '店长', menus: ['UserManagement'], buttons: areaRole.buttons }
  await server.deps.db.insert(menuRole).values(keeper)
  await server.deps.db.insert(userMenuRole).values({ userId: idOf('clerk2'), roleId: 'keeper' })
  const clerk2 = await server.as('clerk2')
  expect((await add(clerk2, { isAdminUser: true, storeId: undefined })).error?.message).toBe(
    '只有管理员可以新增或变更管理员',
  )
  expect((await add(clerk2, { storeId: guanqian })).error?.message).toBe('没有这家门店的数据权限')
  expect((await add(clerk2, { storeId: xinjiekou, menuRoleIds: [] })).success, 'in his own store he may').toBe(true)
  const { items } = await clerk2.ok(roleUser.getUserTreeByPage, { pageSize: 100 })
  expect(new Set(items.map(({ storeName }) => storeName))).toEqual(new Set(['示例大药房新街口店']))
})

test('a user’s effective rights are those that decide his requests', async () => {
  const { nodes, checkedKeys } = await area.ok(roleUser.getMenuTreeByUser, { userId: idOf('viewer') })
  expect(nodes.map(({ key }) => key)).toContain('section:medicalInsuranceSettlement')
  expect(checkedKeys.filter((key) => key.startsWith('button:') && !key.endsWith('.query'))).toEqual([])
  expect(checkedKeys).toContain('button:SwipingCard.query')
  const several = await area.ok(menuCalls.getMenuTreeByRoles, { roleIds: [clerkRole.id, viewerRole.id] })
  expect(several.checkedKeys).toContain('button:SwipingCard.settle')
})
