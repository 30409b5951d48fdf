import { auth, role, user as userCalls } from '@yibao/shared/calls/auth.ts'
import { account } from '@yibao/shared/calls/user.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { hashPassword } from '../../secrets/secret.ts'
import { demoPassword, people } from '../../seed/people.ts'
import { encode } from '../../test/encode.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { passwordAttempt, session, user } from './tables.ts'

const clock = testClock()
let demoHash: string
let clerk: Client
const server = opened(() => startTestServer({ clock, config: { passwordDays: 90 } }))
beforeAll(async () => {
  demoHash = await hashPassword(demoPassword)
})
beforeEach(async () => {
  const fresh = { passwordHash: demoHash, passwordHistory: [], passwordChangedAt: clock(), mustChange: false }
  await server.deps.db.update(user).set(fresh)
  await server.deps.db.delete(passwordAttempt)
  await server.deps.db.delete(session)
  clerk = await server.as('clerk')
})

interface Form {
  userName?: string
  old?: string
  password?: string
  confirm?: string
}

/** One submit: one stamp for the three fields. */
const form = ({ userName = 'clerk', old = demoPassword, password = 'New-pass-1', confirm = password }: Form = {}) => {
  clock.advance(1)
  const [oldPassword, next, again] = [old, password, confirm].map((one) => encode(one, clock()))
  return { userName, oldPassword: oldPassword!, password: next!, confirmPassword: again! }
}

/** As a browser does it: the token that comes with the answer is the clerk's from then on. */
const change = async (more?: Form, client = clerk) => {
  const answer = await client.send(account.changePassword, form(more))
  const next = answer.headers['refresh-token']
  if (next && client === clerk) clerk = server.withToken(String(next))
  return answer
}
const force = (more?: Form) => server.nobody.send(account.forceChangePassword, form(more))
const login = (password: string, userName = 'clerk') => {
  clock.advance(1)
  return server.nobody.send(auth.login, { userName, passWord: encode(password, clock()) })
}
const works = async (client: Client) => (await client.send(userCalls.getLoginUserInfo)).status === 200

test('a changed password counts at once; this session stays, the others of the person end', async () => {
  const elsewhere = await server.as('clerk')
  const stranger = await server.as('clerk2')
  expect((await change()).success).toBe(true)
  expect([await works(clerk), await works(elsewhere), await works(stranger)]).toEqual([true, false, true])
  expect((await login(demoPassword)).error?.message).toBe('用户名或密码不正确')
  expect((await login('New-pass-1')).success).toBe(true)
})

test('whoever copied a token of this session has none after the change; its browser and its agent go on', async () => {
  const { db, services } = server.deps
  await db.update(session).set({ agentId: 'a-1', agentOrigin: 'http://127.0.0.1:47610', agentKey: 'k' })
  const copied = clerk
  const other = server.withToken((await clerk.ok(auth.refreshToken)).token)
  const before = (await services.access.holderOf(clerk.token))!
  const answer = await change()
  expect([answer.success, answer.result]).toEqual([true, null])
  expect([await works(copied), await works(other), await works(clerk)]).toEqual([false, false, true])
  expect((await services.access.holderOf(clerk.token))?.sessionId).toBe(before.sessionId)
  const rows = await db.select().from(session)
  expect(rows).toMatchObject([{ agentId: 'a-1', agentOrigin: 'http://127.0.0.1:47610', agentKey: 'k' }])
  expect((await clerk.ok(auth.refreshToken)).token).toBeTruthy()
})

test('what is refused gives no other token, and ends none', async () => {
  const elsewhere = await server.as('clerk')
  const answer = await change({ old: 'wrong-1234' })
  expect([answer.headers['refresh-token'], await works(clerk), await works(elsewhere)]).toEqual([undefined, true, true])
})

