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

/** Ended, or waiting for a person: the caller has something to say and no reason to wait on. */
const told = ({ state, code }: JobInfo) => final.has(state) || code !== undefined

const settled = (job: JobInfo): Promise<JobInfo> =>
  new Promise((resolve) => {
    let latest = job
    const hear = (news: JobInfo) => {
      latest = news
      if (told(news)) end()
    }
    const end = () => {
      stop()
      clearTimeout(timer)
      resolve(latest)
    }
    const stop = onAgentEvent(({ event, data }) => {
      const news = data as JobInfo
      if (event !== 'print.job' || news?.id !== job.id) return
      hear(news)
    })
    const ask = () => runVerb('print.get', { id: job.id }).then(hear, () => undefined)
    const timer = setTimeout(() => void ask().finally(end), patienceMs)
    // What happened between the answer and the listening was said to nobody.
    void ask()
  })

const routeOf = (verb: 'print.submit') => {
  const { method, path } = verbRow(verb)
  return { method, path }
}

/** Hands a PDF to the agent's queue and waits for the job's end or for why it waits, at most 20 s. */
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
  return told(job) ? job : settled(job)
}
