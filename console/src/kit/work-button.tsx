import { Button } from 'antd'
import type { Dialogs } from './dialog-kinds.ts'
import { useDialogs } from './dialogs.tsx'
import { useWork, whileRunning } from './use-work.ts'

interface Props {
  text: string
  danger?: true
  work: (dialogs: Dialogs) => Promise<void>
}

/** A button whose work opens dialogs of its own: at the foot of a drawer, which is no list with tools for its actions. */
export const WorkButton = ({ text, danger, work }: Props) => {
  const [dialogs, opened] = useDialogs()
  const [busy, run] = useWork()
  return (
    <>
      <Button danger={danger} {...whileRunning(busy)} onClick={() => void run(() => work(dialogs))}>
        {text}
      </Button>
      {opened}
    </>
  )
}
