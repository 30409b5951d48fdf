import { auth, user as userCalls } from '@yibao/shared/calls/auth.ts'
import { continuation } from '@yibao/shared/calls/base.ts'
import { client } from '@yibao/shared/calls/client.ts'
import { company as calls } from '@yibao/shared/calls/company.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { storeUser } from '@yibao/shared/calls/store-user.ts'
import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { sha256hex } from '../../base/hash.ts'
import { operationLog } from '../../call/tables.ts'
import { demoPassword } from '../../seed/people.ts'
import { encode } from '../../test/encode.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { dataRole, user, userDataRole } from '../auth/tables.ts'
import { company, store } from '../organisation/tables.ts'
import { storeImport } from './store-import.ts'

const clock = testClock()
let admin: Client
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  admin = await server.as('admin')
})
beforeEach(() => clock.advance(1000))

let made = 0
const add = async (more: Record<string, unknown> = {}) => {
  const companyId = `2000${++made}`
  return admin.ok(calls.add, { companyId, name: `䶮𠮷药房连锁${made}`, ...more })
}
const rowOf = async (companyId: string) => (await admin.ok(calls.paged, { companyId })).items[0]!
const silent = (verifyCode: string, companyId = '10001') =>
  server.nobody.send(auth.silentLogin, { companyId, clientNo: 'C001', verifyCode })
const login = (userName: string, password: string) => {
  clock.advance(1)
  return server.nobody.send(auth.login, { userName, passWord: encode(password, clock()) })
}
const addStores = async (companyId: string, areaCode: string, count: number) => {
  const c = { db: server.deps.db, me: (await server.deps.services.access.userOf(admin.token))!, now: clock() }
  for (let i = 1; i <= count; i++) {
    clock.advance(1)
    const row = { companyId, fixmedinsCode: `P${areaCode}9${companyId}${i}`, name: `分店${i}` }
    await storeImport.apply({ ...c, now: clock() }, areaCode, row)
  }
}

test('a company is added with a code that is shown once and kept as a hash', async () => {
  const { companyId, verifyCode } = await add({ phone: '0512-55550100', licenceUntil: '2026-12-01' })
  expect(verifyCode).toMatch(/^[\w-]{24}$/)
  expect(await rowOf(companyId)).toMatchObject({
    ...{ companyId, phone: '0512-55550100', areas: [], stores: 0, state: 'enabled', adminUserName: '' },
  })
  for (const table of [company, operationLog])
    expect(JSON.stringify(await server.deps.db.select().from(table))).not.toContain(verifyCode)
  expect(await server.nobody.ok(client.stores, { companyId, verifyCode })).toEqual([])
  const again = await admin.send(calls.add, { companyId, name: '另一家' })
  expect([again.statusCode, again.error?.fields]).toEqual([409, { companyId: '编号已被使用' }])
})

test('the list is found by words, area, state and the end of the licence', async () => {
  const [soon, over, open] = [
    await add({ licenceUntil: '2026-12-21', shortName: '即到%' }),
    await add({ licenceUntil: '2026-11-20' }),
    await add({ licenceUntil: '2026-12-22' }),
  ].map(({ companyId }) => companyId) as [string, string, string]
  const ids = async (more: Record<string, unknown>) =>
    (await admin.ok(calls.paged, { pageSize: 100, ...more })).items.map(({ companyId }) => companyId)
  expect(await ids({ licence: 'soon' })).toContain(soon)
  expect(await ids({ licence: 'soon' })).not.toContain(open)
  expect(await ids({ licence: 'expired' })).toEqual([over])
  const states = (await admin.ok(calls.paged, { pageSize: 100 })).items.map((row) => [row.companyId, row.licence])
  expect(Object.fromEntries(states)).toMatchObject({ [soon]: 'soon', [over]: 'expired', [open]: undefined })
  expect(await ids({ keyword: '即到%' })).toEqual([soon])
  expect(await ids({ keyword: over })).toEqual([over])
  expect(await ids({ areaCode: '320500' })).toEqual(['10001'])
  await admin.ok(calls.renew, { companyId: over, licenceUntil: '2027-11-20' })
  expect(await ids({ licence: 'expired' })).toEqual([])
  const area = await server.as('area', { areaCode: '320500' })
  expect((await area.send(calls.paged)).statusCode).toBe(403)
})

