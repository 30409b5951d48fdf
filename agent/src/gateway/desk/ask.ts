import { limits } from '@yibao/shared/agent/protocol.ts'
import { fitsOf } from '@yibao/shared/fits.ts'
import type * as z from 'zod/mini'
import { AgentError } from '../../agent-error.ts'
import type { Session } from '../session/sessions.ts'
import type { Desk } from './port.ts'

/** ms the gateway waits: a person types a PIN within 90 s, a list comes at once (agent 4.2). */
export const deadlines = { list: 10_000, person: 90_000, dll: limits.deadlineMs, reload: 300_000 } as const

interface Question<S extends z.ZodMiniType> {
  verb: string
  args?: unknown
  deadlineMs: number
  /** What the answer must be. */
  shape: S
  /** Who asks; the gateway itself when absent. */
  session?: Session | undefined
}

/** Asks the desk and checks its answer. Throws AgentError; DRIVER_GARBLED for an answer of another shape. */
export const askDesk = async <S extends z.ZodMiniType>(desk: Desk, question: Question<S>): Promise<z.output<S>> => {
  const { verb, args = {}, deadlineMs, shape, session } = question
  const answer = await desk.request(verb, args, { deadlineMs, ...(session && { caller: session.id }) })
  if (fitsOf(shape)(answer)) return answer as z.output<S>
  const parsed = shape.safeParse(answer)
  if (!parsed.success) throw new AgentError('DRIVER_GARBLED')
  return parsed.data
}
