import { menuRole } from '@yibao/shared/calls/menu-role.ts'
import { callServer, useCall } from '../api/index.ts'
import { type InputProps, OneSelect, optionsRead } from '../kit/index.ts'

/** To whom a new menu role may belong; '' where it is no company. */
export const OwnerSelect = (props: InputProps) => {
  const answer = useCall(menuRole.getMenuRoleOwners, {})
  const options = answer.data?.map(({ companyId, name }) => ({ value: companyId, label: name }))
  return <OneSelect {...props} needed placeholder="选择归属" read={optionsRead(answer)} options={options} />
}

/** The first of them; refused before anything is filled in, where there is none. */
export const firstOwner = async () => ({ companyId: (await callServer(menuRole.getMenuRoleOwners, {}))[0]?.companyId })
