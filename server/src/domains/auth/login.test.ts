import { auth, user as userCalls } from '@yibao/shared/calls/auth.ts'
import { messageOf } from '@yibao/shared/envelope.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { demoPassword } from '../../seed/people.ts'
import { encode } from '../../test/encode.ts'
import { databases, startTestServer, testClock } from '../../test/kit.ts'
import { lockOf } from './lockout.ts'
import { user } from './tables.ts'

const clock = testClock()

describe.each(databases)('login on %s', (database) => {
  const server = opened(() => startTestServer({ clock, database }))

  /** A submit of its own: the clock stands still, and the same bytes are accepted once only. */
  const login = (userName: string, password: string, at?: Date) => {
    clock.advance(1)
    return server.nobody.send(auth.login, { userName, passWord: encode(password, at ?? clock()), isRefreshCache: true })
  }

  test('gives a token that works, and what SPEC 3 lists', async () => {
    const { result } = await login('  clerk ', demoPassword)
    expect(result).toMatchObject({
      userName: 'clerk',
      isSuperAdmin: false,
      isAdminUser: false,
      initializeInfo: { isNeedInitialize: false },
      userInfo: {
        medicalName: '示例大药房观前店',
        medicalNo: 'P32050100001',
        medicalAreaCode: '320500',
        medicalAreaName: '苏州市',
        guest: false,
      },
    })
    const me = await server.withToken(result!.token).ok(userCalls.getLoginUserInfo)
    expect(me).toEqual(result?.userInfo)
  })

  test('an administrator starts without an area', async () => {
    const { result } = await login('area', demoPassword)
    expect(result?.userInfo).toMatchObject({ isAdminUser: true, medicalAreaCode: '', medicalName: '' })
  })

  test('the same submit works once', async () => {
    clock.advance(1)
    const passWord = encode(demoPassword, clock())
    expect((await server.nobody.send(auth.login, { userName: 'clerk', passWord })).success).toBe(true)
    const again = await server.nobody.send(auth.login, { userName: 'clerk', passWord })
    expect(messageOf(again)).toBe('登录信息已使用过')
  })

  test('two clerks of one password sign in within the same millisecond', async () => {
    clock.advance(1)
    const passWord = encode(demoPassword, clock())
    for (const userName of ['clerk', 'clerk2', 'clerk3'])
      expect((await server.nobody.send(auth.login, { userName, passWord })).success).toBe(true)
    expect(messageOf(await server.nobody.send(auth.login, { userName: ' clerk2 ', passWord }))).toBe('登录信息已使用过')
  })

  test('a clock more than 10 minutes off is named with both times', async () => {
    const off = (minutes: number) => new Date(clock().getTime() + minutes * 60_000)
    expect((await login('clerk', demoPassword, off(9.9))).success).toBe(true)
    expect((await login('clerk', demoPassword, off(-9.9))).success).toBe(true)
    for (const minutes of [-11, 11]) {
      const answer = await login('clerk', demoPassword, off(minutes))
      expect(messageOf(answer)).toMatch(/相差过大：本机 2026-11-21 \d\d:\d\d:\d\d，服务器 2026-11-21 \d\d:\d\d:\d\d/)
    }
  })

  test('what is no stamped password is refused', async () => {
    for (const passWord of [
      '!!!',
      Buffer.from('abc').toString('base64'),
      Buffer.from('1'.repeat(13)).toString('base64'),
    ])
      expect((await server.nobody.send(auth.login, { userName: 'clerk', passWord })).error?.message).toBe(
        '密码格式不正确',
      )
  })

  test('five wrong passwords lock with a countdown that doubles; the right one then clears', async () => {
    for (const left of [4, 3, 2, 1])
      expect((await login('clerk3', 'wrong')).resultNotice).toMatchObject({
        error: '用户名或密码不正确',
        tips: `还可以尝试 ${left} 次`,
      })
    expect((await login('clerk3', 'wrong')).resultExtendInfo).toMatchObject({ seconds: 60 })
    const locked = await login('clerk3', demoPassword)
    expect([locked.statusCode, locked.resultExtendInfo?.seconds]).toEqual([423, 60])
    clock.advance(60_000)
    expect((await login('clerk3', 'wrong')).resultExtendInfo).toMatchObject({ seconds: 120 })
    clock.advance(120_000)
    expect((await login('clerk3', demoPassword)).success).toBe(true)
    expect((await login('clerk3', 'wrong')).resultNotice?.tips).toBe('还可以尝试 4 次')
  })

  test.each(['clerk3', 'nobody-else'])(
    '%s: a lock that was made by a clock ten minutes ahead ends when that is set right',
    async (userName) => {
      for (let n = 0; n < 5; n++) await login(userName, 'wrong')
      clock.advance(-30_000)
      expect((await login(userName, 'wrong')).statusCode, 'a little is no reason').toBe(423)
      clock.advance(-570_000)
      const after = await login(userName, 'wrong')
      expect([after.statusCode, after.resultExtendInfo?.seconds]).toEqual([423, 120])
      clock.advance(120_000)
      await login(userName, demoPassword)
      clock.advance(480_000)
    },
  )

  test('guesses sent together are not more than five', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => login('clerk2', 'guess')))
    expect(answers.filter((one) => one.resultNotice?.error === '用户名或密码不正确')).toHaveLength(4)
    expect(answers.filter(({ statusCode }) => statusCode === 423)).toHaveLength(8)
  })

  test('many counters may log in at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => login('pharmacist', demoPassword)))
    expect(answers.map(({ success }) => success)).toEqual(answers.map(() => true))
  })

  test('a name without an account answers like one with it', async () => {
    for (const left of [4, 3, 2, 1]) expect((await login('nobody', 'x')).resultNotice?.tips).toContain(`${left} 次`)
    expect((await login('nobody', 'x')).statusCode).toBe(423)
  })

  test('a stopped account does not get in, and its sessions end', async () => {
    const viewer = await server.as('viewer')
    await server.deps.db.update(user).set({ stopped: true }).where(eq(user.userName, 'viewer'))
    expect((await login('viewer', demoPassword)).error?.message).toBe('账号已停用')
    expect((await viewer.send(userCalls.getLoginUserInfo)).status).toBe(401)
  })

  test('the operation log names the user and never the password', async () => {
    const rows = await server.deps.db.select().from(operationLog).where(eq(operationLog.call, 'auth.login'))
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.map(({ record }) => Object.keys(record))).toEqual(rows.map(() => ['userName']))
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(demoPassword).toString('base64').slice(0, 10))
  })
})

test('with the custom data info flag passwords travel by RSA only', async () => {
  const server = await startTestServer({ clock, config: { customDataInfo: true } })
  const { customDataInfo, publicKey, serverTime } = await server.nobody.ok(auth.publicKey)
  expect([customDataInfo, serverTime]).toEqual([true, clock().getTime()])
  const send = (passWord: string) => server.nobody.send(auth.login, { userName: 'clerk', passWord })
  expect((await send(encode(demoPassword, clock(), publicKey))).success).toBe(true)
  expect((await send(encode(demoPassword, clock()))).error?.message).toBe('密码格式不正确')
  // A broken padding answers like any unreadable value: nothing to learn from it.
  const broken = Buffer.from(encode(demoPassword, clock(), publicKey), 'base64')
  broken[9]! ^= 1
  expect((await send(broken.toString('base64'))).error?.message).toBe('密码格式不正确')
  await server.close()
})

test('locks grow from a minute to an hour', () => {
  expect([4, 5, 6, 7, 20].map((n) => lockOf(n))).toEqual([0, 60_000, 120_000, 240_000, 3_600_000])
})
