import { user as userCalls } from '@yibao/shared/calls/auth.ts'
import { company as calls } from '@yibao/shared/calls/company.ts'
import { organ } from '@yibao/shared/calls/organ.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { asAnother } from '../../test/beside.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { untilWaiting } from '../../test/locks.ts'
import { usual } from '../../test/postgres.ts'
import { dataRole, user, userDataRole } from '../auth/tables.ts'
import { client as counterPc, store } from '../organisation/tables.ts'
import { storeImport } from './store-import.ts'

// Which stores a company's administrator sees when they change their company, are opened again, or come in meanwhile.

const clock = testClock()
let admin: Client
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  admin = await server.as('admin')
})

let made = 0
const asker = async () => ({ me: (await server.deps.services.access.userOf(admin.token))!, now: clock() })
const rowOf = (companyId: string, i: number) => ({
  companyId,
  fixmedinsCode: `P3205009${companyId}${i}`,
  name: `分店${i}`,
})
/** A company in 320500 with so many stores. */
const companyWith = async (count: number) => {
  const companyId = `3000${++made}`
  await admin.ok(calls.add, { companyId, name: `䶮𠮷药房连锁${made}` })
  await admin.ok(calls.assignAreas, { companyId, areas: ['320500'] })
  for (let i = 1; i <= count; i++) {
    clock.advance(1)
    await storeImport.apply({ db: server.deps.db, ...(await asker()) }, '320500', rowOf(companyId, i))
  }
  return companyId
}

test('a store entered under the wrong company is the right one’s once that is put right, with its people and counters', async () => {
  const { db } = server.deps
  const seenBy: Record<string, () => Promise<string>> = {}
  const ids: string[] = []
  for (const userName of ['wrongboss', 'rightboss']) {
    const companyId = await companyWith(2)
    ids.push(companyId)
    const { userId } = await admin.ok(calls.openAdmin, { companyId, userName, name: '𠮷管理' })
    await db.update(user).set({ mustChange: false }).where(eq(user.id, userId))
    seenBy[companyId] = async () => {
      const boss = await server.as(userName, { areaCode: '320500' })
      return JSON.stringify((await boss.ok(roleUser.getUserCompanyTree, {})).nodes)
    }
  }
  const [wrong, right] = ids as [string, string]
  const [shop] = await db
    .select()
    .from(store)
    .where(eq(store.fixmedinsCode, `P3205009${wrong}1`))
  const { id } = shop!
  const roles = { isAdminUser: false, menuRoleIds: [], dataRoleIds: [] }
  const person = { userName: `clerk-${wrong}`, surName: '䶮', name: '䶮店员', storeId: id, ...roles }
  const { userId } = await admin.ok(roleUser.addUser, person)
  await db.insert(counterPc).values({ id, companyId: wrong, clientNo: 'W1', storeId: id, userId })
  await db.update(user).set({ mustChange: false }).where(eq(user.id, userId))
  const clerk = await server.as(person.userName)
  // Roles that the former company's administrator made of it, alone and beside another of his stores; one of an area's
  // administrator over stores of both, and one that opens a clerk nothing.
  const shops = await db.select().from(store)
  const other = (companyId: string) => shops.find((one) => one.companyId === companyId && one.id !== id)!.id
  const made = [
    { name: '只含这家店', stores: [id] },
    { name: '城东片区', stores: [id, other(wrong)] },
    { name: '两家公司', stores: [id, other(wrong), other(right)] },
    { name: '店员的', stores: [id] },
  ].map((one, i) => ({ ...one, id: `moved-${i}`, code: `moved-${i}`, areas: [] }))
  await db.insert(dataRole).values(made)
  const [wrongboss] = await db.select().from(user).where(eq(user.userName, 'wrongboss'))
  const deputy = { id: `deputy-${wrong}`, userName: 'deputy', name: '副经理', isAdminUser: true, passwordHash: 'x' }
  await db.insert(user).values(deputy)
  await db
    .insert(userDataRole)
    .values([
      ...made.slice(0, 2).map((one) => ({ userId: wrongboss!.id, roleId: one.id })),
      { userId: deputy.id, roleId: made[0]!.id },
      { userId, roleId: made[3]!.id },
    ])
  const alone = await server.as('deputy', { areaCode: '320500' })
  await db
    .insert(userDataRole)
    .values({ userId: (await server.deps.services.access.userOf(admin.token))!.userId, roleId: made[2]!.id })
  const moved = await admin.ok(organ.changeOrgan, {
    ...{ id, companyId: right, fixmedinsCode: 'P32050199977', name: '换了公司的店' },
  })
  expect(moved.leftRoles?.split('、').sort()).toEqual(['䶮𠮷药房连锁1 全部门店', '只含这家店', '城东片区'].sort())
  const storesOf = async (name: string) => (await db.select().from(dataRole).where(eq(dataRole.name, name)))[0]?.stores
  expect(await storesOf('城东片区')).toEqual([other(wrong)])
  expect([await storesOf('两家公司'), await storesOf('店员的')].map((one) => one?.includes(id))).toEqual([true, true])
  expect((await alone.send(userCalls.getLoginUserInfo)).status, 'works in no area any more').toBe(401)
  expect(await seenBy[right]!()).toContain('换了公司的店')
  expect(await seenBy[wrong]!(), 'its books are nobody else’s').not.toContain('换了公司的店')
  expect((await db.select().from(user).where(eq(user.id, userId)))[0]).toMatchObject({ companyId: right })
  expect((await clerk.send(userCalls.getLoginUserInfo)).status).toBe(401)
  expect(await db.$count(counterPc, eq(counterPc.storeId, id)), 'the other company’s code opens it no more').toBe(0)

  // 设置管理员 takes no store away: the books of one that is closed stay its administrators'.
  await admin.ok(organ.closeOrgan, { id })
  await admin.ok(calls.openAdmin, { companyId: right, userName: 'rightboss', name: '𠮷管理' })
  const boss = await server.as('rightboss', { areaCode: '320500' })
  const seen = (await boss.ok(organ.pullOrgans, { state: 'closed' })).items.map(({ name }) => name)
  expect(seen).toEqual(['换了公司的店'])
  expect(await storesOf('䶮𠮷药房连锁2 全部门店'), 'each of them once').toHaveLength(3)
  await admin.ok(organ.closeOrgan, { id, reopen: true })

  // The role was brought up to date while the store was closed.
  await admin.ok(organ.closeOrgan, { id })
  await admin.ok(calls.prepareRoles, { companyId: right })
  expect(await seenBy[right]!()).not.toContain('换了公司的店')
  await admin.ok(organ.closeOrgan, { id, reopen: true })
  expect(await seenBy[right]!()).toContain('换了公司的店')
})

