import { reportSchedule } from '@yibao/shared/calls/report-schedule.ts'
import { scheduleBounds } from '@yibao/shared/entities/report-schedule.ts'
import { Select } from 'antd'
import { SearchSelect } from '../../../kit/form/search-select.tsx'
import type { InputProps } from '../../../kit/index.ts'
import styles from './report-run.module.css'

interface Person {
  userId: string
  name: string
  place: string
}

const offered = ({ userId, name, place }: Person) => ({ value: userId, label: `${name}（${place}）` })

/** Roles whose holders receive a report, each with how many they are now. */
export const rolesInput = (offered: readonly { id: string; name: string; people: number }[]) =>
  function RolesInput({ id, value, onChange }: InputProps) {
    return (
      <Select
        id={id}
        mode="multiple"
        showSearch={{ optionFilterProp: 'label' }}
        style={{ width: '100%' }}
        placeholder="可选多个，发送时拥有角色的人都会收到"
        value={(value as string[] | undefined) ?? []}
        options={offered.map((role) => ({ value: role.id, label: `${role.name}（${role.people} 人）` }))}
        onChange={(next) => onChange?.(next)}
      />
    )
  }

/** People who receive a report, looked for by the server: those who may run it and whom the asker sees. */
export const peopleInput = (report: string, chosen: readonly Person[]) =>
  function PeopleInput(props: InputProps) {
    return (
      <>
        <SearchSelect
          {...props}
          call={reportSchedule.people}
          ask={(keyword, entered) => (entered ? { id: report, keyword } : null)}
          offer={({ items }) => items.map(offered)}
          none="没有找到能收到这张报表的人"
          placeholder="输入姓名、账号或门店查找"
          known={chosen.map(offered)}
          atMost={scheduleBounds.recipients}
        />
        <p className={styles.hint}>
          列出的是能运行这张报表、且由你管理的人，一次最多显示 {scheduleBounds.found} 人。连同角色中的人最多{' '}
          {scheduleBounds.recipients} 人。
        </p>
      </>
    )
  }
