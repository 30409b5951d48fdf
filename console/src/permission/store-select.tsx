import { roleUser } from '@yibao/shared/calls/role-user.ts'
import type { OrganNode } from '@yibao/shared/entities/permission.ts'
import { TreeSelect } from 'antd'
import { useCall } from '../api/index.ts'
import type { InputProps } from '../kit/index.ts'

interface Option {
  value: string
  title: string
  selectable: boolean
  children?: Option[]
}

const optionsOf = (nodes: readonly OrganNode[]): Option[] =>
  nodes.map(({ key, name, storeId, children }) => ({
    value: storeId ?? key,
    title: name,
    selectable: storeId !== undefined,
    children: children.length ? optionsOf(children) : undefined,
  }))

/** A store out of company, area and store. */
export const StoreSelect = ({ id, value, onChange }: InputProps) => {
  const answer = useCall(roleUser.getUserCompanyTree, {})
  return (
    <TreeSelect
      id={id}
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll
      style={{ width: '100%' }}
      placeholder="选择门店"
      loading={answer.loading}
      value={value as string | undefined}
      treeData={optionsOf(answer.data?.nodes ?? [])}
      onChange={(next) => onChange?.(next)}
    />
  )
}
