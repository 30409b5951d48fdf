import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'
import { AgentError } from '../agent-error.ts'
import { NotTaken } from '../os/raw-document.ts'
import { type JobWatch, printRaw, removeJob, systemJobs, systemPrinters, watchJobs } from '../os/winspool.ts'
import type { PrinterInfo, Spooler, SpoolRequest } from './port.ts'
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

/**
 * ms the engine has for a document, with what it takes to begin to watch: less than the gateway waits (desk-port.ts), by
 * `toldMs` too. What hangs must not print later.
 */
const engineMs = 50_000

/** ms in which the spooler tells of a job once the engine has ended: of a printer that another PC shares it hears late. */
const toldMs = 8000
const lookMs = 100

interface Options {
  /** SumatraPDF's program. */
  engine?: string
  withinMs?: number
  toldMs?: number
  watch?: (printer: string) => Promise<JobWatch | undefined>
}

const jobOf = async (printer: string, title: string) =>
  (await systemJobs(printer)).find(({ document }) => isTitled(document, title))

const notTaken = (printer: string) => (fault: unknown) => {
  throw fault instanceof NotTaken ? new AgentError('PRINTER_OFFLINE', { printer }) : fault
}

/** Whether the spooler told of a job before its time was up. */
const toldOf = async (watched: JobWatch, withinMs: number): Promise<boolean> => {
  const until = performance.now() + withinMs
  for (;;) {
    if (await watched.added()) return true
    if (performance.now() >= until) return false
    await sleep(lookMs)
  }
}

/**
 * Prints a page and hears from the spooler that a job came. SumatraPDF may end well without having printed
 * (sumatrapdf#2630), and a fast printer's job may be gone before anybody looks: so the printer is watched from before it
 * began. Where nobody may watch, its word is all there is. Throws PRINTER_OFFLINE and PRINT_ABORTED when nothing was begun;
 * after anything else a person is asked.
 */
const printPage = async (request: SpoolRequest, options: Required<Options>): Promise<void> => {
  const { printer } = request
  const until = performance.now() + options.withinMs
  const watched = await options.watch(printer).catch(notTaken(printer))
  try {
    const leftMs = Math.floor(until - performance.now())
    // Nobody would wait for what is begun now; a time of 0 would let the engine hang for ever.
    if (leftMs <= 0) throw new AgentError('PRINTER_OFFLINE', { printer })
    // Ended it has failed, as far as anybody knows: a person is asked before the slip is printed again.
    await printPdf(options.engine, request, leftMs).catch((fault: NodeJS.ErrnoException) => {
      // It did not even begin: a virus scanner took it away.
      throw fault.syscall?.startsWith('spawn') ? new AgentError('PRINT_ABORTED', { printer }) : fault
    })
    if (watched && !(await toldOf(watched, options.toldMs))) throw new Error('the spooler was given no job')
  } finally {
    watched?.close()
  }
}

/** The Windows spooler: SumatraPDF prints, the spooler says whether a job came and its queue what became of it. */
export const createWindowsSpooler = (options: Options = {}): Spooler => ({
  printers: async () =>
    (await systemPrinters()).map(({ name, status }): PrinterInfo => {
      const problem = problemOf(status, printerProblems)
      return { name, title: name, state: problem ? 'stopped' : 'ready', problem, simulated: false }
    }),
  submit: async (request) => {
    const { path, title, printer, raw } = request
    if (raw) {
      const bytes = await readFile(path)
      await printRaw(printer, title, bytes).catch(notTaken(printer))
      return title
    }
    // SumatraPDF names the spooled document after the file, and the file after our title.
    if (!basename(path).startsWith(title)) throw new AgentError('ARGS_INVALID', { why: 'file name' })
    await printPage(request, { engine: sumatraPdf(), withinMs: engineMs, toldMs, watch: watchJobs, ...options })
    return title
  },
  status: async (printer, title) => {
    const job = await jobOf(printer, title)
    // The spooler had it (submit, find); Windows forgets a job once it is on paper.
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
