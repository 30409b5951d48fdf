import type { JobInfo } from '@yibao/shared/agent/entities.ts'
import { headers } from '@yibao/shared/agent/protocol.ts'
import type { ReprintReason } from '@yibao/shared/agent/reprint.ts'
import { type VerbArgs, verbRow } from '@yibao/shared/agent/verbs.ts'
import { CallError } from '../api/error.ts'
import { newKey } from '../api/request.ts'
import { followJob } from './follow.ts'
import { onAgentEvent } from './news.ts'
import { runVerb, sendToAgent } from './run.ts'
import { requestOfVerb } from './wire.ts'

/** A document that prints another one again: which, and why (agent: print.submit). */
export interface Reprint {
  of: string
  reason: ReprintReason
}

export interface PrintOptions {
  /** The document's id: the same document prints once. */
  idempotencyKey?: string
  documentType?: string
  printer?: string
  copies?: number
  paper?: VerbArgs<'print.submit'>['paper']
  /** Documents of one batch print in their order and are taken back together. */
  batch?: string
  reprint?: Reprint | undefined
  /** The same document for a receipt printer; called where the agent asks for it. */
  receipt?: () => Promise<VerbArgs<'print.receipt'>['receipt']>
}

const final = new Set(['done', 'failed', 'unsure', 'cancelled'])
/** ms after which a job's last known state is good enough: the queue goes on by itself. */
const patienceMs = 20_000
/** ms a job that waits for a person is watched. */
const longestMs = 30 * 60_000

/** Ended, or waiting for a person: the caller has something to say and no reason to wait on. */
const told = ({ state, code }: JobInfo) => final.has(state) || code !== undefined

const ask = (id: string): Promise<JobInfo> => runVerb('print.get', { id })

/** The job once it is as wanted: the agent says so itself, and is asked where its word does not reach this tab. */
const heard = (job: JobInfo, until: (job: JobInfo) => boolean, limitMs: number): Promise<JobInfo> =>
  new Promise((resolve) => {
    const end = (now: JobInfo) => {
      stop()
      resolve(now)
    }
    const stop = onAgentEvent(({ event, data }) => {
      const news = data as JobInfo
      if (event === 'print.job' && news?.id === job.id && until(news)) end(news)
    })
    // What happened between the answer and the listening was said to nobody.
    ask(job.id)
      .catch(() => job)
      .then((now) => followJob(now, { ask, until, limitMs }))
      .then(end, () => end(job))
  })

/** Waits for the end of a job that waits for paper or its printer, at most half an hour. */
export const endOfPrint = (job: JobInfo): Promise<JobInfo> => heard(job, ({ state }) => final.has(state), longestMs)

/** The job's end or why it waits, at most 20 s: what a person at the printer is told. */
export const followPrint = async (job: JobInfo): Promise<JobInfo> => (told(job) ? job : heard(job, told, patienceMs))

const routeOf = (verb: 'print.submit') => {
  const { method, path } = verbRow(verb)
  return { method, path }
}

const sendPage = async (pdf: Blob, query: Record<string, string | undefined>, key: Record<string, string>) =>
  sendToAgent({
    ...routeOf('print.submit'),
    query,
    contentType: 'application/pdf',
    body: new Uint8Array(await pdf.arrayBuffer()),
    headers: key,
  })

/**
 * Hands a document to the agent's queue; the job as it is then. The agent knows which documents this counter prints with
 * receipt codes, and asks for the receipt then.
 */
export const submitPdf = async (pdf: Blob, options: PrintOptions = {}): Promise<JobInfo> => {
  const { idempotencyKey = newKey(), documentType, printer, copies, paper, batch, reprint, receipt } = options
  const about = { documentType, printer, paper, batch, reprintOf: reprint?.of, reason: reprint?.reason }
  const key = { [headers.idempotencyKey]: idempotencyKey }
  const asReceipt = async (error: unknown) => {
    if (!receipt || !(error instanceof CallError) || error.code !== 'RECEIPT_WANTED') throw error
    const args = { ...about, copies, receipt: await receipt() }
    return sendToAgent({ ...requestOfVerb('print.receipt', args), headers: key })
  }
  const { answer } = await sendPage(pdf, { ...about, copies: copies?.toString() }, key).catch(asReceipt)
  return answer.result as JobInfo
}

/** submitPdf, and waits for the job's end or for why it waits, at most 20 s. */
export const printPdf = async (pdf: Blob, options: PrintOptions = {}): Promise<JobInfo> =>
  followPrint(await submitPdf(pdf, options))
