import { clientHeader, headers, limits, socketProtocol, ticketPrefix } from '@yibao/shared/agent/protocol.ts'
import { verbRow } from '@yibao/shared/agent/verbs.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AgentError } from '../../agent-error.ts'
import { sameText, sha256hex } from '../../hash.ts'
import type { Gateway } from '../context.ts'
import { erpSession } from '../session/sessions.ts'
import { checkSource } from './fetch-rules.ts'
import { isOwnHost, isOwnOrigin } from './origins.ts'
import { header, isUpgrade, timesNamed } from './request.ts'
import { preflightHeaders } from './response-headers.ts'

// The chain of agent 3.3 in its order, run before anything of the request is looked at, for HTTP and upgrades alike.

type Step = (request: FastifyRequest, gateway: Gateway) => void

const methods = ['GET', 'POST', 'DELETE', 'OPTIONS']
const loopback = /^(127\.|::1$|::ffff:127\.)/

/** Against DNS rebinding: exactly one Host, exactly ours, and no target that names another one over it (RFC 9112 3.2.2). */
const host: Step = (request, gateway) => {
  if (!request.raw.url?.startsWith('/')) throw new AgentError('HOST_NOT_ALLOWED')
  if (!isOwnHost(request.headers.host ?? '', gateway.port()) || timesNamed(request, 'host') > 1)
    throw new AgentError('HOST_NOT_ALLOWED')
}

const method: Step = (request) => {
  if (!methods.includes(request.method)) throw new AgentError('METHOD')
}

const isErp = (request: FastifyRequest, gateway: Gateway) => {
  if (header(request, 'origin')) return false
  const token = bearer(request)
  if (token === undefined) return false
  const hash = gateway.erpTokenHash()
  return hash !== undefined && sameText(sha256hex(token), hash)
}

/** A program and no page: where a native ERP's token is wrong, words about a website would lead its vendor astray. */
const isNative = (request: FastifyRequest) =>
  header(request, 'origin') === undefined && header(request, 'sec-fetch-site') === undefined

const bearer = (request: FastifyRequest) => /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1]

/** A body type and a header that no form, image or simple fetch can send: every cross-origin call must preflight. */
const content: Step = (request, gateway) => {
  if (isUpgrade(request)) return
  const { verb } = request.routeOptions.config
  if (request.method === 'POST') {
    const type = (header(request, 'content-type') ?? '').split(';')[0]!.trim().toLowerCase()
    const pdf = verb !== undefined && verbRow(verb).body === 'pdf'
    const wanted = pdf ? ['application/pdf', 'application/octet-stream'] : ['application/json']
    if (!wanted.includes(type)) throw new AgentError('CONTENT_TYPE')
  }
  if (!clientHeader.test(header(request, headers.client) ?? '') && !isErp(request, gateway))
    throw new AgentError(isNative(request) && verb && verbRow(verb).who.includes('erp') ? 'ERP_TOKEN' : 'CLIENT_HEADER')
}

const session: Step = (request, gateway) => {
  const { verb } = request.routeOptions.config
  const { who } = verbRow(verb!)
  const token = bearer(request)
  if (isErp(request, gateway)) {
    if (!who.includes('erp')) throw new AgentError('ERP_ONLY')
    request.session = erpSession
    return
  }
  const from = header(request, 'origin')
  if (isNative(request)) throw new AgentError('ORIGIN_NOT_ALLOWED')
  if (token === undefined) throw new AgentError('TOKEN_MISSING')
  const found = gateway.sessions.find(token)
  if (!found) throw new AgentError('TOKEN_EXPIRED')
  const bound = from === undefined ? isOwnOrigin(found.origin, gateway.port()) : found.origin === from
  if (!bound) throw new AgentError('ORIGIN_NOT_ALLOWED')
  if (!who.includes(found.kind)) throw new AgentError(found.kind === 'setup' ? 'SETUP_ONLY' : 'ERP_ONLY')
  request.session = found
}

/** The upgrade's ticket travels as a subprotocol: browsers can set no header, and a query string lands in logs. */
const socketTicket: Step = (request, gateway) => {
  if (!isUpgrade(request)) return
  const offered = (header(request, 'sec-websocket-protocol') ?? '').split(',').map((one) => one.trim())
  if (!offered.includes(socketProtocol)) throw new AgentError('PROTOCOL_TOO_OLD')
  const ticket = offered.find((one) => one.startsWith(ticketPrefix))?.slice(ticketPrefix.length)
  if (!ticket) throw new AgentError('TOKEN_MISSING')
  const found = gateway.sessions.takeWsTicket(ticket, request.corsOrigin!)
  if (!found) throw new AgentError('TICKET_INVALID')
  request.session = found
}

