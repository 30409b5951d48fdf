import { auth, role, user as userCalls } from '@yibao/shared/calls/auth.ts'
import { dataRole as dataRoleApi } from '@yibao/shared/calls/data-role.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { storeUser } from '@yibao/shared/calls/store-user.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { demoPassword, people } from '../../seed/people.ts'
import { areaRole, clerkRole, dataRoles, viewerRole } from '../../seed/roles.ts'
import { encode } from '../../test/encode.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { menuRole, user, userMenuRole } from '../auth/tables.ts'
import { client, store } from '../organisation/tables.ts'

const clock = testClock()
const guanqian = storeIdOf('P32050100001')
const pingjiang = storeIdOf('P32050100002')
const xinjiekou = storeIdOf('P32010200001')
const wuyi = storeIdOf('P43010200001')
const idOf = (userName: string) => people.find((one) => one.userName === userName)!.id

let admin: Client
let area: Client
let area1: Client
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  ;[admin, area, area1] = (await Promise.all(['admin', 'area', 'area1'].map((name) => server.as(name)))) as [
    Client,
    Client,
    Client,
  ]
})
beforeEach(() => clock.advance(1000))

let made = 0
const newUser = (more: Record<string, unknown> = {}) => ({
  userName: `new${++made}`,
  surName: '新人',
  name: '𠮷店员',
  isAdminUser: false,
  storeId: guanqian as string | undefined,
  menuRoleIds: [clerkRole.id],
  dataRoleIds: [] as string[],
  ...more,
})
const add = (client: Client, more: Record<string, unknown> = {}) => client.send(roleUser.addUser, newUser(more))
const added = async (client: Client, more: Record<string, unknown> = {}) => (await add(client, more)).result!
const login = (userName: string, password: string) => {
  clock.advance(1)
  return server.nobody.send(auth.login, { userName, passWord: encode(password, clock()) })
}
const lastLog = async (call: string) => {
  const rows = await server.deps.db.select().from(operationLog).where(eq(operationLog.call, call))
  return rows.filter(({ ok }) => ok).sort((a, b) => (a.id < b.id ? 1 : -1))[0]!
}
const alive = async (client: Client) => (await client.send(userCalls.getLoginUserInfo)).status === 200

test('a new operator logs in with the password shown once and must change it', async () => {
  const { userName, initialPassword, userId } = await added(area)
  const { result } = await login(userName, initialPassword)
  expect(result?.userInfo).toMatchObject({ mustChange: 'initial', storeId: guanqian, companyId: '10001' })
  expect(JSON.stringify(await lastLog('roleUser.addUser'))).not.toContain(initialPassword)
  expect(await area.ok(roleUser.getUserInfo, { userId })).toMatchObject({
    name: '𠮷店员',
    storeName: '示例大药房观前店',
    areaName: '苏州市',
    menuRoles: [{ roleId: clerkRole.id, name: '店员' }],
    state: 'enabled',
    mustChange: true,
    manageable: true,
  })
})

test('CreateUser takes the initial password in the two encoded fields', async () => {
  const send = (password: string, again = password) => {
    clock.advance(1)
    const [first, second] = [password, again].map((one) => encode(one, clock()))
    return area.send(storeUser.createUser, { ...newUser(), password: first!, confirmPassword: second! })
  }
  expect((await send('Start-1234', 'Start-1235')).error?.message).toBe('两次输入密码不一致!')
  expect((await send('abc')).error?.message).toBe('新密码不符合要求：密码应为 8 到 64 位')
  expect((await send('Start-1234')).success).toBe(true)
  expect((await login(`new${made}`, 'Start-1234')).result?.userInfo.mustChange).toBe('initial')
})

test.each<[string, Record<string, unknown>, string]>([
  ['area', { userName: 'clerk' }, '用户名「clerk」已被使用'],
  ['area', { userName: 'Clerk' }, '用户名「Clerk」已被使用'],
  ['area', { userName: 'a b' }, '用户名不能包含空格'],
  ['area', { userName: 'cl\u200berk' }, '用户名不能包含空格'],
  ['area', { storeId: undefined }, '店员账号必须绑定一家门店'],
  ['area', { storeId: wuyi }, '没有这家门店的数据权限'],
  ['area1', { storeId: xinjiekou }, '没有这家门店的数据权限'],
  ['area', { isAdminUser: true }, '管理员账号不绑定门店'],
  ['area', { isAdminUser: true, storeId: undefined }, '管理员账号至少需要一个数据角色'],
  [
    'area1',
    { isAdminUser: true, storeId: undefined, dataRoleIds: [dataRoles.both.id] },
    '数据角色「苏州市和南京市」超出你的数据范围',
  ],
  ['area', { dataRoleIds: [dataRoles.suzhou.id] }, '店员只属于一家门店，数据角色「苏州市」包含其他门店'],
  ['area', { dataRoleIds: [dataRoles.xinjiekou.id] }, '店员只属于一家门店，数据角色「示例大药房新街口店」包含其他门店'],
  ['area', { menuRoleIds: ['nobody'] }, '没有找到角色'],
])('%s adds %o: %s', async (who, more, text) => {
  const answer = await add({ area, area1 }[who]!, more)
  expect(answer.error?.message).toBe(text)
})

