import { reportDefinition } from '@yibao/shared/calls/report-definition.ts'
import { Select } from 'antd'
import { useCall } from '../../../api/index.ts'
import type { InputProps } from '../../../kit/index.ts'
import styles from './report-run.module.css'

/** Roles that a report is published for: those that open this page. */
export const RolesSelect = ({ id, value, onChange }: InputProps) => {
  const { data, loading } = useCall(reportDefinition.roles, {})
  return (
    <>
      <Select
        id={id}
        mode="multiple"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        style={{ width: '100%' }}
        placeholder="可选多个"
        loading={loading}
        value={(value as string[] | undefined) ?? []}
        options={data?.items.map((role) => ({ value: role.id, label: role.name }))}
        onChange={(next) => onChange?.(next)}
      />
      <p className={styles.hint}>
        列出的是能打开「报表管理」的角色，其他角色请先在菜单角色中授权。每个人只看到自己数据权限内的门店。
      </p>
    </>
  )
}
