import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'
import type { Peer } from '../ipc/pipe.ts'
import { type SpoolStatus, submitMs } from './port.ts'
import type { PrintPort } from './queue.ts'
import type { Job } from './store.ts'

/** The title a job has at the spooler: one per handing over, so that a reprint is never taken for the first print. */
const titleOf = ({ id, attempt }: Pick<Job, 'id' | 'attempt'>) => `${id}.${attempt}`

const askMs = 30_000

/** The desk's print verbs as the queue's port. `peer` throws while no desk is there. */
export const createDeskPort = (peer: () => Pick<Peer, 'request'>): PrintPort => {
  const about = (job: Job) => ({
    jobId: titleOf(job),
    printer: job.printer ?? undefined,
    printerJob: job.printerJob ?? undefined,
  })
  return {
    problem: async ({ printer, documentType }) => {
      const about = { printer: printer ?? undefined, documentType: documentType ?? undefined }
      const answer = await peer().request('print.problem', about, { deadlineMs: askMs })
      return (answer as { problem?: AgentErrorCode }).problem
    },
    submit: async (job, bytes) => {
      const args = {
        jobId: titleOf(job),
        bytes: bytes.toString('base64'),
        format: job.format,
        printer: job.printer ?? undefined,
        documentType: job.documentType ?? undefined,
        copies: job.copies,
        paper: job.paper,
      }
      const answer = await peer().request('print.submit', args, { deadlineMs: submitMs })
      return answer as { printer: string; printerJob: string }
    },
    status: async (job) => {
      const answer = await peer().request('print.status', about(job), { deadlineMs: askMs })
      return answer as SpoolStatus & { printer?: string; printerJob?: string }
    },
    cancel: async (job) => {
      const answer = await peer().request('print.cancel', about(job), { deadlineMs: askMs })
      return (answer as { cancelled: boolean }).cancelled
    },
  }
}
