import { progress } from '@yibao/shared/calls/base.ts'
import { Modal, Progress } from 'antd'
import { useCall } from '../api/index.ts'
import styles from './kit.module.css'
import { Status } from './value.tsx'

/** ms between two questions. */
const pace = 1000

/** A long job by its progressId (SPEC 2): bar, text, and at the end a line per target that did not work. */
export const ProgressDialog = ({
  title,
  progressId,
  onClose,
}: {
  title: string
  progressId: string
  onClose: () => void
}) => {
  const job = useCall(progress.percentage, { progressId }, { staleTime: 0, refetchInterval: pace, silent: true })
  const { percentage = 0, text = '正在准备…', finished = false, error, results = [] } = job.data ?? {}
  const bad = results.filter((one) => !one.ok)
  const over = finished || job.error !== null
  return (
    <Modal
      open
      title={title}
      closable={over}
      keyboard={over}
      mask={{ closable: false }}
      cancelButtonProps={{ style: { display: 'none' } }}
      okText={over ? '完成' : '后台继续'}
      onOk={onClose}
      onCancel={onClose}
    >
      <Progress percent={percentage} status={error || job.error ? 'exception' : finished ? 'success' : 'active'} />
      <p role="status">{error || job.error?.message || text}</p>
      {finished && results.length > 0 && (
        <p>
          共 {results.length} 项，完成 {results.length - bad.length} 项
          {bad.length > 0 && `，未完成 ${bad.length} 项，仍保持选中`}
        </p>
      )}
      <ul className={styles.results}>
        {bad.map((one) => (
          <li key={one.target}>
            <Status tone="harm">{one.target}</Status> {one.text}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
