import type { Call } from '@yibao/shared/call.ts'
import { type Envelope, PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { mustChanges } from '@yibao/shared/password.ts'
import { can } from '@yibao/shared/permission.ts'
import { refuse } from '../base/refuse.ts'
import type { Database } from '../database/open.ts'
import type { CacheUse } from '../process/cache.ts'
import { answerOf, expectScoped, refusalOf } from './answer.ts'
import type { Asking } from './asking.ts'
import { type Kept, recordEnd } from './audit.ts'
import { expectAfter, expectNamed } from './audit-named.ts'
import { Context, type Deps, type FileAnswer, isFile, type StreamAnswer, type UploadedFile } from './context.ts'
import { readInput, requestHash } from './decode.ts'
import { claim, forget } from './idempotency.ts'
import { Noted } from './noted.ts'
import { openAsking } from './open-asking.ts'
import { readsOf, slowRead } from './reads.ts'
import type { SessionUser } from './session-user.ts'
import { lookOnly, noCounter, partsFor } from './view-only.ts'

export interface AnyHandler {
  (input: unknown, c: Context): unknown
  /** Of an upload: refuses who may bring in nothing, before his bytes are read. */
  first?: (me: SessionUser) => void
}

export interface Mounted {
  deps: Deps
  call: Call
  name: string
  handler: AnyHandler
}

/** Refuses whom the contract does not allow a call. */
export const permit = (call: Call, me: SessionUser): void => {
  lookOnly(call, me)
  if (call.public) return
  if (me.guest && !call.guest) refuse('session.guest')
  if (me.mustChange && !call.beforeChange) refuse('password.must', { reason: mustChanges[me.mustChange] })
  if (me.guest || !call.menu) return
  const menus = typeof call.menu === 'string' ? [call.menu] : call.menu
  const allowed = menus.some((menuCode) => can(me, { menuCode, buttonCode: call.button }))
  if (!allowed) refuse('permission.denied', { title: call.title })
}

/** What a request brings besides its input, wherever it came from. */
export interface Request {
  id: string
  ip: string
  idempotencyKey: string | undefined
  header: (name: string) => string | undefined
  token?: string
  body?: unknown
  /** What stands in for the counter; without it a question goes to whoever asked. */
  asking?: Asking
  report: (fault: object, words: string) => void
}

interface Running {
  user: SessionUser | undefined
  input: Record<string, unknown>
  /** Takes what the handler adds to the operation log. */
  noted: Noted
  /** Takes the outcome under the idempotency key. */
  keep: (kept: Kept) => void
  file?: UploadedFile | undefined
  /** What its handler asks of the caches. */
  caches?: CacheUse
}

/** A permitted call with validated input: idempotency, handler, envelope. Throws what the handler throws. */
export const perform = async (
  { deps: whole, call, name, handler }: Mounted,
  request: Request,
  { user, input, noted, keep, file, caches }: Running,
): Promise<Envelope | FileAnswer | StreamAnswer> => {
  const { idempotencyKey, header, token, id: requestId, ip, body } = request
  const own = readsOf(whole, call, user)
  const deps = partsFor(own, call, user)
  if (call.idempotent === true && !idempotencyKey) refuse('idempotency.missing')
  const hash = () => requestHash(name, input)
  const slot =
    call.idempotent && user && idempotencyKey
      ? { userId: user.userId, call: name, key: idempotencyKey, bodyHash: hash() }
      : undefined
  const known = slot && (await claim(deps, slot))
  if (known) {
    noted.repeated = true
    return known
  }
  const asking =
    request.asking ?? (user?.viewedBy ? noCounter : openAsking(deps, user, hash, wordOf(header(PUB_SUB_HEADER))))
  const shown = (result: unknown) =>
    answerOf(call, name, result, deps.config.strictAnswers, (misfit) =>
      request.report({ misfit, call: name }, 'answer does not fit its schema'),
    )
  const keepIn =
    slot &&
    ((tx: Database, result: unknown) => recordEnd({ ...deps, db: tx }, { kept: { slot, answer: shown(result) } }))
  const more = { token, header, body, noted, file, caches, keepIn }
  const c = new Context({ deps, user, requestId, ip, idempotencyKey, asking, ...more })
  try {
    const result = await handler(input, c)
    if (call.scope && deps.config.strictAnswers) expectScoped(name, c)
    if (call.audit && deps.config.strictAnswers) {
      expectNamed({ call, name, input, noted })
      expectAfter({ name, noted })
    }
    if (isFile(result)) return result
    const answer = shown(result)
    if (slot) keep({ slot, answer })
    return answer
  } catch (error) {
    // A question, or a refusal before anything was committed, is no outcome and frees the key (DESIGN 5).
    if (slot && c.committed) keep({ slot, answer: refusalOf(error, requestId, () => {}) })
    else if (slot) await forget(deps, slot)
    throw own === whole ? error : slowRead(error)
  }
}

/** A header that is one word of a key's characters. */
export const wordOf = (value: string | undefined): string | undefined =>
  value !== undefined && /^[\w-]{1,64}$/.test(value) ? value : undefined

interface Later {
  user: SessionUser
  input: Record<string, unknown>
  request: Request
  /** Added to the operation log. */
  noted?: Record<string, unknown>
  /** What the operation log names in place of a browser. */
  client: string
}

/**
 * A call that no request brings, as if one did: permission and input as they count now, idempotency, envelope, operation
 * log. What a request would be refused is refused here too, in the answer.
 */
export const performLater = async (mounted: Mounted, { user, input, request, client, ...more }: Later) => {
  const { deps, call, name } = mounted
  const begin = performance.now()
  const noted = new Noted(more.noted)
  let kept: Kept | undefined
  let read: Record<string, unknown> = {}
  let answer: Envelope
  try {
    permit(call, user)
    read = readInput(call, { params: input, query: input, body: input })
    const keep = (outcome: Kept) => {
      kept = outcome
    }
    answer = (await perform(mounted, request, { user, input: read, noted, keep })) as Envelope
  } catch (error) {
    answer = refusalOf(error, request.id, (fault) => request.report({ err: fault, call: name }, 'fault'))
  }
  const { id: requestId, ip } = request
  const ms = Math.round(performance.now() - begin)
  const operation = call.audit &&
    !noted.repeated && { call, name, user, input: read, noted, answer, ms, ip, requestId, client }
  await recordEnd(deps, { kept, operation: operation || undefined }).catch((fault) =>
    request.report({ err: fault, call: name }, 'not recorded'),
  )
  return answer
}
