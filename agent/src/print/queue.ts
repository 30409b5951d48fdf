import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'
import { isSuperseded } from '@yibao/shared/agent/slip-news.ts'
import { AgentError } from '../agent-error.ts'
import { isDiskFull } from '../files/sqlite.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { SpoolStatus } from './port.ts'
import { problemOf, silenceOf, verdictOf } from './refusals.ts'
import type { Job, JobState, JobStore, NewJob } from './store.ts'
import { within } from './within.ts'

/** The print system as the queue sees it: in the product the desk's print verbs. */
export interface PrintPort {
  /** Throws AgentError when the job was certainly not taken; of what else it throws says refusals.ts. */
  submit: (job: Job, bytes: Buffer) => Promise<{ printer: string; printerJob: string }>
  /** Without `printerJob` the job is looked for by its id. */
  status: (job: Job) => Promise<SpoolStatus & { printer?: string; printerJob?: string }>
  cancel: (job: Job) => Promise<boolean>
  /** What keeps the job's printer from printing now, without handing anything over; throws as `submit` does. */
  problem?: (job: Job) => Promise<AgentErrorCode | undefined>
}

interface PrintQueueOptions {
  store: JobStore
  port: PrintPort
  /** Asked before a slip is printed that has waited; nothing is, when absent. */
  elsewhere?: Elsewhere
  onChange?: (job: Job) => void
  /** A fault of ours or of the disk; the jobs stay and the next round tries again. */
  onFault?: (error: unknown) => void
  /** Between two looks at a job under way and before a waiting one is tried again. */
  pollMs?: number
  retryMs?: number
  /** How long one step of a job (hand over, look, take back) may keep its printer's other jobs waiting. */
  deadlineMs?: number
  /** How long ended jobs are kept, the newest ones longer (store.ts). */
  keepMs?: number
}

type Times = 'pollMs' | 'retryMs' | 'keepMs' | 'deadlineMs'

/**
 * Jobs of one printer follow each other; printers do not wait for one another. Which one a job by its type will get is
 * known when that has taken it.
 */
const laneOf = ({ state, printer, printerJob, asked, documentType }: Job) => {
  const place = state === 'printing' && printerJob ? printer : asked
  return place === null ? `type ${documentType}` : `printer ${place}`
}

/**
 * Prints each job of a store once. A job is marked 'printing' on disk before it is handed over; whatever is found
 * so after a crash was perhaps printed: the spooler is asked, and without its word a person is (ux.md 1.8).
 */
export class PrintQueue {
  private readonly options: PrintQueueOptions & Required<Pick<PrintQueueOptions, Times>>
  private timer: NodeJS.Timeout | undefined
  /** The step under way of each printer. */
  private readonly lanes = new Map<string, Promise<void>>()
  /** Lanes that got work while they were at it. */
  private readonly again = new Set<string>()
  private stopped = false
  private readonly notBefore = new Map<string, number>()
  /** Who did not take a job: for the words about it only, the next try chooses anew. */
  private readonly refusedBy = new Map<string, string>()
  /** Jobs that wait at a printer on which their type is not printed any more. */
  private readonly leaving = new Set<string>()
  /** The disk did not take the last step of a job: what waits is told so, and the store cannot keep it. */
  private diskFull = false

  constructor(options: PrintQueueOptions) {
    this.options = { pollMs: 1000, retryMs: 5000, deadlineMs: 70_000, keepMs: 7 * 24 * 3600_000, ...options }
  }

  /** Takes a job (see JobStore.add) and starts on it. */
  submit(job: NewJob) {
    const taken = this.options.store.add(job)
    if (taken.fresh) {
      this.options.elsewhere?.hear(job.id)
      this.changed(job.id)
    }
    this.wake()
    return taken
  }

  /** A job as it is told: one that nobody took yet names the printer that did not, or that the disk is full. */
  shown(job: Job): Job {
    const problem = this.diskFull && job.state === 'queued' ? 'DISK_FULL' : job.problem
    return { ...job, problem, printer: job.printer ?? this.refusedBy.get(job.id) ?? null }
  }

  /** Looks at all jobs now; call it once at the start and whenever the desk comes back. */
  wake() {
    for (const { id, problem } of this.options.store.in('queued')) if (problem === 'NO_DESK') this.notBefore.delete(id)
    this.round(true)
  }

