import type { Gateway } from '../context.ts'
import type { Session } from '../sessions.ts'

/** ms the gateway waits: a person types a PIN within 90 s, a list comes at once (agent 4.2). */
export const deadlines = { list: 10_000, person: 90_000, dll: 120_000 } as const

/** Asks the desk on behalf of a session. Throws AgentError. */
export const askDesk = (
  { desk }: Gateway,
  verb: string,
  args: unknown,
  deadlineMs: number,
  session: Session | undefined,
) => desk.request(verb, args, { deadlineMs, ...(session && { caller: session.id }) })
