import { menuRole } from '@yibao/shared/calls/menu-role.ts'
import { roleInfo } from '@yibao/shared/calls/role.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useCall } from '../api/index.ts'
import { Modal, ReadFault } from '../kit/index.ts'
import styles from './parts.module.css'
import { onlyIn } from './role-difference.ts'

interface Named {
  roleId: string
  name: string
}

const Side = ({ name, rights }: { name: string; rights: readonly string[] }) => (
  <section className={styles.side}>
    <h3>
      只有「{name}」有（{rights.length}）
    </h3>
    <ul>
      {rights.map((right) => (
        <li key={right}>{right}</li>
      ))}
    </ul>
    {rights.length === 0 && <p>没有</p>}
  </section>
)

/** 对比: what a menu role has and another has not, both ways. */
const CompareRoles = ({ role, onClose }: { role: Named; onClose: () => void }) => {
  const [otherId, setOtherId] = useState<string>()
  const roles = useCall(menuRole.paged, { pageSize: 500 })
  const mine = useCall(roleInfo.getRoleInfo, { roleType: 'menu', roleId: role.roleId })
  const theirs = useCall(roleInfo.getRoleInfo, otherId ? { roleType: 'menu', roleId: otherId } : null)
  const others = (roles.data?.items ?? []).filter(({ roleId }) => roleId !== role.roleId)
  const [one, other] = [mine.data?.menuRole, theirs.data?.menuRole]
  const unread = [roles, mine, theirs].find(({ error }) => error)
  return (
    <Modal open title={`「${role.name}」与另一个角色对比`} width={640} footer={null} onCancel={onClose}>
      <Select
        aria-label="与哪个角色对比"
        placeholder="选择另一个角色"
        style={{ width: '100%' }}
        showSearch={{ optionFilterProp: 'label' }}
        loading={roles.loading || theirs.loading}
        value={otherId}
        options={others.map(({ roleId, name }) => ({ value: roleId, label: name }))}
        onChange={setOtherId}
      />
      {unread && <ReadFault error={unread.error} again={unread.refetch} />}
      {one && other && (
        <div className={styles.sides}>
          <Side name={one.name} rights={onlyIn(one, other)} />
          <Side name={other.name} rights={onlyIn(other, one)} />
        </div>
      )}
    </Modal>
  )
}

export default CompareRoles
