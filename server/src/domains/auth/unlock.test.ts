import { auth, user as userCalls } from '@yibao/shared/calls/auth.ts'
import { messageOf } from '@yibao/shared/envelope.ts'
import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { demoPassword } from '../../seed/people.ts'
import { encode } from '../../test/encode.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { setPassword } from './new-password.ts'
import { passwordAttempt, session, user } from './tables.ts'

// Auth/Unlock: the lock screen asks whether this is the password of who is signed in, and nothing else changes.

const clock = testClock()
const server = opened(() => startTestServer({ clock }))
let clerk: Client
beforeEach(async () => {
  await server.deps.db.update(user).set({ stopped: false })
  await server.deps.db.delete(passwordAttempt)
  clerk = await server.as('clerk')
})

const unlock = (password: string, client = clerk) => {
  clock.advance(1)
  return client.send(auth.unlock, { passWord: encode(password, clock()) })
}
const login = (password: string) => {
  clock.advance(1)
  return server.nobody.send(auth.login, { userName: 'clerk', passWord: encode(password, clock()) })
}
const sessions = () => server.deps.db.select().from(session)

test('the right password opens; there is no new session, and the one there is stays as it is', async () => {
  const before = await sessions()
  const answer = await unlock(demoPassword)
  expect(answer).toMatchObject({ success: true, result: null })
  expect((await sessions()).map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort())
  expect(await clerk.ok(userCalls.getLoginUserInfo)).toMatchObject({ userName: 'clerk' })
})

test('a wrong one says so and counts as at the login; the fifth locks with its seconds, for the login too', async () => {
  for (const left of [4, 3, 2, 1])
    expect((await unlock('wrong')).resultNotice).toMatchObject({
      error: '密码不正确',
      tips: `还可以尝试 ${left} 次`,
    })
  expect(await unlock('wrong')).toMatchObject({ statusCode: 423, resultExtendInfo: { seconds: 60 } })
  expect(await unlock(demoPassword)).toMatchObject({ statusCode: 423, resultExtendInfo: { seconds: 60 } })
  expect((await login(demoPassword)).statusCode).toBe(423)
  clock.advance(60_000)
  expect((await unlock(demoPassword)).success).toBe(true)
  expect((await unlock('wrong')).resultNotice?.tips, 'counted from the beginning').toBe('还可以尝试 4 次')
})

test('what others try under his name, or in another session of his, keeps nobody from his basket', async () => {
  for (let n = 0; n < 6; n++) await login('wrong')
  expect((await login(demoPassword)).statusCode).toBe(423)
  const stolen = await server.as('clerk')
  for (let n = 0; n < 6; n++) await unlock('wrong', stolen)
  expect((await unlock(demoPassword, stolen)).statusCode).toBe(423)
  expect((await unlock('wrong')).resultNotice?.tips).toBe('还可以尝试 4 次')
  expect((await unlock(demoPassword)).success).toBe(true)
})

test('another’s password opens nothing, and counts for who is signed in', async () => {
  const other = 'Other@20261121'
  const [pharmacist] = await server.deps.db.select().from(user).where(eq(user.userName, 'pharmacist'))
  const before = { passwordHash: pharmacist!.passwordHash }
  await setPassword(server.deps.db, pharmacist!, { password: other, chosen: true, now: clock() })
  expect((await unlock(other)).resultNotice?.tips).toBe('还可以尝试 4 次')
  const counted = await server.deps.db.select({ userId: passwordAttempt.userId }).from(passwordAttempt)
  expect(counted.map(({ userId }) => userId)).not.toContain(pharmacist!.id)
  await server.deps.db.update(user).set(before).where(eq(user.userName, 'pharmacist'))
})

test('nobody and a guest have no password to ask for', async () => {
  clock.advance(1)
  const passWord = encode(demoPassword, clock())
  expect((await server.nobody.send(auth.unlock, { passWord })).status).toBe(401)
  const entry = { companyId: '10001', clientNo: 'C001', verifyCode: 'demo-verify', isQrCode: true }
  const guest = await server.nobody.ok(auth.silentLogin, entry)
  expect(guest.userInfo.guest).toBe(true)
  expect((await unlock(demoPassword, server.withToken(guest.token))).statusCode).toBe(403)
})

test('an account that was stopped meanwhile does not get back in', async () => {
  await server.deps.db.update(user).set({ stopped: true }).where(eq(user.userName, 'clerk'))
  expect((await unlock(demoPassword)).success).toBe(false)
})

test('the same bytes open once, and an empty password is none', async () => {
  clock.advance(1)
  const passWord = encode(demoPassword, clock())
  expect((await clerk.send(auth.unlock, { passWord })).success).toBe(true)
  expect(messageOf(await clerk.send(auth.unlock, { passWord }))).toBe('登录信息已使用过')
  expect((await clerk.send(auth.unlock, { passWord: '' })).success).toBe(false)
})

test('each attempt is in the operation log, right or wrong, without the password', async () => {
  await unlock(demoPassword)
  await unlock('wrong')
  const rows = await server.deps.db
    .select()
    .from(operationLog)
    .where(eq(operationLog.call, 'auth.unlock'))
    .orderBy(desc(operationLog.id))
    .limit(2)
  expect(rows.map(({ action, ok, record }) => [action, ok, record])).toEqual([
    ['解锁', false, {}],
    ['解锁', true, {}],
  ])
  expect(rows.every(({ userName }) => userName === 'clerk')).toBe(true)
})

test('new sessions that a company’s code opens bring no new guesses without end', async () => {
  clock.advance(7_200_000)
  await server.deps.db.delete(passwordAttempt)
  let tried = 0
  for (let n = 0; n < 30; n++) {
    const opened = await server.as('clerk')
    for (let k = 0; k < 4; k++) if ((await unlock('wrong', opened)).statusCode !== 423) tried++
  }
  expect(tried).toBe(100)
  // A minute later there is one more, and whoever says the right one begins anew.
  clock.advance(60_000)
  expect((await unlock(demoPassword)).success).toBe(true)
})