test('nobody gives a role with more than he has; what he has he gives', async () => {
  const { db } = server.deps
  const buttons = areaRole.buttons.filter(({ menuCode }) => menuCode !== 'MenuRoleManagement')
  const less = { id: 'less', code: 'less', name: '少一些', menus: areaRole.menus, buttons }
  await db.insert(menuRole).values(less)
  await db
    .update(userMenuRole)
    .set({ roleId: 'less' })
    .where(eq(userMenuRole.userId, idOf('area1')))
  const refused = await add(area1, { menuRoleIds: [areaRole.id] })
  expect(refused.error?.message).toBe(
    '不能授予你没有的权限：「菜单角色·查询」「菜单角色·新增」「菜单角色·编辑」等 6 项',
  )
  expect((await add(area1, { menuRoleIds: ['less', viewerRole.id] })).success).toBe(true)
  const { roles } = await area1.ok(roleUser.getMenuRoleByUser, { userId: idOf('clerk') })
  expect(roles.map(({ name, held, assignable }) => [name, held, assignable])).toEqual(
    expect.arrayContaining([
      ['店员', true, true],
      ['区域管理员', false, false],
      ['少一些', false, true],
    ]),
  )
  // Whoever has more than he is out of his hands: with a new password he would be that person.
  const above = await area.ok(roleUser.getUserInfo, { userId: idOf('area1') })
  expect(above.manageable).toBe(true)
  const chief = await added(admin, {
    isAdminUser: true,
    storeId: undefined,
    menuRoleIds: [areaRole.id],
    dataRoleIds: [dataRoles.suzhou.id],
  })
  const taken = await area1.send(roleUser.initUserPassword, { userId: chief.userId })
  expect(taken.error?.message).toMatch(/^不能初始化密码：「𠮷店员」有你没有的权限 「菜单角色·查询」/)
  await db
    .update(userMenuRole)
    .set({ roleId: areaRole.id })
    .where(eq(userMenuRole.userId, idOf('area1')))
})

test('super administrators, oneself and persons of other areas are out of reach', async () => {
  const refusals = async (client: Client, userId: string) => {
    const stop = await client.send(roleUser.stopUser, { userId, stopped: true })
    const init = await client.send(roleUser.initUserPassword, { userId })
    const roles = await client.send(roleUser.updateUserMenuRole, { userId, roleIds: [] })
    return [stop, init, roles].map(({ error }) => error?.message)
  }
  expect(await refusals(area, idOf('admin'))).toEqual([
    '不能停用：对方是超级管理员',
    '不能初始化密码：对方是超级管理员',
    '不能分配角色：对方是超级管理员',
  ])
  expect(await refusals(area, idOf('area'))).toEqual([
    '不能停用：这是自己的账号',
    '不能初始化密码：这是自己的账号',
    '不能分配角色：这是自己的账号',
  ])
  expect((await admin.send(roleUser.stopUser, { userId: idOf('admin'), stopped: true })).error?.message).toBe(
    '不能停用：这是自己的账号',
  )
  for (const [client, userName] of [
    [area, 'clerk3'],
    [area1, 'clerk2'],
    [area1, 'area'],
  ] as const)
    expect(await refusals(client, idOf(userName))).toEqual(['没有找到用户', '没有找到用户', '没有找到用户'])
})

