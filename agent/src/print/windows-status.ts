import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'
import type { SpoolStatus } from './port.ts'

// What Windows' flags of a printer and of a job mean to a person.

type Problems = readonly [flags: number, code: AgentErrorCode][]

const offline = 0x80
/** PRINTER_STATUS_* that a person can cure, the most telling first. */
const printerProblems: Problems = [
  [0x08 | 0x10 | 0x40, 'PRINTER_PAPER'], // jam, out, problem
  [0x00400000, 'PRINTER_COVER'], // door open
  [0x02 | offline | 0x1000 | 0x00100000, 'PRINTER_OFFLINE'], // error, offline, not available, intervention
  [0x01, 'PRINTER_PAUSED'],
]
/** The same for JOB_STATUS_*. */
const jobProblems: Problems = [
  [0x40, 'PRINTER_PAPER'],
  [0x02 | 0x20 | 0x200 | 0x400, 'PRINTER_OFFLINE'], // error, offline, blocked, intervention
  [0x01, 'PRINTER_PAUSED'],
]

const problemOf = (status: number, table: Problems) => table.find(([flags]) => status & flags)?.[1]

/** PRINTER_ATTRIBUTE_WORK_OFFLINE: a USB printer that is off, or 脱机使用打印机; the status may be 0 with it. */
const worksOffline = 0x400

/** What keeps a printer from printing, by its PRINTER_STATUS_* and PRINTER_ATTRIBUTE_* flags. */
export const printerProblem = (status: number, attributes: number): AgentErrorCode | undefined =>
  problemOf(attributes & worksOffline ? status | offline : status, printerProblems)

const printed = 0x80
const complete = 0x1000
const deleted = 0x04 | 0x100

/**
 * Where a job of the queue stands, by its JOB_STATUS_* flags. A printer that keeps printed documents (保留打印的文档) has
 * them in its queue for ever. COMPLETE = all of it is at the printer, which is when another job leaves the queue: where
 * the printer tells of no trouble it is done. RETAINED says nothing of paper: a job that waits may be held as well.
 */
export const jobState = (status: number): SpoolStatus => {
  if (status & printed) return { state: 'done' }
  if (status & deleted) return { state: 'cancelled' }
  const problem = problemOf(status, jobProblems)
  if (problem) return { state: 'pending', problem }
  return { state: status & complete ? 'done' : 'pending' }
}
