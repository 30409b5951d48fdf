import type { AgentErrorCode } from './errors.ts'

/**
 * What became elsewhere of a slip that waits in an agent's queue, as SlipsElsewhere answers it, and the code its job has
 * then: the very document came out or may have, a later one of its order did, or the order was taken back.
 */
export const slipNews = {
  out: 'SLIP_OUT',
  again: 'SLIP_REPRINTED',
  reversed: 'SLIP_REVERSED',
} as const satisfies Record<string, AgentErrorCode>
export type SlipNews = keyof typeof slipNews

const codes = new Set<unknown>(Object.values(slipNews))

/** Whether a job waits for a person because of what happened elsewhere: nothing of it has left this printer. */
export const isElsewhere = (code: unknown): boolean => codes.has(code)

/** Of these the document itself is not on any paper: whoever wants it no more has taken it back. */
export const isSuperseded = (code: unknown): boolean => code === slipNews.again || code === slipNews.reversed
