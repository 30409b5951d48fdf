import { Modal } from '../../../kit/index.ts'
import { keyTexts } from '../../../reconciliation/repair/texts.ts'
import styles from './bench.module.css'

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
