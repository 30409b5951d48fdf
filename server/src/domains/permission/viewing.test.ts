import { auth, role, user as userCalls } from '@yibao/shared/calls/auth.ts'
import { ybConfig } from '@yibao/shared/calls/base.ts'
import { menuRole as menuRoleCalls } from '@yibao/shared/calls/menu-role.ts'
import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { account } from '@yibao/shared/calls/user.ts'
import { userView } from '@yibao/shared/calls/user-view.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { session, user } from '../auth/tables.ts'
import { sweepViews } from './viewing.ts'

const clock = testClock()
const server = opened(() => startTestServer({ clock }))
const minute = 60_000

const rowOf = async (userName: string) => {
  const [row] = await server.deps.db.select().from(user).where(eq(user.userName, userName))
  return row!
}
const idOf = async (userName: string) => (await rowOf(userName)).id

const open = async (by: Client, userName: string) => {
  const login = await by.ok(userView.viewAs, { userId: await idOf(userName) })
  return { ...login, client: server.withToken(login.token) }
}
const refusal = async (by: Client, userName: string) =>
  (await by.send(userView.viewAs, { userId: await idOf(userName) })).resultNotice?.error
const standing = async (client: Client) => (await client.send(userCalls.getLoginUserInfo)).status

let area: Client
beforeEach(async () => {
  clock.advance(1000)
  await server.deps.db.delete(session)
  area = await server.as('area', { areaCode: '320500' })
})

test('shows what the person sees, for 30 minutes, and says who looks', async () => {
  const { client, userInfo, initializeInfo } = await open(area, 'clerk')
  expect(userInfo).toMatchObject({ userName: 'clerk', isAdminUser: false, viewing: { left: 1800 } })
  expect(userInfo.viewing?.by).toBeTruthy()
  expect(initializeInfo.isNeedInitialize).toBe(false)
  const clerk = await server.as('clerk')
  for (const call of [role.getMenuList, role.getMenuButtonByUser, ybConfig.pullMedicalAreaCodes])
    expect(await client.ok(call)).toEqual(await clerk.ok(call))
  clock.advance(29 * minute)
  expect((await client.ok(userCalls.getLoginUserInfo)).viewing?.left).toBe(60)
  clock.advance(2 * minute)
  expect([await standing(client), await standing(area)]).toEqual([401, 200])
})

test('nothing of the account is touched: no login, no lock, no session of its own', async () => {
  const clerk = await server.as('clerk')
  await server.deps.db.update(user).set({ failures: 3 }).where(eq(user.userName, 'clerk'))
  const before = await rowOf('clerk')
  const { client } = await open(area, 'clerk')
  await client.ok(auth.endView)
  expect(await rowOf('clerk')).toEqual(before)
  expect([await standing(client), await standing(clerk), await standing(area)]).toEqual([401, 200, 200])
  await server.deps.db.update(user).set({ failures: 0 }).where(eq(user.userName, 'clerk'))
})

test('changes nothing: neither by a call, nor its own password, nor by logging the person off', async () => {
  const { client } = await open(area, 'clerk')
  const me = await client.ok(userCalls.getLoginUserInfo)
  for (const answer of [
    await client.send(account.changeUser, { userName: 'clerk', surName: 'x', name: 'x' }),
    await client.send(account.forceChangePassword, {
      userName: 'clerk',
      oldPassword: 'x',
      password: 'x',
      confirmPassword: 'x',
    }),
    await client.send(auth.login, { userName: 'clerk', passWord: 'x' }),
    await client.send(userCalls.logoff, { userId: me.userId }),
  ])
    expect([answer.status, answer.statusCode, answer.resultExtendInfo?.key]).toEqual([200, 403, 'session.viewing'])
  expect((await client.send(auth.login, { userName: 'clerk', passWord: 'x' })).resultNotice).toMatchObject({
    error: '仅查看，不能使用「登录」',
    tips: '正在以他人身份查看，需要操作时请用本人账号操作',
  })
})

test('an administrator in several areas is seen choosing one, and the time does not begin anew', async () => {
  const admin = await server.as('admin')
  const { client } = await open(admin, 'area')
  const { medicalAreas } = await client.ok(ybConfig.pullUserMedicalAreas)
  expect(medicalAreas.flatMap(({ childs }) => childs).length).toBeGreaterThan(1)
  clock.advance(10 * minute)
  const inArea = await client.ok(auth.switchArea, { medicalAreaCode: '320100' })
  expect(inArea.userInfo).toMatchObject({ medicalAreaCode: '320100', viewing: { left: 1200 } })
  const denied = await client.send(auth.switchArea, { medicalAreaCode: '430100' })
  expect(denied.resultExtendInfo?.key).toBe('area.denied')
  expect(await standing(server.withToken(inArea.token))).toBe(200)
})

