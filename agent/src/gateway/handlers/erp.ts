import type { Handler } from '../dispatch.ts'
import type { Session } from '../sessions.ts'

const side = (session: Session | undefined) => (session?.kind === 'erp' ? 'erp' : 'console')

const send: Handler<'erp.send'> = async ({ frames, events, clock }, { args, session }) => {
  const { isNew, ...sent } = frames.send(side(session), args, clock())
  if (isNew) events.emit('erp.frame', { ...args, seq: sent.seq })
  return sent
}

const list: Handler<'erp.list'> = async ({ frames, clock }, { args, session }) => {
  const since = args.since ?? 0
  const found = args.pending
    ? frames.pending(side(session), since, clock(), args.billNo)
    : frames.list(side(session), since, args.billNo)
  return { frames: found, seq: found.at(-1)?.seq ?? since }
}

export const erpHandlers = { 'erp.send': send, 'erp.list': list }
