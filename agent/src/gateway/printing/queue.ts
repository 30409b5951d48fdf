import { join } from 'node:path'
import type { JobInfo } from '@yibao/shared/agent/entities.ts'
import { createDeskPort } from '../../print/desk-port.ts'
import { type AskElsewhere, Elsewhere } from '../../print/elsewhere.ts'
import { PrintQueue } from '../../print/queue.ts'
import { createJobStore } from '../../print/store.ts'
import type { Desk } from '../desk/port.ts'
import { jobInfoOf, type PrintJobs, printJobs } from './jobs.ts'

interface DurableQueue {
  jobs: PrintJobs
  /** Waits for the hand-over under way and closes the store. */
  stop: () => Promise<void>
}

/**
 * The print queue over its store in `folder` and the desk's print verbs; it wakes whenever the desk comes back. `elsewhere`
 * is asked about slips that have waited.
 */
export const durableQueue = (
  folder: string,
  desk: Desk,
  onChange: (job: JobInfo) => void,
  elsewhere?: AskElsewhere,
): DurableQueue => {
  const store = createJobStore(join(folder, 'jobs.sqlite'))
  const request = (verb: string, args: unknown, options?: { deadlineMs?: number }) =>
    desk.request(verb, args, { deadlineMs: options?.deadlineMs ?? 30_000 })
  const queue = new PrintQueue({
    store,
    port: createDeskPort(() => ({ request })),
    ...(elsewhere && { elsewhere: new Elsewhere({ ask: elsewhere }) }),
    onChange: (job) => onChange(jobInfoOf(job)),
  })
  const stopListening = desk.onEvent((event) => {
    if (event === 'desk.state' && desk.state === 'ready') queue.wake()
  })
  return {
    jobs: printJobs(queue, store),
    stop: async () => {
      stopListening()
      await queue.stop()
      store.close()
    },
  }
}
