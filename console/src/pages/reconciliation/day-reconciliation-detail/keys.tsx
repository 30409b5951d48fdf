import { Modal } from '../../../kit/index.ts'
import styles from './bench.module.css'
import { keyTexts } from './texts.ts'

/** The sheet of the bench's keys. */
export const BenchKeys = ({ onClose }: { onClose: () => void }) => (
  <Modal open title="按键" footer={null} onCancel={onClose}>
    <dl className={styles.keys}>
      {keyTexts.map(([key, text]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </Modal>
)
