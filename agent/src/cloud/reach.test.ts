import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { server as doctor } from '../cli/doctor/server.ts'
import { serverLine } from '../gateway/remote/self-test.ts'
import { reachServer } from './reach.ts'

let server: Server | undefined
afterEach(() => void server?.close())

/** What the two self-tests say of a server whose /health answers this. */
const said = async (status: number, body: string) => {
  const answering = createServer((_, answer) => answer.writeHead(status).end(body))
  server = answering
  await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(answering.address() as AddressInfo).port}`
  const reach = () => reachServer(url, Date.now)
  const line = await serverLine({ reach })
  const [finding] = await doctor({ settings: { server: url } } as Parameters<typeof doctor>[0])
  return { reach: await reach(), line, finding: finding!.level, text: finding!.text }
}

test('a node that is taken out works on: it is reached, and it is said what it does', async () => {
  const { reach, line, finding, text } = await said(503, '{"ok":false,"leaving":true}')
  expect(reach).toMatchObject({ reachable: true, health: 'leaving', ms: expect.any(Number) })
  expect([line.well, finding]).toEqual([true, 'ok'])
  expect([line.text, text]).toEqual([expect.stringContaining('正在退出'), expect.stringContaining('正在退出')])
})

test.each(['{"ok":false}', '<html>'])('a server that is not ready is no broken network: %s', async (body) => {
  const { reach, line, finding, text } = await said(503, body)
  expect(reach).toMatchObject({ reachable: true, health: 'notReady' })
  expect([line.well, finding]).toEqual([false, 'bad'])
  expect([line.text, text]).toEqual([expect.stringContaining('没有就绪'), expect.stringContaining('没有就绪')])
})

test('who answers and is not our server is not reached', async () => {
  expect((await said(404, '{}')).reach).toEqual({ reachable: false })
})

test('why it is not reached is said as the connection calls it', async () => {
  const plain = createServer()
  server = plain
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  const url = `https://127.0.0.1:${(plain.address() as AddressInfo).port}`
  const { code } = await reachServer(url, Date.now)
  expect(code).toMatch(/SSL|EPROTO/)
  const [finding] = await doctor({ settings: { server: url } } as Parameters<typeof doctor>[0])
  expect(finding).toMatchObject({ level: 'bad', text: `连不上医保云 ${url}（${code}）` })
})

test('a server that serves is simply reached', async () => {
  const { reach, line, finding } = await said(200, '{"ok":true}')
  expect(reach).toMatchObject({ reachable: true, health: 'ready' })
  expect([line.well, finding]).toEqual([true, 'ok'])
  expect(line.text).toMatch(/可以连接，\d+ 毫秒$/)
})
