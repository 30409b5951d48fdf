import { reportDefinition } from '@yibao/shared/calls/report-definition.ts'
import { useCall } from '../../../api/index.ts'
import { type InputProps, ManySelect, optionsRead } from '../../../kit/index.ts'
import styles from './report-run.module.css'

/** Roles that a report is published for: those that open this page. */
export const RolesSelect = ({ id, value, onChange }: InputProps) => {
  const answer = useCall(reportDefinition.roles, {})
  return (
    <>
      <ManySelect
        id={id}
        read={optionsRead(answer)}
        value={value}
        options={answer.data?.items.map((role) => ({ value: role.id, label: role.name }))}
        onChange={onChange}
      />
      <p className={styles.hint}>
        列出的是能打开「报表管理」的角色，其他角色请先在菜单角色中授权。每个人只看到自己数据权限内的门店。
      </p>
    </>
  )
}