  /** Takes a job back. True when it will certainly not be printed. */
  async cancel(id: string): Promise<boolean> {
    const { store, port, deadlineMs } = this.options
    const job = store.get(id)
    if (!job) throw new AgentError('JOB_UNKNOWN')
    if (this.to(id, 'queued', 'cancelled') || this.to(id, 'failed', 'cancelled')) return true
    if (job.state !== 'printing' || !job.printerJob) return job.state === 'cancelled'
    return (await within(port.cancel(job), deadlineMs)) && this.to(id, 'printing', 'cancelled')
  }

  /**
   * A person's answer about an unsure job: printed, or print it (again), whatever came out elsewhere. One that is not
   * wanted any more because something else came in its place was not printed. Throws JOB_UNKNOWN when nobody asked.
   */
  resolve(id: string, printed: boolean) {
    const { problem } = this.options.store.get(id) ?? {}
    const moved = !printed
      ? this.to(id, 'unsure', 'queued', { insisted: true })
      : isSuperseded(problem)
        ? this.to(id, 'unsure', 'cancelled', { problem })
        : this.to(id, 'unsure', 'done')
    if (!moved) throw new AgentError('JOB_UNKNOWN')
    this.wake()
  }

  /** Prints a failed job again. */
  retry(id: string) {
    if (!this.to(id, 'failed', 'queued')) throw new AgentError('JOB_UNKNOWN')
    this.wake()
  }

  /**
   * Somebody has chosen other printers: what waits at one of the former, and was not sent to just that one, goes to the
   * printer that `chosen` names for it, once the print system says that it has given it back.
   */
  chosenAnew(chosen: (job: Job) => string | undefined) {
    for (const job of this.options.store.in('printing')) {
      const to = job.asked === null && job.problem ? chosen(job) : undefined
      if (to !== undefined && to !== job.printer) this.leaving.add(job.id)
    }
    this.wake()
  }

  /** Stops working and waits for the step under way (a hand-over takes up to the desk's deadline). */
  async stop() {
    this.stopped = true
    clearTimeout(this.timer)
    await Promise.all(this.lanes.values())
  }

  private open() {
    const { store } = this.options
    return store.in('printing').length + store.in('queued').length > 0
  }

  /** `news`: a printer at work looks again when it is through, instead of at the next poll. */
  private round(news: boolean, only?: string) {
    if (this.stopped) return
    clearTimeout(this.timer)
    try {
      this.options.store.prune(this.options.keepMs)
      for (const [lane, jobs] of this.dueByLane()) {
        if (only !== undefined && lane !== only) continue
        if (!this.lanes.has(lane)) this.lanes.set(lane, this.work(lane, jobs))
        else if (news) this.again.add(lane)
      }
    } catch (error) {
      this.fault(error)
    }
    this.timer = this.open() ? setTimeout(() => this.round(false), this.options.pollMs) : undefined
  }

  /** What is under way, and what waits behind nothing: a printer that took one job not now gets none before it. */
  private dueByLane() {
    const { store } = this.options
    const now = performance.now()
    const lanes = new Map<string, Job[]>()
    const held = new Set<string>()
    for (const job of [...store.in('printing'), ...store.in('queued')]) {
      const lane = laneOf(job)
      if (job.state === 'queued' && (this.notBefore.get(job.id) ?? 0) > now) held.add(lane)
      if (job.state === 'printing' || !held.has(lane)) lanes.set(lane, [...(lanes.get(lane) ?? []), job])
    }
    return lanes
  }

  private async work(lane: string, jobs: readonly Job[]) {
    try {
      await Promise.all(jobs.filter(({ state }) => state === 'printing').map((job) => this.look(job)))
      await this.inTurn(jobs.filter(({ state }) => state === 'queued'))
    } catch (error) {
      this.fault(error)
    }
    this.lanes.delete(lane)
    if (this.again.delete(lane)) this.round(false, lane)
  }

  /** One after the other, as long as the printer takes them and they are still wanted (elsewhere.ts). */
  private async inTurn(jobs: readonly Job[]) {
    const { store, elsewhere } = this.options
    const newsOf = elsewhere?.round()
    for (const [n, { id }] of jobs.entries()) {
      const job = store.get(id)
      if (job?.state !== 'queued') continue
      const news = (await newsOf?.([job, ...jobs.slice(n + 1)])) ?? []
      for (const [one, problem] of news) if (!store.get(one)?.insisted) this.to(one, 'queued', 'unsure', { problem })
      if (this.stopped || !(await this.handOver(job))) break
    }
  }

