import type { EventFrame } from '@yibao/shared/agent/protocol.ts'

/** An event of the agent; `reset` is our own: a session has begun, or events were missed: read the state anew. */
export type AgentNews = Pick<EventFrame, 'seq' | 'data'> & { event: EventFrame['event'] | 'reset' }

const listeners = new Set<(event: AgentNews) => void>()

/** Events of the agent, in this tab. Returns the unsubscriber. */
export const onAgentEvent = (listener: (event: AgentNews) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells everybody in this tab who listens; called by the link alone. */
export const deliver = (event: AgentNews): void => {
  for (const listener of listeners) listener(event)
}
