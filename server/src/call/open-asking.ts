import { limits } from '@yibao/shared/agent/protocol.ts'
import { eq, lt } from 'drizzle-orm'
import { newId } from '../base/ids.ts'
import { Continuation, refuse } from '../base/refuse.ts'
import type { Asking } from './asking.ts'
import type { Deps } from './context.ts'
import type { SessionUser } from './session-user.ts'
import { continuation } from './tables.ts'

/** A question waits for it as long as a library may work on it, and a little more for the way. ms. */
const patience = limits.deadlineMs + 5_000

type Row = typeof continuation.$inferSelect

/** What the counter answered, as it was kept; {} of what is no object. */
export const readAnswer = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    return value && typeof value === 'object' ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

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
        const result = readAnswer(deps.services.vault.open(row.result ?? ''))
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
