import type { JobInfo } from '@yibao/shared/agent/entities.ts'
import { isAgentErrorCode } from '@yibao/shared/agent/errors.ts'
import { AgentError } from './agent-error.ts'
import { scalarsOf } from './desk-port.ts'
import type { PrintJobs, PrintOrder } from './jobs.ts'

interface JobLike {
  id: string
  state: string
}

/** The print queue of agent/src/print, as far as the gateway uses it. */
export interface QueueLike {
  submit(order: PrintOrder & { pdf: Buffer }): { job: JobLike }
  cancel(id: string): Promise<boolean>
  resolve(id: string, printed: boolean): void
  retry(id: string): void
}

/** Its store. */
export interface StoreLike {
  get(id: string): JobLike | undefined
  list(): JobLike[]
}

/** The queue's own errors by their code. */
const translated = async <T>(work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
    if (!isAgentErrorCode(code)) throw error
    // The only argument a checked order can still get wrong is an id that was used with other bytes.
    throw new AgentError(
      code === 'ARGS_INVALID' ? 'IDEMPOTENCY_CHANGED' : code,
      scalarsOf((error as { detail?: unknown }).detail),
    )
  }
}

/** The durable print queue behind the print verbs. */
export const printJobs = (queue: QueueLike, store: StoreLike): PrintJobs => {
  const known = (job: JobLike | undefined): JobInfo | undefined => job && { ...job }
  const after = (id: string, work: () => unknown) =>
    translated(async () => {
      await work()
      return known(store.get(id))
    })
  return {
    submit: (order) => translated(() => ({ ...queue.submit({ ...order, pdf: Buffer.from(order.pdf) }).job })),
    get: async (id) => known(store.get(id)),
    list: async () => store.list().map((job) => ({ ...job })),
    cancel: (id) => after(id, () => queue.cancel(id)),
    resolve: (id, printed) => after(id, () => queue.resolve(id, printed)),
    retry: (id) => after(id, () => queue.retry(id)),
  }
}
