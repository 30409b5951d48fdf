import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyReply, type FastifyServerOptions, LogController } from 'fastify'
import { AgentError } from '../../agent-error.ts'
import type { Gateway } from '../context.ts'
import { addGuards, timeouts } from '../door/guards.ts'
import { addResponseHeaders } from '../door/response-headers.ts'
import { asAgentError, errorAnswer } from '../error-answer.ts'
import { addAnsweredLog } from './answered-log.ts'
import { addAppFiles } from './app-files.ts'
import { addVerbRoutes } from './http.ts'
import { addProxy } from './proxy.ts'
import { addSockets } from './sockets.ts'
import { splitUpgrades } from './upgrades.ts'

const wellFormedId = /^[\w-]{8,64}$/

const answerError = (reply: FastifyReply, error: AgentError, nowMs: number) => {
  reply.code(error.status)
  if (error.status === 401) reply.header('www-authenticate', `Agent error="${error.code.toLowerCase()}"`)
  if (error.status === 429 || error.status === 503) reply.header('retry-after', String(error.detail.seconds ?? 3))
  // Whoever came by another name learns nothing at all (agent 3.2, DNS rebinding).
  if (error.code === 'HOST_NOT_ALLOWED') return reply.send()
  return reply.type('application/json; charset=utf-8').send(errorAnswer(error, reply.request.id, nowMs))
}

interface ServerOptions {
  logger: FastifyServerOptions['logger']
  /** ms from anywhere, never set */
  steady: () => number
  /** as addGuards has it */
  bodyMs?: number | undefined
}

/** The gateway as a fastify app, not yet listening. */
export const buildServer = async (gateway: Gateway, { logger, steady, bodyMs }: ServerOptions) => {
  const app = Fastify({
    logger,
    routerOptions: { maxParamLength: 255 },
    exposeHeadRoutes: false,
    // answered-log.ts writes them.
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: ({ headers }) => {
      const given = headers['x-request-id']
      return typeof given === 'string' && wellFormedId.test(given) ? given : randomUUID()
    },
    requestTimeout: timeouts.upload,
    // Node looks after its time limits every 30 s unless told otherwise.
    http: { connectionsCheckingInterval: timeouts.look },
    keepAliveTimeout: timeouts.keepAlive,
    // A path that cannot be decoded never reaches the guards: it gets nothing to read.
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack()
      reply.raw.writeHead(400).end()
    },
  })
  app.server.headersTimeout = timeouts.headers
  addAnsweredLog(app, steady)
  addGuards(app, gateway, bodyMs)
  addResponseHeaders(app)
  app.setErrorHandler((thrown, request, reply) => {
    const error = asAgentError(thrown)
    if (error.code === 'INTERNAL') request.log.error({ err: thrown }, 'request failed')
    return answerError(reply, error, gateway.clock())
  })
  app.setNotFoundHandler((_request, reply) => answerError(reply, new AgentError('NOT_FOUND'), gateway.clock()))
  await addProxy(app, gateway)
  // In a room of its own: the plugin wraps every route beside it, for upgrades that the guards refuse anyway.
  await app.register(async (room) => addSockets(room, gateway))
  await addAppFiles(app, gateway)
  await app.register(async (api) => addVerbRoutes(api, gateway))
  splitUpgrades(app)
  return app
}