test('a company that was opened by mistake is taken back, one that ever had a store is not', async () => {
  const { companyId } = await add()
  await admin.ok(calls.withdraw, { companyId })
  expect(await rowOf(companyId)).toBeUndefined()
  await addStores(companyId, '320500', 1)
  expect(await server.deps.db.$count(store, eq(store.companyId, companyId))).toBe(0)
  const used = (await add()).companyId
  await addStores(used, '320500', 1)
  await server.deps.db.update(store).set({ closed: true }).where(eq(store.companyId, used))
  const { error } = await admin.send(calls.withdraw, { companyId: used })
  expect(error?.message).toMatch(/有过门店，不能撤回$/)
})

test('what is changed is kept in the log; what is left out is empty', async () => {
  const { companyId } = await add({ contact: '周经理' })
  const row = await admin.ok(calls.save, { companyId, name: '改名连锁', shortName: '改名' })
  expect(row).toMatchObject({ name: '改名连锁', shortName: '改名' })
  expect(row.contact).toBeUndefined()
  const [line] = await server.deps.db.select().from(operationLog).where(eq(operationLog.call, 'company.save'))
  expect(line?.record).toMatchObject({ before: { contact: '周经理' }, after: { name: '改名连锁', contact: '' } })
  expect((await admin.send(calls.save, { companyId: 'nobody', name: '无' })).statusCode).toBe(404)
})

test('areas are opened and closed, but not one in which a store is open', async () => {
  const { companyId } = await add()
  const row = await admin.ok(calls.assignAreas, { companyId, areas: ['320500', '320100', '320500'] })
  expect(row).toMatchObject({ areas: ['320100', '320500'], areaNames: '南京市、苏州市' })
  await addStores(companyId, '320500', 1)
  const assign = (areas: string[]) => admin.send(calls.assignAreas, { companyId, areas })
  expect((await assign(['320100'])).error?.message).toBe('苏州市 还有这家公司的门店，不能取消')
  expect((await assign(['320500', '999999'])).statusCode).toBe(404)
  await server.deps.db.update(store).set({ closed: true }).where(eq(store.companyId, companyId))
  expect((await assign([])).result).toMatchObject({ areas: [], stores: 0 })
})

test('another new code within the grace of the one before cuts no counter off, unless it is to', async () => {
  const rotate = (graceHours: '0' | '24' | '72') => admin.ok(calls.rotateKey, { companyId: '10001', graceHours })
  const before = await rotate('0')
  const opens = async () => {
    const link = ({ verifyCode }: { verifyCode: string }) =>
      admin.ok(calls.testLink, { companyId: '10001', verifyCode })
    return (await Promise.all([before, first, second, third].map(link))).map(({ ok }) => ok)
  }
  // The counters have `before`; nobody read the answer to the first, or wrote it down, and it is pressed again: by two.
  const first = await rotate('72')
  const [second, third] = await Promise.all([rotate('24'), rotate('24')])
  expect(await opens()).toEqual([true, true, true, true])
  expect((await silent(before.verifyCode)).success).toBe(true)
  expect((await rowOf('10001')).formerUntil, 'the last of them').toBe(first.formerUntil)
  clock.advance(24 * 3_600_000)
  admin = await server.as('admin')
  const later = await opens()
  expect([later[0], later[1]]).toEqual([true, false])
  expect([later[2], later[3]].sort(), 'the one in force, whichever came last').toEqual([false, true])
  const last = await rotate('0')
  expect(await opens()).toEqual([false, false, false, false])
  expect((await rowOf('10001')).formerUntil).toBeUndefined()
  await server.deps.db
    .update(company)
    .set({ verifyHash: sha256hex('demo-verify') })
    .where(eq(company.id, '10001'))
  expect(last.formerUntil).toBeUndefined()
})