  /** Whether what refused a job is still so: handed over for the same answer, it was perhaps printed when the PC goes off in it. */
  private async stillRefused(job: Job): Promise<boolean> {
    const { port, deadlineMs } = this.options
    const asked = job.problem ? port.problem?.(job) : undefined
    return asked !== undefined && (await problemOf(within(asked, deadlineMs))) === job.problem
  }

  /** False when the printer takes nothing now: what waits behind this job waits on. */
  private async handOver(job: Job): Promise<boolean> {
    const { store, port, retryMs, deadlineMs } = this.options
    if (await this.stillRefused(job)) {
      this.notBefore.set(job.id, performance.now() + retryMs)
      return false
    }
    const bytes = store.bytes(job.id)
    if (!bytes || store.get(job.id)?.state !== 'queued') return true
    // Printed again at a person's word: what a printer still holds of the last time, or took late, must not come out too.
    if (job.printerJob || job.insisted) await within(port.cancel(job), deadlineMs).catch(() => false)
    if (!this.to(job.id, 'queued', 'printing')) return true
    try {
      const { printer, printerJob } = await within(port.submit(store.get(job.id)!, bytes), deadlineMs)
      this.to(job.id, 'printing', 'printing', { printer, printerJob })
      await this.look(store.get(job.id)!)
      return true
    } catch (error) {
      const verdict = verdictOf(error)
      // The next round asks the spooler.
      if ('perhaps' in verdict) return true
      const { waits, fault } = verdict
      if (typeof fault.detail.printer === 'string') this.refusedBy.set(job.id, fault.detail.printer)
      if (waits) this.notBefore.set(job.id, performance.now() + retryMs)
      this.to(job.id, 'printing', waits ? 'queued' : 'failed', { problem: fault.code })
      return !waits
    }
  }

  private async look(job: Job) {
    const { port, deadlineMs } = this.options
    // Whoever cannot be asked now is asked in the next round.
    const status = await within(port.status(job), deadlineMs).catch(silenceOf)
    if (typeof status === 'string') {
      // What the printer itself lacked when it was last asked says more.
      const says = job.problem === null || job.problem === 'NO_DESK'
      if (says && status !== job.problem) this.to(job.id, 'printing', 'printing', { problem: status })
      return
    }
    const { state, problem, printer, printerJob } = status
    const found = { printer, printerJob, problem: problem ?? null }
    if (state !== 'pending') this.leaving.delete(job.id)
    else if (problem !== 'PRINT_UNSURE' && this.leaving.has(job.id)) return this.giveBack(job)
    if (state === 'done' || state === 'failed' || state === 'cancelled') this.to(job.id, 'printing', state, found)
    else if (state === 'gone' || problem === 'PRINT_UNSURE')
      this.to(job.id, 'printing', 'unsure', { ...found, problem: 'PRINT_UNSURE' })
    else if ((problem ?? null) !== job.problem || (printerJob && !job.printerJob))
      this.to(job.id, 'printing', 'printing', found)
  }

  /** A printer that does not give a job back keeps it: it would come out at both. */
  private async giveBack(job: Job) {
    const { port, deadlineMs } = this.options
    if (!(await within(port.cancel(job), deadlineMs).catch(() => false))) return
    this.leaving.delete(job.id)
    if (this.to(job.id, 'printing', 'queued')) this.wake()
  }

  private to(id: string, from: JobState, to: JobState, set: Parameters<JobStore['move']>[3] = {}) {
    const moved = this.options.store.move(id, from, to, set)
    if (moved) {
      this.room(true)
      this.changed(id)
    }
    return moved
  }

  private fault(error: unknown) {
    this.options.onFault?.(error)
    if (isDiskFull(error)) this.room(false)
  }

  /** Whether the disk has room, as its last answer said; what waits is told when that is another one. */
  private room(is: boolean) {
    if (this.diskFull === !is) return
    this.diskFull = !is
    for (const { id } of this.options.store.in('queued')) this.changed(id)
  }

  private changed(id: string) {
    const job = this.options.store.get(id)
    if (job?.state !== 'queued' && job?.state !== 'printing') this.options.elsewhere?.forget(id)
    if (job) this.options.onChange?.(this.shown(job))
  }
}
