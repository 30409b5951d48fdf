import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { Select } from 'antd'
import { useCall } from '../api/index.ts'
import type { InputProps } from '../kit/index.ts'
import { useMe } from '../state/me.ts'

const rolesSelect = (call: typeof roleUser.getMenuRoleByUser | typeof roleUser.getDataRoleByUser) =>
  function RolesSelect({ id, value, onChange }: InputProps) {
    // What may be given does not depend on whom it is given to: one's own list is the list for a new user.
    const userId = useMe((state) => state.me?.user.userId)
    const answer = useCall(call, userId ? { userId } : null)
    const options = answer.data?.roles.map(({ roleId, name, assignable, reason }) => ({
      value: roleId,
      label: name,
      disabled: !assignable,
      title: reason,
    }))
    return (
      <Select
        id={id}
        mode="multiple"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        style={{ width: '100%' }}
        placeholder="可选多个"
        loading={answer.loading}
        value={(value as string[] | undefined) ?? []}
        options={options}
        onChange={(next) => onChange?.(next)}
      />
    )
  }

export const MenuRolesSelect = rolesSelect(roleUser.getMenuRoleByUser)
export const DataRolesSelect = rolesSelect(roleUser.getDataRoleByUser)
