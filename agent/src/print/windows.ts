import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'
import { AgentError } from '../agent-error.ts'
import { NotTaken } from '../os/raw-document.ts'
import { printRaw, removeJob, systemJobs, systemPrinters } from '../os/winspool.ts'
import type { PrinterInfo, Spooler } from './port.ts'
import { isTitled } from './spooled-title.ts'
import { printPdf, sumatraPdf } from './sumatra.ts'

/** Flags of PRINTER_STATUS_* that a person can cure, the most telling first. */
const printerProblems: [flags: number, code: AgentErrorCode][] = [
  [0x08 | 0x10 | 0x40, 'PRINTER_PAPER'], // jam, out, problem
  [0x00400000, 'PRINTER_COVER'], // door open
  [0x02 | 0x80 | 0x1000 | 0x00100000, 'PRINTER_OFFLINE'], // error, offline, not available, intervention
  [0x01, 'PRINTER_PAUSED'],
]
/** The same for JOB_STATUS_*. */
const jobProblems: typeof printerProblems = [
  [0x40, 'PRINTER_PAPER'],
  [0x02 | 0x20 | 0x200 | 0x400, 'PRINTER_OFFLINE'], // error, offline, blocked, intervention
  [0x01, 'PRINTER_PAUSED'],
]
const deleted = 0x04 | 0x100

const problemOf = (status: number, table: typeof printerProblems) => table.find(([flags]) => status & flags)?.[1]

/** ms the engine has for a document: less than the gateway waits (desk-port.ts). What hangs must not print later. */
const engineMs = 50_000

const jobOf = async (printer: string, title: string) =>
  (await systemJobs(printer)).find(({ document }) => isTitled(document, title))

/** The Windows spooler: SumatraPDF prints, the spooler's queue says what became of it. */
export const createWindowsSpooler = (engine: string = sumatraPdf(), withinMs: number = engineMs): Spooler => ({
  printers: async () =>
    (await systemPrinters()).map(({ name, status }): PrinterInfo => {
      const problem = problemOf(status, printerProblems)
      return { name, title: name, state: problem ? 'stopped' : 'ready', problem, simulated: false }
    }),
  submit: async (request) => {
    const { path, title, printer, raw } = request
    if (raw) {
      const bytes = await readFile(path)
      await printRaw(printer, title, bytes).catch((fault) => {
        throw fault instanceof NotTaken ? new AgentError('PRINTER_OFFLINE', { printer }) : fault
      })
      return title
    }
    // SumatraPDF names the spooled document after the file, and the file after our title.
    if (!basename(path).startsWith(title)) throw new AgentError('ARGS_INVALID', { why: 'file name' })
    // Ended it has failed, as far as anybody knows: a person is asked before the slip is printed again.
    await printPdf(engine, request, withinMs).catch((fault: NodeJS.ErrnoException) => {
      // It did not even begin: a virus scanner took it away.
      throw fault.syscall?.startsWith('spawn') ? new AgentError('PRINT_ABORTED', { printer }) : fault
    })
    return title
  },
  status: async (printer, title) => {
    const job = await jobOf(printer, title)
    // SumatraPDF ended well, so the job was spooled; Windows forgets a job once it is on paper.
    if (!job) return { state: 'done' }
    if (job.status & deleted) return { state: 'cancelled' }
    const problem = problemOf(job.status, jobProblems)
    return problem ? { state: 'pending', problem } : { state: 'pending' }
  },
  // A job that is not in the queue may be on paper or may never have come: only one that is there is certain.
  find: async (printer, title) => ((await jobOf(printer, title)) ? title : undefined),
  cancel: async (printer, title) => {
    const job = await jobOf(printer, title)
    return job ? removeJob(printer, job.id) : false
  },
})
