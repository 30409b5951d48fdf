import { choice, day, flag, group, id, integer, list, note, optional, pattern, text, time } from '../field.ts'
import { monthDays, rhythmNames, weekdays } from '../reporting/rhythm.ts'

/** Bounds of a plan: whom one report is sent to. */
export const scheduleBounds = {
  recipients: 50,
  roles: 10,
  /** People a search shows at once. */
  found: 50,
} as const

/** When it is sent; which day is asked is the rhythm's. */
export const rhythm = group('发送时间', {
  rhythm: choice('周期', rhythmNames),
  weekday: optional(choice('星期', weekdays)),
  monthDay: optional(choice('日期', monthDays)),
  clock: pattern('时间', 'code', /^([01]\d|2[0-3]):[0-5]\d$/, '时间应为时:分，如 06:00'),
})

/** Who may be chosen: where he works tells two of one name apart. */
export const recipient = group('收件人', { userId: id('人员'), name: note('姓名'), place: note('工作地点') })

/** What a plan holds. */
export const scheduleForm = {
  when: rhythm,
  roles: list(id('角色'), '收件角色', { max: scheduleBounds.roles }),
  users: list(id('人员'), '收件人', { max: scheduleBounds.recipients }),
}

/** A report's plan as its keeper sees it. */
export const schedule = group('定时', {
  /** 0: there was never one. */
  revision: integer('修订'),
  on: flag('已开启'),
  when: optional(rhythm),
  roles: scheduleForm.roles,
  /** Those chosen by name. */
  recipients: list(recipient, '收件人'),
  /** Roles of the version in force that may be chosen. */
  offered: list(group('角色', { id: id('角色'), name: text('名称'), people: integer('人数') }), '可选角色'),
  planner: note('制定人'),
  savedAt: optional(time('制定时间')),
})

const outcome = choice('结果', {
  waiting: '待发送',
  sent: '已发送',
  empty: '已通知（没有数据）',
  skipped: '未发送',
  failed: '没有发出',
})

/** What became of a report for one recipient. */
const scheduleDelivery = group('收件人', {
  name: note('姓名'),
  outcome,
  rows: optional(integer('行数')),
  /** Why it was not sent. */
  reason: note('说明'),
  at: optional(time('时间')),
})

/** One time that a report was sent. */
export const scheduleRun = group('发送记录', {
  id: id('编号'),
  dueAt: time('计划时间'),
  from: day('开始日期'),
  to: day('结束日期'),
  state: choice('状态', { open: '正在发送', done: '已完成', refused: '没有发送' }),
  /** What happened to all of it, in words. */
  note: note('说明'),
  deliveries: list(scheduleDelivery, '收件人'),
})
