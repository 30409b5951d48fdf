import { company as companyCalls } from '@yibao/shared/calls/company.ts'
import { dataRole as dataRoleCalls } from '@yibao/shared/calls/data-role.ts'
import { menuRole } from '@yibao/shared/calls/menu-role.ts'
import { organ } from '@yibao/shared/calls/organ.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { clerkRole } from '../../seed/roles.ts'
import { type Client, databases, startTestServer, testClock } from '../../test/kit.ts'
import { menuRole as menuTable, user } from '../auth/tables.ts'

// A chain makes its own menu roles: its administrators make and change them, its people are given them, nobody else
// sees them.

const clock = testClock()
const settle = { menuCode: 'SwipingCard', buttonCode: 'settle' }
let admin: Client
let area: Client
const server = opened(() => startTestServer({ clock, database: databases[databases.length - 1] }))
beforeEach(() => clock.advance(1000))

interface Chain {
  companyId: string
  stores: string[]
  boss: Client
  bossId: string
  clerkId: string
}

/** A company with two stores, the administrator that 公司初始化 makes, and a clerk. */
const chain = async (companyId: string, name: string): Promise<Chain> => {
  await admin.ok(companyCalls.add, { companyId, name })
  await admin.ok(companyCalls.assignAreas, { companyId, areas: ['320500'] })
  const stores: string[] = []
  for (const n of [1, 2])
    stores.push(
      (
        await admin.ok(organ.createOrgan, {
          ...{
            companyId,
            areaCode: '320500',
            name: `${name}${n}店`,
            fixmedinsCode: `P3205${companyId}0${n}`,
          },
        })
      ).id,
    )
  const { userId: bossId } = await admin.ok(companyCalls.openAdmin, {
    companyId,
    userName: `boss${companyId}`,
    name: '䶮老板',
  })
  await server.deps.db.update(user).set({ mustChange: false }).where(eq(user.id, bossId))
  const boss = await server.as(`boss${companyId}`, { areaCode: '320500' })
  const { userId: clerkId } = await boss.ok(roleUser.addUser, {
    ...{ userName: `clerk${companyId}`, surName: '店', name: '𠮷店员', isAdminUser: false, storeId: stores[0] },
    ...{ menuRoleIds: [clerkRole.id], dataRoleIds: [] },
  })
  return { companyId, stores, boss, bossId, clerkId }
}

let one: Chain
let other: Chain
beforeAll(async () => {
  admin = await server.as('admin')
  area = await server.as('area')
  one = await chain('40001', '䶮药房')
  other = await chain('40002', '𠮷药房')
})

const add = (client: Client, more: Record<string, unknown> = {}) =>
  client.send(menuRole.addMenuRole, { name: '店长', menus: ['SwipingCard'], buttons: [settle], ...more })
const named = async (client: Client, name: string) =>
  (await client.ok(menuRole.paged, { pageSize: 100, name })).items.map((row) => [row.name, row.owner, row.manageable])

test('a chain’s administrator makes, copies, changes and removes its own roles; the other chain has one of the same name', async () => {
  expect(await one.boss.ok(menuRole.getMenuRoleOwners)).toEqual([{ companyId: '40001', name: '䶮药房' }])
  const { roleId } = (await add(one.boss)).result!
  expect((await add(other.boss)).success).toBe(true)
  expect((await add(one.boss)).error?.message).toBe('已有名为「店长」的角色')
  expect(await named(one.boss, '店长')).toEqual([['店长', '䶮药房', true]])
  expect(await named(other.boss, '店长')).toEqual([['店长', '𠮷药房', true]])
  const copied = await one.boss.send(menuRole.addMenuRole, { name: '店员 副本', copyFrom: clerkRole.id })
  expect(copied.success).toBe(true)
  await one.boss.ok(menuRole.updateMenuTreeByRole, {
    roleId,
    menus: ['SwipingCard', 'OrderManagement'],
    buttons: [settle],
  })
  await one.boss.ok(menuRole.updateMenuRoleStatus, { roleId: copied.result!.roleId, enabled: false })
  await one.boss.ok(menuRole.removeMenuRole, { roleId: copied.result!.roleId })
  const foreign = await one.boss.send(menuRole.updateMenuTreeByRole, { roleId: clerkRole.id, remark: '改' })
  expect(foreign.error?.message).toBe('角色「店员」不是你的区划或公司新增的，不能修改')
})

test('never more buttons than its maker has', async () => {
  const more = await add(one.boss, { name: '超管的', menus: ['MedicalDll'], buttons: [] })
  expect(more.error?.message).toBe('不能授予你没有的权限：「医保DLL管理」')
})

