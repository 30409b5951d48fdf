import { auth } from '@yibao/shared/calls/auth.ts'
import { client as calls } from '@yibao/shared/calls/client.ts'
import { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { machine, sendAs, testAgent } from '../../test/agent.ts'
import { encode } from '../../test/encode.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { user } from '../auth/tables.ts'
import { store, systemSetting } from '../organisation/tables.ts'

// A new counter PC before anybody has signed in at it.

const clock = testClock()
const server = opened(() => startTestServer({ clock }))
beforeEach(() => clock.advance(1000))

const company = { companyId: '10001', verifyCode: 'demo-verify' }
const storeId = storeIdOf('P32050100001')
/** Another store of the same company, with an operator of its own. */
const elsewhere = storeIdOf('P32010200001')
const register = (over: Record<string, unknown> = {}) => {
  clock.advance(1)
  const passWord = encode('Yibao@2026', clock())
  const input = { ...company, storeId, clientNo: 'C009', pcName: '前台2', userName: 'clerk', passWord, ...over }
  return server.nobody.send(calls.register, input as never)
}

test('anybody may ask for time and version, to see whether this PC can reach the service', async () => {
  const { time, version } = await server.nobody.ok(calls.server)
  expect([time, version]).toEqual([expect.stringMatching(/^2026-11-21 09:/), expect.stringMatching(/^\d+\.\d+\.\d+/)])
})

test('the verify code shows the stores of its company; a wrong one and an unknown company show nothing', async () => {
  const stores = await server.nobody.ok(calls.stores, company)
  expect(stores.map(({ fixmedinsCode }) => fixmedinsCode)).toContain('P32050100001')
  for (const over of [{ verifyCode: 'wrong' }, { companyId: 'nobody' }])
    expect((await server.nobody.send(calls.stores, { ...company, ...over })).error?.message).toBe(
      '公司编号或验证码不正确',
    )
})

test('wrong codes in a row have to wait', async () => {
  const guess = () => server.nobody.send(calls.stores, { companyId: '10009', verifyCode: 'x' })
  let last = await guess()
  for (let i = 0; i < 20 && last.statusCode !== 423; i++) last = await guess()
  expect(last.statusCode).toBe(423)
})

test('a registered PC logs in silently, and its agent enrols once', async () => {
  const { result } = await register()
  expect(result).toMatchObject({
    ...{ storeName: '示例大药房观前店', fixmedinsCode: 'P32050100001', minutes: 15, counterKeys: {} },
  })
  const session = await server.nobody.ok(auth.silentLogin, { ...company, clientNo: 'C009' })
  expect(session.userInfo).toMatchObject({ userName: 'clerk', medicalNo: 'P32050100001' })
  const body = (agent: ReturnType<typeof testAgent>) => ({
    code: result!.enrolCode,
    agentId: agent.agentId,
    publicKey: agent.publicKey,
    machine,
    version: '1.0.0',
  })
  const [first, second] = [testAgent(), testAgent()]
  const enrolled = await sendAs(server, first, 'enroll', body(first))
  expect((enrolled.result as { policy: { stores: string[] } }).policy.stores).toEqual(['P32050100001'])
  expect((await sendAs(server, second, 'enroll', body(second))).error?.message).toBe('绑定码不正确或已过期')
})

test('a number that another PC has is asked about first; the same PC comes again without a question', async () => {
  await register({ clientNo: 'C010', pcName: '前台1' })
  expect((await register({ clientNo: 'C010', pcName: '前台1' })).success).toBe(true)
  const taken = await register({ clientNo: 'C010', pcName: '仓库' })
  expect(taken.resultNotice).toMatchObject({ error: '客户端编号 C010 已用于「前台1」', messageCode: 'client.taken' })
  expect((await register({ clientNo: 'C010', pcName: '仓库', replace: true })).success).toBe(true)
})

test('a number of another store is not taken over: its ERP goes on opening its own session', async () => {
  const { db } = server.deps
  const theirs = { storeId: elsewhere, userName: 'clerk2', pcName: '仓库', clientNo: 'C020' }
  const entry = { ...company, clientNo: 'C020' }
  await register({ clientNo: 'C020', pcName: '前台1' })
  for (const replace of [false, true]) {
    const answer = await register({ ...theirs, replace })
    expect(answer.resultNotice).toMatchObject({
      ...{
        error: '客户端编号 C020 已用于另一家门店',
        tips: expect.stringMatching(/^请换一个编号.*在「客户端监控」的「客户端编号」中解除登记$/),
      },
    })
    // What the PC of the other store is called is nobody's business here, and there is nothing to replace.
    expect(JSON.stringify(answer)).not.toMatch(/前台1|client.taken/)
  }
  expect((await server.nobody.ok(auth.silentLogin, entry)).userInfo.medicalNo).toBe('P32050100001')
  await db.update(store).set({ closed: true }).where(eq(store.id, storeId))
  expect((await register(theirs)).resultNotice?.messageCode, 'of a closed one it is asked about').toBe('client.taken')
  expect((await register({ ...theirs, replace: true })).success).toBe(true)
  await db.update(store).set({ closed: false }).where(eq(store.id, storeId))
  expect((await server.nobody.ok(auth.silentLogin, entry)).userInfo.userName).toBe('clerk2')
})

test('a number that was registered at the wrong store is freed by whoever administers that store, and by nobody else', async () => {
  const { db } = server.deps
  await register({ clientNo: 'C030', pcName: '前台9' })
  const area = await server.as('area', { areaCode: '320500' })
  const beside = await server.as('area', { areaCode: '320100' })
  const listed = async (who: typeof area, asked: object = {}) =>
    (await who.ok(clientMonitor.registered, { keyword: 'C030', ...asked })).items
  const [row] = await listed(area)
  expect(row).toMatchObject({
    ...{ clientNo: 'C030', pcName: '前台9', storeName: '示例大药房观前店', standing: 'ready' },
  })
  expect(await listed(beside)).toEqual([])
  expect((await beside.send(clientMonitor.unregister, { id: row!.id })).statusCode).toBe(404)
  const clerk = eq(user.userName, 'clerk')
  for (const [set, standing] of [
    [{ stopped: true }, 'stopped'],
    [{ storeId: elsewhere }, 'moved'],
  ] as const) {
    await db.update(user).set(set).where(clerk)
    expect((await listed(area, { standing })).map((one) => one.standing)).toEqual([standing])
    await db.update(user).set({ stopped: false, storeId }).where(clerk)
  }
  await area.ok(clientMonitor.unregister, { id: row!.id })
  expect(await listed(area)).toEqual([])
  const entry = { ...company, clientNo: 'C030' }
  expect((await server.nobody.send(auth.silentLogin, entry)).success).toBe(false)
  expect((await register({ clientNo: 'C030', storeId: elsewhere, userName: 'clerk2' })).success).toBe(true)
  expect((await server.nobody.ok(auth.silentLogin, entry)).userInfo.userName).toBe('clerk2')
})

test('of two stores that register one number at once one gets it, and the other reads that it is taken', async () => {
  const answers = await Promise.all([
    register({ clientNo: 'C021', replace: true }),
    register({ clientNo: 'C021', storeId: elsewhere, userName: 'clerk2', replace: true }),
  ])
  const wins = answers.filter(({ success }) => success)
  const errors = answers.flatMap(({ success, resultNotice }) => (success ? [] : [resultNotice?.error]))
  expect([wins.length, errors]).toEqual([1, ['客户端编号 C021 已用于另一家门店']])
})

test.each([
  ['a wrong verify code', { verifyCode: 'x' }, '公司编号或验证码不正确'],
  ['a store of nobody', { storeId: 'nobody' }, '没有找到这家门店'],
  ['an operator of another store', { userName: 'clerk2' }, '「clerk2」不是这家门店的操作员'],
  ['an administrator', { userName: 'area' }, '「area」不是这家门店的操作员'],
  ['a wrong password', { passWord: encode('wrong', new Date('2026-11-21T09:00:30+08:00')) }, '用户名或密码不正确'],
])('%s registers nothing', async (_, over, message) => {
  expect((await register({ clientNo: 'C011', ...over })).error?.message).toBe(message)
  expect((await server.nobody.send(auth.silentLogin, { ...company, clientNo: 'C011' })).success).toBe(false)
})

test('a password that has expired by 系统参数 is changed first', async () => {
  const { db } = server.deps
  const expire = (passwordDays: number) => {
    const set = { settings: { passwordDays } }
    return db
      .insert(systemSetting)
      .values({ id: 'system', ...set })
      .onConflictDoUpdate({ target: systemSetting.id, set })
  }
  await expire(1)
  await db.update(user).set({ passwordChangedAt: new Date(clock().getTime() - 86_400_000) })
  expect((await register({ clientNo: 'C011' })).error?.message).toBe('账号须先修改密码')
  await expire(0)
  expect((await register({ clientNo: 'C011' })).success).toBe(true)
})

test('what was done is in the operation log, the secrets are not', async () => {
  await register({ clientNo: 'C012' })
  const text = JSON.stringify(await server.deps.db.select().from(operationLog))
  expect(text).toContain('C012')
  expect(text).not.toMatch(/demo-verify|Yibao@2026|enrolCode/)
})
