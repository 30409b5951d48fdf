import { reportSchedule } from '@yibao/shared/calls/report-schedule.ts'
import { scheduleForm } from '@yibao/shared/entities/report-schedule.ts'
import { optional } from '@yibao/shared/field.ts'
import { callServer } from '../../../api/index.ts'
import { ui } from '../../../api/ui.ts'
import type { Tools } from '../../../kit/index.ts'
import { peopleInput, rolesInput } from './recipients-input.tsx'
import { Runs } from './runs.tsx'
import { WhenInput } from './when-input.tsx'

interface Report {
  id: string
  code: string
  name: string
}
type Values = Record<string, unknown>

const shape = { when: scheduleForm.when, roles: optional(scheduleForm.roles), users: optional(scheduleForm.users) }
const usual = { rhythm: 'month', monthDay: '1', clock: '06:00' } as const
const listOf = (value: unknown) => (value as string[] | undefined) ?? []

/** 定时: when a report is made, for whom; what it comes to stands under the times. */
export const scheduleReport = async ({ id, code, name }: Report, { dialogs }: Tools): Promise<void> => {
  const { revision, on, when = usual, roles, recipients, offered } = await callServer(reportSchedule.get, { id })
  const done = await dialogs.form({
    title: `定时发送报表「${code} ${name}」`,
    shape,
    initial: { when, roles, users: recipients.map(({ userId }) => userId) },
    inputs: { when: WhenInput, roles: rolesInput(offered), users: peopleInput(id, recipients) },
    intro:
      '到时间后按每个收件人自己的数据权限统计上一个完整的日、周或月，结果进入他的导出记录，并在消息中心通知他。统计的是当时生效的版本。收件角色和收件人至少选一项。',
    okText: on ? '保存定时' : '开始定时',
    cancelText: '不保存',
    wide: true,
    check: (values: Values) =>
      listOf(values.roles).length + listOf(values.users).length ? undefined : { users: '请选择收件角色或收件人' },
    submit: (values) =>
      callServer(reportSchedule.save, {
        ...{ id, revision, when: values.when as typeof when },
        ...{ roles: listOf(values.roles), users: listOf(values.users) },
      }),
  })
  if (done) ui().success('定时已保存')
}

/** 取消定时, once that was said what it ends. */
export const stopSchedule = async ({ id, code, name }: Report, { dialogs }: Tools): Promise<void> => {
  const asked = await dialogs.confirm({
    title: `取消报表「${code} ${name}」的定时`,
    tips: '以后不再自动统计和通知，正在发送的也停下；已发出的保留。需要时可以重新定时。',
    okText: '取消定时',
    cancelText: '保留定时',
    danger: true,
  })
  if (!asked) return
  await callServer(reportSchedule.stop, { id })
  ui().success('定时已取消')
}

/** 发送记录. */
export const showRuns = (row: Report, { dialogs }: Tools): Promise<void> =>
  dialogs.open<void>((done) => <Runs row={row} onClose={() => done()} />)