test('a company’s role is seen and given by its people only, and to its people only', async () => {
  const mine = (await add(one.boss, { name: '夜班' })).result!.roleId
  expect(await named(other.boss, '夜班')).toEqual([])
  const give = (client: Client, userId: string) =>
    client.send(roleUser.updateUserMenuRole, { userId, roleIds: [clerkRole.id, mine] })
  expect((await give(one.boss, one.clerkId)).success).toBe(true)
  expect((await give(other.boss, other.clerkId)).error?.message).toBe('没有找到角色')
  // Whoever has both chains' stores sees it, and keeps them apart.
  expect((await give(area, other.clerkId)).error?.message).toBe('角色「夜班」是另一家公司的，不能给这个用户')
  expect((await give(area, one.clerkId)).success).toBe(true)
  expect(await named(area, '夜班')).toEqual([['夜班', '䶮药房', true]])
  const area1 = await server.as('area1')
  expect(
    (await area1.send(menuRole.updateMenuTreeByRole, { roleId: mine, remark: '改' })).success,
    'the whole company lies in his area',
  ).toBe(true)
  // An administrator of one of its stores has it given, and does not change it.
  const { roleId } = await admin.ok(dataRoleCalls.addDataRole, { name: '只一店', areas: [], stores: [one.stores[0]!] })
  const manager = { userName: 'manager1', surName: '店', name: '店经理', isAdminUser: true, dataRoleIds: [roleId] }
  const [areaRole] = await server.deps.db.select().from(menuTable).where(eq(menuTable.code, 'area'))
  const { userId } = await admin.ok(roleUser.addUser, { ...manager, menuRoleIds: [areaRole!.id, mine] })
  await server.deps.db.update(user).set({ mustChange: false }).where(eq(user.id, userId))
  const solo = await server.as('manager1', { areaCode: '320500' })
  expect(await named(solo, '夜班')).toEqual([['夜班', '䶮药房', false]])
  expect((await solo.send(menuRole.getMenuRoleOwners)).error?.message).toBe(
    '没有整个区划或整家公司的数据权限，不能新增角色',
  )
  expect((await add(solo, { name: '单店的' })).error?.message).toBe('没有整个区划或整家公司的数据权限，不能新增角色')
  expect((await add(solo, { name: '单店的', companyId: '40001' })).success).toBe(false)
  expect((await add(one.boss, { name: '别家的', companyId: '40002' })).success, 'for a company that is not his').toBe(
    false,
  )
})

test('the platform makes a role for one chain, and no other has it in its list', async () => {
  const owners = await admin.ok(menuRole.getMenuRoleOwners)
  expect(owners[0]).toEqual({ companyId: '', name: '全部公司' })
  expect(owners).toContainEqual({ companyId: '40001', name: '䶮药房' })
  expect((await add(admin, { name: '专为一家', companyId: '40001' })).success).toBe(true)
  expect((await add(admin, { name: '人人可用', companyId: '' })).success).toBe(true)
  expect((await add(admin, { name: '没有这家', companyId: '49999' })).error?.message).toBe('没有找到公司')
  expect(await named(one.boss, '专为一家')).toEqual([['专为一家', '䶮药房', true]])
  expect(await named(other.boss, '专为一家')).toEqual([])
  for (const { boss } of [one, other]) expect(await named(boss, '人人可用')).toEqual([['人人可用', '全部', false]])
})

test('who is moved to a store of another company leaves its role behind; a store that was the other’s all along takes it over', async () => {
  const mine = (await add(one.boss, { name: '随店走' })).result!.roleId
  const held = async (userId: string) =>
    (await admin.ok(roleUser.getUserInfo, { userId })).menuRoles.map(({ name }) => name).sort()
  const newOne = async (userName: string) =>
    (
      await one.boss.ok(roleUser.addUser, {
        ...{ userName, surName: '店', name: '𠮷店员', isAdminUser: false, storeId: one.stores[1] },
        ...{ menuRoleIds: [clerkRole.id, mine], dataRoleIds: [] },
      })
    ).userId
  const [moved, stays] = [await newOne('moved1'), await newOne('stays1')]
  const form = { surName: '店', name: '𠮷店员', isAdminUser: false, storeId: other.stores[0] }
  await admin.ok(roleUser.editUser, { userId: moved, ...form })
  expect(await held(moved)).toEqual(['店员'])

  await admin.ok(organ.changeOrgan, { id: one.stores[1]!, companyId: '40002' })
  expect(await held(stays), 'who sells goes on selling').toEqual(['店员', '随店走'])
  expect(await named(other.boss, '随店走')).toEqual([['随店走', '𠮷药房', true]])
  const theirs = (await other.boss.ok(menuRole.paged, { name: '随店走' })).items[0]!
  expect([theirs.roleId === mine, theirs.users]).toEqual([false, 1])
  await one.boss.ok(menuRole.updateMenuTreeByRole, { roleId: mine, menus: [], buttons: [] })
  const tree = await other.boss.ok(menuRole.getMenuTreeByRole, { roleId: theirs.roleId })
  expect(tree.checkedKeys).toContain('button:SwipingCard.settle')
})

test('with a company that is withdrawn its roles go: another one may get its number', async () => {
  await admin.ok(companyCalls.add, { companyId: '40003', name: '白开的公司' })
  await add(admin, { name: '白建的', companyId: '40003' })
  await admin.ok(companyCalls.withdraw, { companyId: '40003' })
  expect(await named(admin, '白建的')).toEqual([])
})
