import { type DocumentType, documentTypes } from '@yibao/shared/agent/documents.ts'
import type { JobInfo } from '@yibao/shared/agent/entities.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { useState } from 'react'
import { runVerb } from '../../agent/run.ts'
import { useAgent } from '../../agent/store.ts'
import { sentenceOf } from '../../api/error.ts'
import { ui } from '../../api/ui.ts'
import { Button } from '../button.tsx'
import styles from '../shell.module.css'

const nameOf = ({ documentType }: JobInfo) => documentTypes[documentType as DocumentType] ?? '测试页'
const timeOf = ({ createdAt }: JobInfo) =>
  typeof createdAt === 'number' ? formatTime(new Date(createdAt)).slice(11, 16) : ''
/** The whole word: a test page and a slip wait alike. */
const stateOf = ({ state, message }: JobInfo) => message ?? (state === 'printing' ? '正在打印' : '排队中')

/** What waits to be printed on this PC, oldest first; each can be taken back as long as the printer gives it back. */
export const PrintQueue = () => {
  const jobs = useAgent(({ jobs }) => jobs)
  const [busy, setBusy] = useState('')
  const cancel = async (job: JobInfo) => {
    setBusy(job.id)
    try {
      const { state } = await runVerb('print.cancel', { id: job.id })
      if (state !== 'cancelled') ui().attention('打印机已开始打印这一张，没有取消')
    } catch (fault) {
      ui().error(sentenceOf(fault))
    }
    setBusy('')
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
          <Button
            disabled={busy === job.id}
            aria-label={`取消打印 ${nameOf(job)} ${timeOf(job)}`}
            onClick={() => void cancel(job)}
          >
            取消打印
          </Button>
        </li>
      ))}
    </ul>
  )
}
