import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startAgent } from '@yibao/agent/gateway/test/agent.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { expect, onTestFinished, test } from 'vitest'
import { reportLink } from '../../console/src/api/link.ts'
import { callServer } from '../../console/src/api/server.ts'
import { http } from '../../console/src/api/transport.ts'
import type { CounterEvent } from '../../console/src/counter/flow/events.ts'
import { messageOf, sentenceOf } from '../../console/src/counter/message.ts'
import type { CounterPorts } from '../../console/src/counter/ports.ts'
import { moneyCalls } from '../../console/src/counter/world/calls.ts'
import { ready } from '../../console/test/counter/play.ts'

// F9 through the console's own client and the agent's gateway, whose server is not there, or takes the request and is
// gone before it answers: the clerk reads that nothing was charged only of the first.

/** The agent's window over a server that hangs up on whatever it is asked; `settle` gives what the clerk reads then. */
const openWindow = async () => {
  const heard: string[] = []
  const server = createServer((asked) => {
    if (asked.url === `/prod-api${settlement.settle.path}`) heard.push(asked.method!)
    asked.socket.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const agent = await startAgent({ serverUrl: `http://127.0.0.1:${port}` })
  // What a browser says by itself of a page that the agent serves.
  const samePage = http.interceptors.request.use((config) => {
    config.baseURL = `${agent.base}/prod-api`
    config.headers.set({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })
    return config
  })
  onTestFinished(async () => {
    http.interceptors.request.eject(samePage)
    reportLink({ server: 'ok' })
    await agent.stop()
    server.close()
  })
  const settle = async () => {
    const p = ready().settle()
    const ports = { callServer, store: () => {}, me: { operatorName: '李䶮' } } as unknown as CounterPorts
    const { orderId, key } = p.of('settle')[0]!
    await moneyCalls(ports, (event: CounterEvent) => void p.do(event)).settle({ do: 'settle', orderId, key })
    const { message } = p.state
    return message ? sentenceOf(messageOf(message.key, message.values)) : ''
  }
  const updates = () => {
    agent.gateway.closing = true
  }
  return { heard, settle, updates, leaves: () => new Promise((done) => server.close(done)) }
}

test('taken and not answered: it may have been charged', async () => {
  const window = await openWindow()
  expect(await window.settle()).toContain('医保中心可能已扣款，请勿重复结算')
  expect(window.heard).toEqual(['POST'])
})

test('not even a connection: nothing was charged', async () => {
  const window = await openWindow()
  await window.leaves()
  expect(await window.settle()).toContain('网络已断开。这笔还没有结算，没有扣款')
  expect(window.heard).toEqual([])
})

test('the agent is about to update itself: it says so, and nothing was charged', async () => {
  const window = await openWindow()
  window.updates()
  expect(await window.settle()).toBe('本机助手正在升级。没有结算，没有扣款。约 1 分钟后自动恢复')
  expect(window.heard).toEqual([])
})
