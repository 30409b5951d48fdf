import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addAnsweredLog } from './answered-log.ts'

/** A gateway's paths without anything behind them; `lines` is its log. */
const setUp = async () => {
  const lines: { msg: string; times?: number }[] = []
  let now = 0
  const app = Fastify({ logger: { stream: { write: (line) => void lines.push(JSON.parse(line)) } } })
  lines.length = 0
  app.decorateRequest('session', undefined)
  app.decorateRequest('corsOrigin', undefined)
  app.addHook('onRequest', async (request) => {
    if (request.headers.origin) request.corsOrigin = request.headers.origin
  })
  addAnsweredLog(app, () => now)
  app.get('/app/*', async (_, reply) => reply.redirect('/app/index.html'))
  app.get('/v1/hello', async () => ({ ok: true }))
  app.get('/refused', async (_, reply) => reply.code(403).send({}))
  const ask = async (url: string, times: number, headers: Record<string, string>) => {
    const before = lines.length
    for (let n = 0; n < times; n += 1) await app.inject({ url, headers })
    return lines.slice(before).filter(({ msg }) => msg === 'answered').length
  }
  return { ask, lines, later: () => (now += 60_001) }
}
const site = (name: string) => ({ 'sec-fetch-site': name, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' })

test.each([
  ['a page that is sent away', '/refused', { 'sec-fetch-site': 'cross-site' }],
  ['a page of another site that frames the console in a loop', '/app/x', site('cross-site')],
  ['one of another port of this PC that does', '/app/x', site('same-site')],
])('%s writes sixty lines in a minute, and then how many more there were', async (_, url, headers) => {
  const { ask, lines, later } = await setUp()
  expect(await ask(url, 100, headers)).toBe(60)
  later()
  expect(await ask(url, 1, headers)).toBe(1)
  expect(lines.filter(({ times }) => times !== undefined)).toMatchObject([{ times: 40 }])
})

test.each([
  ['the console that the agent serves', '/app/x', site('same-origin')],
  [
    'a console of an address that is listed',
    '/v1/hello',
    { 'sec-fetch-site': 'cross-site', origin: 'https://console' },
  ],
  ['a program of this PC', '/v1/hello', {}],
])('%s has a line for each request', async (_, url, headers) => {
  const { ask } = await setUp()
  expect(await ask(url, 100, headers as Record<string, string>)).toBe(100)
})