test('lists show whom the caller may see, and the chosen area narrows them', async () => {
  const names = async (client: Client, more = {}) =>
    (await client.ok(roleUser.getUserTreeByPage, { pageSize: 100, ...more })).items
      .map(({ userName }) => userName)
      .filter((name) => !name.startsWith('new'))
  expect(await names(area)).toEqual(['area', 'area1', 'clerk', 'clerk2', 'pharmacist', 'viewer'])
  expect(await names(area1)).toEqual(['area1', 'clerk', 'pharmacist', 'viewer'])
  expect(await names(admin)).toHaveLength(people.length)
  const nanjing = await server.as('area', { areaCode: '320100' })
  expect(await names(nanjing)).toEqual(['area', 'area1', 'clerk2'])
  expect(await names(area, { menuRoleId: viewerRole.id })).toEqual(['viewer'])
  expect(await names(area, { storeId: xinjiekou })).toEqual(['clerk2'])
  expect(await names(area, { isAdminUser: true })).toEqual(['area', 'area1'])
  expect(await names(area, { userName: 'a_e' }), '_ is a letter').toEqual([])
  await server.deps.db.update(user).set({ lastLoginAt: clock() }).where(eq(user.userName, 'clerk'))
  for (const sortOrder of ['ascend', 'descend']) {
    const { items } = await area.ok(roleUser.getUserTreeByPage, { sortField: 'lastLoginAt', sortOrder } as never)
    const times = items.map(({ lastLoginAt }) => lastLoginAt ?? 'never')
    expect(times.indexOf('never'), 'who never logged in comes last').toBe(times.filter((at) => at !== 'never').length)
  }
  expect(await names(area, { name: '药师', state: 'enabled' })).toEqual(['pharmacist'])
  expect((await area.ok(storeUser.pullStoreUsers, { id: guanqian })).map(({ userName }) => userName)).toContain('clerk')
  expect((await area.send(storeUser.pullStoreUsers, { id: wuyi })).error?.message).toBe('没有这家门店的数据权限')
  expect((await (await server.as('clerk')).send(roleUser.getUserTreeByPage)).statusCode).toBe(403)
})

test('a word finds users by either name, stores by name or code, within the area', async () => {
  const words = async (keyword: string) =>
    (await area1.ok(roleUser.getUserTreeByPage, { keyword })).items.map(({ userName }) => userName)
  const { userName } = await added(area1, { name: '李䶮' })
  expect(await words('李䶮')).toEqual([userName])
  expect(await words(userName.toUpperCase())).toEqual([userName])
  expect(await words('clerk3')).toEqual([])
  const shops = async (keyword: string) =>
    JSON.stringify((await area1.ok(roleUser.getUserCompanyTree, { keyword })).nodes)
  for (const keyword of ['观前', 'p32050100001']) {
    expect(await shops(keyword)).toContain(guanqian)
    expect(await shops(keyword)).not.toContain(pingjiang)
  }
  expect(await shops('P43010200001')).toBe('[]')
})

test('a stopped user is out at the next request, and in again after a start', async () => {
  const viewer = await server.as('viewer')
  await area.ok(roleUser.stopUser, { userId: idOf('viewer'), stopped: true })
  expect(await alive(viewer)).toBe(false)
  expect((await login('viewer', demoPassword)).error?.message).toBe('账号已停用')
  expect(await lastLog('roleUser.stopUser')).toMatchObject({
    target: 'viewer',
    record: { before: { stopped: false }, after: { stopped: true } },
  })
  await area.ok(roleUser.stopUser, { userId: idOf('viewer'), stopped: false })
  expect((await login('viewer', demoPassword)).success).toBe(true)
})

test('an initialised password ends his sessions; a role taken narrows them at the next request', async () => {
  const viewer = await server.as('viewer')
  const { initialPassword } = await area.ok(roleUser.initUserPassword, { userId: idOf('viewer') })
  expect(await alive(viewer)).toBe(false)
  expect((await login('viewer', demoPassword)).success).toBe(false)
  expect((await login('viewer', initialPassword)).result?.userInfo.mustChange).toBe('initial')
  const pharmacist = await server.as('pharmacist')
  expect((await pharmacist.ok(role.getMenuButtonByUser)).buttons.length).toBeGreaterThan(0)
  await area.ok(roleUser.updateUserMenuRole, { userId: idOf('pharmacist'), roleIds: [] })
  expect((await pharmacist.ok(role.getMenuButtonByUser)).buttons).toEqual([])
  expect((await lastLog('roleUser.updateUserMenuRole')).record).toMatchObject({ before: ['药师'], after: [] })
  await area.ok(roleUser.updateUserMenuRole, { userId: idOf('pharmacist'), roleIds: [clerkRole.id] })
  expect((await area.ok(roleUser.getHaveMenuRoleByUser, { userId: idOf('pharmacist') })).roles).toEqual([
    { roleId: clerkRole.id, name: '店员' },
  ])
})

