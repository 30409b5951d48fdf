import { Readable } from 'node:stream'
import type { Call } from '@yibao/shared/call.ts'
import type { Envelope } from '@yibao/shared/envelope.ts'
import { RIGHTS_HEADER } from '@yibao/shared/rights.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { named } from '../base/caller.ts'
import { Refusal, refuse } from '../base/refuse.ts'
import type { CountCall } from '../domains/service-hit/meter.ts'
import { movesSessions } from '../process/live.ts'
import { refusalOf } from './answer.ts'
import { type Kept, leavesLine, recordEnd } from './audit.ts'
import { FileAnswer, isFile, type StreamAnswer } from './context.ts'
import { readInput } from './decode.ts'
import { Noted } from './noted.ts'
import { type Mounted, perform, permit, type Request, wordOf } from './perform.ts'
import type { SessionUser } from './session-user.ts'
import { readUpload } from './upload.ts'

/** Token of the Authorization header; cookies and URLs are never accepted (DESIGN 5). */
const tokenOf = (request: FastifyRequest) => /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]

/** A request as a call is performed for it. */
const requestOf = (request: FastifyRequest): Request => {
  const { id, ip, body } = request
  const header = (key: string) => {
    const value = request.headers[key]
    return typeof value === 'string' ? value : undefined
  }
  const report: Request['report'] = (fault, words) => request.log.error(fault, words)
  return { id, ip, body, header, token: tokenOf(request), idempotencyKey: wordOf(header('idempotency-key')), report }
}

/** Whose request a token makes; nobody's once its session is over. */
export type CallerOf = (token: string) => Promise<SessionUser | undefined>

/** A call as requests reach it. */
interface Served extends Mounted {
  callerOf: CallerOf
}

/** The pipeline around one handler: session, validation, permission, idempotency, envelope, audit, token renewal. */
export const serve = (mounted: Served) => {
  const { hits, node } = mounted.deps.services
  const count = hits.of(mounted.name)
  return named(mounted.name, (request: FastifyRequest, reply: FastifyReply) =>
    node.during(() => respond(mounted, count, request, reply)),
  )
}

const respond = async (mounted: Served, count: CountCall, request: FastifyRequest, reply: FastifyReply) => {
  const { deps, call, name, callerOf } = mounted
  const caches = { asked: 0, found: 0 }
  const begin = performance.now()
  const token = tokenOf(request)
  let user: SessionUser | undefined
  let permitted = false
  let understood = false
  let input: Record<string, unknown> = {}
  let answer: Envelope | FileAnswer | StreamAnswer
  let kept: Kept | undefined
  const keep = (outcome: Kept) => {
    kept = outcome
  }
  const noted = new Noted()
  try {
    user = token ? await callerOf(token) : undefined
    if (!user && !call.public) refuse('session.missing')
    // Permission first: whoever may not do it learns nothing about what it takes.
    if (user) permit(call, user)
    permitted = true
    const made = async () => {
      const { fields, file } = call.upload ? await readUpload(request, reply) : { fields: request.body }
      input = readInput(call, { params: request.params, query: request.query, body: fields })
      understood = true
      return perform(mounted, requestOf(request), { user, input, noted, keep, file, caches })
    }
    if (user) mounted.handler.first?.(user)
    const { uploads, shopUploads } = deps.services
    const crowd = user?.storeId ? shopUploads : uploads
    answer = call.upload ? await crowd.during(user?.userId ?? request.ip, made) : await made()
  } catch (error) {
    answer = refusalOf(error, request.id, (fault) => request.log.error({ err: fault, call: name }, 'fault'))
    // Whether it has been away for a minute or since yesterday (ux M32).
    const lastSuccess = user?.areaCode && deps.services.watch.answeredAt(user.areaCode)
    if (error instanceof Refusal && error.key === 'centre.down' && lastSuccess)
      answer.resultExtendInfo = { ...answer.resultExtendInfo, lastSuccess }
  }
  // Of what nobody said in no form that could be read there is nothing to tell.
  const said = user !== undefined || understood
  const audited = call.audit && said && !noted.repeated && leavesLine(answer)
  const ms = Math.round(performance.now() - begin)
  const failed = !isFile(answer) && answer.statusCode >= 500
  count(user, { ms, failed, caches })
  deps.services.figures?.call(name, { ms, failed })
  const { ip, id: requestId } = request
  const client = String(request.headers['user-agent'] ?? '')
  const operation = audited ? { call, name, user, input, noted, answer, ms, ip, requestId, client } : undefined
  // What has happened has happened: nothing that comes after it turns its answer into a fault.
  const unless = (words: string) => (fault: unknown) => request.log.error({ err: fault, call: name }, words)
  await recordEnd(deps, { kept, operation }).catch(unless('not recorded'))
  // Refused ones too: of many persons some may have been changed before it. Who may not make it has changed nothing.
  if (permitted && movesSessions(name, call)) deps.services.live.sessionsMoved?.()
  if (isFile(answer)) {
    reply.raw.once('close', deps.services.node.load.hold())
    return sendFile(reply, call, answer)
  }
  const expired = answer.statusCode === 401
  const { access } = deps.services
  const due = user && token && !expired && access.isDue(user)
  const renewed = noted.token ?? (due ? await access.renew(token).catch(unless('not renewed')) : undefined)
  if (renewed) reply.header('refresh-token', renewed)
  if (user && !user.guest) reply.header(RIGHTS_HEADER, user.rights)
  return reply.code(expired ? 401 : 200).send(answer)
}

const sendFile = (reply: FastifyReply, call: Call, answer: FileAnswer | StreamAnswer) =>
  reply
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(answer.filename)}`)
    .header('cache-control', 'private, no-store')
    .type(call.file ?? 'application/octet-stream')
    .send(
      answer instanceof FileAnswer ? Buffer.from(answer.bytes) : Readable.from(answer.stream, { objectMode: false }),
    )