test('a company’s administrator sees its next store when the last one has become another’s; his role is nobody’s to give meanwhile', async () => {
  const { db } = server.deps
  const [from, to] = [await companyWith(1), await companyWith(1)]
  const { userId } = await admin.ok(calls.openAdmin, { companyId: from, userName: 'emptyboss', name: '䶮管理' })
  await db.update(user).set({ mustChange: false }).where(eq(user.id, userId))
  const [shop] = await db.select().from(store).where(eq(store.companyId, from))
  await admin.ok(organ.changeOrgan, { id: shop!.id, companyId: to, fixmedinsCode: 'P32050199971' })
  const code = eq(dataRole.code, `company-${from}`)
  const [role] = await db.select().from(dataRole).where(code)
  expect(role).toMatchObject({ areas: [], stores: [] })

  // It opens nothing now, and whoever had it would see what comes.
  const other = await server.as('area', { areaCode: '320500' })
  const roles = { isAdminUser: true, menuRoleIds: [], dataRoleIds: [role!.id] }
  const given = await other.send(roleUser.addUser, { userName: 'sneaky', surName: '𠮷', name: '𠮷', ...roles })
  expect(given.error?.message).toMatch(/^数据角色「.*」超出你的数据范围$/)
  expect((await other.send(roleUser.initUserPassword, { userId })).statusCode, 'nor is he').toBe(404)

  clock.advance(1)
  const next = await admin.ok(organ.createOrgan, {
    ...{ companyId: from, areaCode: '320500', fixmedinsCode: 'P32050199979', name: '䶮𠮷重新开的店' },
  })
  expect((await db.select().from(dataRole).where(code))[0]).toMatchObject({ id: role!.id, stores: [next.id] })
  const boss = await server.as('emptyboss', { areaCode: '320500' })
  expect(JSON.stringify((await boss.ok(roleUser.getUserCompanyTree, {})).nodes)).toContain('䶮𠮷重新开的店')
})

test('a company that is taken back leaves no role for the next one of its number', async () => {
  const { db } = server.deps
  const [from, to] = [await companyWith(1), await companyWith(1)]
  await admin.ok(calls.openAdmin, { companyId: from, userName: 'formerboss', name: '从前的管理' })
  const [shop] = await db.select().from(store).where(eq(store.companyId, from))
  await admin.ok(organ.changeOrgan, { id: shop!.id, companyId: to, fixmedinsCode: 'P32050199972' })
  await admin.ok(calls.withdraw, { companyId: from })
  expect(await db.$count(dataRole, eq(dataRole.code, `company-${from}`))).toBe(0)
})

test.skipIf(usual !== 'postgres')(
  'a store that comes in while its company’s role is made stays in the role',
  async () => {
    const { db } = server.deps
    const companyId = await companyWith(1)
    const { dataRole: made } = await admin.ok(calls.prepareRoles, { companyId })
    let again: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      await storeImport.apply({ db: tx, ...(await asAnother(asker)) }, '320500', rowOf(companyId, 2))
      again = asAnother(() => admin.ok(calls.prepareRoles, { companyId }))
      await asAnother(() => untilWaiting(db, 1))
    })
    await again
    const [role] = await db.select().from(dataRole).where(eq(dataRole.id, made.roleId))
    expect(role!.stores).toHaveLength(2)
  },
)
