import { once } from 'node:events'
import { createServer as createHttp, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Updates } from '../../update/updates.ts'
import type { GatewaySide } from '../cloud-side.ts'
import { startAgent } from '../test/agent.ts'
import { raw } from '../test/raw.ts'
import { NothingSent, serverAgents } from './server-connection.ts'

// What the clerk reads hangs on it: of a settlement that provably never left nothing was charged (ux 1.6), of one whose
// answer was lost it may have been (1.7).

const listening = async (server: Server) => {
  const open = new Set<Socket>()
  server.on('connection', (socket) => open.add(socket.on('error', () => {})))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
/** A port at which nobody listens. */
const nobody = async () => {
  const server = createServer()
  const port = await listening(server)
  server.close()
  await once(server, 'close')
  return port
}
/** What a page that the agent serves hears of a call to its server. */
const through = async (serverUrl: string) => {
  const agent = await startAgent({ serverUrl })
  onTestFinished(() => agent.stop())
  const headers = { host: `127.0.0.1:${agent.port}`, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
  const json = { ...headers, 'content-type': 'application/json' }
  return async (method: 'GET' | 'POST') => {
    const { status, code } = await raw(agent.port, method, '/prod-api/echo', json, method === 'POST' ? '{}' : undefined)
    return [status, code]
  }
}

test.each([
  ['nobody listens', async () => `http://127.0.0.1:${await nobody()}`],
  // A label of 64 characters is none: no name server is asked.
  ['its name is none', async () => `http://${'x'.repeat(64)}.test`],
  [
    'it hangs up before TLS stands',
    async () => `https://127.0.0.1:${await listening(createServer((line) => line.destroy()))}`,
  ],
  [
    'it speaks no TLS',
    async () =>
      `https://127.0.0.1:${await listening(createServer((line) => line.end('HTTP/1.1 400 Bad Request\r\n\r\n')))}`,
  ],
])('no connection: %s. That nothing was sent is said of what could have moved money', async (_, url) => {
  const ask = await through(await url())
  expect(await ask('POST')).toEqual([502, 'SERVER_NOT_CALLED'])
  expect(await ask('GET')).toEqual([502, 'SERVER_UNREACHABLE'])
})

test('a connection on which something left proves nothing: a new one, and a kept one that breaks', async () => {
  const heard: string[] = []
  const port = await listening(
    createHttp((asked, answer) => {
      // The agent's own questions are none of a page's.
      if (asked.url !== '/prod-api/echo') return answer.writeHead(404).end()
      heard.push(String(asked.socket.remotePort))
      if (heard.length === 2) answer.end('{}')
      else asked.socket.destroy()
    }),
  )
  const ask = await through(`http://127.0.0.1:${port}`)
  expect(await ask('POST')).toEqual([502, 'SERVER_UNREACHABLE'])
  expect(await ask('POST')).toEqual([200, ''])
  expect(await ask('POST')).toEqual([502, 'SERVER_UNREACHABLE'])
  expect(heard[2]).toBe(heard[1])
})

test('the server goes after it was asked once: what is asked next is known not to have left', async () => {
  const server = createHttp((_, answer) => answer.setHeader('connection', 'close').end('{}'))
  const port = await listening(server)
  const ask = await through(`http://127.0.0.1:${port}`)
  expect(await ask('POST')).toEqual([200, ''])
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
  expect(await ask('POST')).toEqual([502, 'SERVER_NOT_CALLED'])
})

test('a settlement on its way keeps an update from beginning; while one is about to begin none leaves', async () => {
  let answers: () => void = () => {}
  const port = await listening(
    createHttp((asked, answer) => {
      if (asked.url !== '/prod-api/echo') return answer.writeHead(404).end()
      if (asked.method === 'GET') return answer.end('{}')
      answers = () => answer.end('{"booked":true}')
    }),
  )
  let side: GatewaySide | undefined
  const wired = (given: GatewaySide) => {
    side = given
    return { resume: () => {}, consider: async () => {}, state: undefined } as unknown as Updates
  }
  const agent = await startAgent({ serverUrl: `http://127.0.0.1:${port}`, updates: wired })
  onTestFinished(() => agent.stop())
  const headers = { host: `127.0.0.1:${agent.port}`, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
  const json = { ...headers, 'content-type': 'application/json' }
  const settle = () => raw(agent.port, 'POST', '/prod-api/echo', json, '{}')
  const running = settle()
  await expect.poll(() => side!.work()).toEqual({ calls: 1, jobs: 0 })
  side!.close(true)
  expect(await settle()).toMatchObject({ status: 503, code: 'UPDATING' })
  expect((await raw(agent.port, 'GET', '/prod-api/echo', headers)).status).toBe(200)
  answers()
  expect((await running).text).toBe('{"booked":true}')
  await expect.poll(() => side!.work()).toEqual({ calls: 0, jobs: 0 })
  side!.close(false)
  const again = settle()
  await expect.poll(() => side!.work()).toEqual({ calls: 1, jobs: 0 })
  answers()
  expect((await again).status).toBe(200)
})

test('who takes the connection and stays silent is given up in time; what was never handed over was never sent', async () => {
  const heard: Buffer[] = []
  const port = await listening(createServer((line) => line.on('data', (bytes) => heard.push(bytes))))
  const agents = serverAgents(500)
  const sent = secureRequest({ host: '127.0.0.1', port, method: 'POST', agent: agents['https:'] })
  sent.end('{"orderId":"o-䶮"}')
  const [fault] = await once(sent, 'error')
  expect(fault).toBeInstanceOf(NothingSent)
  // The greeting of TLS comes, and not a byte of the request: it has no connection.
  await expect.poll(() => heard.length).toBe(1)
  expect(sent.socket).toBeNull()
  const plain = request({ host: '127.0.0.1', port, method: 'POST', agent: agents['http:'], timeout: 50 })
  plain.on('timeout', () => plain.destroy(new Error('no answer'))).end('{}')
  const [silence] = await once(plain, 'error')
  expect(silence).not.toBeInstanceOf(NothingSent)
})
