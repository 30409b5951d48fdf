import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AgentError } from '../agent-error.ts'
import type { JobWatch } from '../os/job-watch.ts'
import { NotTaken } from '../os/raw-document.ts'
import { defaultPrinter, printRaw, removeJob, systemJobs, systemPrinters, watchJobs } from '../os/winspool.ts'
import type { PrinterInfo, Spooler, SpoolRequest } from './port.ts'
import { createSilence, type Silence } from './silence.ts'
import { isTitled } from './spooled-title.ts'
import { printPdf, sumatraPdf } from './sumatra.ts'
import { jobState, printerProblem } from './windows-status.ts'
import { within } from './within.ts'

/**
 * ms in which the spooler tells of a job once the engine has ended: of a printer that another PC shares it hears late, and
 * where a print provider cannot tell by itself it is asked every 10 s (PRINTER_NOTIFY_STATUS_POLL).
 */
const toldMs = 12_000
const lookMs = 250

/** ms from the spooler's last word to whoever waits for it. */
const wayMs = 3000

interface Options {
  /** SumatraPDF's program. */
  engine?: string
  toldMs?: number
  watch?: (printer: string) => Promise<JobWatch | undefined>
  /** Whether the printer has a job of this title. */
  has?: (printer: string, title: string) => Promise<boolean>
}

const jobOf = async (printer: string, title: string) =>
  (await systemJobs(printer)).find(({ document }) => isTitled(document, title))

const has = async (printer: string, title: string) => (await jobOf(printer, title)) !== undefined

const notTaken = (printer: string) => (fault: unknown) => {
  throw fault instanceof NotTaken ? new AgentError('PRINTER_OFFLINE', { printer }) : fault
}

/**
 * What was heard of a job before its time was up: the spooler told of one, it does not say, or ours stands in the queue.
 * That it does not stand there says nothing: it may be gone, and each driver names it as it likes.
 */
const newsOf = async (watched: JobWatch, inQueue: () => Promise<boolean>, withinMs: number) => {
  const until = performance.now() + withinMs
  for (;;) {
    const added = await watched.added()
    if (added !== false) return added ? 'told' : 'unsaid'
    const leftMs = until - performance.now()
    if (leftMs <= 0) return 'silent'
    if (await within(inQueue(), leftMs).catch(() => false)) return 'queued'
    await sleep(lookMs)
  }
}

/**
 * Prints a page and hears from the spooler that a job came. SumatraPDF may end well without having printed
 * (sumatrapdf#2630), and a fast printer's job may be gone before anybody looks: so the printer is watched from before it
 * began. Where nobody may watch, or watching is of no use (`silence`), its word is all there is. Throws PRINTER_OFFLINE and
 * PRINT_ABORTED when nothing was begun; after anything else a person is asked.
 */
const printPage = async (request: SpoolRequest, options: Required<Options>, silence: Silence): Promise<void> => {
  const { printer, title } = request
  // What is left of the gateway's patience, with what it takes to begin to watch: what hangs must not print later.
  const until = request.until - options.toldMs - wayMs
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
    if (!watched) return
    const usual = silence.usual(printer)
    const news = await newsOf(watched, () => options.has(printer, title), usual ? 0 : options.toldMs)
    if (news === 'told') silence.broken(printer)
    if (news !== 'silent' || usual) return
    silence.kept(printer)
    throw new Error('the spooler was given no job')
  } finally {
    watched?.close()
  }
}

/**
 * The Windows spooler: SumatraPDF prints, the spooler says whether a job came and its queue what became of it. It is made
 * once: it learns which printers are told of.
 */
export const createWindowsSpooler = (options: Options = {}, silence = createSilence()): Spooler => ({
  printers: async () =>
    (await systemPrinters()).map(({ name, status, attributes }): PrinterInfo => {
      const problem = printerProblem(status, attributes)
      return { name, title: name, state: problem ? 'stopped' : 'ready', problem, simulated: false }
    }),
  standard: defaultPrinter,
  submit: async (request) => {
    const { path, title, printer, raw } = request
    if (raw) {
      const bytes = await readFile(path)
      await printRaw(printer, title, bytes).catch(notTaken(printer))
      return title
    }
    // SumatraPDF names the spooled document after the file, and the file after our title.
    if (!basename(path).startsWith(title)) throw new AgentError('ARGS_INVALID', { why: 'file name' })
    const usual = { engine: sumatraPdf(), toldMs, watch: watchJobs, has }
    await printPage(request, { ...usual, ...options }, silence)
    return title
  },
  status: async (printer, title) => {
    const job = await jobOf(printer, title)
    // The spooler had it (submit, find); Windows forgets a job once it is on paper.
    return job ? jobState(job.status) : { state: 'done' }
  },
  // A job that is not in the queue may be on paper or may never have come: only one that is there is certain.
  find: async (printer, title) => ((await jobOf(printer, title)) ? title : undefined),
  cancel: async (printer, title) => {
    const job = await jobOf(printer, title)
    // One that is printed and kept was not taken back, whoever removes it.
    return job && jobState(job.status).state !== 'done' ? removeJob(printer, job.id) : false
  },
})
