import { createPublicKey, verify } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { AgentPolicy } from '@yibao/shared/agent/cloud.ts'
import { paths, requestText } from '@yibao/shared/agent/cloud.ts'
import { agent as calls } from '@yibao/shared/calls/agent.ts'
import Fastify from 'fastify'
import { WebSocketServer } from 'ws'
import type { FakeServer } from './keys.ts'

/** A server that enrols agents, holds every request against the contract and its signature, echoes what is proxied, and echoes on sockets. */
export const startCloud = async (server: FakeServer, over: Partial<AgentPolicy> = {}) => {
  const app = Fastify()
  const seen: { path: string; body: unknown }[] = []
  /** When each request said it was made. */
  const times: number[] = []
  const state = {
    ...{ code: 'code-1', policyVersion: 1, over, signer: server, knows: true },
    /** version of the release that heartbeats are told of */
    release: undefined as string | undefined,
  }
  /** What else it serves, by path: an answer's result, or its bytes. */
  const serves = new Map<string, (body: never) => unknown>()
  let publicKey = ''
  let agentId = ''
  const envelope = (result: unknown) => ({ success: true, result })
  const refuse = (error: string, messageCode?: string) => ({ success: false, resultNotice: { error, messageCode } })
  const policy = () => {
    const value: AgentPolicy = {
      agentId,
      policyVersion: state.policyVersion,
      expires: new Date(Date.now() + 30 * 86_400_000).toISOString(),
      origins: ['https://console.example.cn'],
      erpOrigins: [],
      stores: ['P32050100001'],
      serverKeys: [server.key],
      kid: state.signer.kid,
      appEnabled: true,
      ...state.over,
    }
    return envelope(state.signer.policy(value))
  }
  const isSigned = (path: string, headers: Record<string, unknown>, body: unknown) => {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' })
    const text = requestText(path, Number(headers['x-agent-time']), body)
    return verify(null, Buffer.from(text), key, Buffer.from(String(headers['x-agent-signature']), 'base64url'))
  }
  app.post<{ Params: { '*': string } }>('/prod-api/api/Agent/*', async ({ params, body, headers }, reply) => {
    const path = `/api/Agent/${params['*']}`
    seen.push({ path, body })
    times.push(Number(headers['x-agent-time']))
    for (const call of Object.values(calls)) if (call.path === path) call.input.parse(body)
    if (path === paths.enrol) {
      const input = calls.enroll.input.parse(body)
      if (input.code !== state.code) return refuse('绑定码无效')
      agentId = input.agentId
      publicKey = input.publicKey
      state.knows = true
    }
    if (!state.knows) return refuse('本机助手未登记', 'agent.unknown')
    if (!isSigned(path, headers, body)) return refuse('签名不正确')
    const served = await serves.get(path)?.(body as never)
    if (Buffer.isBuffer(served)) return reply.type('application/octet-stream').send(served)
    if (served !== undefined) return envelope(served)
    if (path !== paths.heartbeat) return policy()
    return envelope({ policyVersion: state.policyVersion, release: state.release })
  })
  app.all('/prod-api/echo', async ({ method, headers, body, query }, reply) =>
    reply
      .header('access-control-allow-origin', '*')
      .header('refresh-token', 't2')
      .header('x-console-build', '1')
      .send({ method, headers, body, query }),
  )
  app.get('/socket.io/', async () => 'polling')
  app.get('/health', async () => ({ ready: true }))
  const sockets = new WebSocketServer({ noServer: true })
  const upgrades: Record<string, unknown>[] = []
  app.server.on('upgrade', (request, socket, head) => {
    upgrades.push({ url: request.url, ...request.headers })
    sockets.handleUpgrade(request, socket, head, (client) =>
      client.on('message', (data) => client.send(`{"echo":${data}}`)),
    )
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const stop = async () => {
    for (const client of sockets.clients) client.terminate()
    await app.close()
  }
  const count = (path: string) => seen.filter((one) => one.path === path).length
  return { url: `http://127.0.0.1:${port}`, state, serves, seen, times, upgrades, count, stop }
}