test('ResetPassword is the same for a store’s page; ResetAdminPassword is the super administrator’s, for administrators', async () => {
  const { userId, userName } = await added(area)
  const { initialPassword } = await area.ok(storeUser.resetPassword, { id: userId })
  expect((await login(userName, initialPassword)).result?.userInfo.mustChange).toBe('initial')
  expect((await area.send(storeUser.resetAdminPassword, { id: idOf('area1') })).statusCode).toBe(403)
  expect((await admin.send(storeUser.resetAdminPassword, { id: userId })).error?.message).toBe(
    '「𠮷店员」不是管理员账号',
  )
  const { initialPassword: other } = await admin.ok(storeUser.resetAdminPassword, { id: idOf('area1') })
  expect((await login('area1', other)).result?.userInfo.mustChange).toBe('initial')
  await server.deps.db
    .update(user)
    .set({ mustChange: false })
    .where(eq(user.id, idOf('area1')))
  area1 = await server.as('area1')
})

test('a stopped data role is given to nobody, and a closed store takes nobody in', async () => {
  const { roleId } = await admin.ok(dataRoleApi.addDataRole, { name: '停用的', areas: [], stores: [guanqian] })
  await admin.ok(dataRoleApi.updateDataRoleStatus, { roleId, enabled: false })
  expect((await add(area, { dataRoleIds: [roleId] })).error?.message).toBe('角色「停用的」已停用，不能分配')
  const closed = (on: boolean) => server.deps.db.update(store).set({ closed: on }).where(eq(store.id, pingjiang))
  await closed(true)
  expect((await add(area, { storeId: pingjiang })).error?.message).toContain('没有找到门店')
  await closed(false)
  expect((await add(area, { storeId: pingjiang })).success).toBe(true)
})

test('an operator whose data role opens more by now than its maker has is made no administrator by him', async () => {
  const places = { areas: ['320500', '320100'], stores: [] }
  const { roleId } = await admin.ok(dataRoleApi.addDataRole, { name: '先窄后宽', areas: [], stores: [guanqian] })
  const { userId } = await added(area1, { dataRoleIds: [roleId] })
  await admin.ok(dataRoleApi.updateDataRole, { roleId, ...places })
  const form = { userId, surName: '新人', name: '𠮷店员', isAdminUser: true }
  expect((await area1.send(roleUser.editUser, form)).error?.message).toBe('数据角色「先窄后宽」超出你的数据范围')
  expect((await area.send(roleUser.editUser, form)).success).toBe(true)
})

test('an operator moved to another store loses his sessions and the data roles of the old one', async () => {
  const { userId, userName } = await added(area, { dataRoleIds: [dataRoles.guanqian.id] })
  await server.deps.db.update(user).set({ mustChange: false }).where(eq(user.id, userId))
  const client = await server.as(userName)
  const form = { userId, surName: '新人', name: '𠮷店员', isAdminUser: false, storeId: guanqian }
  await area.ok(roleUser.editUser, { ...form, name: '改名' })
  expect(await alive(client)).toBe(true)
  clock.advance(1000)
  await area.ok(roleUser.editUser, { ...form, storeId: pingjiang })
  expect(await alive(client)).toBe(false)
  expect((await area.ok(roleUser.getHaveDataRoleByUser, { userId })).roles).toEqual([])
  expect((await lastLog('roleUser.editUser')).record).toMatchObject({
    before: { storeId: guanqian, name: '改名' },
    after: { storeId: pingjiang, name: '𠮷店员' },
    droppedDataRoles: ['示例大药房观前店'],
  })
  expect((await area.send(roleUser.editUser, { ...form, storeId: wuyi })).error?.message).toBe('没有这家门店的数据权限')
  expect((await area.send(roleUser.editUser, { ...form, isAdminUser: true, storeId: undefined })).error?.message).toBe(
    '管理员账号至少需要一个数据角色',
  )
})

test('whoever is stopped or moved is shown with the PCs whose ERP logs in as him, those of his own open store', async () => {
  const { db } = server.deps
  const { userId } = await added(admin)
  const pcs = async () => (await area.ok(roleUser.getUserInfo, { userId })).counterPcs
  expect(await pcs()).toBeUndefined()
  const row = { companyId: '10001', userId, name: '' }
  await db.insert(client).values([
    { id: 'pc1', clientNo: 'P1', storeId: guanqian, ...row },
    { id: 'pc2', clientNo: 'P2', storeId: guanqian, ...row },
    { id: 'pc3', clientNo: 'P3', storeId: pingjiang, ...row },
  ])
  expect(await pcs()).toBe(2)
  const { items } = await area.ok(roleUser.getUserTreeByPage, { storeId: guanqian, pageSize: 100 })
  expect(items.find((one) => one.userId === userId)?.counterPcs).toBe(2)
  await db.update(store).set({ closed: true }).where(eq(store.id, guanqian))
  expect(await pcs()).toBeUndefined()
  await db.update(store).set({ closed: false }).where(eq(store.id, guanqian))
  await db.delete(client).where(eq(client.userId, userId))
})
