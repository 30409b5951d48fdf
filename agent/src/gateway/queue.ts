import { join } from 'node:path'
import { AgentError as DeviceError, isCode } from '../codes.ts'
import { createDeskPort } from '../print/desk-port.ts'
import { PrintQueue } from '../print/queue.ts'
import { createJobStore } from '../print/store.ts'
import { type Desk, DeskError } from './desk-port.ts'
import type { PrintJobs } from './jobs.ts'
import { printJobs } from './print-jobs.ts'

/** A desk's refusal in the queue's words; a request that never left is an offline printer, anything else is not known. */
const translated = (error: unknown): unknown => {
  if (!(error instanceof DeskError)) return error
  if (!error.sent) return new DeviceError('PRINTER_OFFLINE')
  return isCode(error.code) ? new DeviceError(error.code, error.detail) : error
}

export interface DurableQueue {
  jobs: PrintJobs
  /** Waits for the hand-over under way and closes the store. */
  stop: () => Promise<void>
}

/** The print queue over its store in `folder` and the desk's print verbs; it wakes whenever the desk comes back. */
export const durableQueue = (
  folder: string,
  desk: Desk,
  onChange: (job: { id: string; state: string }) => void,
): DurableQueue => {
  const store = createJobStore(join(folder, 'jobs.sqlite'))
  const request = (verb: string, args: unknown, options?: { deadlineMs?: number }) =>
    desk
      .request(verb, args, { deadlineMs: options?.deadlineMs ?? 30_000 })
      .catch((error: unknown) => Promise.reject(translated(error)))
  const queue = new PrintQueue({ store, port: createDeskPort(() => ({ request })), onChange })
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
