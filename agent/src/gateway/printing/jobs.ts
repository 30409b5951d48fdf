import type { BatchInfo, JobInfo } from '@yibao/shared/agent/entities.ts'
import { agentErrors, fillText } from '@yibao/shared/agent/errors.ts'
import type { PrinterSettings } from '@yibao/shared/agent/printing.ts'
import type { PrintQueue } from '../../print/queue.ts'
import type { Job, JobStore, NewJob } from '../../print/store.ts'

/** A stored job as it is told: answers of both transports and the event say the same. */
export const jobInfoOf = ({ problem, printer, asked: _, insisted: __, ...job }: Job): JobInfo => ({
  ...job,
  ...(printer !== null && { printer }),
  ...(problem && {
    code: problem,
    message: fillText(agentErrors[problem].message, printer === null ? {} : { printer }),
  }),
})

/**
 * The durable print queue behind the print verbs; each answers the job as it is then, undefined when there is none.
 * `submit` throws IDEMPOTENCY_CHANGED; `cancel`, `resolve` and `retry` throw JOB_UNKNOWN.
 */
export const printJobs = (queue: PrintQueue, store: JobStore) => {
  const get = async (id: string): Promise<JobInfo | undefined> => {
    const job = store.get(id)
    return job && jobInfoOf(queue.shown(job))
  }
  const batch = (id: string): BatchInfo | undefined => {
    const items = store.batch(id).map((job) => jobInfoOf(queue.shown(job)))
    if (!items.length) return undefined
    const states: Record<string, number> = {}
    for (const { state } of items) states[state] = (states[state] ?? 0) + 1
    return { id, items, states }
  }
  return {
    get,
    batch,
    /** Takes back what is not printed yet, the last item first; each item then says what became of it. */
    cancelBatch: async (id: string) => {
      for (const item of store.batch(id).reverse()) await queue.cancel(item.id).catch(() => false)
      return batch(id)
    },
    list: async (): Promise<JobInfo[]> => store.list().map((job) => jobInfoOf(queue.shown(job))),
    submit: async (order: NewJob): Promise<JobInfo> => jobInfoOf(queue.submit(order).job),
    cancel: async (id: string) => {
      await queue.cancel(id)
      return get(id)
    },
    /** A person's word about an unsure job: printed, or print it again. */
    resolve: async (id: string, printed: boolean) => {
      queue.resolve(id, printed)
      return get(id)
    },
    /** Other printers were chosen: what waits at a former one follows, where the new one prints what it is. */
    chosenAnew: ({ default: standard, byDocumentType }: PrinterSettings) =>
      queue.chosenAnew(({ documentType, format }) => {
        const set = new Map(Object.entries(byDocumentType)).get(documentType ?? '')
        return (set?.mode === 'receipt') === (format === 'receipt') ? (set?.printer ?? standard) : undefined
      }),
    /** Prints a job again that ended with a fault. */
    retry: async (id: string) => {
      queue.retry(id)
      return get(id)
    },
  }
}

export type PrintJobs = ReturnType<typeof printJobs>
