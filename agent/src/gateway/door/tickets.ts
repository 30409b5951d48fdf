import { limits } from '@yibao/shared/agent/protocol.ts'
import { type TicketClaims, ticketClaims, ticketSeconds, ticketType } from '@yibao/shared/agent/ticket.ts'
import * as z from 'zod/mini'
import { AgentError } from '../../agent-error.ts'
import { isSignedBy } from '../../cloud/signature.ts'
import type { Gateway } from '../context.ts'
import { parseJws } from '../session/jws.ts'

// Strict: jku, x5u, jwk, crit or any other member makes the header unacceptable.
const header = z.strictObject({
  alg: z.literal('EdDSA'),
  typ: z.literal(ticketType),
  kid: z.string(),
})

/** What a ticket must be for, besides being the server's. */
interface TicketUse {
  act: string
  origin: string
  jkt: string
  /** argument hash; absent for a session */
  argh?: string
  /** the operator whose session this is; absent for a session ticket */
  sub?: string
  org?: string
}

type Check = (claims: TicketClaims, use: TicketUse, gateway: Gateway) => boolean
const seconds = (ms: number) => Math.floor(ms / 1000)
const skew = seconds(limits.skewMs)

// In the order of agent 3.4: audience, origin, time, purpose, arguments; the spending of the jti comes last.
const checks: [check: Check, code: ConstructorParameters<typeof AgentError>[0]][] = [
  [(claims, _, gateway) => claims.aud === gateway.identity.agentId, 'TICKET_WRONG_AUDIENCE'],
  [(claims, use) => claims.origin === use.origin, 'TICKET_INVALID'],
  [(claims) => claims.exp > claims.iat && claims.exp - claims.iat <= ticketSeconds, 'TICKET_INVALID'],
  [(claims, _, gateway) => claims.exp + skew > seconds(gateway.clock()), 'TICKET_EXPIRED'],
  [(claims, _, gateway) => Math.max(claims.nbf, claims.iat) - skew <= seconds(gateway.clock()), 'CLOCK_SKEW'],
  [(claims, use) => claims.act[0] === use.act, 'TICKET_INVALID'],
  [(claims, use) => claims.cnf.jkt === use.jkt, 'PROOF_INVALID'],
  [(claims, use) => use.sub === undefined || claims.sub === use.sub, 'TICKET_INVALID'],
  [(claims, use) => use.org === undefined || claims.org === use.org, 'TICKET_INVALID'],
  [(claims, _, gateway) => gateway.policy().policy?.stores.includes(claims.org) === true, 'TICKET_WRONG_STORE'],
  [(claims, use) => claims.argh === use.argh, 'ARGUMENTS_CHANGED'],
]

/** The claims of a ticket that is the server's, fits its use, and was never used before. Throws AgentError. */
export const acceptTicket = (gateway: Gateway, text: string, use: TicketUse): TicketClaims => {
  const jws = parseJws(text)
  const head = header.safeParse(jws?.header)
  const body = ticketClaims.safeParse(jws?.payload)
  if (!jws || !head.success || !body.success) throw new AgentError('TICKET_INVALID')
  const key = gateway.policy().policy?.serverKeys.find((one) => one.kid === head.data.kid)
  if (!key || !isSignedBy(key.publicKey, jws.signed, jws.signature)) throw new AgentError('TICKET_INVALID')
  const failed = checks.find(([check]) => !check(body.data, use, gateway))
  if (failed) throw new AgentError(failed[1])
  const until = (body.data.exp + skew) * 1000
  if (!gateway.spent.spend(body.data.jti, until, gateway.clock())) throw new AgentError('TICKET_REPLAYED')
  return body.data
}
