import { auth, user as calls, role } from '@yibao/shared/calls/auth.ts'
import { ybConfig } from '@yibao/shared/calls/base.ts'
import { menuRows } from '@yibao/shared/menu.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { clerkRole } from '../../seed/roles.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { menuRole } from '../auth/tables.ts'

const server = opened(() => startTestServer({ clock: testClock() }))

const menusOf = async (client: Client) => (await client.ok(role.getMenuList)).menus.map(({ menuCode }) => menuCode)
const pairsOf = async (client: Client) =>
  (await client.ok(role.getMenuButtonByUser)).buttons.map(({ menuCode, buttonCode }) => `${menuCode}.${buttonCode}`)

test('menus and buttons follow the roles: clerk, viewer, area and super administrator', async () => {
  const [clerk, viewer, area, admin] = await Promise.all(['clerk', 'viewer', 'area', 'admin'].map((n) => server.as(n)))
  expect(await pairsOf(clerk!)).toContain('SwipingCard.settle')
  expect((await pairsOf(viewer!)).filter((pair) => !pair.endsWith('.query'))).toEqual([])
  expect(await menusOf(clerk!)).not.toContain('OperationLog')
  expect(await menusOf(area!)).toEqual(expect.arrayContaining(['OperationLog', 'ClientMonitor', 'Menudiffstatistics']))
  const superOnly = menuRows.filter((row) => row.denied === 'notSuper').map(({ menuCode }) => menuCode)
  expect((await menusOf(area!)).filter((code) => superOnly.includes(code))).toEqual([])
  expect(await menusOf(admin!)).toEqual(expect.arrayContaining(superOnly))
  expect(await pairsOf(admin!)).toContain('MedicalDll.push')
})

test('a changed role counts from the next request and changes the version', async () => {
  const clerk = await server.as('clerk2')
  const before = await clerk.ok(role.getMenuButtonByUser)
  const { db } = server.deps
  const buttons = clerkRole.buttons.filter(({ buttonCode }) => buttonCode !== 'settle')
  await db.update(menuRole).set({ buttons }).where(eq(menuRole.id, clerkRole.id))
  await clerk.ok(auth.refreshLogInRoleCache)
  const after = await clerk.ok(role.getMenuButtonByUser)
  expect(after.buttons).toHaveLength(before.buttons.length - 1)
  expect(after.version).not.toBe(before.version)
  await db.update(menuRole).set({ buttons: clerkRole.buttons, enabled: false }).where(eq(menuRole.id, clerkRole.id))
  expect((await clerk.ok(role.getMenuButtonByUser)).buttons).toEqual([])
  await db.update(menuRole).set({ enabled: true }).where(eq(menuRole.id, clerkRole.id))
})

test('an administrator may switch to the areas of his data roles only', async () => {
  const area1 = await server.as('area1')
  const { medicalAreas } = await area1.ok(ybConfig.pullUserMedicalAreas)
  expect(medicalAreas).toEqual([
    { areaCode: '320000', areaName: '江苏省', childs: [{ childAreaCode: '320500', childAreaName: '苏州市' }] },
  ])
  const switched = await area1.ok(auth.switchArea, { medicalAreaCode: '320500' })
  expect(switched.userInfo).toMatchObject({ medicalAreaCode: '320500', medicalAreaName: '苏州市' })
  const there = server.withToken(switched.token)
  expect(await there.ok(calls.getLoginUserInfo)).toMatchObject({ medicalAreaCode: '320500' })
  for (const medicalAreaCode of ['320100', '430100', '999999'])
    expect((await there.send(auth.switchArea, { medicalAreaCode })).error?.message).toBe('没有这个区划的数据权限')
  expect((await area1.ok(auth.refreshToken, { medicalAreaCode: '320500' })).userInfo.medicalAreaCode).toBe('320500')
})

test('the chosen area narrows the stores; a super administrator sees all areas', async () => {
  const { access } = server.deps.services
  const storesIn = async (name: string, areaCode?: string) => {
    const me = await access.userOf((await server.as(name, { areaCode })).token)
    return me?.stores === 'all' ? 'all' : me?.stores.length
  }
  expect(await Promise.all([storesIn('area'), storesIn('area', '320500'), storesIn('area', '320100')])).toEqual([
    3, 2, 1,
  ])
  expect(await Promise.all([storesIn('area', '430100'), storesIn('admin', '430100'), storesIn('admin')])).toEqual([
    0,
    1,
    'all',
  ])
  const all = await (await server.as('admin')).ok(ybConfig.pullUserMedicalAreas)
  expect(all.medicalAreas.flatMap(({ childs }) => childs)).toHaveLength(3)
})

test('an operator switches nowhere', async () => {
  const clerk = await server.as('clerk')
  expect((await clerk.send(auth.switchArea, { medicalAreaCode: '320100' })).statusCode).toBe(403)
})
