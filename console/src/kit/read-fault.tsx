import { Alert, Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { CallError } from '../api/index.ts'
import { focusIfLost } from './focus-back.tsx'

const Again = ({ again }: { again: () => unknown }) => {
  const button = useRef<HTMLButtonElement>(null)
  // It goes with the fault, and the focus to what could be read.
  useEffect(() => {
    const around = button.current!.closest('.ant-alert')!.parentElement!
    around.tabIndex = -1
    return () => focusIfLost(around)
  }, [])
  return (
    <Button ref={button} size="small" onClick={() => void again()}>
      重新读取
    </Button>
  )
}

interface FaultProps {
  error: CallError | null
  again: () => unknown
  /** What was read before stands there all the same. */
  old?: unknown
}

/** What a table without rows says: `text` once it was read, nothing while that waits or its ReadFault says why not. */
export const emptyOf = (read: unknown, text: string) => ({ emptyText: read ? text : ' ' })

/** Why something is not there, and the way to ask for it once more; nothing where it is. */
export const ReadFault = ({ error, again, old }: FaultProps) =>
  error && (
    <Alert
      type="error"
      showIcon
      title={error.message}
      description={error.tips || (!!old && '已显示的内容可能不是最新的。')}
      action={<Again again={again} />}
    />
  )
