import type { Guard, Verb } from '@yibao/shared/agent/verbs.ts'
import type { FastifyRequest } from 'fastify'
import type { Session } from '../session/sessions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    guard?: Guard
    verb?: Verb
    /** a page of the agent itself, which a browser may navigate to */
    page?: boolean
    /** app class: files of the console, or the proxied server */
    area?: 'files' | 'proxy'
    /** a WebSocket may be opened here */
    upgrade?: true
  }
  interface FastifyRequest {
    /** set by the guard: api routes and the event upgrade */
    session: Session | undefined
    /** set by the guard when the origin may read the answer */
    corsOrigin: string | undefined
    /** bytes of a JSON body, for the proof's hash */
    rawBody: Buffer | undefined
  }
}

/** True for a WebSocket handshake. */
export const isUpgrade = (request: FastifyRequest) => request.headers.upgrade !== undefined

/** How often a header stands in the request, whatever Node made of it. */
export const timesNamed = ({ raw }: FastifyRequest, name: string) => {
  let times = 0
  for (let i = 0; i < raw.rawHeaders.length; i += 2) {
    const one = raw.rawHeaders[i]!
    if (one.length === name.length && one.toLowerCase() === name) times += 1
  }
  return times
}

/** A header that may occur once; undefined when absent. */
export const header = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(',') : value
}

/** The session of a route whose guard class makes sure that there is one. */
export const sessionOf = (request: FastifyRequest): Session => {
  if (!request.session) throw new Error(`route ${request.routeOptions.url} has no session`)
  return request.session
}
