import { Alert, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { Modal, useWork } from '../kit/index.ts'
import styles from './parts.module.css'

interface Role {
  roleId: string
  name: string
  remark: string
  held: boolean
  assignable: boolean
  reason: string
}

interface Props {
  title: string
  roles: Role[]
  /** Replaces what the user holds. */
  onSave: (roleIds: string[]) => Promise<unknown>
  onClose: (done: boolean) => void
}

/** Roles of one user: ticked ones are his; one that may not be given says why. */
export const AssignRoles = ({ title, roles, onSave, onClose }: Props) => {
  const [held, setHeld] = useState(() => roles.filter((role) => role.held).map(({ roleId }) => roleId))
  const [words, setWords] = useState('')
  const [running, run] = useWork()
  const save = async () => {
    await onSave(held)
    onClose(true)
  }
  const shown = roles.filter(({ name, remark }) => `${name}${remark}`.includes(words.trim()))
  return (
    <Modal
      open
      title={title}
      okText="保存"
      cancelText="不保存"
      confirmLoading={running}
      mask={{ closable: false }}
      onOk={() => void run(save)}
      onCancel={() => onClose(false)}
    >
      {roles.length ? (
        <>
          <Input
            allowClear
            value={words}
            placeholder="查找角色"
            aria-label="查找角色"
            onChange={(event) => setWords(event.target.value)}
          />
          <Checkbox.Group value={held} onChange={setHeld} className={styles.roles}>
            {shown.map(({ roleId, name, remark, assignable, reason }) => (
              <Checkbox key={roleId} value={roleId} disabled={!assignable}>
                {name} <small>{assignable ? remark : reason}</small>
              </Checkbox>
            ))}
          </Checkbox.Group>
        </>
      ) : (
        <Alert type="info" showIcon title="还没有角色" description="请先在角色页新增角色。" />
      )}
    </Modal>
  )
}
