import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Lines in a minute about requests of nobody that were refused. */
const most = 60
const minuteMs = 60_000

/** Whoever has no session and was sent away: any page of any site may ask at this port as often as it likes. */
const isNobodys = (request: FastifyRequest, status: number) =>
  request.session === undefined &&
  request.routeOptions.config.area !== 'proxy' &&
  status >= 400 &&
  status < 500 &&
  status !== 401

/**
 * One line per request, written when it has been answered: nobody waits for the log. Of refused requests of nobody's only
 * so many in a minute, then how many more there were: a web page must not push out of the log what happened at the counter.
 * `steady`: ms from anywhere, never set.
 */
export const addAnsweredLog = (app: FastifyInstance, steady: () => number): void => {
  let [since, times] = [Number.NEGATIVE_INFINITY, 0]
  const isTooMany = () => {
    if (steady() - since > minuteMs) {
      if (times > most) app.log.warn({ times: times - most }, 'more were refused')
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
