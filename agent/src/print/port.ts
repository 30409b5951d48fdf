import type { Paper } from '@yibao/shared/agent/documents.ts'
import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'

/** A printer as `print.printers` shows it. */
export interface PrinterInfo {
  name: string
  title: string
  /** unknown = the printer cannot tell: nobody says ready for it */
  state: 'ready' | 'busy' | 'stopped' | 'unknown'
  /** What keeps it from printing. */
  problem?: AgentErrorCode
  simulated: boolean
}

/** What is handed to a spooler. `title` is our job id: by it the job is found again after a crash. */
export interface SpoolRequest {
  title: string
  /** Path of the document; the spooler has copied it when `submit` resolves. */
  path: string
  /** The printer's own codes (ESC/POS), which no driver may touch; else a PDF. Copies are in the codes already. */
  raw: boolean
  printer: string
  copies: number
  paper: Paper
  /** Moment of performance.now() from which nobody waits for it any more: what hangs must not print later. */
  until: number
}

/** ms the gateway waits until a document is handed over, the choosing of its printer included. */
export const submitMs = 60_000

/** Where a job stands at the spooler: `gone` = the spooler does not know it (any more). */
export interface SpoolStatus {
  state: 'pending' | 'done' | 'failed' | 'cancelled' | 'gone'
  /** Why it waits. */
  problem?: AgentErrorCode
}

/** A print system. `submit` throws AgentError only when the job was certainly not taken; any other error = not known. */
export interface Spooler {
  printers: () => Promise<PrinterInfo[]>
  /** The printer that this user's system prints to where nobody says which, if it says one. */
  standard?: () => Promise<string | undefined>
  submit: (request: SpoolRequest) => Promise<string>
  status: (printer: string, printerJob: string) => Promise<SpoolStatus>
  /** The spooler's number of the job with this title, if it has one. */
  find: (printer: string, title: string) => Promise<string | undefined>
  /** Whether the job was taken back before it was printed. */
  cancel: (printer: string, printerJob: string) => Promise<boolean>
}
