import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Call } from '@yibao/shared/call.ts'
import { allCalls } from '@yibao/shared/calls/index.ts'
import { envelope } from '@yibao/shared/envelope.ts'
import { metaOf } from '@yibao/shared/field.ts'
import Fastify, { type FastifyRequest } from 'fastify'
import { Server } from 'socket.io'
import * as z from 'zod/mini'
import { answers as samples } from './answers.ts'
import { addFakeAgent } from './fake-agent.ts'
import { keeping } from './kept.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
}

// A blank page of 80 mm: enough for a preview.
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 227 300]>>endobj\ntrailer<</Root 1 0 R>>\n',
)

const typed = (call: Call, raw: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(raw).map(([key, value]) => {
      const kind = call.input.shape[key] && metaOf(call.input.shape[key])?.kind
      if (typeof value !== 'string') return [key, value]
      if (kind === 'integer') return [key, Number(value)]
      return [key, kind === 'flag' ? value === 'true' : value]
    }),
  )

const inputOf = (call: Call, request: FastifyRequest) =>
  typed(call, {
    ...(request.query as Record<string, unknown>),
    ...(request.body as Record<string, unknown> | undefined),
    ...(request.params as Record<string, unknown>),
  })

interface Options {
  /** Folder of the built console. */
  dist: string
  /** Path prefix it is served under: '/app' as the agent does. */
  base?: string
  /** A fake agent on the same origin. */
  agent?: boolean
  /** config.json: what an installation says. */
  config?: object
}

/**
 * The built console with sample answers to every call of the contract, checked by the contract's own schemas: an input
 * or a sample that does not fit is kept in `problems`, and a test fails on it.
 */
export const startFakeServer = async ({ dist, base = '', agent = false, config }: Options) => {
  const app = Fastify({ forceCloseConnections: true })
  if (agent) await addFakeAgent(app)
  const { answers: kept, continuation } = keeping()
  const answers = { ...samples, ...kept }
  const problems: string[] = []
  const requests: string[] = []
  /** Headers every answer has besides its own. */
  const headers: Record<string, string> = {}
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.headers(headers)
    done()
  })
  for (const [name, call] of allCalls()) {
    app.route({
      method: call.method,
      url: `/prod-api${call.path}`,
      handler: async (request, reply) => {
        requests.push(name)
        const input = inputOf(call, request)
        const parsed = z.safeParse(call.input, input)
        if (!parsed.success) problems.push(`${name} input: ${JSON.stringify(parsed.error.issues)}`)
        const token = request.headers.authorization?.replace('Bearer token-', '')
        if (!call.public && (!token || token === 'expired'))
          return reply.code(401).send(envelope({ success: false, statusCode: 401 }))
        if (call.file) return reply.type(call.file).send(pdf)
        const question = agent && name === 'card.read' ? continuation.ask(request.headers) : undefined
        if (question) return question
        const answer = answers[name]
        if (!answer) {
          problems.push(`${name}: no sample`)
          return envelope({ success: false, statusCode: 404, resultNotice: { error: `没有示例 ${name}` } })
        }
        const result = answer(input, token === 'area' || token === 'admin' ? token : 'clerk')
        const checked = z.safeParse(call.result, result)
        if (!checked.success) problems.push(`${name} result: ${JSON.stringify(checked.error.issues)}`)
        return envelope({ result })
      },
    })
  }
  if (config) app.get(`${base}/config.json`, () => config)
  app.get(`${base}/*`, async (request, reply) => {
    const path = request.url.split('?')[0]!.slice(base.length)
    const file = extname(path) ? path : '/index.html'
    try {
      const bytes = readFileSync(join(dist, file))
      const page = file === '/index.html' ? bytes.toString().replace('<base href="/"', `<base href="${base}/"`) : bytes
      return reply.type(types[extname(file)] ?? 'application/octet-stream').send(page)
    } catch {
      return reply.code(404).send('not found')
    }
  })
  /** Live events: a test says what happens. */
  const live = new Server(app.server, { serveClient: false })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    live.disconnectSockets(true)
    live.engine.close()
    await app.close()
  }
  return { address, problems, requests, headers, live, continuation, close }
}
