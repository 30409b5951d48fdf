import { approval } from '@yibao/shared/calls/approval.ts'
import type { ComponentType } from 'react'
import { callServer } from '../../../api/index.ts'
import { ui } from '../../../api/ui.ts'
import { pickShape } from '../../../kit/fields.ts'
import { type InputProps, OneSelect, type Tools } from '../../../kit/index.ts'
import type { Row } from './look.ts'

type Person = { value: string; name: string }

const selectOf = (persons: readonly Person[]): ComponentType<InputProps> => {
  const options = persons.map((one) => ({ value: one.value, label: one.name }))
  return (props) => <OneSelect {...props} needed placeholder="输入姓名查找" options={options} />
}

/** Hands an application to one person who could judge it. */
export const transferTo = async (row: Row, { dialogs }: Tools): Promise<void> => {
  const persons = await callServer(approval.persons, { id: row.id })
  if (!persons.length)
    return ui().error('没有其他人可以审批这项申请：需要「审批」和这项操作的权限，以及这家门店的数据权限')
  const sent = await dialogs.form({
    title: `转交「${row.title}」`,
    intro: '转交后只等这一个人审批，他会收到消息。',
    shape: pickShape(approval.transfer.input.shape, ['userId', 'opinion']),
    inputs: { userId: selectOf(persons) },
    okText: '转交',
    cancelText: '不转交',
    submit: (values) =>
      callServer(approval.transfer, { id: row.id, userId: String(values.userId), opinion: values.opinion as string }),
  })
  if (sent) ui().success('已转交')
}
