import { isUtf8 } from 'node:buffer'
import multipart from '@fastify/multipart'
import { guardedAnswer } from '@yibao/shared/console-policy.ts'
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { newId } from './base/ids.ts'
import { Refusal } from './base/refuse.ts'
import { refusalOf } from './call/answer.ts'
import type { Deps } from './call/context.ts'
import { type AllHandlers, mount } from './call/mount.ts'
import { callerOf } from './domains/permission/viewing.ts'
import { compilers } from './plugins/compilers.ts'
import { consoleFiles } from './plugins/console-files.ts'
import { crossOrigin } from './plugins/cross-origin.ts'
import { health } from './plugins/health.ts'
import { metrics } from './plugins/metrics.ts'
import { openapi } from './plugins/openapi.ts'
import { faultWords } from './process/fault.ts'

const badAddress = ({ id }: { id: string }, reply: FastifyReply) => {
  const refusal = refusalOf(new Refusal('input.invalid', { text: '请求地址不正确' }), id, () => {})
  return reply.code(200).headers(guardedAnswer).type('application/json; charset=utf-8').send(JSON.stringify(refusal))
}

/** JSON is UTF-8: of an ERP's GBK nothing but question marks would reach the centre and the books. */
const addJson = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (isUtf8(body)) return parse(request, body.toString('utf8'), done)
    done(new Refusal('input.invalid', { text: '请求内容须为 UTF-8 编码' }), undefined)
  })
}

/** The whole HTTP side of the server over its dependencies; nothing here opens a port or a database. */
export const buildApp = async (deps: Deps, handlers: Partial<AllHandlers>): Promise<FastifyInstance> => {
  const app = Fastify({
    logger: { level: deps.config.logLevel, redact: ['req.headers.authorization'], serializers: { err: faultWords } },
    // An address may hold an order number; queries hold names. Neither belongs in a log.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(deps.clock()).slice(-12),
    bodyLimit: 2 * 1024 * 1024,
    // The operation log and 9001 name the caller's address, not that of the balancer he came through.
    trustProxy: deps.config.trustedProxies.length > 0 && deps.config.trustedProxies,
    routerOptions: { ignoreTrailingSlash: true },
    schemaController: compilers,
    // An address that cannot be decoded, or a part of it that is too long: no route and no error handler sees it.
    frameworkErrors: (_, request, reply) => badAddress(request, reply as unknown as FastifyReply),
  })
  app.addHook('onRequest', async ({ url }, reply) => {
    reply.headers(guardedAnswer)
    // What a call answers is of this moment and this person (its renewed token too), also where a proxy keeps what it may not.
    if (url.startsWith('/prod-api')) reply.header('cache-control', 'private, no-store')
  })
  await app.register(crossOrigin, { origins: deps.config.namedOrigins })
  addJson(app)
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    // A file that breaks off before its first byte leaves as words, not under the file's own type and name.
    reply.removeHeader('content-type').removeHeader('content-disposition')
    if (error instanceof Refusal) return reply.code(200).send(refusalOf(error, request.id, () => {}))
    const status = error.statusCode ?? 500
    if (status >= 500)
      return reply.code(200).send(refusalOf(error, request.id, (fault) => request.log.error({ err: fault })))
    const text = status === 413 ? '内容超过大小限制' : '请求格式不正确'
    return reply.code(200).send(refusalOf(new Refusal('input.invalid', { text }), request.id, () => {}))
  })
  await app.register(multipart, { limits: { fileSize: 50 * 1024 * 1024 } })
  await app.register(health, deps)
  await app.register(metrics, deps)
  const calls = (routes: FastifyInstance) => mount(routes, deps, handlers, (token) => callerOf(deps, token))
  await app.register(openapi, { calls })
  // Before the calls: their answers carry its build.
  await app.register(consoleFiles, {
    folder: deps.config.consoleDir,
    agentPorts: deps.config.agentPorts,
    erpOrigins: deps.config.erpOrigins,
  })
  await app.register(async (routes) => calls(routes))
  app.setNotFoundHandler((request, reply) => {
    const refusal = refusalOf(new Refusal('not.found', { what: '接口' }), request.id, () => {})
    return reply.code(404).send(refusal)
  })
  return app
}
