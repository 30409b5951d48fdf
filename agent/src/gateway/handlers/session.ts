import { limits } from '@yibao/shared/agent/protocol.ts'
import { sessionText } from '@yibao/shared/agent/ticket.ts'
import { sha256hex } from '../../hash.ts'
import { acceptTicket } from '../door/tickets.ts'
import type { Handler } from '../handler.ts'
import type { NewSession, Session } from '../session/sessions.ts'

const open: Handler<'session.open'> = async (gateway, { args, origin, jkt }) => {
  const begin = (who: NewSession, grant: string, clockSkewMs: number) => {
    const { accessToken, wsTicket } = gateway.sessions.open(who)
    const { stream, seq } = gateway.events
    const { publicKey, sign } = gateway.identity
    return {
      accessToken,
      expiresIn: limits.sessionSeconds,
      wsTicket,
      kind: who.kind as 'operator' | 'setup',
      clockSkewMs,
      events: { stream, seq },
      publicKey,
      agentSignature: sign(sessionText(sha256hex(grant), sha256hex(accessToken))),
    }
  }
  if ('setupCode' in args) {
    gateway.setupCodes.take(args.setupCode)
    return begin({ kind: 'setup', origin, jkt, sub: '', org: '' }, args.setupCode, 0)
  }
  const { sub, org, iat } = acceptTicket(gateway, args.ticket, { act: 'session', origin, jkt })
  return begin({ kind: 'operator', origin, jkt, sub, org }, args.ticket, gateway.clock() - iat * 1000)
}

const required = (session: Session | undefined) => {
  if (!session) throw new Error('the verb table promises a session here')
  return session
}

export const sessionHandlers = {
  'session.open': open,
  'session.wsTicket': (async ({ sessions }, { session }) => ({
    wsTicket: sessions.wsTicket(required(session)),
  })) satisfies Handler<'session.wsTicket'>,
  'session.close': (async ({ sessions }, { session }) => {
    sessions.close(required(session))
    return {}
  }) satisfies Handler<'session.close'>,
}
