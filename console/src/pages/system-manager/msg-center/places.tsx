import { ybConfig } from '@yibao/shared/calls/base.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import type { OrganNode } from '@yibao/shared/entities/permission.ts'
import { Select, TreeSelect } from 'antd'
import { useCall } from '../../../api/index.ts'
import type { InputProps } from '../../../kit/index.ts'

interface Option {
  value: string
  title: string
  children?: Option[]
}

const optionsOf = (nodes: readonly OrganNode[]): Option[] =>
  nodes.map(({ key, name, storeId, children }) => ({
    value: storeId ?? key,
    title: name,
    children: children.length ? optionsOf(children) : undefined,
  }))

/** Several stores out of company, area and store. */
export const StoresSelect = ({ id, value, onChange }: InputProps) => {
  const answer = useCall(roleUser.getUserCompanyTree, {})
  return (
    <TreeSelect
      id={id}
      multiple
      treeCheckable
      allowClear
      style={{ width: '100%' }}
      placeholder="范围为「门店」时选择"
      loading={answer.loading}
      value={value as string[] | undefined}
      treeData={optionsOf(answer.data?.nodes ?? [])}
      onChange={(next) => onChange?.(next)}
    />
  )
}

/** Several of the areas the person may choose. */
export const AreasSelect = ({ id, value, onChange }: InputProps) => {
  const answer = useCall(ybConfig.pullUserMedicalAreas, {})
  const areas = answer.data?.medicalAreas.flatMap(({ areaCode, areaName, childs }) =>
    childs.length
      ? childs.map((child) => ({ value: child.childAreaCode, label: child.childAreaName }))
      : [{ value: areaCode, label: areaName }],
  )
  return (
    <Select
      id={id}
      mode="multiple"
      allowClear
      style={{ width: '100%' }}
      placeholder="范围为「区划」时选择"
      loading={answer.loading}
      value={value as string[] | undefined}
      options={areas}
      onChange={(next) => onChange?.(next)}
    />
  )
}
