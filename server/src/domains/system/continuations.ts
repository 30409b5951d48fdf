import { createHash, createPublicKey, verify } from 'node:crypto'
import { limits } from '@yibao/shared/agent/protocol.ts'
import type { InputOf } from '@yibao/shared/call.ts'
import type { continuation as continuationCalls } from '@yibao/shared/calls/base.ts'
import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Asking } from '../../call/asking.ts'
import type { Deps } from '../../call/context.ts'
import { Continuation, refuse } from '../../call/refuse.ts'
import type { SessionUser } from '../../call/session-user.ts'
import { newId } from '../../ids.ts'
import { agent } from '../organisation/tables.ts'
import { continuation } from './tables.ts'

/** An answer of the counter waits this long for the repeated request (DESIGN 6). ms. */
const lifetime = 120_000

/** A question waits for it as long as a library may work on it, and a little more for the way. ms. */
const patience = limits.deadlineMs + 5_000

type Row = typeof continuation.$inferSelect

/** The asking side of one request; `requestHash` ties an answer to exactly this call and input. */
export const openAsking = (
  deps: Deps,
  user: SessionUser | undefined,
  requestHash: () => string,
  pubSubId: string | undefined,
): Asking => {
  const ask = async (action: string): Promise<string> => {
    const now = deps.clock()
    await deps.db.delete(continuation).where(lt(continuation.expiresAt, now))
    const id = newId(now)
    const expiresAt = new Date(now.getTime() + patience)
    await deps.db
      .insert(continuation)
      .values({ pubSubId: id, sessionId: user?.sessionId ?? '', action, requestHash: requestHash(), expiresAt })
    return id
  }
  const take = async (action: string): Promise<Row | undefined> => {
    if (!pubSubId) return undefined
    const [row] = await deps.db.delete(continuation).where(eq(continuation.pubSubId, pubSubId)).returning()
    const fits = row && row.sessionId === user?.sessionId && row.requestHash === requestHash() && row.action === action
    if (!fits || row.expiresAt < deps.clock() || row.ok === null) return refuse('continuation.gone')
    return row
  }
  return {
    device: async ({ action, title, args, codeOf = [] }) => {
      const row = await take(action)
      if (row) {
        const [ok, signed] = [row.ok === true, row.signature !== null]
        const result = parse(deps.services.vault.open(row.result ?? ''))
        // What was stored as a code is one of the medium that was asked for, and nothing but the code of it counts.
        if (ok && !signed && !codeOf.includes(String(result.medium))) return refuse('agent.signature')
        return { ok, signed, result: ok && !signed ? { medium: result.medium, code: result.code } : result }
      }
      const id = await ask(action)
      const ticket = user
        ? await deps.services.tickets.action({ pubSubId: id, sessionId: user.sessionId, act: action, args })
        : ''
      throw new Continuation({
        pubSubId: id,
        isEndPoint: true,
        action,
        title,
        tips: '',
        buttons: [],
        device: { args, ticket },
      })
    },
    decision: async ({ title, tips, buttons }) => {
      const row = await take('decide')
      if (row) return row.button ?? ''
      throw new Continuation({
        pubSubId: await ask('decide'),
        isEndPoint: false,
        action: 'decide',
        title,
        tips,
        buttons,
      })
    },
  }
}

const parse = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    return value && typeof value === 'object' ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

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
  const result = parse(input.result ?? '{}')
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
