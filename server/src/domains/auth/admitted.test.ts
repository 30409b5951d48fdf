import type { Call, InputOf } from '@yibao/shared/call.ts'
import { auth } from '@yibao/shared/calls/auth.ts'
import { client } from '@yibao/shared/calls/client.ts'
import { account } from '@yibao/shared/calls/user.ts'
import type { Envelope } from '@yibao/shared/envelope.ts'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { Crowd } from '../../process/crowd.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { demoPassword } from '../../seed/people.ts'
import { encode } from '../../test/encode.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { addressPlace } from './attempts.ts'

// Whoever says passwords without end keeps nobody else out, and leaves no rows behind.

const clock = testClock()
const server = opened(async () => {
  const made = await startTestServer({ clock })
  made.deps.services.logins = new Crowd({ each: 2, all: 3 }, 'auth.busy')
  return made
})

const [shop, attacker, another] = ['198.51.100.7', '192.0.2.1', '203.0.113.9']

const send = async <C extends Call>(call: C, payload: InputOf<C>, remoteAddress: string, token = '') => {
  const answer = await server.app.inject({
    ...{ method: call.method, url: `/prod-api${call.path}`, remoteAddress, payload: payload as object },
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
  return answer.json() as Envelope<unknown>
}
const password = () => {
  clock.advance(1)
  return encode(demoPassword, clock())
}
const login = (from: string) => send(auth.login, { userName: 'clerk', passWord: password() }, from)

/** Calls from an address that are under way until they are let go. */
const busy = (from: string, n: number) => {
  let end = () => {}
  const promise = new Promise<void>((resolve) => {
    end = resolve
  })
  const works = Array.from({ length: n }, () => server.deps.services.logins.during(addressPlace(from), () => promise))
  return async () => {
    end()
    await Promise.all(works)
  }
}

const lines = () => server.deps.db.$count(operationLog)

test('one address too many at once is told to wait, writes nothing, and keeps no other one out', async () => {
  const end = busy(attacker, 2)
  const before = await lines()
  for (let n = 0; n < 3; n++)
    expect(await login(attacker)).toMatchObject({
      ...{ statusCode: 429, resultNotice: { error: '同时登录的人太多', tips: '请过几秒再试' } },
    })
  expect(await lines()).toBe(before)
  expect((await login(shop)).success).toBe(true)
  await end()
  expect((await login(attacker)).success, 'and then it is let in').toBe(true)
})

test('all addresses together have an end too', async () => {
  const ends = [busy(attacker, 2), busy(another, 1)]
  expect((await login(shop)).statusCode).toBe(429)
  for (const end of ends) await end()
  expect((await login(shop)).success).toBe(true)
})

test('every call of a stranger that asks for a password waits at this door, and nobody who is signed in', async () => {
  const { token } = await server.as('clerk')
  const [oldPassword, next] = [password(), password()]
  const form = { userName: 'clerk', oldPassword, password: next, confirmPassword: next }
  const storeId = storeIdOf('P32050100001')
  const pc = { companyId: '10001', verifyCode: 'demo-verify', storeId, clientNo: 'C031', pcName: '前台' }
  const passWord = password()
  const end = busy(attacker, 2)
  const answers = [
    await send(auth.login, { userName: 'clerk', passWord }, attacker),
    await send(account.forceChangePassword, form, attacker),
    await send(client.register, { ...pc, userName: 'clerk', passWord }, attacker),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429])
  // From the same address, behind a balancer that is not named say.
  expect((await send(auth.unlock, { passWord: password() }, attacker, token)).success).toBe(true)
  const word = { userName: 'pharmacist', passWord: password(), action: 'reversal', target: 'o' } as const
  expect((await send(auth.authorize, word, attacker, token)).statusCode).not.toBe(429)
  expect((await send(account.changePassword, form, attacker, token)).statusCode).not.toBe(429)
  await end()
})

test('what nobody said in no form that can be read leaves no line; somebody’s does, and so does a wrong password', async () => {
  const before = await lines()
  await send(auth.login, { userName: '' } as never, shop)
  await send(auth.unlock, {} as never, shop)
  expect(await lines()).toBe(before)
  const { token } = await server.as('clerk')
  await send(auth.unlock, {} as never, shop, token)
  clock.advance(1)
  await send(auth.login, { userName: 'clerk', passWord: encode('wrong', clock()) }, shop)
  expect(await lines()).toBe(before + 2)
})
