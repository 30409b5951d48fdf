import { Input } from 'antd'
import type { InputProps } from '../kit/index.ts'
import { useMe } from '../state/me.ts'
import { AnyStoreSelect, StoreSelect } from './store-select.tsx'

/** Who works in one store has no other: the server keeps him to it. */
const ownOr = (Select: typeof StoreSelect) => (props: InputProps) => {
  const ofOneStore = useMe(({ me }) => me?.user.isAdminUser === false)
  return ofOneStore ? <Input id={props.id} disabled placeholder="权限内全部门店" /> : <Select {...props} />
}

/**
 * A store to narrow a list by, or whose books are closed: also one that was given up, for its last month is claimed and its
 * customers bring goods back all the same.
 */
export const StoreFilter = ownOr(AnyStoreSelect)

/** A store to do something with that only an open one can. */
export const OpenStoreFilter = ownOr(StoreSelect)

/** The same where a call takes a list of stores: the one that was chosen. */
export const ListedStoreFilter = ({ value, onChange, ...props }: InputProps) => {
  const [chosen] = (value as string[] | undefined) ?? []
  return <StoreFilter {...props} value={chosen} onChange={(next) => onChange?.(next ? [next] : undefined)} />
}
