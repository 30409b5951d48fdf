import { Input } from 'antd'
import type { InputProps } from '../kit/index.ts'
import { useMe } from '../state/me.ts'
import { StoreSelect } from './store-select.tsx'

/** A store to narrow a list by, or to act on. Who works in one store has no other: the server keeps him to it. */
export const StoreFilter = (props: InputProps) => {
  const ofOneStore = useMe(({ me }) => me?.user.isAdminUser === false)
  return ofOneStore ? <Input id={props.id} disabled placeholder="权限内全部门店" /> : <StoreSelect {...props} />
}

/** The same where a call takes a list of stores: the one that was chosen. */
export const ListedStoreFilter = ({ value, onChange, ...props }: InputProps) => {
  const [chosen] = (value as string[] | undefined) ?? []
  return <StoreFilter {...props} value={chosen} onChange={(next) => onChange?.(next ? [next] : undefined)} />
}
