import type { ErpDraft } from '@yibao/shared/agent/erp.ts'
import type { Gateway } from '../context.ts'
import type { ErpSide } from '../erp/frames.ts'
import type { Handler } from '../handler.ts'
import type { Session } from '../session/sessions.ts'

const side = (session: Session | undefined): ErpSide => (session?.kind === 'erp' ? 'erp' : 'console')

/** Puts a frame into the post box, and says so to who listens. Throws as the box does. */
export const putFrame = ({ frames, events, clock }: Gateway, from: ErpSide, draft: ErpDraft) => {
  const { isNew, ...sent } = frames.send(from, draft, clock())
  if (isNew) events.emit('erp.frame', { ...draft, seq: sent.seq })
  return sent
}

const send: Handler<'erp.send'> = async (gateway, { args, session }) => putFrame(gateway, side(session), args)

const list: Handler<'erp.list'> = async ({ frames, clock }, { args, session }) => {
  const since = args.since ?? 0
  const found = args.pending
    ? frames.pending(side(session), since, clock(), args.billNo)
    : frames.list(side(session), since, args.billNo)
  return { frames: found, seq: found.at(-1)?.seq ?? since }
}

export const erpHandlers = { 'erp.send': send, 'erp.list': list }
