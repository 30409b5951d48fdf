import { dictionary } from '@yibao/shared/calls/base.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { session } from '../domains/auth/tables.ts'
import { startTestServer, testClock } from '../test/kit.ts'
import { openLiveNode } from '../test/live-node.ts'
import { LiveHub } from './live.ts'

const page = 'https://page.example.cn'
const clock = testClock()
const server = opened(() => startTestServer({ clock, config: { namedOrigins: [page] } }))
const alone = opened(() => startTestServer())

const url = `/prod-api${dictionary.map.path}`
const ask = (app: FastifyInstance, origin: string | undefined, more: InjectOptions = {}) =>
  app.inject({ method: 'POST', url, payload: { codeTypes: [] }, headers: { ...(origin && { origin }) }, ...more })
const corsOf = ({ headers }: { headers: object }) => Object.keys(headers).filter((name) => name.startsWith('access-'))

test('a named page may read the answers, the token of its next login among them, and sends no cookie', async () => {
  const { token } = await server.as('clerk')
  await server.deps.db.update(session).set({ issuedAt: new Date(clock().getTime() - 7 * 3_600_000) })
  const headers = { origin: page, authorization: `Bearer ${token}` }
  const answer = await ask(server.app, page, { headers })
  expect(answer.json().success).toBe(true)
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': page, vary: 'Origin' })
  expect(answer.headers['refresh-token']).toEqual(expect.any(String))
  expect(answer.headers['access-control-expose-headers']).toMatch(/Refresh-Token.*Content-Disposition/)
  expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
})

test('what ended and what is not there is read too', async () => {
  for (const one of [await ask(server.app, page), await ask(server.app, page, { url: '/prod-api/api/Nothing' })])
    expect([one.statusCode >= 400, one.headers['access-control-allow-origin']]).toEqual([true, page])
})

test('a browser that asks before is told what it may send', async () => {
  const headers = { origin: page, 'access-control-request-method': 'POST' }
  const answer = await ask(server.app, page, { method: 'OPTIONS', headers })
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  const allowed = String(answer.headers['access-control-allow-headers']).toLowerCase().split(', ')
  for (const name of ['authorization', 'content-type', 'idempotency-key', 'businessrefid', 'pubsubid'])
    expect(allowed).toContain(name)
})

test.each([
  undefined,
  'null',
  '*',
  'https://other.example.cn',
  `${page}.evil.example`,
  `${page}:8443`,
  page.toUpperCase(),
])('no other page is let in: %s', async (origin) => {
  const before = { ...(origin && { origin }), 'access-control-request-method': 'POST' }
  expect(corsOf(await ask(server.app, origin))).toEqual([])
  const asked = await ask(server.app, origin, { method: 'OPTIONS', headers: before })
  expect([asked.statusCode, corsOf(asked)]).toEqual([404, []])
  // A store of answers in between may not give one page what another was told.
  expect(asked.headers.vary).toBe('Origin')
})

test('only calls are opened, and nothing where nobody was named', async () => {
  expect(corsOf(await ask(server.app, page, { method: 'GET', url: '/health' }))).toEqual([])
  for (const origin of [page, 'http://127.0.0.1:47600']) expect(corsOf(await ask(alone.app, origin))).toEqual([])
})

test('the line for events opens to the same pages', async () => {
  const answers = async (origins: readonly string[]) => {
    const { port, close } = await openLiveNode(server, { hub: new LiveHub(), origins })
    const asked = await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`, {
      headers: { origin: page },
    })
    const seen = asked.headers.get('access-control-allow-origin')
    await asked.text()
    await close()
    return seen
  }
  expect([await answers([page]), await answers(['https://other.example.cn']), await answers([])]).toEqual([
    page,
    null,
    null,
  ])
})
