import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'

const ok = (result: unknown, more: object = {}) => ({ ok: true, result, ...more })

interface Job {
  id: string
  state: string
  batch?: string
  reason?: string
  code?: string
  message?: string
}

/** The printer behind the fake agent: what was handed over, and what a test says becomes of it; 'done' unless said. */
export const printer = { jobs: new Map<string, Job>(), becomes: {} as Record<string, Partial<Job>> }

const addFakePrinter = (app: FastifyInstance) => {
  const { jobs } = printer
  const become = (id: string, change: Partial<Job>) => ok(jobs.set(id, { ...jobs.get(id)!, ...change }).get(id))
  const batchOf = (id: string) => ok({ id, items: [...jobs.values()].filter(({ batch }) => batch === id), states: {} })
  app.post<{ Querystring: Partial<Job> }>('/v1/print/jobs', ({ headers, query }) => {
    const id = String(headers['idempotency-key'])
    const known = jobs.get(id)
    jobs.set(id, known ?? { ...query, id, state: 'done', ...printer.becomes[id] })
    return ok(known ?? { id, state: 'queued' })
  })
  app.get('/v1/print/jobs', () => ok([...jobs.values()]))
  app.get<{ Params: { id: string } }>('/v1/print/jobs/:id', ({ params }) => ok(jobs.get(params.id)))
  app.get<{ Params: { id: string } }>('/v1/print/batches/:id', ({ params }) => batchOf(params.id))
  app.delete<{ Params: { id: string } }>('/v1/print/batches/:id', ({ params }) => {
    for (const job of jobs.values()) if (job.state === 'queued') become(job.id, { state: 'cancelled', code: undefined })
    return batchOf(params.id)
  })
  app.post<{ Params: { id: string } }>('/v1/print/jobs/:id/retry', ({ params }) => become(params.id, { state: 'done' }))
  app.post<{ Params: { id: string } }>('/v1/print/jobs/:id/resolve', ({ params }) =>
    become(params.id, { state: 'done' }),
  )
}

/**
 * An agent as the console sees it: session by ticket and proof, event socket, a card, drivers and a printer. Its websockets
 * leave the cloud's line for events alone, which stands on the same server.
 */
export const addFakeAgent = async (app: FastifyInstance) => {
  const upgrades = new EventEmitter()
  app.server.on('upgrade', (request, ...rest) => {
    if (!request.url?.startsWith('/socket.io/')) upgrades.emit('upgrade', request, ...rest)
  })
  await app.register(websocket, { options: { server: upgrades as Server } })
  app.get('/v1/hello', () =>
    ok({
      product: 'yibao-agent',
      version: '1.0.0',
      protocol: { min: 1, max: 1 },
      agentId: 'agent-1',
      pairing: 'enrolled',
      time: Date.now(),
    }),
  )
  app.post<{ Body: { args: { ticket: string } } }>('/v1/session', ({ body, headers }, reply) => {
    const proven = String(headers['x-agent-proof']).split('.').length === 3 && headers['x-agent-client']
    if (body.args.ticket !== 'session-ticket' || !proven)
      return reply.code(401).send({ ok: false, code: 'TICKET_INVALID', message: '连接凭据无效', hint: '' })
    return ok({ accessToken: 'access', expiresIn: 900, wsTicket: 'wst', kind: 'operator', clockSkewMs: 0 })
  })
  app.get('/v1/events', { websocket: true }, (socket) => {
    socket.on('message', () => {
      socket.send(JSON.stringify({ type: 'welcome', protocol: 1, stream: 's', seq: 0, reset: true }))
    })
  })
  app.get('/v1/drivers', () => ok([{ id: 'simulated', version: '1', state: 'ready', functions: [] }]))
  app.get('/v1/printers/settings', () => ok({ byDocumentType: {} }))
  app.get('/v1/printers', () => ok([{ name: '小票机', state: 'ready' }]))
  app.post('/v1/card/read', ({ headers }, reply) =>
    headers.authorization === 'Bearer access' && headers['x-agent-proof']
      ? ok('{"name":"张三"}', { agentSignature: 'signature' })
      : reply.code(401).send({ ok: false, code: 'PROOF_INVALID', message: '无法确认', hint: '' }),
  )
  app.addContentTypeParser('application/pdf', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  addFakePrinter(app)
}
