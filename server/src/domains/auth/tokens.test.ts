import { auth, user as calls } from '@yibao/shared/calls/auth.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, databases, startTestServer, type TestServer, testClock } from '../../test/kit.ts'
import { session } from './tables.ts'

const hour = 3_600_000
const clock = testClock()

describe.each(databases)('tokens on %s', (database) => {
  let server: TestServer
  let clerk: Client
  beforeAll(async () => {
    server = await startTestServer({ clock, database })
  })
  beforeEach(async () => {
    await server.deps.db.delete(session)
    clerk = await server.as('clerk')
  })
  afterAll(() => server.close())

  const look = (client: Client) => client.send(calls.getLoginUserInfo)
  const renewed = async (client: Client) => (await look(client)).headers['refresh-token'] as string | undefined
  const works = async (client: Client) => (await look(client)).status === 200

  test('a token lives 12 hours and only its hash is stored', async () => {
    const rows = await server.deps.db.select().from(session)
    expect(JSON.stringify(rows)).not.toContain(clerk.token)
    clock.advance(12 * hour - 1)
    expect(await works(clerk)).toBe(true)
    clock.advance(1)
    const late = await look(clerk)
    expect([late.status, late.error?.message]).toEqual([401, '登录已过期，请重新登录'])
  })

  test('it is replaced after half of its life; the old one dies 60 s after the first use of the new one', async () => {
    clock.advance(6 * hour - 1)
    expect(await renewed(clerk)).toBeUndefined()
    clock.advance(1)
    const next = await renewed(clerk)
    const successor = server.withToken(next!)
    clock.advance(hour)
    expect(await works(successor)).toBe(true)
    clock.advance(59_999)
    expect(await works(clerk)).toBe(true)
    clock.advance(1)
    expect(await works(clerk)).toBe(false)
    clock.advance(10 * hour)
    expect(await works(successor), 'sliding: the new one lives its own 12 hours').toBe(true)
  })

  test('an unused new one is dropped at the next reissue, but not while its answer may be on its way', async () => {
    clock.advance(6 * hour)
    const first = await renewed(clerk)
    expect(await renewed(clerk), 'answers sent at the same time carry one token').toBeUndefined()
    clock.advance(60_000)
    const second = await renewed(clerk)
    expect(second).toBeTruthy()
    expect(await works(server.withToken(first!))).toBe(false)
    expect(await works(server.withToken(second!))).toBe(true)
    expect(await renewed(clerk), 'a used successor is not replaced').toBeUndefined()
  })

  test('of answers to requests at once one carries a token, and the session lives on by it', async () => {
    clock.advance(6 * hour)
    const tokens = (await Promise.all(Array.from({ length: 6 }, () => renewed(clerk)))).filter(Boolean)
    expect(tokens).toHaveLength(1)
    expect(await works(server.withToken(tokens[0]!))).toBe(true)
    clock.advance(2 * hour)
    expect(await works(server.withToken(tokens[0]!))).toBe(true)
  })

  test('of two reissues at once the one that came last lives on, whichever of them is used first', async () => {
    const { access } = server.deps.services
    const [first, last] = [(await access.reissue(clerk.token))!, (await access.reissue(clerk.token))!]
    expect(await works(server.withToken(first))).toBe(true)
    expect(await works(server.withToken(last))).toBe(true)
    clock.advance(60_000)
    expect([await works(server.withToken(last)), await works(server.withToken(first))]).toEqual([true, false])
    expect(await works(clerk)).toBe(false)
  })

  test('a chain of tokens stays one session, and logging out ends all of it', async () => {
    const { access } = server.deps.services
    clock.advance(6 * hour)
    const second = server.withToken((await renewed(clerk))!)
    await look(second)
    clock.advance(6 * hour)
    const third = server.withToken((await renewed(second))!)
    const ids = await Promise.all([second, third].map(async ({ token }) => (await access.userOf(token))?.sessionId))
    expect(ids[0]).toBe(ids[1])
    expect([...(await access.alive([ids[0]!, 'other'])).keys()]).toEqual([ids[0]])
    const { userId } = await third.ok(calls.getLoginUserInfo)
    await third.ok(auth.logout, { id: userId })
    expect([await works(second), await works(third)]).toEqual([false, false])
    expect((await access.alive([ids[0]!])).size).toBe(0)
  })

  test('nobody logs somebody else off, and another session of the same user goes on', async () => {
    const other = await server.as('clerk')
    const stranger = await server.as('clerk2')
    const { userId } = await clerk.ok(calls.getLoginUserInfo)
    expect((await stranger.send(calls.logoff, { userId })).statusCode).toBe(403)
    await clerk.ok(calls.logoff, { userId })
    expect([await works(clerk), await works(other)]).toEqual([false, true])
  })

  test('RefreshToken hands out another token of the same session', async () => {
    const { token } = await clerk.ok(auth.refreshToken)
    expect(token).not.toBe(clerk.token)
    expect(await works(server.withToken(token))).toBe(true)
    clock.advance(60_000)
    expect(await works(clerk)).toBe(false)
  })

  test.each(['refreshToken', 'switchArea'] as const)('%s: an answer that got lost ends nothing', async (name) => {
    const area = await server.as('area', { areaCode: '320500' })
    const { token } = await area.ok(auth[name], { medicalAreaCode: '320100' })
    const sessionId = (await server.deps.services.access.userOf(area.token))!.sessionId
    clock.advance(hour)
    expect(await works(area)).toBe(true)
    // What the session hears of is where its browser works, not where nobody came.
    const at = async () => {
      const hash = (await server.deps.services.access.alive([sessionId])).get(sessionId)!
      return (await server.deps.services.access.userAt(hash))?.areaCode
    }
    expect(await at()).toBe('320500')
    expect(await works(server.withToken(token))).toBe(true)
    expect(await at()).toBe('320100')
    clock.advance(60_000)
    expect(await works(area)).toBe(false)
  })

  test('neither a cookie nor an address is accepted as authentication', async () => {
    const url = '/prod-api/api/User/GetLoginUserInfo'
    const { token } = clerk
    const cookie = await server.app.inject({ url, headers: { cookie: `token=${token}` } })
    const address = await server.app.inject({ url: `${url}?token=${token}&Authorization=Bearer ${token}` })
    expect([cookie.statusCode, address.statusCode]).toEqual([401, 401])
  })
})