test('a new verify code: the former one opens for as long as it was given, or not at all', async () => {
  expect((await silent('demo-verify')).success).toBe(true)
  const first = await admin.ok(calls.rotateKey, { companyId: '10001', graceHours: '24' })
  expect((await silent(first.verifyCode)).success).toBe(true)
  expect((await silent('demo-verify')).success).toBe(true)
  expect((await rowOf('10001')).formerUntil).toBe(first.formerUntil)
  clock.advance(24 * 3_600_000)
  admin = await server.as('admin')
  expect((await silent('demo-verify')).error?.message).toBe('静默登录未通过')
  expect((await rowOf('10001')).formerUntil).toBeUndefined()
  const second = await admin.ok(calls.rotateKey, { companyId: '10001', graceHours: '0' })
  expect(second.formerUntil).toBeUndefined()
  expect((await silent(first.verifyCode)).success).toBe(false)
  const test = (more: Record<string, unknown> = {}) =>
    admin.ok(calls.testLink, { companyId: '10001', verifyCode: second.verifyCode, ...more })
  expect(await test({ clientNo: 'C001' })).toMatchObject({
    ok: true,
    storeName: '示例大药房观前店',
    stores: 4,
    clients: 1,
  })
  expect(await test()).toMatchObject({ ok: true, text: '公司编号和验证码可用' })
  expect(await test({ clientNo: 'C404' })).toMatchObject({ ok: false, text: '没有登记编号为 C404 的客户端' })
  const clerk = eq(user.userName, 'clerk')
  const [was] = await server.deps.db.select().from(user).where(clerk)
  for (const [set, text] of [
    [{ stopped: true }, '登记的操作员已停用，请在那台电脑上重新登记'],
    [{ storeId: null }, '登记的操作员已不在这家门店，请在那台电脑上重新登记'],
  ] as const) {
    await server.deps.db.update(user).set(set).where(clerk)
    expect(await test({ clientNo: 'C001' })).toMatchObject({ ok: false, text })
    await server.deps.db.update(user).set({ stopped: false, storeId: was!.storeId }).where(clerk)
  }
  expect(await test({ verifyCode: first.verifyCode })).toMatchObject({ ok: false, text: '验证码不正确' })
  const codes = [first.verifyCode, second.verifyCode, 'demo-verify']
  const log = JSON.stringify(await server.deps.db.select().from(operationLog))
  expect(codes.filter((one) => log.includes(one))).toEqual([])
})

test('a stopped company: its operators are out and stay out, others work on', async () => {
  const { verifyCode } = await admin.ok(calls.rotateKey, { companyId: '10001', graceHours: '0' })
  const [clerk, area] = [await server.as('clerk'), await server.as('area', { areaCode: '320500' })]
  await admin.ok(calls.stop, { companyId: '10001' })
  expect((await clerk.send(userCalls.getLoginUserInfo)).status).toBe(401)
  expect((await area.send(userCalls.getLoginUserInfo)).status).toBe(200)
  const refused = '公司已停用，不能登录'
  expect((await silent(verifyCode)).error?.message).toBe(refused)
  expect((await login('clerk', demoPassword)).error?.message).toBe(refused)
  expect((await login('clerk', 'wrong-1234')).error?.message).toBe('用户名或密码不正确')
  expect((await server.nobody.send(client.stores, { companyId: '10001', verifyCode })).error?.message).toBe(refused)
  await admin.ok(calls.enable, { companyId: '10001' })
  expect((await login('clerk', demoPassword)).success).toBe(true)
  expect((await rowOf('10001')).state).toBe('enabled')
})

