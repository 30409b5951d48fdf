import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { people } from '../../seed/people.ts'
import { clerkRole, viewerRole } from '../../seed/roles.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { menuRole, userMenuRole } from '../auth/tables.ts'

// An administrator of one area saves the roles of somebody who also holds roles of another: those were not offered to him.

let admin: Client
let suzhou: Client
const server = opened(() => startTestServer({ clock: testClock() }))
beforeAll(async () => {
  admin = await server.as('admin')
  suzhou = await server.as('area1', { areaCode: '320500' })
})

const idOf = (userName: string) => people.find((one) => one.userName === userName)!.id

test('a menu role of another area stays with whoever holds it', async () => {
  const userId = idOf('clerk')
  const { db } = server.deps
  await db
    .insert(menuRole)
    .values({ id: 'far', name: '长沙店员', code: 'far', areas: ['430100'], menus: [], buttons: [] })
  await db.insert(userMenuRole).values({ userId, roleId: 'far' })
  const offer = await suzhou.ok(roleUser.getMenuRoleByUser, { userId })
  expect(offer.roles.map(({ roleId }) => roleId)).not.toContain('far')
  await suzhou.ok(roleUser.updateUserMenuRole, { userId, roleIds: [clerkRole.id, viewerRole.id], seen: offer.mark })
  const { roles } = await admin.ok(roleUser.getHaveMenuRoleByUser, { userId })
  expect(roles.map(({ name }) => name).sort()).toEqual(['长沙店员', clerkRole.name, viewerRole.name].sort())
})
