import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'
import { AgentError } from '../agent-error.ts'
import type { SpoolStatus } from './port.ts'
import type { Job, JobState, JobStore, NewJob } from './store.ts'

/** The print system as the queue sees it: in the product the desk's print verbs. */
export interface PrintPort {
  /** Throws AgentError when the job was certainly not taken; any other error and the codes of `notKnown` = not known. */
  submit: (job: Job, pdf: Buffer) => Promise<{ printer: string; printerJob: string }>
  /** Without `printerJob` the job is looked for by its id. */
  status: (job: Job) => Promise<SpoolStatus & { printer?: string; printerJob?: string }>
  cancel: (job: Job) => Promise<boolean>
}

export interface PrintQueueOptions {
  store: JobStore
  port: PrintPort
  onChange?: (job: Job) => void
  /** A fault of ours or of the disk; the jobs stay and the next round tries again. */
  onFault?: (error: unknown) => void
  /** Between two looks at a job under way and before a waiting one is tried again. */
  pollMs?: number
  retryMs?: number
  /** How long ended jobs are listed. */
  keepMs?: number
}

/** A job may be tried again after these: it was not taken, and a person or time can cure it. */
const curable = new Set<AgentErrorCode>([
  'PRINTER_OFFLINE',
  'PRINTER_PAPER',
  'PRINTER_COVER',
  'DRIVER_BUSY',
  'DRIVER_OPEN',
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
 * Prints each job of a store once. A job is marked 'printing' on disk before it is handed over; whatever is found
 * so after a crash was perhaps printed: the spooler is asked, and without its word a person is (ux.md 1.8).
 */
export class PrintQueue {
  private readonly options: PrintQueueOptions & { pollMs: number; retryMs: number; keepMs: number }
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined
  private again = false
  private stopped = false
  private readonly notBefore = new Map<string, number>()
  /** Who did not take a job: for the words about it only, the next try chooses anew. */
  private readonly refusedBy = new Map<string, string>()

  constructor(options: PrintQueueOptions) {
    this.options = { pollMs: 1000, retryMs: 5000, keepMs: 7 * 24 * 3600_000, ...options }
  }

  /** Takes a job (see JobStore.add) and starts on it. */
  submit(job: NewJob) {
    const taken = this.options.store.add(job)
    if (taken.fresh) this.changed(job.id)
    this.wake()
    return taken
  }

  /** A job as it is told: one that nobody took yet names the printer that did not. */
  shown(job: Job): Job {
    return { ...job, printer: job.printer ?? this.refusedBy.get(job.id) ?? null }
  }

  /** Looks at all jobs now; call it once at the start and whenever the desk comes back. */
  wake() {
    if (this.stopped) return
    if (this.running) {
      this.again = true
      return
    }
    clearTimeout(this.timer)
    this.running = this.round()
      .catch((error) => this.options.onFault?.(error))
      .then(() => {
        this.running = undefined
        if (this.stopped) return
        if (this.again) this.wake()
        else if (this.open()) this.timer = setTimeout(() => this.wake(), this.options.pollMs)
      })
  }

  /** Takes a job back. True when it will certainly not be printed. */
  async cancel(id: string): Promise<boolean> {
    const { store, port } = this.options
    const job = store.get(id)
    if (!job) throw new AgentError('JOB_UNKNOWN')
    if (this.to(id, 'queued', 'cancelled') || this.to(id, 'failed', 'cancelled')) return true
    if (job.state !== 'printing' || !job.printerJob) return job.state === 'cancelled'
    return (await port.cancel(job)) && this.to(id, 'printing', 'cancelled')
  }

  /** A person's answer about an unsure job: printed, or print it (again). Throws JOB_UNKNOWN when nobody asked. */
  resolve(id: string, printed: boolean) {
    if (!this.to(id, 'unsure', printed ? 'done' : 'queued')) throw new AgentError('JOB_UNKNOWN')
    this.wake()
  }

  /** Prints a failed job again. */
  retry(id: string) {
    if (!this.to(id, 'failed', 'queued')) throw new AgentError('JOB_UNKNOWN')
    this.wake()
  }

  /** Stops working and waits for the step under way (a hand-over takes up to the desk's deadline). */
  async stop() {
    this.stopped = true
    clearTimeout(this.timer)
    await this.running
  }

  private open() {
    const { store } = this.options
    return store.in('printing').length + store.in('queued').length > 0
  }

  private async round() {
    this.again = false
    const { store, keepMs } = this.options
    for (const job of store.in('printing')) await this.look(job)
    for (const job of store.in('queued')) {
      if (this.stopped) return
      if ((this.notBefore.get(job.id) ?? 0) <= performance.now()) await this.handOver(job)
    }
    store.prune(Date.now() - keepMs)
  }

  private async handOver(job: Job) {
    const { store, port, retryMs } = this.options
    const pdf = store.pdf(job.id)
    // Printed again at a person's word: what the printer still holds of the last time must not come out as well.
    if (job.printerJob) await port.cancel(job).catch(() => false)
    if (!pdf || !this.to(job.id, 'queued', 'printing')) return
    try {
      const { printer, printerJob } = await port.submit(store.get(job.id)!, pdf)
      this.to(job.id, 'printing', 'printing', { printer, printerJob })
      await this.look(store.get(job.id)!)
    } catch (error) {
      // Not known: the next round asks the spooler.
      if (!(error instanceof AgentError) || notKnown.has(error.code)) return
      const wait = curable.has(error.code)
      if (typeof error.detail.printer === 'string') this.refusedBy.set(job.id, error.detail.printer)
      if (wait) this.notBefore.set(job.id, performance.now() + retryMs)
      this.to(job.id, 'printing', wait ? 'queued' : 'failed', { problem: error.code })
    }
  }

  private async look(job: Job) {
    const { port } = this.options
    // Whoever cannot be asked now is asked in the next round.
    const status = await port.status(job).catch(() => undefined)
    if (!status) {
      if (!job.problem) this.to(job.id, 'printing', 'printing', { problem: 'PRINTER_OFFLINE' })
      return
    }
    const { state, problem, printer, printerJob } = status
    const found = { printer, printerJob, problem: problem ?? null }
    if (state === 'done' || state === 'failed' || state === 'cancelled') this.to(job.id, 'printing', state, found)
    else if (state === 'gone' || problem === 'PRINT_UNSURE')
      this.to(job.id, 'printing', 'unsure', { ...found, problem: 'PRINT_UNSURE' })
    else if ((problem ?? null) !== job.problem || (printerJob && !job.printerJob))
      this.to(job.id, 'printing', 'printing', found)
  }

  private to(id: string, from: JobState, to: JobState, set: Parameters<JobStore['move']>[3] = {}) {
    const moved = this.options.store.move(id, from, to, set)
    if (moved) this.changed(id)
    return moved
  }

  private changed(id: string) {
    const job = this.options.store.get(id)
    if (job) this.options.onChange?.(this.shown(job))
  }
}
