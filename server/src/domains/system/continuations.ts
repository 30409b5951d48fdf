import { createHash, createPublicKey, verify } from 'node:crypto'
import type { InputOf } from '@yibao/shared/call.ts'
import type { continuation as continuationCalls } from '@yibao/shared/calls/base.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import { readAnswer } from '../../call/open-asking.ts'
import type { SessionUser } from '../../call/session-user.ts'
import { continuation } from '../../call/tables.ts'
import { agent } from '../organisation/tables.ts'

/** An answer of the counter waits this long for the repeated request (DESIGN 6). ms. */
const lifetime = 120_000

/** Media whose code the console itself may give, unsigned: a scan, or a number typed where the area allows it. */
const unsignedMedia = new Set(['eVoucher', 'idCard'])

const verified = async (
  { db }: Deps,
  me: SessionUser,
  input: InputOf<typeof continuationCalls.complete>,
): Promise<boolean> => {
  const [known] = await db
    .select()
    .from(agent)
    .where(eq(agent.id, input.agentId ?? ''))
  if (!known) return refuse('agent.unknown')
  if (me.storeId && !known.storeIds.includes(me.storeId)) return refuse('agent.store')
  const key = createPublicKey({ key: Buffer.from(known.publicKey, 'base64url'), format: 'der', type: 'spki' })
  const digest = createHash('sha256')
    .update(input.result ?? '', 'utf8')
    .digest('hex')
  const ok = verify(
    null,
    Buffer.from(`${input.pubSubId}.${digest}`),
    key,
    Buffer.from(input.agentSignature ?? '', 'base64url'),
  )
  return ok || refuse('agent.signature')
}

/**
 * Continuation/Complete: stores the counter's answer, sealed, once. An identity result must carry the signature of an
 * enrolled agent; a scanned code {medium, code} is accepted without (DESIGN 6).
 */
export const completeContinuation = async (
  deps: Deps,
  me: SessionUser,
  input: InputOf<typeof continuationCalls.complete>,
): Promise<void> => {
  const [row] = await deps.db.select().from(continuation).where(eq(continuation.pubSubId, input.pubSubId))
  if (!row || row.sessionId !== me.sessionId || row.expiresAt < deps.clock() || row.ok !== null)
    return refuse('continuation.gone')
  const result = readAnswer(input.result ?? '{}')
  const scanned =
    row.action === 'card.read' &&
    unsignedMedia.has(String(result.medium)) &&
    !!result.code &&
    typeof result.code === 'string'
  const claimsSuccess = row.action !== 'decide' && input.ok !== false
  const signed = claimsSuccess && !scanned ? await verified(deps, me, input) : false
  const stored = await deps.db
    .update(continuation)
    .set({
      ok: input.ok !== false,
      expiresAt: new Date(deps.clock().getTime() + lifetime),
      button: input.button,
      result: deps.services.vault.seal(input.result ?? '{}'),
      agentId: input.agentId,
      signature: signed ? (input.agentSignature ?? '') : null,
    })
    .where(and(eq(continuation.pubSubId, input.pubSubId), isNull(continuation.ok)))
    .returning({ id: continuation.pubSubId })
  if (!stored.length) refuse('continuation.gone')
}
