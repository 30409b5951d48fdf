import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useDraft } from '../kit/form/leave.ts'
import { type CheckNode, CheckTree, Modal, useWork, whileRunning } from '../kit/index.ts'
import { leafNames } from '../kit/tree/nodes.ts'
import { isViewWindow } from '../state/storage.ts'
import { OthersChange } from './others-change.tsx'
import { type Ticked, useTicks } from './use-ticks.ts'

interface Props {
  title: string
  intro?: ReactNode
  nodes: CheckNode[]
  opened: Ticked
  /** What is ticked now; another person may have saved since. Absent: nobody else can. */
  read?: () => Promise<Ticked>
  /** Saves the ticks over those that `seen` marks; absent: only looked at. */
  onSave?: (ticks: string[], seen: string) => Promise<unknown>
  /** What other ticks a tick brings or takes. */
  follow?: (before: readonly string[], after: readonly string[]) => string[]
  onClose: (done: boolean) => void
}

/** The rights of a role, or of a user to look at: a tree with ticks. */
export const RightsDialog = ({ title, intro, nodes, opened, read, onSave: mayChange, follow, onClose }: Props) => {
  // Through somebody else's eyes there is nothing to change.
  const onSave = isViewWindow() ? undefined : mayChange
  const { ticks, setTicks, changed, change, send } = useTicks({
    opened,
    read: read ?? (async () => opened),
    save: async (...given) => onSave?.(...given),
  })
  const [running, run] = useWork()
  const { close, leave } = useDraft(changed, running, onClose)
  const save = async () => {
    if (!onSave) return close(false)
    if (await send()) close(true)
  }
  const names = change && leafNames(nodes)
  return (
    <Modal
      open
      width={520}
      title={title}
      okText={onSave ? '保存' : '关闭'}
      cancelText="不保存"
      cancelButtonProps={onSave ? undefined : { style: { display: 'none' } }}
      okButtonProps={whileRunning(running)}
      mask={{ closable: !onSave }}
      onOk={() => void run(save)}
      onCancel={() => void leave()}
    >
      {intro}
      <OthersChange change={change} nameOf={(tick) => names?.get(tick) ?? tick} />
      {nodes.length ? (
        <CheckTree
          nodes={nodes}
          checked={ticks}
          readOnly={!onSave || running}
          onChange={(next) => setTicks(follow ? follow(ticks, next) : next)}
        />
      ) : (
        <Alert type="info" title="没有可以分配的权限" />
      )}
    </Modal>
  )
}
