import { role } from '@yibao/shared/calls/auth.ts'
import { allCalls } from '@yibao/shared/calls/index.ts'
import { menuRole as roleCalls } from '@yibao/shared/calls/menu-role.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { userView } from '@yibao/shared/calls/user-view.ts'
import { menuRows, menuSections } from '@yibao/shared/menu.ts'
import { can } from '@yibao/shared/permission.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { Refusal } from '../../base/refuse.ts'
import { permit } from '../../call/perform.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { dataRole, user } from '../auth/tables.ts'

const server = opened(() => startTestServer({ clock: testClock() }))
let admin: Client
beforeAll(async () => {
  admin = await server.as('admin')
})

const idOf = async (userName: string) => {
  const [row] = await server.deps.db.select().from(user).where(eq(user.userName, userName))
  return row!.id
}
const explain = async (userName: string) => admin.ok(userView.explainRights, { userId: await idOf(userName) })
const keyOf = ({ menuCode, buttonCode }: { menuCode: string; buttonCode?: string }) => `${menuCode}.${buttonCode ?? ''}`

const rows = menuRows.filter((row) => !row.public && !row.of && !menuSections.includes(row))
const matrix = rows.flatMap(({ menuCode, buttons = [] }) => [
  { menuCode },
  ...buttons.map((buttonCode) => ({ menuCode, buttonCode })),
])

test.each(['admin', 'area', 'clerk', 'viewer'])('%s: what is told is what decides, page by page', async (who) => {
  const client = await server.as(who)
  const me = (await server.deps.services.access.userOf(client.token))!
  const told = new Map((await explain(who)).rights.map((one) => [keyOf(one), one]))
  expect([...told.keys()]).toEqual(matrix.map(keyOf))
  for (const wanted of matrix)
    expect([keyOf(wanted), told.get(keyOf(wanted))!.may]).toEqual([keyOf(wanted), can(me, wanted)])
  // The menu and the buttons that the console gets of the same person.
  const menus = new Set((await client.ok(role.getMenuList)).menus.map(({ menuCode }) => menuCode))
  const buttons = new Set((await client.ok(role.getMenuButtonByUser)).buttons.map(keyOf))
  for (const [key, { menuCode, buttonCode, may }] of told)
    expect([key, buttonCode ? buttons.has(key) : menus.has(menuCode)]).toEqual([key, may])
  // And the guard of the server, call by call.
  const passes = (call: Parameters<typeof permit>[0]) => {
    try {
      permit(call, me)
      return true
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal)
      return false
    }
  }
  for (const [name, call] of allCalls().filter(([, one]) => one.menu && !one.public)) {
    const wanted = [call.menu!].flat().map((menuCode) => ({ menuCode, buttonCode: call.button }))
    expect([name, passes(call)]).toEqual([name, wanted.some((one) => told.get(keyOf(one))?.may ?? can(me, one))])
  }
})

const reason = async (who: string, menuCode: string, buttonCode?: string) =>
  (await explain(who)).rights.find((one) => keyOf(one) === keyOf({ menuCode, buttonCode }))?.reason

test('each ground in words', async () => {
  expect(await reason('admin', 'SystemConfig')).toBe('超级管理员，不需要角色')
  expect(await reason('clerk', 'SwipingCard', 'settle')).toMatch(/^来自角色「.+」$/)
  expect(await reason('clerk', 'DayReconciliationDetail')).toMatch(/来自角色|不在菜单里的页面/)
  expect(await reason('area', 'SystemConfig')).toBe('只有超级管理员能用')
  expect(await reason('clerk', 'OperationLog')).toBe('只有管理员能用')
  expect(await reason('clerk', 'UserManagement')).toBe('现有的角色都没有勾选这一页')
  expect(await reason('viewer', 'OrderManagement', 'reverse')).toBe('现有的角色都没有勾选这个按钮')
})

test('a stopped role, a tick that does nothing, no role at all', async () => {
  const grants = { menus: ['UserManagement', 'OperationLog'], buttons: [] }
  const { roleId } = await admin.ok(roleCalls.addMenuRole, { name: '停用的', ...grants })
  const userId = await idOf('clerk')
  const { roles } = await admin.ok(roleUser.getHaveMenuRoleByUser, { userId })
  const held = roles.map((one) => one.roleId)
  await admin.ok(roleUser.updateUserMenuRole, { userId, roleIds: [...held, roleId] })
  expect(await reason('clerk', 'OperationLog')).toBe('只有管理员能用，角色「停用的」勾选了也不起作用')
  await admin.ok(roleCalls.updateMenuRoleStatus, { roleId, enabled: false })
  expect(await reason('clerk', 'UserManagement')).toBe('角色「停用的」勾选了，但已停用')
  const clerk = await server.as('clerk')
  expect((await clerk.ok(role.whyHidden, { menuCode: 'UserManagement' })).reason).toBe('角色「停用的」勾选了，但已停用')
  await admin.ok(roleUser.updateUserMenuRole, { userId, roleIds: [] })
  expect(await reason('clerk', 'UserManagement')).toBe('没有分配菜单角色')
  await admin.ok(roleUser.updateUserMenuRole, { userId, roleIds: held })
})

test('what stands before every page is told first', async () => {
  expect((await explain('admin')).notes).toEqual(['数据范围：全部门店'])
  expect((await explain('clerk')).notes).toEqual(['数据范围：只有本店「示例大药房观前店」'])
  expect((await explain('area')).notes.at(-1)).toBe('登录后先在 南京市、苏州市 中选择区划，只看得到所选区划的门店')
  await admin.ok(roleUser.stopUser, { userId: await idOf('clerk2'), stopped: true })
  await admin.ok(roleUser.initUserPassword, { userId: await idOf('clerk2') })
  expect((await explain('clerk2')).notes.slice(0, 2)).toEqual([
    '账号已停用，不能登录',
    '登录后须先修改密码（初始密码），此前不能使用任何页面',
  ])
  await server.deps.db.update(dataRole).set({ enabled: false })
  expect((await explain('area1')).notes[0]).toBe('数据角色没有包含任何门店：页面能打开，但没有数据')
  await server.deps.db.update(dataRole).set({ enabled: true })
})

test('whoever misses a page is told why, and of his own administrators who can grant it', async () => {
  const clerk = await server.as('clerk')
  const missing = await clerk.ok(role.whyHidden, { menuCode: 'UserManagement' })
  expect(missing.reason).toBe('现有的角色都没有勾选这一页')
  const people = await server.deps.db.select().from(user)
  const named = (userName: string) => people.find((one) => one.userName === userName)!.name
  expect(missing.ask).toContain(named('area'))
  expect(missing.ask).not.toContain(named('admin'))
  // Changsha has no administrator of its own, and nobody may grant what is closed to the kind of account.
  expect((await (await server.as('clerk3')).ok(role.whyHidden, { menuCode: 'UserManagement' })).ask).toEqual([])
  expect(await clerk.ok(role.whyHidden, { menuCode: 'SystemConfig' })).toEqual({
    reason: '只有超级管理员能用',
    grantable: false,
    ask: [],
  })
  expect((await clerk.send(role.whyHidden, { menuCode: 'Nothing' })).statusCode).toBe(404)
  expect(
    (await (await server.as('clerk', { guest: true })).send(role.whyHidden, { menuCode: 'UserManagement' })).statusCode,
  ).toBe(403)
})

test('nobody reads the rights of an account he does not see', async () => {
  const area1 = await server.as('area1', { areaCode: '320500' })
  expect((await area1.send(userView.explainRights, { userId: await idOf('clerk2') })).statusCode).toBe(404)
})
