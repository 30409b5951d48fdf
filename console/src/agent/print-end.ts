import type { JobInfo } from '@yibao/shared/agent/entities.ts'
import { isElsewhere } from '@yibao/shared/agent/slip-news.ts'

/** How a print ended, as Slip/Printed knows it. */
export type PrintEnd = 'done' | 'failed' | 'unsure' | 'browser'

/** The agent's states that are an end, as the server is told of them. */
const endOfState: Readonly<Partial<Record<string, PrintEnd>>> = {
  done: 'done',
  failed: 'failed',
  cancelled: 'failed',
  unsure: 'unsure',
}

/**
 * How a job ended, as the server is told; undefined while it goes on, or waits for a person because its slip came out
 * elsewhere: that is no paper of this printer.
 */
export const endOf = ({ state, code }: Pick<JobInfo, 'state' | 'code'>): PrintEnd | undefined =>
  state === 'unsure' && isElsewhere(code) ? undefined : endOfState[state]
