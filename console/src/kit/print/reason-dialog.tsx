import { type ReprintReason, reprintReasons } from '@yibao/shared/agent/reprint.ts'
import { Button } from 'antd'
import { useEffect } from 'react'
import { Modal } from '../late/antd.ts'
import styles from './reason-dialog.module.css'

const reasons = Object.entries(reprintReasons) as [ReprintReason, string][]

interface Props {
  text: string
  onDone: (reason: ReprintReason | undefined) => void
}

/** Why a slip is printed again: one key, or one click. */
export const ReasonDialog = ({ text, onDone }: Props) => {
  useEffect(() => {
    // Before the page: at the counter a digit would go to the scan box.
    const onKey = (event: KeyboardEvent) => {
      const [reason] = reasons[Number(event.key) - 1] ?? []
      if (!reason || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return
      event.preventDefault()
      event.stopPropagation()
      onDone(reason)
    }
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [onDone])
  return (
    <Modal
      open
      title="补打原因"
      width={400}
      onCancel={() => onDone(undefined)}
      footer={
        <Button autoFocus onClick={() => onDone(undefined)}>
          不补打
        </Button>
      }
    >
      <p>{text}</p>
      <div className={styles.reasons}>
        {reasons.map(([reason, title], i) => (
          <Button key={reason} onClick={() => onDone(reason)}>
            <kbd>{i + 1}</kbd>
            {title}
          </Button>
        ))}
      </div>
    </Modal>
  )
}
