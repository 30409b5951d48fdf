import { auth } from '@yibao/shared/calls/auth.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { and, eq } from 'drizzle-orm'
import readXlsx from 'read-excel-file/node'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { demoPassword, people } from '../../seed/people.ts'
import { clerkRole, pharmacistRole, viewerRole } from '../../seed/roles.ts'
import { encode } from '../../test/encode.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { menuRole, user } from '../auth/tables.ts'

// Thousands of accounts: what is done to several at once, and how the ones that matter are found.

const clock = testClock()
const idOf = (userName: string) => people.find((one) => one.userName === userName)!.id
const day = 86_400_000

let area: Client
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  area = await server.as('area')
})
beforeEach(() => clock.advance(1000))

const login = (userName: string, password: string) => {
  clock.advance(1)
  return server.nobody.send(auth.login, { userName, passWord: encode(password, clock()) })
}
const lastLog = async (call: string) => {
  const rows = await server.deps.db
    .select()
    .from(operationLog)
    .where(and(eq(operationLog.call, call), eq(operationLog.ok, true)))
  return rows.sort((a, b) => (a.id < b.id ? 1 : -1))[0]!
}
const row = (userName: string) => area.ok(roleUser.getUserInfo, { userId: idOf(userName) })
const found = async (filters: object, client = area) =>
  (await client.ok(roleUser.getUserTreeByPage, { pageSize: 100, ...filters })).items.map(({ userName }) => userName)

test('several are stopped and started at once; whom one may not touch is left, with the reason', async () => {
  const viewer = await server.as('viewer')
  const userIds = ['viewer', 'area', 'admin', 'clerk3', 'pharmacist'].map(idOf)
  const { done, left } = await area.ok(roleUser.stopUsers, { userIds, stopped: true })
  expect(done).toBe(2)
  expect(left.map(({ userName, reason }) => [userName, reason])).toEqual([
    ['area', '不能停用：这是自己的账号'],
    ['admin', '不能停用：对方是超级管理员'],
    ['', '没有找到用户'],
  ])
  expect(await server.deps.services.access.userOf(viewer.token), 'out at the next request').toBeUndefined()
  expect(await found({ state: 'stopped' })).toEqual(['pharmacist', 'viewer'])
  const log = await lastLog('roleUser.stopUsers')
  expect([log.target, log.record]).toEqual([
    'viewer、pharmacist',
    {
      stopped: true,
      done: ['viewer', 'pharmacist'],
      notDone: ['area：不能停用：这是自己的账号', 'admin：不能停用：对方是超级管理员', '：没有找到用户'],
    },
  ])
  expect((await area.ok(roleUser.stopUsers, { userIds, stopped: false })).done).toBe(2)
  expect((await login('viewer', demoPassword)).success).toBe(true)
  expect((await (await server.as('clerk')).send(roleUser.stopUsers, { userIds, stopped: true })).statusCode).toBe(403)
})

test('several get other menu roles: all of them anew, or one in place of another', async () => {
  const names = async (userName: string) => (await row(userName)).menuRoleNames?.split('、').sort()
  const userIds = ['clerk', 'viewer'].map(idOf)
  const both = [clerkRole.id, viewerRole.id]
  expect(await area.ok(roleUser.changeMenuRoles, { userIds, roleIds: both })).toEqual({ done: 2, left: [] })
  expect([await names('clerk'), await names('viewer')]).toEqual([
    ['只读', '店员'],
    ['只读', '店员'],
  ])
  expect(
    await area.ok(roleUser.changeMenuRoles, {
      userIds: [...userIds, idOf('pharmacist')],
      roleIds: [pharmacistRole.id],
      from: viewerRole.id,
    }),
  ).toMatchObject({
    done: 2,
    left: [{ userName: 'pharmacist', reason: '已经不持有角色「只读」，没有更换' }],
  })
  expect([await names('clerk'), await names('viewer')]).toEqual([
    ['店员', '药师'],
    ['店员', '药师'],
  ])
  expect((await lastLog('roleUser.changeMenuRoles')).record).toMatchObject({
    ...{ before: ['只读'], after: ['药师'], done: ['clerk', 'viewer'] },
    notDone: ['pharmacist：已经不持有角色「只读」，没有更换'],
  })
  const beyond = { id: 'beyond', code: 'beyond', name: '超管的', menus: ['MedicalDll'], buttons: [] }
  await server.deps.db.insert(menuRole).values(beyond)
  const { done, left } = await area.ok(roleUser.changeMenuRoles, { userIds, roleIds: ['beyond'] })
  expect([done, left.map(({ reason }) => reason)]).toEqual([0, Array(2).fill('不能授予你没有的权限：「医保DLL管理」')])
  await area.ok(roleUser.changeMenuRoles, { userIds: [idOf('clerk')], roleIds: [clerkRole.id] })
  await area.ok(roleUser.changeMenuRoles, { userIds: [idOf('viewer')], roleIds: [viewerRole.id] })
})

