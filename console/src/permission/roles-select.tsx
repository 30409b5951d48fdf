import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { useCall } from '../api/index.ts'
import { type InputProps, ManySelect, OneSelect, optionsRead } from '../kit/index.ts'
import { useMe } from '../state/me.ts'

type Read = typeof roleUser.getMenuRoleByUser | typeof roleUser.getDataRoleByUser

// What may be given does not depend on whom it is given to: one's own list is the list for a new user.
const useRoles = (call: Read) => {
  const userId = useMe((state) => state.me?.user.userId)
  return useCall(call, userId ? { userId } : null)
}

const rolesSelect = (call: Read) =>
  function RolesSelect({ id, value, onChange }: InputProps) {
    const answer = useRoles(call)
    const options = answer.data?.roles.map(({ roleId, name, assignable, reason }) => ({
      value: roleId,
      label: name,
      disabled: !assignable,
      title: reason,
    }))
    return <ManySelect id={id} read={optionsRead(answer)} value={value} options={options} onChange={onChange} />
  }

export const MenuRolesSelect = rolesSelect(roleUser.getMenuRoleByUser)
export const DataRolesSelect = rolesSelect(roleUser.getDataRoleByUser)

const roleFilter = (call: Read) =>
  function RoleFilter(props: InputProps) {
    const answer = useRoles(call)
    const options = answer.data?.roles.map(({ roleId, name }) => ({ value: roleId, label: name }))
    return <OneSelect {...props} placeholder="全部" read={optionsRead(answer)} options={options} />
  }

/** One role to find its users by, whether or not the person may give it. */
export const MenuRoleFilter = roleFilter(roleUser.getMenuRoleByUser)
export const DataRoleFilter = roleFilter(roleUser.getDataRoleByUser)
