import type { Call, InputOf } from '@yibao/shared/call.ts'
import { auth } from '@yibao/shared/calls/auth.ts'
import { account } from '@yibao/shared/calls/user.ts'
import type { Envelope } from '@yibao/shared/envelope.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { demoPassword, people } from '../../seed/people.ts'
import { encode } from '../../test/encode.ts'
import { databases, startTestServer, testClock } from '../../test/kit.ts'
import { addressPlace, forgetAttempts, locksOf } from './attempts.ts'
import { anywhere, Strangers } from './lockout.ts'
import { passwordAttempt, user } from './tables.ts'

// Wrong passwords lock where they were typed: nobody locks an account that he does not have.

const clock = testClock()
const [shop, attacker, elsewhere] = ['198.51.100.7', '192.0.2.1', '203.0.113.9']

describe.each(databases)('on %s', (database) => {
  const server = opened(() => startTestServer({ clock, database, config: { trustedProxies: ['10.0.0.0/8'] } }))
  beforeEach(async () => {
    const { db } = server.deps
    await db.update(user).set({ failures: 0, lockedUntil: null })
    await db.delete(passwordAttempt)
  })

  const send = async <C extends Call>(call: C, payload: InputOf<C>, from: string, proxy?: string) => {
    const answer = await server.app.inject({
      method: call.method,
      url: `/prod-api${call.path}`,
      remoteAddress: proxy ?? from,
      ...(proxy ? { headers: { 'x-forwarded-for': from } } : {}),
      payload: payload as object,
    })
    return answer.json() as Envelope<{ token: string }>
  }
  const login = (
    password: string,
    from: string,
    { userName = 'clerk', proxy }: { userName?: string; proxy?: string } = {},
  ) => {
    clock.advance(1)
    return send(auth.login, { userName, passWord: encode(password, clock()) }, from, proxy)
  }
  const force = (old: string, from: string) => {
    clock.advance(1)
    const [oldPassword, password] = [encode(old, clock()), encode('New-pass-1', clock())]
    return send(
      account.forceChangePassword,
      { userName: 'clerk', oldPassword, password, confirmPassword: password },
      from,
    )
  }
  const row = async () => (await server.deps.db.select().from(user).where(eq(user.userName, 'clerk')))[0]!

  test('whoever types wrong passwords is locked where he does, with his seconds; the person comes in elsewhere', async () => {
    for (let n = 0; n < 4; n++) expect((await login('wrong', attacker)).statusCode).toBe(400)
    expect((await login('wrong', attacker)).resultExtendInfo).toMatchObject({ seconds: 60 })
    expect((await login(demoPassword, attacker)).statusCode, 'not even with the right one').toBe(423)
    expect((await login(demoPassword, shop)).success).toBe(true)
    expect((await login('wrong', shop)).resultNotice?.tips, 'counted for itself').toBe('还可以尝试 4 次')
    expect((await login(demoPassword, attacker)).statusCode).toBe(423)
  })

  test('a changed password is guessed no further by /change', async () => {
    for (let n = 0; n < 4; n++) await login('wrong', attacker)
    expect((await force('wrong', attacker)).statusCode).toBe(423)
    expect((await force('wrong', elsewhere)).statusCode).toBe(400)
  })

  test('behind a proxy that is named the address is the caller’s', async () => {
    for (let n = 0; n < 5; n++) await login('wrong', attacker, { proxy: '10.0.0.1' })
    expect((await login(demoPassword, attacker, { proxy: '10.0.0.1' })).statusCode).toBe(423)
    expect((await login(demoPassword, shop, { proxy: '10.0.0.1' })).success).toBe(true)
  })

  test('one network of IPv6 is one place, and an IPv4 address written as IPv6 is itself', async () => {
    for (let n = 0; n < 5; n++) await login('wrong', `2001:db8:0:1::${n}`)
    expect((await login(demoPassword, '2001:DB8:0:1:ffff::9')).statusCode).toBe(423)
    expect((await login(demoPassword, '2001:db8:0:2::1')).success).toBe(true)
    for (let n = 0; n < 5; n++) await login('wrong', `::ffff:${attacker}`)
    expect((await login(demoPassword, attacker)).statusCode).toBe(423)
  })

  test('guesses from a hundred addresses get one a minute; where the person came in before he comes in all the same', async () => {
    expect((await login(demoPassword, shop)).success).toBe(true)
    await server.deps.db
      .update(user)
      .set({ failures: anywhere.allowed - 1 })
      .where(eq(user.userName, 'clerk'))
    expect((await login('wrong', '192.0.2.50')).statusCode).toBe(400)
    expect((await login('wrong', '192.0.2.51')).resultExtendInfo).toMatchObject({ seconds: 60 })
    expect((await login(demoPassword, elsewhere)).statusCode).toBe(423)
    clock.advance(60_000)
    expect((await login('wrong', '192.0.2.52')).statusCode).toBe(400)
    const locked = await login('wrong', '192.0.2.53')
    expect([locked.statusCode, locked.resultExtendInfo?.seconds], 'and it never grows').toEqual([423, 60])
    expect((await login('wrong', shop)).resultNotice?.tips).toBe('还可以尝试 4 次')
    expect((await login(demoPassword, shop)).success).toBe(true)
    expect(await row()).toMatchObject({ failures: 0, lockedUntil: null })
  })

  test('a place where he has not been for a month is new to him', async () => {
    await login(demoPassword, shop)
    clock.advance(30 * 86_400_000)
    const lockedUntil = new Date(clock().getTime() + 50_000)
    await server.deps.db.update(user).set({ failures: anywhere.allowed, lockedUntil }).where(eq(user.userName, 'clerk'))
    expect((await login(demoPassword, shop)).statusCode).toBe(423)
  })

  test('a new password, or whoever unlocks the account, opens all places', async () => {
    const clerk = people.find(({ userName }) => userName === 'clerk')!
    for (const from of [shop, attacker]) for (let n = 0; n < 5; n++) await login('wrong', from)
    expect((await locksOf(server.deps.db, [clerk.id], clock())).size).toBe(1)
    await forgetAttempts(server.deps.db, clerk.id)
    expect((await locksOf(server.deps.db, [clerk.id], clock())).size).toBe(0)
    for (const from of [shop, attacker]) expect((await login(demoPassword, from)).success).toBe(true)
  })

  test('a name of nobody answers by the same places', async () => {
    for (let n = 0; n < 4; n++) expect((await login('wrong', attacker, { userName: 'nobody' })).statusCode).toBe(400)
    expect((await login('wrong', attacker, { userName: 'nobody' })).statusCode).toBe(423)
    expect((await login('wrong', shop, { userName: 'nobody' })).resultNotice?.tips).toBe('还可以尝试 4 次')
  })
})

test('names of nobody are slowed down over all places too', () => {
  const strangers = new Strangers()
  const now = new Date()
  for (let n = 0; n < anywhere.allowed; n++) strangers.countName('nobody', `address/${n}`, now)
  expect(() => strangers.countName('nobody', 'address/new', now)).toThrow('账号已锁定')
  expect(strangers.countName('somebody', 'address/new', now)).toMatchObject({ failures: 1, lockedUntil: null })
})

test.each([
  ['192.0.2.1', 'address/192.0.2.1'],
  ['::ffff:192.0.2.1', 'address/192.0.2.1'],
  ['2001:db8:a:b:c:d:e:f', 'address/2001:db8:a:b'],
  ['2001:db8::1', 'address/2001:db8:0:0'],
  ['::1', 'address/0:0:0:0'],
  ['fe80::1%eth0', 'address/fe80:0:0:0'],
  ['', 'address/'],
])('%s is %s', (ip, place) => {
  expect(addressPlace(ip)).toBe(place)
})