test.each<[Form, string, string | undefined]>([
  [{ confirm: 'New-pass-2' }, '两次输入密码不一致!', 'confirmPassword'],
  [{ old: 'wrong-1234' }, '旧密码不正确', 'oldPassword'],
  [{ password: 'short1' }, '新密码不符合要求：密码应为 8 到 64 位', 'password'],
  [{ password: 'onlyletters' }, '新密码不符合要求：密码至少包含字母、数字、符号中的两种', 'password'],
  [{ password: 'my-clerk-1' }, '新密码不符合要求：密码不能包含用户名', 'password'],
  [{ password: demoPassword }, '新密码不能与最近 3 次用过的密码相同', 'password'],
  [{ userName: 'clerk2' }, '没有「修改他人账号」的权限', undefined],
])('%o: %s', async (input, text, field) => {
  const { error } = await change(input)
  expect(error?.message).toBe(text)
  expect(Object.keys(error?.fields ?? {})).toEqual(field ? [field] : [])
})

test('empty fields have the texts of SPEC 5', async () => {
  const { error } = await clerk.send(account.changePassword, {})
  expect(error?.fields).toEqual({
    userName: '用户名不能为空',
    oldPassword: '旧密码不能为空',
    password: '新密码不能为空',
    confirmPassword: '请再次输入密码',
  })
})

test('a set of encoded values works once, and none of it is logged', async () => {
  const sent = form()
  const answer = await clerk.send(account.changePassword, sent)
  expect(answer.success).toBe(true)
  const next = server.withToken(String(answer.headers['refresh-token']))
  expect((await next.send(account.changePassword, sent)).error?.message).toBe('登录信息已使用过')
  const rows = await server.deps.db.select().from(operationLog).where(eq(operationLog.call, 'account.changePassword'))
  expect(rows.map(({ record }) => Object.keys(record))).toEqual(rows.map(() => ['userName']))
})

test('the last three may not come again, the fourth may', async () => {
  const words = ['First-pass-1', 'Second-pass-1', 'Third-pass-1']
  let old = demoPassword
  for (const password of words) {
    expect((await change({ old, password })).error?.message).toBeUndefined()
    old = password
  }
  for (const password of words)
    expect((await change({ old, password })).error?.message).toBe('新密码不能与最近 3 次用过的密码相同')
  expect((await change({ old, password: demoPassword })).success).toBe(true)
})

test('the right old password is no guess, however often the new one is refused', async () => {
  await change({ old: 'wrong-1234' })
  for (let n = 0; n < 5; n++)
    expect((await change({ password: demoPassword })).error?.message).toBe('新密码不能与最近 3 次用过的密码相同')
  expect((await change({ old: 'wrong-1234' })).resultNotice?.tips).toBe('还可以尝试 4 次')
  expect((await login(demoPassword)).success).toBe(true)
})

test('guessing the old password locks the account like a login', async () => {
  for (const left of [4, 3, 2, 1])
    expect((await change({ old: 'wrong-1234' })).resultNotice?.tips).toBe(`还可以尝试 ${left} 次`)
  expect((await change({ old: 'wrong-1234' })).statusCode).toBe(423)
  expect((await login(demoPassword)).statusCode).toBe(423)
  expect((await change()).statusCode).toBe(423)
})

test('what strangers try under his name keeps nobody from changing his password', async () => {
  for (let n = 0; n < 6; n++) await login('wrong-1234')
  expect((await login(demoPassword)).statusCode).toBe(423)
  expect((await change()).success).toBe(true)
})

test('/change works by name and old password, and ends every session', async () => {
  expect((await force({ old: 'wrong-1234' })).error?.message).toBe('用户名或密码不正确')
  expect((await force({ confirm: 'other-1234' })).error?.message).toBe('两次输入密码不一致!')
  expect((await force({ password: demoPassword })).error?.message).toBe('新密码不能与最近 3 次用过的密码相同')
  expect((await force()).success).toBe(true)
  expect(await works(clerk)).toBe(false)
  expect((await login('New-pass-1')).success).toBe(true)
})

