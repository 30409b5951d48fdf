import { Readable } from 'node:stream'
import type { Call } from '@yibao/shared/call.ts'
import { type Envelope, PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { mustChanges } from '@yibao/shared/password.ts'
import { can } from '@yibao/shared/permission.ts'
import { RIGHTS_HEADER } from '@yibao/shared/rights.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerOf, expectScoped, refusalOf } from './answer.ts'
import type { CacheUse } from './cache.ts'
import {
  Context,
  type Deps,
  FileAnswer,
  isFile,
  type SessionUser,
  type StreamAnswer,
  type UploadedFile,
} from './context.ts'
import { readInput, requestHash } from './decode.ts'
import type { CountCall } from './domains/service-hit/meter.ts'
import { type Kept, recordEnd } from './domains/system/audit.ts'
import { openAsking } from './domains/system/continuations.ts'
import { claim, release } from './domains/system/idempotency.ts'
import { refuse } from './refuse.ts'
import { readUpload } from './upload.ts'

export type AnyHandler = (input: unknown, c: Context) => unknown

export interface Mounted {
  deps: Deps
  call: Call
  name: string
  handler: AnyHandler
}

/** Token of the Authorization header; cookies and URLs are never accepted (DESIGN 5). */
const tokenOf = (request: FastifyRequest) => /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : undefined
}

const permit = (call: Call, me: SessionUser) => {
  if (me.guest && !call.guest) refuse('session.guest')
  if (me.mustChange && !call.beforeChange) refuse('password.must', { reason: mustChanges[me.mustChange] })
  if (me.guest || !call.menu) return
  const menus = typeof call.menu === 'string' ? [call.menu] : call.menu
  const allowed = menus.some((menuCode) => can(me, { menuCode, buttonCode: call.button }))
  if (!allowed) refuse('permission.denied', { title: call.title })
}

/** The pipeline around one handler: session, validation, permission, idempotency, envelope, audit, token renewal. */
export const serve = (mounted: Mounted) => {
  const count = mounted.deps.services.hits.of(mounted.name)
  return (request: FastifyRequest, reply: FastifyReply) => respond(mounted, count, request, reply)
}

const respond = async (mounted: Mounted, count: CountCall, request: FastifyRequest, reply: FastifyReply) => {
  const { deps, call, name } = mounted
  const caches = { asked: 0, found: 0 }
  const begin = performance.now()
  const token = tokenOf(request)
  let user: SessionUser | undefined
  let input: Record<string, unknown> = {}
  let answer: Envelope | FileAnswer | StreamAnswer
  let kept: Kept | undefined
  const keep = (outcome: Kept) => {
    kept = outcome
  }
  const noted: Record<string, unknown> = {}
  try {
    user = token ? await deps.services.access.userOf(token) : undefined
    if (!user && !call.public) refuse('session.missing')
    // Permission first: whoever may not do it learns nothing about what it takes.
    if (user && !call.public) permit(call, user)
    const { fields, file } = call.upload ? await readUpload(request) : { fields: request.body }
    input = readInput(call, { params: request.params, query: request.query, body: fields })
    answer = await run(mounted, request, { user, input, noted, keep, file, caches })
  } catch (error) {
    answer = refusalOf(error, request.id, (fault) => request.log.error({ err: fault, call: name }, 'fault'))
  }
  const audited = call.audit && (isFile(answer) || !answer.confimResultInfo)
  const ms = Math.round(performance.now() - begin)
  count(user, { ms, failed: !isFile(answer) && answer.statusCode >= 500, caches })
  const { ip, id: requestId } = request
  const client = String(request.headers['user-agent'] ?? '')
  const operation = audited ? { call, name, user, input, noted, answer, ms, ip, requestId, client } : undefined
  // What has happened has happened: nothing that comes after it turns its answer into a fault.
  const unless = (words: string) => (fault: unknown) => request.log.error({ err: fault, call: name }, words)
  await recordEnd(deps, { kept, operation }).catch(unless('not recorded'))
  if (isFile(answer)) return sendFile(reply, call, answer)
  const expired = answer.statusCode === 401
  const { access } = deps.services
  const due = user && token && !expired && access.isDue(user)
  const renewed = due ? await access.renew(token).catch(unless('not renewed')) : undefined
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

interface Running {
  user: SessionUser | undefined
  input: Record<string, unknown>
  /** Takes what the handler adds to the operation log. */
  noted: Record<string, unknown>
  /** Takes the outcome under the idempotency key. */
  keep: (kept: Kept) => void
  file: UploadedFile | undefined
  /** What its handler asks of the caches. */
  caches: CacheUse
}

const run = async (
  { deps, call, name, handler }: Mounted,
  request: FastifyRequest,
  { user, input, noted, keep, file, caches }: Running,
): Promise<Envelope | FileAnswer | StreamAnswer> => {
  const idempotencyKey = headerOf(request, 'idempotency-key')
  if (call.idempotent && !idempotencyKey) refuse('idempotency.missing')
  const hash = () => requestHash(name, input)
  const slot =
    call.idempotent && user && idempotencyKey
      ? { userId: user.userId, call: name, key: idempotencyKey, bodyHash: hash() }
      : undefined
  const known = slot && (await claim(deps, slot))
  if (known) return known
  const asking = openAsking(deps, user, hash, headerOf(request, PUB_SUB_HEADER))
  const header = (key: string) => {
    const value = request.headers[key]
    return typeof value === 'string' ? value : undefined
  }
  const { id: requestId, ip, body } = request
  const token = tokenOf(request)
  const c = new Context({ deps, user, requestId, ip, idempotencyKey, asking, token, header, body, noted, file, caches })
  try {
    const result = await handler(input, c)
    if (call.scope && deps.config.strictAnswers) expectScoped(name, c)
    if (isFile(result)) return result
    const answer = answerOf(call, name, result, deps.config.strictAnswers, (misfit) =>
      request.log.error({ misfit, call: name }, 'answer does not fit its schema'),
    )
    if (slot) keep({ slot, answer })
    return answer
  } catch (error) {
    // A question, or a refusal before anything was committed, is no outcome and frees the key (DESIGN 5).
    if (slot && c.committed) keep({ slot, answer: refusalOf(error, request.id, () => {}) })
    else if (slot) await release(deps, slot)
    throw error
  }
}
