import { dataRole } from '@yibao/shared/calls/data-role.ts'
import { menuRole } from '@yibao/shared/calls/menu-role.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { people } from '../../seed/people.ts'
import { clerkRole, dataRoles, viewerRole } from '../../seed/roles.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'

// Two administrators have one record open and save it as a whole: the second is told instead of taking back what the
// first one saved.

let admin: Client
const server = opened(() => startTestServer({ clock: testClock() }))
beforeAll(async () => {
  admin = await server.as('admin')
})

const clerk = people.find((one) => one.userName === 'clerk')!
const settle = { menuCode: 'SwipingCard', buttonCode: 'settle' }
const [guanqian, pingjiang] = [storeIdOf('P32050100001'), storeIdOf('P32050100002')]

interface Case {
  read: () => Promise<{ mark: string }>
  save: (content: number, seen?: string) => Promise<{ success: boolean; statusCode: number; error?: unknown }>
}
const roles = [[viewerRole.id], [clerkRole.id, viewerRole.id], []]
const ownStore = [[dataRoles.guanqian.id], [], [dataRoles.guanqian.id]]
const cases: Record<string, () => Promise<Case> | Case> = {
  '「两人改」的权限': async () => {
    const { roleId } = await admin.ok(menuRole.addMenuRole, { name: '两人改', menus: [], buttons: [] })
    const rights = [
      { menus: ['SwipingCard'], buttons: [] },
      { menus: [], buttons: [settle] },
      { menus: [], buttons: [] },
    ]
    return {
      read: () => admin.ok(menuRole.getMenuTreeByRole, { roleId }),
      save: (content, seen) => admin.send(menuRole.updateMenuTreeByRole, { roleId, ...rights[content]!, seen }),
    }
  },
  '「两人改范围」的数据范围': async () => {
    const places = [
      { areas: ['320500'], stores: [] },
      { areas: [], stores: [guanqian] },
      { areas: [], stores: [guanqian, pingjiang] },
    ]
    const { roleId } = await admin.ok(dataRole.addDataRole, { name: '两人改范围', areas: ['320100'], stores: [] })
    return {
      read: () => admin.ok(dataRole.getDataTreeByRoles, { roleIds: [roleId] }),
      save: (content, seen) => admin.send(dataRole.updateDataRole, { roleId, ...places[content]!, seen }),
    }
  },
  [`「${clerk.name}」的菜单角色`]: () => ({
    read: () => admin.ok(roleUser.getMenuRoleByUser, { userId: clerk.id }),
    save: (content, seen) =>
      admin.send(roleUser.updateUserMenuRole, { userId: clerk.id, roleIds: roles[content]!, seen }),
  }),
  [`「${clerk.name}」的数据角色`]: async () => {
    await admin.ok(roleUser.editUserDataRole, { userId: clerk.id, roleIds: [] })
    return {
      read: () => admin.ok(roleUser.getDataRoleByUser, { userId: clerk.id }),
      save: (content, seen) =>
        admin.send(roleUser.editUserDataRole, { userId: clerk.id, roleIds: ownStore[content]!, seen }),
    }
  },
}

test.each(Object.entries(cases))(
  '%s: saved over what somebody else saved is refused and changes nothing',
  async (what, make) => {
    const { read, save } = await make()
    const { mark } = await read()
    expect((await save(0, mark)).success).toBe(true)
    const first = await read()
    expect(first.mark).not.toBe(mark)
    const late = await save(1, mark)
    expect(late).toMatchObject({
      success: false,
      statusCode: 409,
      error: { message: `${what}刚被别人修改，这次没有保存` },
      resultExtendInfo: { key: 'seen.changed' },
    })
    expect(await read()).toEqual(first)
    // Over what is stored now it counts; without a mark as ever.
    expect((await save(1, first.mark)).success).toBe(true)
    expect((await save(2)).success).toBe(true)
  },
)

test('two saves at once on one mark: one wins, the other hears of it', async () => {
  const { roleId } = await admin.ok(menuRole.addMenuRole, { name: '同时', menus: [], buttons: [] })
  const { mark: seen } = await admin.ok(menuRole.getMenuTreeByRole, { roleId })
  const both = await Promise.all(
    [['SwipingCard'], ['OrderManagement']].map((menus) =>
      admin.send(menuRole.updateMenuTreeByRole, { roleId, menus, buttons: [], seen }),
    ),
  )
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('the form of a data role leaves what it opens alone, and its scope leaves the form alone', async () => {
  const { roleId } = await admin.ok(dataRole.addDataRole, {
    ...{ name: '原名', remark: '说明', areas: [], stores: [guanqian] },
  })
  await admin.ok(dataRole.updateDataRole, { roleId, areas: ['320500'], stores: [] })
  await admin.ok(dataRole.updateDataRole, { roleId, name: '改名' })
  const { items } = await admin.ok(dataRole.paged, { name: '改名' })
  expect(items).toMatchObject([{ name: '改名', remark: '', areas: ['320500'] }])
})
