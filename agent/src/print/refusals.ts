import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'
import { AgentError } from '../agent-error.ts'
import { neverSent } from '../no-desk.ts'

/** A job may be tried again after these: it was not taken, and a person or time can cure it. */
const curable = new Set<AgentErrorCode>([
  'PRINTER_OFFLINE',
  'PRINTER_PAUSED',
  'PRINTER_PAPER',
  'PRINTER_COVER',
  'DISK_FULL',
  'DRIVER_BUSY',
  'DRIVER_OPEN',
  'NO_DESK',
])
const notKnown = new Set<AgentErrorCode>([
  'PRINT_UNSURE',
  'OUTCOME_UNKNOWN',
  'INTERNAL',
  'NO_DESK',
  'DRIVER_CRASHED',
  'DRIVER_TIMEOUT',
  'DRIVER_OVERRUN',
])

/**
 * What a hand-over that came to nothing says of its job: it was perhaps taken, it was not and waits, or it ends with this
 * fault.
 */
export const verdictOf = (error: unknown): { perhaps: true } | { waits: boolean; fault: AgentError } => {
  if (!(error instanceof AgentError) || (notKnown.has(error.code) && !neverSent(error))) return { perhaps: true }
  return { waits: curable.has(error.code), fault: error }
}

/** What a printer says keeps it from printing, or the question itself came to; undefined where neither says anything. */
export const problemOf = (asked: Promise<AgentErrorCode | undefined>) =>
  asked.catch((error: unknown) => (error instanceof AgentError ? error.code : undefined))

/** Why nobody says how a job stands: the desk that asks the print system is away, or that says nothing. */
export const silenceOf = (error: unknown): 'NO_DESK' | 'PRINTER_OFFLINE' =>
  error instanceof AgentError && error.code === 'NO_DESK' ? 'NO_DESK' : 'PRINTER_OFFLINE'
