import { Alert, Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { CallError } from '../api/index.ts'
import { focusIfLost } from './focus-back.tsx'
import { Skeleton } from './late/antd.ts'

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
  /** A record that is still to come has the look of one meanwhile. */
  waits?: boolean
}

interface Answer {
  data?: unknown
  error: CallError | null
}

/** What a thing is called until it is there: its drawer, its line among options. */
export const unreadTitle = (error: CallError | null): string => (error ? '没有读到' : '正在读取…')

/** What stands where rows would: `text` once they were read and are none; while that waits, a sign turns there already. */
export const nothingOf = ({ data, error }: Answer, text: string): string =>
  data ? text : error ? unreadTitle(error) : ' '

/** The same for antd's table. */
export const emptyOf = (answer: Answer, text: string) => ({ emptyText: nothingOf(answer, text) })

/** Why something is not there, and the way to ask for it once more; nothing where it is. */
export const ReadFault = ({ error, again, old, waits }: FaultProps) =>
  error ? (
    <Alert
      type="error"
      showIcon
      title={error.message}
      description={error.tips || (!!old && '已显示的内容可能不是最新的。')}
      action={<Again again={again} />}
    />
  ) : (
    waits && <Skeleton active />
  )