test('a locked account says until when, is found, and is unlocked by whoever may', async () => {
  for (let i = 0; i < 5; i++) await login('clerk', 'wrong-1234')
  expect((await login('clerk', demoPassword)).error?.message).toContain('账号已锁定')
  const locked = await row('clerk')
  expect([locked.standing, locked.state]).toEqual(['locked', 'enabled'])
  expect(locked.lockedUntil).toMatch(/^\d{4}-/)
  expect(await found({ state: 'locked' })).toEqual(['clerk'])
  expect(await found({ state: 'enabled' })).toContain('clerk')
  expect((await area.send(roleUser.unlockUser, { userId: idOf('clerk3') })).error?.message).toBe('没有找到用户')
  await area.ok(roleUser.unlockUser, { userId: idOf('clerk') })
  expect([(await row('clerk')).standing, await found({ state: 'locked' })]).toEqual(['enabled', []])
  const log = await lastLog('roleUser.unlockUser')
  expect([log.action, log.target, log.record]).toMatchObject([
    '解锁用户',
    'clerk',
    { before: { lockedUntil: locked.lockedUntil } },
  ])
  expect((await login('clerk', demoPassword)).success).toBe(true)
})

test('one with a first password is seen and found as such, until it is changed or he is stopped', async () => {
  await area.ok(roleUser.initUserPassword, { userId: idOf('viewer') })
  expect((await row('viewer')).standing).toBe('initial')
  expect(await found({ state: 'initial' })).toEqual(['viewer'])
  await area.ok(roleUser.stopUser, { userId: idOf('viewer'), stopped: true })
  expect([(await row('viewer')).standing, await found({ state: 'initial' })]).toEqual(['stopped', []])
  await area.ok(roleUser.stopUser, { userId: idOf('viewer'), stopped: false })
  await server.deps.db.update(user).set({ mustChange: false }).where(eq(user.userName, 'viewer'))
})

test('accounts that nobody uses are found: not come in for so long, or never', async () => {
  const { db } = server.deps
  const now = clock().getTime()
  const set = (userName: string, last: number | null, password: number) =>
    db
      .update(user)
      .set({
        lastLoginAt: last === null ? null : new Date(now - last * day),
        passwordChangedAt: new Date(now - password * day),
      })
      .where(eq(user.userName, userName))
  await set('clerk', 31, 400)
  await set('viewer', 29, 400)
  await set('pharmacist', null, 200)
  await set('clerk2', null, 2)
  await set('area', 0, 400)
  await set('area1', 0, 400)
  expect(await found({ idle: '30' })).toEqual(['clerk', 'pharmacist'])
  expect(await found({ idle: '90' })).toEqual(['pharmacist'])
  expect(await found({ idle: '365' })).toEqual([])
  expect(await found({ idle: 'never' }), 'also one that was made the day before').toEqual(['clerk2', 'pharmacist'])
})

test('the list is put in order by name as people look for it', async () => {
  const { db } = server.deps
  const before = await db.select({ id: user.id, name: user.name }).from(user)
  for (const [userName, name] of [
    ['clerk', '赵'],
    ['viewer', '安'],
    ['pharmacist', '䶮'],
    ['clerk2', '李'],
  ] as const)
    await db.update(user).set({ name }).where(eq(user.userName, userName))
  const four = ['赵', '安', '䶮', '李']
  const order = async (sortOrder: string) =>
    (await area.ok(roleUser.getUserTreeByPage, { sortField: 'name', sortOrder, pageSize: 100 } as never)).items
      .map(({ name }) => name)
      .filter((name) => four.includes(name))
  expect(await order('ascend')).toEqual(['安', '李', '赵', '䶮'])
  expect(await order('descend')).toEqual(['䶮', '赵', '李', '安'])
  for (const { id, name } of before) await db.update(user).set({ name }).where(eq(user.id, id))
})

test('the list leaves as a sheet, with roles and how each stands, and without a secret', async () => {
  const input = { state: 'enabled', sortField: 'userName', sortOrder: 'ascend' }
  const ask = { call: 'roleUser.getUserTreeByPage', title: '用户管理', input }
  const columns = ['userName', 'name', 'fixmedinsCode', 'menuRoleNames', 'standing']
  const { exportId, rows } = await area.ok(exporting.create, { ...ask, columns })
  expect(rows).toBe(6)
  const { bytes } = await area.send(exporting.file, { exportId })
  const [heads, ...given] = (await readXlsx(Buffer.from(bytes)))[0]!.data
  expect(heads).toEqual(['用户名', '真实姓名', '机构编码', '菜单角色', '状态'])
  expect(given.map(([userName]) => userName)).toEqual(['area', 'area1', 'clerk', 'clerk2', 'pharmacist', 'viewer'])
  expect(given.find(([userName]) => userName === 'clerk')?.slice(2)).toEqual(['P32050100001', '店员', '启用'])
  for (const key of ['passwordHash', 'menuRoles'])
    expect((await area.send(exporting.create, { ...ask, columns: [key] })).error?.message).toContain('所选的列不能导出')
  expect((await (await server.as('clerk')).send(exporting.create, { ...ask, columns })).statusCode).toBe(403)
})
