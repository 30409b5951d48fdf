import { storeTrees } from '@yibao/shared/calls/store-trees.ts'
import { Input } from 'antd'
import { type InputProps, needOf } from '../kit/index.ts'
import { useCan } from '../state/me.ts'
import { StoreSelect } from './store-select.tsx'

/** A store to narrow a list by. Who may not read the tree of stores has his own ones, which the server keeps him to. */
export const StoreFilter = (props: InputProps) => {
  const can = useCan()
  const mayChoose = (needOf(storeTrees.getUserCompanyTree) ?? []).some((wanted) => can(wanted))
  return mayChoose ? <StoreSelect {...props} /> : <Input id={props.id} disabled placeholder="权限内全部门店" />
}