test('an initial password opens a session that may do nothing but change it', async () => {
  await server.deps.db.update(user).set({ mustChange: true }).where(eq(user.userName, 'clerk'))
  const { result } = await login(demoPassword)
  expect(result?.userInfo.mustChange).toBe('initial')
  const bound = server.withToken(result!.token)
  const refused = await bound.send(role.getMenuList)
  expect([refused.statusCode, refused.error?.message]).toEqual([403, '请先修改密码：初始密码'])
  expect(refused.resultExtendInfo?.key).toBe('password.must')
  expect((await bound.send(auth.refreshToken, {})).statusCode, 'nor get another token').toBe(403)
  expect((await bound.ok(userCalls.getLoginUserInfo)).mustChange).toBe('initial')
  const free = server.withToken(String((await change({}, bound)).headers['refresh-token']))
  expect((await free.ok(userCalls.getLoginUserInfo)).mustChange).toBeUndefined()
  expect((await free.send(role.getMenuList)).success).toBe(true)
  expect((await login('New-pass-1')).result?.userInfo.mustChange).toBeUndefined()
})

test('a password that is too old must be changed at login, sessions under way go on', async () => {
  clock.advance(90 * 86_400_000 - 1000)
  expect((await login(demoPassword)).result?.userInfo.mustChange).toBeUndefined()
  const underWay = await server.as('clerk')
  clock.advance(1000)
  expect((await login(demoPassword)).result?.userInfo.mustChange).toBe('expired')
  expect((await underWay.send(role.getMenuList)).success).toBe(true)
  expect((await force()).success).toBe(true)
  expect((await login('New-pass-1')).result?.userInfo.mustChange).toBeUndefined()
})

test('an ERP’s silent login proves itself by the company’s code, not by this password', async () => {
  await server.deps.db.update(user).set({ mustChange: true }).where(eq(user.userName, 'clerk'))
  const demo = { companyId: '10001', clientNo: 'C001', verifyCode: 'demo-verify' }
  const { result } = await server.nobody.send(auth.silentLogin, demo)
  expect(result?.userInfo.mustChange).toBeUndefined()
})

test('nobody approves with an initial password', async () => {
  await server.deps.db.update(user).set({ mustChange: true }).where(eq(user.userName, 'pharmacist'))
  clock.advance(1)
  const passWord = encode(demoPassword, clock())
  const answer = await clerk.send(auth.authorize, { userName: 'pharmacist', passWord, action: 'reversal', target: 'o' })
  expect(answer.error?.message).toBe('授权人须先修改密码')
})

const profile = { userName: 'clerk', surName: '小李', name: '李䶮', sex: '1' as const, mobilePhone: '+8613912345678' }

test('the profile form: own account only, SPEC 5’s texts, before and after in the log without the number', async () => {
  await clerk.ok(account.changeUser, { ...profile, email: 'li@example.com' })
  expect(await clerk.ok(userCalls.getLoginUserInfo)).toMatchObject({ ...profile, email: 'li@example.com' })
  const id = people.find(({ userName }) => userName === 'clerk')!.id
  expect(await clerk.ok(account.pullStoreUser, { userId: id })).toMatchObject({ name: '李䶮', sex: '1' })
  expect((await clerk.send(account.changeUser, { ...profile, userName: 'viewer' })).statusCode).toBe(403)
  const wrong = await clerk.send(account.changeUser, { userName: '', mobilePhone: '1234', email: 'li@' })
  expect(wrong.error?.fields).toEqual({
    userName: '用户名不能为空',
    surName: '昵称不能为空',
    name: '真实姓名不能为空',
    mobilePhone: '请输入正确的手机号码',
    email: '请输入正确的邮箱名',
  })
  const changes = server.deps.db.select().from(operationLog).where(eq(operationLog.call, 'account.changeUser'))
  const [row] = await changes.orderBy(operationLog.id)
  expect(row?.record).toMatchObject({ before: { name: '李店员' }, after: { name: '李䶮', mobilePhone: '+86****78' } })
})

test('another person’s data needs a page for it', async () => {
  const id = people.find(({ userName }) => userName === 'viewer')!.id
  expect((await clerk.send(account.pullStoreUser, { userId: id })).statusCode).toBe(403)
  const area = await server.as('area')
  expect((await area.ok(account.pullStoreUser, { userId: id })).userName).toBe('viewer')
})
