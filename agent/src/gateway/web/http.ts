import { isUtf8 } from 'node:buffer'
import { headers, limits, requestBody } from '@yibao/shared/agent/protocol.ts'
import { type Verb, type VerbRow, verbRow, verbs } from '@yibao/shared/agent/verbs.ts'
import { isTooDeep } from '@yibao/shared/depth.ts'
import { readBy } from '@yibao/shared/fits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AgentError } from '../../agent-error.ts'
import { sha256url } from '../../hash.ts'
import type { Gateway } from '../context.ts'
import { dispatch, wrongArgs } from '../dispatch.ts'
import { header } from '../door/request.ts'
import { pageHeaders } from '../pages.ts'
import type { Session } from '../session/sessions.ts'

// The HTTP transport: a route for every row of the verb table, nothing by hand.

type Values = Record<string, unknown>

/** What the verb's schema sees: path, query and body.args as one object. */
const argsOf = (row: VerbRow, request: FastifyRequest, body: { args?: Values | undefined }): Values => {
  const place = { ...(request.query as Values), ...(request.params as Values) }
  if (row.body === 'pdf') return place
  if (row.nest) return { ...place, [row.nest]: body.args ?? {} }
  return { ...place, ...body.args }
}

const bodyOf = (row: VerbRow, request: FastifyRequest) => {
  if (row.body === 'pdf' || request.body === undefined || request.body === null) return {}
  const body = readBy(requestBody, request.body)
  if (!body) {
    // The frame as it is, without what goes around it: what its vendor writes first.
    if (request.session?.kind === 'erp' && typeof request.body === 'object' && 'billNo' in request.body)
      throw new AgentError('FRAME_INVALID', { text: '请求的内容应为 {"args": 消息}，外面少了 args' })
    throw wrongArgs(requestBody.safeParse(request.body).error?.issues[0], request.session)
  }
  if (isTooDeep(body.args)) throw new AgentError('ARGS_INVALID')
  return body
}

const handle = (gateway: Gateway, verb: Verb) => async (request: FastifyRequest, reply: FastifyReply) => {
  const row = verbRow(verb)
  const body = bodyOf(row, request)
  const bytes = request.body instanceof Buffer ? request.body : (request.rawBody ?? Buffer.alloc(0))
  const path = request.url.split('?', 1)[0]
  const answer = await dispatch(gateway, {
    verb,
    args: argsOf(row, request, body),
    session: request.session,
    origin: request.corsOrigin ?? '',
    ticket: body.ticket,
    proof: header(request, headers.proof),
    proofUse: { htm: request.method, htu: `http://${request.headers.host}${path}`, bodyHash: sha256url(bytes) },
    pdf: request.body instanceof Buffer ? request.body : undefined,
    idempotencyKey: header(request, headers.idempotencyKey),
    onGone: (gone) => reply.raw.once('close', gone),
  })
  if (row.text) return reply.type('text/plain; version=0.0.4; charset=utf-8').send(answer.result)
  if (row.page) return reply.type('text/html; charset=utf-8').headers(pageHeaders).send(answer.result)
  if (verb === 'print.submit' || verb === 'print.receipt' || verb === 'print.test') reply.code(202)
  return { ok: true, ...answer }
}

const notUtf8 = (session: Session | undefined) =>
  session?.kind === 'erp'
    ? new AgentError('FRAME_INVALID', { text: '消息：须为 UTF-8 编码' })
    : new AgentError('BODY_INVALID')

/** Bodies as bytes: a proof covers the bytes that came, and a PDF is not to be read here. */
const addBodies = (api: FastifyInstance) => {
  api.decorateRequest('rawBody', undefined)
  const parse = api.getDefaultJsonParser('error', 'error')
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.rawBody = body
    if (body.length === 0) return done(null, undefined)
    // Read as it is it would be full of question marks, and a vendor would find them in his customer's books.
    if (!isUtf8(body)) return done(notUtf8(request.session), undefined)
    parse(request, body.toString('utf8'), (error, value) => done(error ? new AgentError('BODY_INVALID') : null, value))
  })
  api.addContentTypeParser(['application/pdf', 'application/octet-stream'], { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  )
}

/** Registers every verb's route and its preflight. */
export const addVerbRoutes = (api: FastifyInstance, gateway: Gateway) => {
  addBodies(api)
  const names = Object.keys(verbs) as Verb[]
  for (const verb of names) {
    const { method, path, guard, page, body } = verbRow(verb)
    const bodyLimit = body === 'pdf' ? limits.pdf : limits.body
    api.route({
      method,
      url: path,
      bodyLimit,
      config: { guard, verb, page: page === true },
      handler: handle(gateway, verb),
    })
  }
  const paths = new Map(names.map((verb) => [verbRow(verb).path, verb]))
  for (const [path, verb] of paths)
    api.route({
      method: 'OPTIONS',
      url: path,
      config: { guard: verbRow(verb).guard, verb, page: verbRow(verb).page === true },
      handler: (_, reply) => reply.code(204).send(), // answered by the guard already
    })
}
