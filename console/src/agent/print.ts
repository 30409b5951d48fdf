import type { JobInfo } from '@yibao/shared/agent/entities.ts'
import { headers } from '@yibao/shared/agent/protocol.ts'
import { type VerbArgs, verbRow } from '@yibao/shared/agent/verbs.ts'
import { newKey } from '../api/request.ts'
import { onAgentEvent } from './link.ts'
import { runVerb, sendToAgent } from './run.ts'

export interface PrintOptions {
  /** The document's id: the same document prints once. */
  idempotencyKey?: string
  documentType?: string
  printer?: string
  copies?: number
  paper?: VerbArgs<'print.submit'>['paper']
}

const final = new Set(['done', 'failed', 'unsure', 'cancelled'])
/** ms after which a job's last known state is good enough: the queue goes on by itself. */
const patienceMs = 20_000

const settled = (job: JobInfo): Promise<JobInfo> =>
  new Promise((resolve) => {
    let latest = job
    const end = () => {
      stop()
      clearTimeout(timer)
      resolve(latest)
    }
    const stop = onAgentEvent(({ event, data }) => {
      const news = data as JobInfo
      if (event !== 'print.job' || news?.id !== job.id) return
      latest = news
      if (final.has(news.state)) end()
    })
    const timer = setTimeout(() => {
      runVerb('print.get', { id: job.id })
        .then((news) => {
          latest = news
        })
        .catch(() => undefined)
        .finally(end)
    }, patienceMs)
  })

const routeOf = (verb: 'print.submit') => {
  const { method, path } = verbRow(verb)
  return { method, path }
}

/** Hands a PDF to the agent's queue and waits for the job's end, at most 20 s. */
export const printPdf = async (pdf: Blob, options: PrintOptions = {}): Promise<JobInfo> => {
  const { idempotencyKey = newKey(), documentType, printer, copies, paper } = options
  const { answer } = await sendToAgent({
    ...routeOf('print.submit'),
    query: { documentType, printer, paper, copies: copies?.toString() },
    contentType: 'application/pdf',
    body: new Uint8Array(await pdf.arrayBuffer()),
    headers: { [headers.idempotencyKey]: idempotencyKey },
  })
  const job = answer.result as JobInfo
  return final.has(job.state) ? job : settled(job)
}
