import { reportSchedule } from '@yibao/shared/calls/report-schedule.ts'
import { scheduleBounds } from '@yibao/shared/entities/report-schedule.ts'
import { Select } from 'antd'
import { useRef, useState } from 'react'
import { callServer } from '../../../api/index.ts'
import type { InputProps } from '../../../kit/index.ts'
import styles from './report-run.module.css'

interface Person {
  userId: string
  name: string
  place: string
}

/** ms without a key before people are looked for. */
const pause = 250

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
  function PeopleInput({ id, value, onChange }: InputProps) {
    const [known, setKnown] = useState(() => new Map(chosen.map((one) => [one.userId, one])))
    const [found, setFound] = useState<readonly Person[]>([])
    const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
    const asked = useRef('')
    const find = (keyword: string) => {
      clearTimeout(timer.current)
      asked.current = keyword
      const ask = async () => {
        const { items } = await callServer(reportSchedule.people, { id: report, keyword }, { silent: true })
        if (asked.current !== keyword) return
        setFound(items)
        setKnown((before) => new Map([...before, ...items.map((one): [string, Person] => [one.userId, one])]))
      }
      timer.current = setTimeout(() => void ask().catch(() => setFound([])), keyword ? pause : 0)
    }
    const userIds = (value as string[] | undefined) ?? []
    const called = (userId: string) => {
      const one = known.get(userId)
      return { value: userId, label: one ? `${one.name}（${one.place}）` : userId }
    }
    const options = found.map(({ userId }) => called(userId))
    const others = userIds.filter((userId) => !found.some((one) => one.userId === userId)).map(called)
    return (
      <>
        <Select
          id={id}
          mode="multiple"
          maxCount={scheduleBounds.recipients}
          showSearch={{ filterOption: false, onSearch: find }}
          style={{ width: '100%' }}
          placeholder="输入姓名、账号或门店查找"
          notFoundContent="没有找到能收到这张报表的人"
          value={userIds}
          options={[...options, ...others]}
          onFocus={() => find('')}
          onChange={(next) => onChange?.(next)}
        />
        <p className={styles.hint}>
          列出的是能运行这张报表、且由你管理的人，一次最多显示 {scheduleBounds.found} 人。连同角色中的人最多{' '}
          {scheduleBounds.recipients} 人。
        </p>
      </>
    )
  }
