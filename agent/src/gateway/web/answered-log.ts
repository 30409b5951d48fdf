import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Lines in a minute about requests of nobody. */
const most = 60
const minuteMs = 60_000

/** A page that is none of ours: it may frame and follow what the agent serves to everybody (/app/), and is let in there. */
const isOfAnotherSite = ({ headers, corsOrigin }: FastifyRequest) => {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && corsOrigin === undefined
}

/** Whoever has no session, and was sent away or is no page of ours: such a page may ask as often as it likes. */
const isNobodys = (request: FastifyRequest, status: number) =>
  request.session === undefined &&
  request.routeOptions.config.area !== 'proxy' &&
  (isOfAnotherSite(request) || (status >= 400 && status < 500 && status !== 401))

/**
 * One line per request, written when it has been answered: nobody waits for the log. Of requests of nobody's only
 * so many in a minute, then how many more there were: a web page must not push out of the log what happened at the counter.
 * `steady`: ms from anywhere, never set.
 */
export const addAnsweredLog = (app: FastifyInstance, steady: () => number): void => {
  let [since, times] = [Number.NEGATIVE_INFINITY, 0]
  const isTooMany = () => {
    if (steady() - since > minuteMs) {
      if (times > most) app.log.warn({ times: times - most }, 'more of nobody')
      ;[since, times] = [steady(), 0]
    }
    times += 1
    return times > most
  }
  app.addHook('onResponse', (request, reply, done) => {
    if (!isNobodys(request, reply.statusCode) || !isTooMany())
      request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'answered')
    done()
  })
}
