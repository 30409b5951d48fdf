import type { IncomingHttpHeaders } from 'node:http'
import httpProxy from '@fastify/http-proxy'
import { CONSOLE_BUILD_HEADER } from '@yibao/shared/console-build.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AgentError } from '../../agent-error.ts'
import type { Gateway } from '../context.ts'
import { timeouts } from '../door/guards.ts'
import { servedBuild } from './app-build.ts'
import { NothingSent, serverAgents } from './server-connection.ts'

/** Prefixes passed on to the one configured server (agent 3.5, second door). */
const proxiedPrefixes = ['/prod-api', '/socket.io'] as const

/** True for a path under one of the proxied prefixes. */
export const isProxied = (url: string) => {
  const path = url.split('?', 1)[0]!
  return proxiedPrefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}

const passedOn = ['authorization', 'cookie', 'user-agent'] as const

const wsClientOptions = {
  handshakeTimeout: 10_000,
  rewriteRequestHeaders: (headers: Record<string, string>, request: FastifyRequest) => ({
    ...headers,
    ...Object.fromEntries(passedOn.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : []))),
  }),
}

/**
 * Whether nothing of this request can have reached the server: a settlement of which that is proven was not made, all
 * else may have been (ux 1.6 against 1.7). What only reads may have been asked before, and nobody needs to know.
 */
const neverLeft = (method: string, { cause }: Error) => method !== 'GET' && cause instanceof NothingSent

/** Must come before @fastify/websocket: `splitUpgrades` knows the two by their order. */
export const addProxy = async (app: FastifyInstance, gateway: Gateway) => {
  const build = servedBuild(gateway.consoleDir)
  // The page came from here: it is our build that it compares itself with, not the server's.
  const rewriteHeaders = ({ [CONSOLE_BUILD_HEADER]: _theirs, ...headers }: IncomingHttpHeaders) => {
    const own = build()
    return own ? { ...headers, [CONSOLE_BUILD_HEADER]: own } : headers
  }
  for (const prefix of proxiedPrefixes)
    await app.register(httpProxy, {
      upstream: gateway.serverUrl,
      prefix,
      rewritePrefix: prefix,
      httpMethods: ['GET', 'POST', 'DELETE'],
      config: { guard: 'app', area: 'proxy', upgrade: true },
      websocket: true,
      // Node's own client: the other one is a quarter of this program, and does not reach a server under Wine.
      http: { agents: serverAgents(), requestOptions: { timeout: timeouts.upload, rejectUnauthorized: true } },
      wsClientOptions,
      replyOptions: {
        rewriteHeaders,
        // A kept connection that the server closed at this very moment: what only reads is asked again.
        retriesCount: 1,
        onError: (reply, { error }) =>
          reply.send(neverLeft(reply.request.method, error) ? new AgentError('SERVER_NOT_CALLED') : error),
      },
      preHandler: (request, reply, done) => {
        if (!gateway.policy().policy?.appEnabled) return done(new AgentError('NOT_FOUND'))
        // What only reads is asked again; a settlement must not be broken off by an update, nor begin before one.
        if (request.method !== 'GET') {
          if (gateway.closing) return done(new AgentError('UPDATING'))
          gateway.passing += 1
          reply.raw.once('close', () => {
            gateway.passing -= 1
          })
        }
        done()
      },
    })
}