test('nobody is looked at who may do more, nor oneself, nor a stopped one, nor somebody out of reach', async () => {
  const admin = await server.as('admin')
  expect(await refusal(area, 'admin')).toBe('不能查看：对方是超级管理员')
  expect(await refusal(area, 'area')).toBe('不能查看：这是自己的账号')
  expect(await refusal(await server.as('clerk'), 'clerk2')).toContain('没有「以此人身份查看」的权限')
  expect(await refusal(await server.as('area1', { areaCode: '320500' }), 'clerk2')).toContain('没有找到')
  await admin.ok(roleUser.stopUser, { userId: await idOf('clerk'), stopped: true })
  expect(await refusal(admin, 'clerk')).toContain('已停用')
  await admin.ok(roleUser.stopUser, { userId: await idOf('clerk'), stopped: false })
  const { client } = await open(admin, 'area')
  expect((await client.send(userView.viewAs, { userId: await idOf('clerk') })).resultExtendInfo?.key).toBe(
    'session.viewing',
  )
})

const ends: Record<string, (admin: Client) => Promise<unknown>> = {
  'the administrator logs off': async () => area.ok(userCalls.logoff, { userId: await idOf('area') }),
  'the administrator is stopped': async (admin) =>
    admin.ok(roleUser.stopUser, { userId: await idOf('area'), stopped: true }),
  'the administrator loses his roles': async (admin) =>
    admin.ok(roleUser.updateUserMenuRole, { userId: await idOf('area'), roleIds: [] }),
  'the person gets more than the administrator has': async (admin) => {
    const { roleId } = await admin.ok(menuRoleCalls.addMenuRole, { name: '更大', menus: ['SystemConfig'], buttons: [] })
    return admin.ok(roleUser.updateUserMenuRole, { userId: await idOf('clerk'), roleIds: [roleId] })
  },
  'the person is stopped': async (admin) => admin.ok(roleUser.stopUser, { userId: await idOf('clerk'), stopped: true }),
}

test.each(Object.keys(ends))('ends at once when %s', async (which) => {
  const admin = await server.as('admin')
  const held = async (userName: string) => {
    const { roles } = await admin.ok(roleUser.getHaveMenuRoleByUser, { userId: await idOf(userName) })
    return roles.map(({ roleId }) => roleId)
  }
  const before = { area: await held('area'), clerk: await held('clerk') }
  const { client } = await open(area, 'clerk')
  expect(await standing(client)).toBe(200)
  await ends[which]!(admin)
  expect(await standing(client)).toBe(401)
  for (const name of ['area', 'clerk'] as const) {
    await admin.ok(roleUser.stopUser, { userId: await idOf(name), stopped: false })
    await admin.ok(roleUser.updateUserMenuRole, { userId: await idOf(name), roleIds: before[name] })
  }
  // Not again when the reason is gone.
  expect(await standing(client)).toBe(401)
})

test('the log names the administrator, and whose eyes he looked through', async () => {
  const { client } = await open(area, 'clerk')
  clock.advance(1000)
  await client.send(account.changeUser, { userName: 'clerk', surName: 'x', name: 'x' })
  clock.advance(1000)
  await client.ok(auth.endView)
  const admin = await server.as('admin')
  const { items } = await admin.ok(operationLog.paged, { userName: 'area', pageSize: 3 })
  expect(items.map(({ action, userName, target, ok }) => [action, userName, target, ok])).toEqual([
    ['结束以用户身份查看', '由 area 以 clerk 身份查看', 'clerk', true],
    ['修改个人信息', '由 area 以 clerk 身份查看', '', false],
    ['以用户身份查看', 'area', 'clerk', true],
  ])
  expect((await admin.ok(operationLog.get, { id: items[2]!.id })).request).toMatchObject({ until: expect.any(String) })
})

test('one that runs out is in the log too, once, at the moment it ended, whatever area was chosen meanwhile', async () => {
  const admin = await server.as('admin')
  const { client } = await open(admin, 'area')
  clock.advance(10 * minute)
  const inArea = await client.ok(auth.switchArea, { medicalAreaCode: '320100' })
  await server.withToken(inArea.token).ok(userCalls.getLoginUserInfo)
  const ends = formatTime(new Date(clock().getTime() + 20 * minute))
  const told = async () => {
    await sweepViews(server.deps.db, clock())
    const { items } = await (await server.as('admin')).ok(operationLog.paged, {
      action: '结束以用户身份查看',
      pageSize: 50,
    })
    return items.filter(({ at }) => at === ends)
  }
  // The first token is over, the view is not.
  clock.advance(2 * minute)
  expect(await told()).toEqual([])
  clock.advance(60 * minute)
  const [line, ...more] = await told()
  expect(line).toMatchObject({ userName: '由 admin 以 area 身份查看', target: 'area', ok: true })
  expect([more, await told()]).toEqual([[], [line]])
  expect((await admin.ok(operationLog.get, { id: line!.id })).request).toMatchObject({ reason: '查看时间已到' })
})

test('switching to another of his areas does not end what he looks at', async () => {
  const { client } = await open(area, 'clerk')
  await area.ok(auth.switchArea, { medicalAreaCode: '320100' })
  expect(await standing(client)).toBe(200)
})