/** Who is signed on beside the one that this PC's desk serves (agent 3.2, another Windows user). */
const inFront: Step = (request, gateway) => {
  if (gateway.isForeign(request.socket)) throw new AgentError('PEER_SESSION')
}

/** The token of this start, readable by this agent's own account only. */
const admin: Step = (request, gateway) => {
  const token = bearer(request)
  if (token === undefined) throw new AgentError('TOKEN_MISSING')
  if (!sameText(sha256hex(token), gateway.adminTokenHash)) throw new AgentError('TOKEN_EXPIRED')
}

/** No form can send a JSON body. */
const json: Step = (request) => {
  const type = (header(request, 'content-type') ?? '').split(';')[0]!.trim().toLowerCase()
  if (request.method === 'POST' && type !== 'application/json') throw new AgentError('CONTENT_TYPE')
}

const afterPreflight: Record<string, readonly Step[]> = {
  open: [],
  ticket: [inFront, content, socketTicket],
  api: [inFront, content, session],
  app: [],
  admin: [json, admin],
  none: [],
}

const beforePreflight: readonly Step[] = [host, method, checkSource]

/** 'answered' when nothing is left to do for this request. Throws AgentError. */
const guard = (gateway: Gateway, request: FastifyRequest, reply: FastifyReply): 'answered' | 'passed' => {
  if (!loopback.test(request.socket.remoteAddress ?? '')) {
    request.socket.destroy()
    reply.hijack()
    return 'answered'
  }
  for (const step of beforePreflight) step(request, gateway)
  if (request.is404) return 'passed'
  // The plugin would answer 101 first and close then.
  if (isUpgrade(request) && !request.routeOptions.config.upgrade) throw new AgentError('NOT_FOUND')
  if (request.method === 'OPTIONS') {
    reply.code(204).headers(preflightHeaders(request)).send()
    return 'answered'
  }
  for (const step of afterPreflight[request.routeOptions.config.guard ?? 'none']!) step(request, gateway)
  return 'passed'
}

/** What is for the agent itself is on this PC and is sent at once; an upload to the server takes as long as its line. */
const cutOffLate = ({ raw, routeOptions }: FastifyRequest, withinMs: number) => {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
  if (routeOptions.config.area === 'proxy' || (length === undefined && encoding === undefined)) return
  const late = setTimeout(() => raw.complete || raw.destroy(), withinMs)
  raw.once('close', () => clearTimeout(late))
}

/**
 * Puts the chain before every route of this app; a route that declares no guard class stops the start. `bodyMs` is how
 * long a body to the agent itself may take.
 */
export const addGuards = (app: FastifyInstance, gateway: Gateway, bodyMs: number = timeouts.body) => {
  app.decorateRequest('session', undefined)
  app.decorateRequest('corsOrigin', undefined)
  app.addHook('onRoute', ({ url, config }) => {
    if (!config?.guard) throw new Error(`route ${url} declares no guard class`)
    if (config.guard === 'api' && !config.verb) throw new Error(`api route ${url} belongs to no verb`)
  })
  // By callback: as a promise it would cost every request two turns more, and nothing in it waits.
  app.addHook('onRequest', (request, reply, done) => {
    cutOffLate(request, bodyMs)
    try {
      if (guard(gateway, request, reply) === 'passed') done()
    } catch (refused) {
      done(refused as Error)
    }
  })
  // After an upgrade the HTTP server no longer minds the connection: a refused one would stay open for ever.
  app.addHook('onResponse', (request, _reply, done) => {
    if (isUpgrade(request)) request.raw.socket.destroy()
    done()
  })
}

/**
 * ms for the head of a request and for a body to the agent itself (agent 3.2, DoS), and for whatever goes on to the server:
 * SPEC's client waits 300 s, the agent must not be the one to give up first.
 */
export const timeouts = {
  look: 1_000,
  headers: 5_000,
  body: 15_000,
  upload: 320_000,
  keepAlive: limits.pingMs,
} as const
