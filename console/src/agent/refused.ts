import type { AgentState } from './store.ts'

const states: Readonly<Record<string, AgentState>> = {
  TICKET_WRONG_STORE: 'wrongStore',
  'agent.store': 'wrongStore',
  'agent.unknown': 'wrongStore',
  'store.missing': 'noStore',
  PROTOCOL_TOO_OLD: 'tooOld',
  // The server's ticket is of another time than this PC's: ahead it has ended here, behind it has not begun.
  CLOCK_SKEW: 'clock',
  TICKET_EXPIRED: 'clock',
  ORIGIN_NOT_ALLOWED: 'notListed',
  'agent.origin': 'notListed',
}

/**
 * What a session that did not come about says of the agent (ux 4). `answered` = the agent itself had just been heard:
 * its silence to the page's own request then is a refusal that the browser may not show, not a stopped agent.
 */
export const stateOfRefusal = (code: string, answered: boolean): AgentState =>
  states[code] ?? (code === 'agent.stopped' && answered ? 'notListed' : 'stopped')
