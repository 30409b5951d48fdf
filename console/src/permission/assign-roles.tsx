import { Alert, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { clear } from '../kit/clear.tsx'
import { useDraft } from '../kit/form/leave.ts'
import { Modal, useWork, whileRunning } from '../kit/index.ts'
import { OthersChange } from './others-change.tsx'
import styles from './parts.module.css'
import { type Ticked, useTicks } from './use-ticks.ts'

interface Role {
  roleId: string
  name: string
  remark: string
  held: boolean
  assignable: boolean
  reason: string
}

interface Offer {
  roles: Role[]
  mark: string
}

interface Props {
  title: string
  offer: Offer
  /** The offer as it is now; another person may have saved since. */
  read: () => Promise<Offer>
  /** Replaces what the user holds, which `seen` marks. */
  onSave: (roleIds: string[], seen: string) => Promise<unknown>
  onClose: (done: boolean) => void
}

const heldIn = ({ roles, mark }: Offer): Ticked => ({
  ticks: roles.filter(({ held }) => held).map(({ roleId }) => roleId),
  mark,
})

/** Roles of one user: ticked ones are his; one that may not be given says why. */
export const AssignRoles = ({ title, offer, read, onSave, onClose }: Props) => {
  const [{ roles }, setOffer] = useState(offer)
  const again = async () => {
    const now = await read()
    setOffer(now)
    return heldIn(now)
  }
  const { ticks, setTicks, changed, change, send } = useTicks({ opened: heldIn(offer), read: again, save: onSave })
  const [words, setWords] = useState('')
  const [running, run] = useWork()
  const { close, leave } = useDraft(changed, running, onClose)
  const save = async () => {
    if (await send()) close(true)
  }
  const shown = roles.filter(({ name, remark }) => `${name}${remark}`.includes(words.trim()))
  // A group of boxes tells of those it shows: what the search hides keeps its tick.
  const tick = (given: string[]) =>
    setTicks([...ticks.filter((held) => !shown.some(({ roleId }) => roleId === held)), ...given])
  const nameOf = (tick: string) => [...roles, ...offer.roles].find(({ roleId }) => roleId === tick)?.name ?? tick
  return (
    <Modal
      open
      title={title}
      okText="保存"
      cancelText="不保存"
      okButtonProps={whileRunning(running)}
      mask={{ closable: false }}
      onOk={() => void run(save)}
      onCancel={() => void leave()}
    >
      <OthersChange change={change} nameOf={nameOf} />
      {roles.length ? (
        <>
          <Input
            allowClear={clear}
            value={words}
            placeholder="查找角色"
            aria-label="查找角色"
            onChange={(event) => setWords(event.target.value)}
          />
          <Checkbox.Group value={[...ticks]} onChange={tick} className={styles.roles}>
            {shown.map(({ roleId, name, remark, assignable, reason }) => (
              <Checkbox key={roleId} value={roleId} disabled={!assignable || running}>
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