test('its administrator gets a role with its stores alone; again, the stores that came since', async () => {
  const { companyId } = await add()
  const open = (userName: string) => admin.send(calls.openAdmin, { companyId, userName, name: '𠮷管理' })
  expect((await open('boss')).error?.message).toContain('还没有门店')
  await addStores(companyId, '320500', 2)
  const { result } = await open('boss')
  expect(result).toMatchObject({ userName: 'boss', made: { userName: 'boss' } })
  expect(await rowOf(companyId)).toMatchObject({ adminUserId: result!.userId, adminUserName: 'boss', stores: 2 })
  expect((await login('boss', result!.made!.initialPassword)).result?.userInfo.mustChange).toBe('initial')
  const seen = async () => {
    await server.deps.db.update(user).set({ mustChange: false }).where(eq(user.id, result!.userId))
    const boss = await server.as('boss', { areaCode: '320500' })
    return JSON.stringify((await boss.ok(roleUser.getUserCompanyTree, {})).nodes)
  }
  expect(await seen()).toContain('分店2')
  expect(await seen()).not.toContain('观前店')
  await addStores(companyId, '320500', 3)
  const again = await open('boss')
  expect([again.result?.userId, again.result?.made]).toEqual([result!.userId, undefined])
  expect(await seen()).toContain('分店3')
  expect((await open('clerk')).error?.message).toBe('「clerk」不是管理员账号')
  expect((await open('admin')).error?.message).toBe('「admin」不是管理员账号')
  const reset = await admin.ok(storeUser.resetAdminPassword, { id: result!.userId })
  expect((await login('boss', reset.initialPassword)).result?.userInfo.mustChange).toBe('initial')
})

test('an administrator of another company is given this one only when that is meant; a stopped one is not', async () => {
  const [first, second] = [(await add()).companyId, (await add()).companyId]
  await addStores(first, '320500', 2)
  await addStores(second, '320100', 1)
  const form = { userName: 'weili', name: '李伟' }
  const { userId } = await admin.ok(calls.openAdmin, { companyId: first, ...form })
  const typed = { companyId: second, userName: 'weili', name: '另一位', mobilePhone: '13800000001' }
  const holds = async () => {
    const [role] = await server.deps.db
      .select()
      .from(dataRole)
      .where(eq(dataRole.code, `company-${second}`))
    const isHis = and(eq(userDataRole.userId, userId), eq(userDataRole.roleId, role!.id))
    return server.deps.db.$count(userDataRole, isHis)
  }
  const ask = async () => (await admin.send(calls.openAdmin, typed)).confimResultInfo!
  const answer = async (pubSubId: string, button: string) => {
    await admin.ok(continuation.complete, { pubSubId, button })
    return admin.send(calls.openAdmin, typed, { pubsubid: pubSubId })
  }
  const asked = await ask()
  expect(asked.title).toBe('「weili」是已有的管理员：李伟')
  expect(asked.tips).toContain(
    `他管理 ${(await rowOf(first)).name} 2 家门店。也给他「${(await rowOf(second)).name}」的全部门店？`,
  )
  expect([await holds(), (await rowOf(second)).adminUserName]).toEqual([0, ''])
  const declined = await answer(asked.pubSubId, 'other')
  expect([declined.error?.message, declined.error?.fields]).toEqual([
    '没有把公司给「weili」',
    { userName: '请换一个用户名' },
  ])
  expect([await holds(), (await rowOf(second)).adminUserName]).toEqual([0, ''])
  const given = await answer((await ask()).pubSubId, 'give')
  expect([given.result?.userId, given.result?.made, await holds()]).toEqual([userId, undefined, 1])
  expect((await rowOf(second)).adminUserName).toBe('weili')
  const [kept] = await server.deps.db.select().from(user).where(eq(user.id, userId))
  expect([kept!.name, kept!.mobilePhone]).toEqual(['李伟', null])
  expect((await admin.send(calls.openAdmin, typed)).confimResultInfo, 'he has it').toBeNull()
  await server.deps.db.update(user).set({ stopped: true }).where(eq(user.id, userId))
  const third = (await add()).companyId
  await addStores(third, '320500', 1)
  expect((await admin.send(calls.openAdmin, { ...typed, companyId: third })).error?.message).toBe(
    '「weili」的账号已停用',
  )
})

