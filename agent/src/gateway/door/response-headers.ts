import { headers } from '@yibao/shared/agent/protocol.ts'
import { guardedAnswer } from '@yibao/shared/console-policy.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { header } from './request.ts'

const allowedHeaders = `authorization, content-type, ${headers.client}, ${headers.proof}, ${headers.requestId}, ${headers.idempotencyKey}`

/** Exactly these (agent 3.3, 6): never credentials, never `*`. */
export const preflightHeaders = (request: FastifyRequest): Record<string, string> => ({
  vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': allowedHeaders,
  'access-control-max-age': '600',
  // Old Chromium shells ask this before a page may reach loopback.
  ...(header(request, 'access-control-request-private-network') === 'true' &&
    request.corsOrigin !== undefined && { 'access-control-allow-private-network': 'true' }),
})

type Header = readonly [name: string, value: string]

const always: readonly Header[] = Object.entries(guardedAnswer)
const closed: readonly Header[] = [
  ['cache-control', 'no-store'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
]
const sameOrigin: readonly Header[] = [['cross-origin-resource-policy', 'same-origin']]
const crossOrigin: readonly Header[] = [['cross-origin-resource-policy', 'cross-origin']]
const readable: readonly Header[] = [
  ['vary', 'Origin'],
  ['access-control-expose-headers', `${headers.requestId}, retry-after`],
]

const add = (reply: FastifyReply, name: string, value: string) => {
  if (!reply.hasHeader(name)) reply.header(name, value)
}

const addTo = (reply: FastifyReply, values: readonly Header[]) => {
  for (const [name, value] of values) add(reply, name, value)
}

const addCors = (reply: FastifyReply, { corsOrigin, method }: FastifyRequest) => {
  if (corsOrigin === undefined) return addTo(reply, sameOrigin)
  add(reply, 'access-control-allow-origin', corsOrigin)
  addTo(reply, crossOrigin)
  if (method !== 'OPTIONS') addTo(reply, readable)
}

/** The headers of every answer (agent 3.3, 9). What a route set itself stays; a proxied answer opens nothing to others. */
export const addResponseHeaders = (app: FastifyInstance) => {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { area } = request.routeOptions.config
    addTo(reply, always)
    add(reply, headers.requestId, request.id)
    if (area === 'proxy') {
      for (const name of Object.keys(reply.getHeaders()))
        if (name.toLowerCase().startsWith('access-control-')) reply.removeHeader(name)
      addTo(reply, sameOrigin)
    } else {
      if (!reply.hasHeader('cache-control')) addTo(reply, closed)
      addCors(reply, request)
    }
    done()
  })
}
