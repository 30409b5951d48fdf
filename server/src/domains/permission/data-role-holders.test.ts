import { dataRole as calls } from '@yibao/shared/calls/data-role.ts'
import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { people } from '../../seed/people.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { dataRole, menuRole, userDataRole, userMenuRole } from '../auth/tables.ts'

// Whoever may do more than an administrator is not sent away by him from the stores that a data role opens to him.

const server = opened(() => startTestServer({ clock: testClock() }))
const idOf = (userName: string) => people.find((one) => one.userName === userName)!.id
const guanqian = storeIdOf('P32050100001')
let area: Client
let roleId: string
beforeAll(async () => {
  area = await server.as('area', { areaCode: '320500' })
  roleId = (await area.ok(calls.addDataRole, { name: '两店', areas: [], stores: [guanqian] })).roleId
  const beyond = { id: 'beyond', code: 'beyond', name: '超管的', menus: ['MedicalDll'], buttons: [] }
  await server.deps.db.insert(menuRole).values(beyond)
})

const switchOff = () => area.send(calls.updateDataRoleStatus, { roleId, enabled: false })
const empty = () => area.send(calls.updateDataRole, { roleId, areas: [], stores: [storeIdOf('P32050100002')] })
const stands = async () => {
  const [row] = await server.deps.db.select().from(dataRole).where(eq(dataRole.id, roleId))
  return [row!.enabled, row!.stores]
}
const words = '不能修改数据角色「两店」：持有它的人有你没有的权限'

test.each([
  ['somebody with a right that he lacks, by a role that is stopped too', 'area1', 'beyond'],
  ['a super administrator', 'admin', undefined],
])('a data role held by %s is not his to change', async (_, userName, menuRoleId) => {
  const { db } = server.deps
  const userId = idOf(userName)
  await db.insert(userDataRole).values({ userId, roleId })
  if (menuRoleId) await db.insert(userMenuRole).values({ userId, roleId: menuRoleId })
  expect((await switchOff()).error?.message).toBe(words)
  expect((await empty()).error?.message).toBe(words)
  expect(await stands()).toEqual([true, [guanqian]])
  await db.delete(userDataRole).where(and(eq(userDataRole.userId, userId), eq(userDataRole.roleId, roleId)))
})

test('one of people who may do no more than he is', async () => {
  await server.deps.db.insert(userDataRole).values({ userId: idOf('viewer'), roleId })
  expect((await switchOff()).success).toBe(true)
  expect((await stands())[0]).toBe(false)
})
