import { newKey } from '../api/request.ts'
import { onAgentEvent } from './link.ts'
import { runVerb, sendToAgent } from './run.ts'

export interface PrintOptions {
  /** The document's id: the same document prints once. */
  idempotencyKey?: string
  documentType?: string
  printer?: string
  copies?: number
  paper?: '58mm' | '80mm' | '241mm' | 'A4' | 'A5'
}

export interface PrintJob {
  id: string
  /** queued, printing, done, failed, unsure, cancelled. */
  state: string
}

const final = new Set(['done', 'failed', 'unsure', 'cancelled'])
/** ms after which a job's last known state is good enough: the queue goes on by itself. */
const patienceMs = 20_000

const settled = (job: PrintJob): Promise<PrintJob> =>
  new Promise((resolve) => {
    let latest = job
    const end = () => {
      stop()
      clearTimeout(timer)
      resolve(latest)
    }
    const stop = onAgentEvent(({ event, data }) => {
      const news = data as PrintJob
      if (event !== 'print.job' || news?.id !== job.id) return
      latest = news
      if (final.has(news.state)) end()
    })
    const timer = setTimeout(() => {
      runVerb('print.get', { id: job.id })
        .then((news) => {
          latest = news as PrintJob
        })
        .catch(() => undefined)
        .finally(end)
    }, patienceMs)
  })

/** Hands a PDF to the agent's queue and waits for the job's end, at most 20 s. */
export const printPdf = async (pdf: Blob, options: PrintOptions = {}): Promise<PrintJob> => {
  const { idempotencyKey = newKey(), documentType, printer, copies, paper } = options
  const { answer } = await sendToAgent({
    method: 'POST',
    path: '/v1/print/jobs',
    query: { documentType, printer, paper, copies: copies?.toString() },
    contentType: 'application/pdf',
    body: new Uint8Array(await pdf.arrayBuffer()),
    headers: { 'idempotency-key': idempotencyKey },
  })
  const job = answer.result as PrintJob
  return final.has(job.state) ? job : settled(job)
}
