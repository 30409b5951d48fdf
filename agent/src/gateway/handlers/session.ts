import { limits } from '@yibao/shared/agent/protocol.ts'
import type { Handler } from '../handler.ts'
import type { NewSession, Session } from '../sessions.ts'
import { acceptTicket } from '../tickets.ts'

const open: Handler<'session.open'> = async (gateway, { args, origin, jkt }) => {
  const begin = (who: NewSession, clockSkewMs: number) => {
    const { accessToken, wsTicket } = gateway.sessions.open(who)
    const { stream, seq } = gateway.events
    return {
      accessToken,
      expiresIn: limits.sessionSeconds,
      wsTicket,
      kind: who.kind as 'operator' | 'setup',
      clockSkewMs,
      events: { stream, seq },
    }
  }
  if ('setupCode' in args) {
    gateway.setupCodes.take(args.setupCode)
    return begin({ kind: 'setup', origin, jkt, sub: '', org: '' }, 0)
  }
  const { sub, org, iat } = acceptTicket(gateway, args.ticket, { act: 'session', origin, jkt })
  return begin({ kind: 'operator', origin, jkt, sub, org }, gateway.clock() - iat * 1000)
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
