import { type DocumentType, documentTypes } from '@yibao/shared/agent/documents.ts'
import type { JobInfo } from '@yibao/shared/agent/entities.ts'
import { isElsewhere } from '@yibao/shared/agent/slip-news.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { useState } from 'react'
import { isDoubt } from '../../agent/queue.ts'
import { runVerb } from '../../agent/run.ts'
import { useAgent } from '../../agent/store.ts'
import { sentenceOf } from '../../api/error.ts'
import { ui } from '../../api/ui.ts'
import { Button } from '../button.tsx'
import styles from './light-card.module.css'

const nameOf = ({ documentType }: JobInfo) => documentTypes[documentType as DocumentType] ?? '测试页'
const timeOf = ({ createdAt }: JobInfo) =>
  typeof createdAt === 'number' ? formatTime(new Date(createdAt)).slice(11, 16) : ''
/** The whole word: a test page and a slip wait alike. */
const stateOf = ({ state, message }: JobInfo) => message ?? (state === 'printing' ? '正在打印' : '排队中')

/**
 * What waits to be printed on this PC, oldest first; each can be taken back as long as the printer gives it back, and what
 * only a person knows is answered.
 */
export const PrintQueue = () => {
  const jobs = useAgent(({ jobs }) => jobs)
  const [busy, setBusy] = useState('')
  const once = async ({ id }: JobInfo, run: () => Promise<unknown>) => {
    setBusy(id)
    await run().catch((fault) => ui().error(sentenceOf(fault)))
    setBusy('')
  }
  const cancel = async ({ id }: JobInfo) => {
    const { state } = await runVerb('print.cancel', { id })
    if (state !== 'cancelled') ui().attention('打印机已开始打印这一张，没有取消')
  }
  const answer = ({ id }: JobInfo, printed: boolean) => runVerb('print.resolve', { id, printed })
  const buttonsOf = (job: JobInfo): [text: string, run: (job: JobInfo) => Promise<unknown>][] => {
    if (!isDoubt(job)) return [['取消打印', cancel]]
    const [yes, no] = isElsewhere(job.code) ? ['不用再打', '再打一张'] : ['已打印', '没有，重打']
    return [
      [yes, (one) => answer(one, true)],
      [no, (one) => answer(one, false)],
    ]
  }
  if (!jobs.length) return <p>没有等待打印的单据。</p>
  return (
    <ul className={styles.queue} aria-label="打印队列">
      {jobs.map((job) => (
        <li key={job.id}>
          <span>
            {nameOf(job)} {timeOf(job)}
            <small>{stateOf(job)}</small>
          </span>
          {buttonsOf(job).map(([text, run]) => (
            <Button
              key={text}
              disabled={busy === job.id}
              aria-label={`${text} ${nameOf(job)} ${timeOf(job)}`}
              onClick={() => void once(job, () => run(job))}
            >
              {text}
            </Button>
          ))}
        </li>
      ))}
    </ul>
  )
}
