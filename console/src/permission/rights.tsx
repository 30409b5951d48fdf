import type { OrganNode } from '@yibao/shared/entities/permission.ts'
import { Alert } from 'antd'
import { type ReactNode, useState } from 'react'
import { type CheckNode, CheckTree, Modal, useWork } from '../kit/index.ts'

/** Nodes of area, company and store. */
export const organNodes = (nodes: readonly OrganNode[]): CheckNode[] =>
  nodes.map(({ key, name, disabled, areaCode = '', children }) => ({
    key,
    title: name,
    words: areaCode,
    disabled,
    children: children.length ? organNodes(children) : undefined,
  }))

interface Props {
  title: string
  intro?: ReactNode
  nodes: CheckNode[]
  checked: readonly string[]
  /** Absent: only looked at. */
  onSave?: (checked: string[]) => Promise<unknown>
  onClose: (done: boolean) => void
}

/** The rights of a role, or of a user to look at: a tree with ticks. */
export const RightsDialog = ({ title, intro, nodes, checked, onSave, onClose }: Props) => {
  const [keys, setKeys] = useState(checked)
  const [running, run] = useWork()
  const save = async () => {
    if (!onSave) return onClose(false)
    await onSave([...keys])
    onClose(true)
  }
  return (
    <Modal
      open
      width={520}
      title={title}
      okText={onSave ? '保存' : '关闭'}
      cancelText="不保存"
      cancelButtonProps={onSave ? undefined : { style: { display: 'none' } }}
      confirmLoading={running}
      mask={{ closable: !onSave }}
      onOk={() => void run(save)}
      onCancel={() => onClose(false)}
    >
      {intro}
      {nodes.length ? (
        <CheckTree nodes={nodes} checked={keys} readOnly={!onSave} onChange={setKeys} />
      ) : (
        <Alert type="info" title="没有可以分配的权限" />
      )}
    </Modal>
  )
}
