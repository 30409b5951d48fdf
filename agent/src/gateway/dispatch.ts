import { issueWords } from '@yibao/shared/agent/driver/words.ts'
import { limits } from '@yibao/shared/agent/protocol.ts'
import { actionName, argumentHash, canonicalJson, signedResult, type TicketClaims } from '@yibao/shared/agent/ticket.ts'
import { isVerb, type Verb, type VerbArgs, verbRow } from '@yibao/shared/agent/verbs.ts'
import { fitsOf, readBy } from '@yibao/shared/fits.ts'
import type * as z from 'zod/mini'
import { AgentError } from '../agent-error.ts'
import { sha256hex } from '../hash.ts'
import type { Gateway } from './context.ts'
import { acceptTicket } from './door/tickets.ts'
import { asAgentError } from './error-answer.ts'
import type { Handler } from './handler.ts'
import { needsActionTicket } from './handlers/drivers.ts'
import { handlers } from './handlers/index.ts'
import { acceptProof } from './session/proof.ts'
import type { Session } from './session/sessions.ts'

/** A request as a transport hands it over: nothing of it is trusted yet but the session. */
interface Call {
  verb: string
  args: unknown
  session: Session | undefined
  /** the page's origin; '' where a transport has none */
  origin: string
  ticket?: string | undefined
  proof?: string | undefined
  /** what the proof must be about */
  proofUse: { htm: string; htu: string; bodyHash: string }
  pdf?: Buffer | undefined
  idempotencyKey?: string | undefined
  /** Calls back when nobody waits for the answer any more; absent where a transport cannot tell. */
  onGone?: (gone: () => void) => void
}

/** `result` of a call under an action ticket is its JSON text, signed for the server (DESIGN 6). */
interface Answer {
  result: unknown
  agentSignature?: string
}

const sign = (gateway: Gateway, claims: TicketClaims, result: unknown): Answer => {
  const text = JSON.stringify(result ?? null)
  return { result: text, agentSignature: gateway.identity.sign(signedResult(claims.jti, sha256hex(text))) }
}

/** Half a character has no canonical JSON, hence no hash that server and agent could agree on. Throws ARGS_INVALID. */
export const wellFormed = <T>(args: T): T => {
  try {
    canonicalJson(args)
    return args
  } catch {
    throw new AgentError('ARGS_INVALID')
  }
}

/** What is wrong with arguments: our own pages send none, the vendor of an ERP has to find the place in his frame. */
export const wrongArgs = (issue: z.core.$ZodIssue | undefined, session: Session | undefined): AgentError =>
  session?.kind === 'erp' && issue
    ? new AgentError('FRAME_INVALID', { text: issueWords(issue, [], '消息') })
    : new AgentError('ARGS_INVALID')

const checkTicket = (gateway: Gateway, call: Call, verb: Verb, args: Record<string, unknown>, session: Session) => {
  if (call.ticket === undefined) throw new AgentError('ACTION_TICKET_REQUIRED')
  // A ticket is spent when it is accepted: not before somebody is there to do the work.
  if (gateway.desk.state !== 'ready') throw new AgentError('NO_DESK')
  const { origin, jkt, sub, org } = session
  const argh = argumentHash(wellFormed(args), sha256hex)
  return acceptTicket(gateway, call.ticket, { act: actionName(verb, args), origin, jkt, sub, org, argh })
}

const run = async (gateway: Gateway, verb: Verb, call: Call): Promise<Answer> => {
  const row = verbRow(verb)
  const { session } = call
  const args = readBy(row.args, call.args ?? {}) as VerbArgs<Verb> | undefined
  if (args === undefined) throw wrongArgs(row.args.safeParse(call.args ?? {}).error?.issues[0], session)
  const use = { ...call.proofUse, ...(session && { tokenHash: session.tokenHash, jkt: session.jkt }) }
  const jkt = row.proof ? acceptProof(gateway.proofs, call.proof, use, gateway.clock()) : ''
  // The hash is over what was sent: a schema may turn '2' into 2, the server signed what it wrote.
  const sent = (call.args ?? {}) as Record<string, unknown>
  const ticketed = await needsActionTicket(gateway, verb, sent)
  const claims = ticketed && session ? checkTicket(gateway, call, verb, sent, session) : undefined
  const { origin, pdf, idempotencyKey } = call
  const handler = handlers[verb] as Handler<Verb>
  const result = await handler(gateway, { args, session, origin, jkt, pdf, idempotencyKey, ticketed })
  if (!fitsOf(row.result)(result) && !row.result.safeParse(result).success)
    gateway.log.warn({ verb }, 'result does not fit its schema')
  return claims ? sign(gateway, claims, result) : { result }
}

/** Carries out one request of either transport. Throws AgentError. */
export const dispatch = async (gateway: Gateway, call: Call): Promise<Answer> => {
  const begin = performance.now()
  const ended = (code: string) => gateway.metrics.called(call.verb, code, performance.now() - begin)
  try {
    const answer = await carryOut(gateway, call)
    ended('ok')
    return answer
  } catch (error) {
    ended(asAgentError(error).code)
    throw error
  }
}

const carryOut = async (gateway: Gateway, call: Call): Promise<Answer> => {
  if (!isVerb(call.verb)) throw new AgentError('VERB_UNKNOWN')
  const { verb, session } = call
  const { guard, who } = verbRow(verb)
  if (guard === 'open' || guard === 'admin') return run(gateway, verb, call)
  if (guard === 'api') {
    if (gateway.closing) throw new AgentError('UPDATING')
    if (!session) throw new AgentError('TOKEN_MISSING')
    if (session.kind !== 'erp' && !gateway.sessions.isLive(session)) throw new AgentError('TOKEN_EXPIRED')
    if (!who.includes(session.kind)) throw new AgentError(session.kind === 'setup' ? 'SETUP_ONLY' : 'ERP_ONLY')
  }
  const perMinute = session?.kind === 'erp' ? limits.erpRequestsPerMinute : limits.requestsPerMinute
  return gateway.limiter.run(session?.id ?? call.origin, () => run(gateway, verb, call), perMinute, call.onGone)
}