test('its roles are made once and hold the stores that are open now; without a store there is nothing to hold', async () => {
  const { companyId } = await add()
  expect((await admin.send(calls.prepareRoles, { companyId })).error?.message).toContain('还没有门店')
  expect((await admin.send(calls.prepareRoles, { companyId: 'nobody' })).statusCode).toBe(404)
  await addStores(companyId, '320500', 2)
  const first = await admin.ok(calls.prepareRoles, { companyId })
  expect(first.stores).toBe(2)
  await server.deps.db
    .update(store)
    .set({ closed: true })
    .where(eq(store.fixmedinsCode, `P3205009${companyId}1`))
  await addStores(companyId, '320100', 1)
  const [joined] = await server.deps.db.select().from(dataRole).where(eq(dataRole.id, first.dataRole.roleId))
  expect(joined!.stores, 'a new store joins by itself').toHaveLength(3)
  const again = await admin.ok(calls.prepareRoles, { companyId })
  expect(again).toEqual({ ...first, stores: 2 })
  const [held] = await server.deps.db.select().from(dataRole).where(eq(dataRole.id, first.dataRole.roleId))
  const open = await server.deps.db
    .select({ id: store.id })
    .from(store)
    .where(and(eq(store.companyId, companyId), eq(store.closed, false)))
  expect([...held!.stores].sort()).toEqual(open.map(({ id }) => id).sort())
  const area = await server.as('area', { areaCode: '320500' })
  expect((await area.send(calls.prepareRoles, { companyId })).statusCode).toBe(403)
})

test('a sheet of stores is checked row by row and brought in twice without doubles', async () => {
  const { companyId } = await add()
  await admin.ok(calls.assignAreas, { companyId, areas: ['320500'] })
  await addStores(companyId, '320100', 1)
  const me = (await server.deps.services.access.userOf(admin.token))!
  const c = { db: server.deps.db, me, now: clock() }
  const row = (fixmedinsCode: string, more = {}) => ({ companyId, fixmedinsCode, name: '新店', ...more })
  const faults = await storeImport.check!(c, '320500', [
    row('P32050199991'),
    row('P32050199992', { companyId: '99999' }),
    row('P32050100001'),
    row(`P3201009${companyId}1`),
    row('P3205'),
    row('p32050100001'),
  ])
  expect(faults.map((fault) => fault?.reason)).toEqual([
    undefined,
    '没有编号为 99999 的公司',
    '机构编码已属于另一家公司',
    '这家门店在南京市，不能导入到苏州市',
    '机构编码应为 12 位字母或数字',
    '机构编码已属于另一家公司',
  ])
  const [closed] = await storeImport.check!(c, '430100', [row('P43010099991')])
  expect(closed?.reason).toContain('没有开通长沙市')
  await admin.ok(calls.stop, { companyId })
  const [stopped] = await storeImport.check!(c, '320500', [row('P32050199993')])
  expect(stopped).toMatchObject({ key: 'companyId', reason: expect.stringMatching(/ 已停用$/) })
  await admin.ok(calls.enable, { companyId })
  await storeImport.apply(c, '320500', row('P32050199991', { phone: '0512-1' }))
  await storeImport.apply(c, '320500', row('P32050199991', { name: '改名店' }))
  const shops = await server.deps.db.select().from(store).where(eq(store.fixmedinsCode, 'P32050199991'))
  expect(shops).toMatchObject([{ companyId, name: '改名店', phone: '0512-1', areaCode: '320500' }])
  await storeImport.apply(c, '320500', row('P32050100001', { name: '抢来的' }))
  const [other] = await server.deps.db.select().from(store).where(eq(store.fixmedinsCode, 'P32050100001'))
  expect(other?.name).toBe('示例大药房观前店')
})
