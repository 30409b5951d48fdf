import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { RIGHTS_HEADER } from '@yibao/shared/rights.ts'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/**
 * What a page may read of an answer. Not the console's build: it names the one that is served here, and the page is of
 * another server's.
 */
const exposed = ['Refresh-Token', RIGHTS_HEADER, 'Content-Disposition', 'Date', 'Retry-After'].join(', ')

const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': `Authorization, Content-Type, Idempotency-Key, businessRefId, ${PUB_SUB_HEADER}`,
  'access-control-max-age': '600',
}

interface Options {
  /** Origins of pages that are served elsewhere and call this server (config.json's baseUrl); nobody else may. */
  origins: readonly string[]
}

/**
 * Lets a console that another server serves reach /prod-api here (SPEC 7, a configured URL): the named origins, letter by
 * letter, and never with the browser's cookies, for a session is known by its token alone. What no origin names, or one
 * that is not named, is answered as ever, and no browser shows it to a page.
 */
export const crossOrigin = fp(async (app: FastifyInstance, { origins }: Options) => {
  if (!origins.length) return
  app.addHook('onRequest', async ({ url, method, headers }, reply) => {
    if (!url.startsWith('/prod-api/')) return
    reply.header('vary', 'Origin')
    if (!headers.origin || !origins.includes(headers.origin)) return
    reply.header('access-control-allow-origin', headers.origin).header('access-control-expose-headers', exposed)
    if (method === 'OPTIONS' && headers['access-control-request-method'])
      return reply.code(204).headers(preflight).send()
  })
})
