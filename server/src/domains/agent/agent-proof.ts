import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { agentTimeTolerance, requestText } from '@yibao/shared/agent/cloud.ts'
import { and, eq, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { agent } from '../organisation/tables.ts'

/** Under what an agent's state keeps the last time of a path. */
export const lastTime = (path: string): string => `lastTime ${path}`

/** The Ed25519 key of an agent (SPKI DER, base64url); refuses anything else. */
const agentKey = (publicKey: string): KeyObject => {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Falls through to the refusal: what is no key is no agent.
  }
  return refuse('agent.request')
}

/** An agent is named by its key: base64url of sha256(SPKI), 22 characters. */
export const agentIdOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('base64url').slice(0, 22)

/** Refuses a request that this key did not sign within 5 minutes of now; answers its time (unix ms). */
export const checkSignature = (c: Context, path: string, publicKey: string): number => {
  const time = Number(c.header('x-agent-time'))
  const signature = Buffer.from(c.header('x-agent-signature') ?? '', 'base64url')
  if (!Number.isSafeInteger(time) || Math.abs(time - c.now.getTime()) > agentTimeTolerance)
    return refuse('agent.request')
  const signed = verify(null, Buffer.from(requestText(path, time, c.body)), agentKey(publicKey), signature)
  return signed ? time : refuse('agent.request')
}

/**
 * The enrolled agent that signed this request; each of its times counts once, so a recorded request is worthless. Each
 * path has its own: one request may be held open while others come and go. A last time that no request can have now was
 * taken while the clocks here and there were ahead; set right, the agent is not locked out until they are there again.
 */
export const signedAgent = async (c: Context, path: string, agentId: string): Promise<typeof agent.$inferSelect> => {
  const [known] = await c.db.select().from(agent).where(eq(agent.id, agentId))
  if (!known) return refuse('agent.unknown')
  const time = checkSignature(c, path, known.publicKey)
  const last = sql`coalesce((${agent.state}->>${lastTime(path)})::bigint, 0)`
  const ahead = c.now.getTime() + agentTimeTolerance
  const [fresh] = await c.db
    .update(agent)
    .set({ lastSeenAt: c.now, state: sql`${agent.state} || ${JSON.stringify({ [lastTime(path)]: time })}::jsonb` })
    .where(and(eq(agent.id, agentId), sql`(${last} < ${time} or ${last} > ${ahead})`))
    .returning()
  return fresh ?? refuse('agent.request')
}
