import { progress } from '@yibao/shared/calls/base.ts'
import { Modal, Progress } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { callServer } from '../api/index.ts'
import styles from './progress-dialog.module.css'
import { useProgress } from './use-progress.ts'
import { Status } from './value.tsx'

interface Standing {
  percentage: number
  error?: string | undefined
  /** All of it went well. */
  finished: boolean
  /** It has ended, or can no longer be followed. */
  over: boolean
}

/** Full and green is all done; what ended with something left for a person says so itself, before its words are read. */
export const ProgressBar = ({ title, percentage, error, finished, over }: Standing & { title: string }) => {
  const left = over && !finished && !error
  return (
    <Progress
      aria-label={title}
      percent={percentage}
      status={error ? 'exception' : finished ? 'success' : over ? 'normal' : 'active'}
      {...(left && { strokeColor: 'var(--warn-edge)', format: () => <Status tone="warn">还要处理</Status> })}
    />
  )
}

interface FrameProps extends Standing {
  title: string
  text: string
  stop?: (() => Promise<unknown>) | undefined
  stopText?: string
  /** What leaving it says while it goes on. */
  leaveText?: string
  onClose: () => void
  children?: ReactNode
}

/** A long piece of work: bar, words, what is told of its parts, stopping and leaving it to itself. */
export const ProgressFrame = (props: FrameProps) => {
  const { title, text, error, over, stop, stopText = '完成当前后停止', onClose, children } = props
  const { leaveText = '后台继续' } = props
  const [stopping, setStopping] = useState(false)
  useEffect(() => {
    // What ended may be taken up again.
    if (over) setStopping(false)
  }, [over])
  return (
    <Modal
      open
      title={title}
      closable={over}
      mask={{ closable: false }}
      cancelText={stopping ? '正在停止…' : stopText}
      cancelButtonProps={{ disabled: stopping, style: stop && !over ? undefined : { display: 'none' } }}
      okText={over ? '完成' : leaveText}
      onOk={onClose}
      onCancel={({ type }) => {
        // Esc leaves the work to itself, as 后台继续 does; it never ends it.
        if (over || type === 'keydown') onClose()
        else if (stop) {
          setStopping(true)
          stop().catch(() => setStopping(false))
        }
      }}
    >
      <ProgressBar {...props} />
      <p role="status">{error || text}</p>
      {children}
    </Modal>
  )
}

interface Props {
  /** Else what the server calls it. */
  title?: string
  progressId: string
  /** Ends the job after the target it is at, where the server does not say that it may be stopped. */
  stop?: () => Promise<unknown>
  onClose: () => void
  /** What can be done with it when it has ended. */
  children?: ReactNode
}

/** A long job by its progressId (SPEC 2): at the end a line per target that did not work. */
export const ProgressDialog = ({ title, progressId, stop, onClose, children }: Props) => {
  const { results, name = '进度', stops, ...job } = useProgress(progressId)
  const bad = results.filter((one) => !one.ok)
  const end = stops ? () => callServer(progress.stop, { progressId }) : stop
  return (
    <ProgressFrame {...job} title={title ?? name} stop={end} onClose={onClose} finished={job.finished && !bad.length}>
      {job.finished && results.length > 0 && (
        <p>
          共 {results.length} 项，完成 {results.length - bad.length} 项{bad.length > 0 && `，未完成 ${bad.length} 项`}
        </p>
      )}
      <ul className={styles.results}>
        {bad.map((one) => (
          <li key={`${one.target} ${one.text}`}>
            <Status tone="harm">{one.target}</Status> {one.text}
          </li>
        ))}
      </ul>
      {job.finished && children}
    </ProgressFrame>
  )
}
