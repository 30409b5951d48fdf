import { get, pageOf, paging, post } from '../call.ts'
import { recipient, schedule, scheduleBounds, scheduleForm, scheduleRun } from '../entities/report-schedule.ts'
import { group, id, integer, list, note, optional } from '../field.ts'

const menu = { menu: 'ReportManager', scope: 'store' } as const
const report = { id: id('报表') }
const seen = { ...report, revision: integer('修订') }

/** Reports in force that are made and told by themselves (domain.md 8.12 report-manager, schedule). */
export const reportSchedule = {
  get: get('/api/Report/Schedule', { ...menu, button: 'push', title: '报表定时', input: report, result: schedule }),
  /** People a report may be sent to, by a part of name or account. */
  people: get('/api/Report/ScheduleRecipients', {
    ...menu,
    button: 'push',
    title: '可选收件人',
    input: { ...report, keyword: optional(note('姓名', { max: 40 })) },
    result: group('可选收件人', { items: list(recipient, '收件人', { max: scheduleBounds.found }) }),
  }),
  /** Another revision than was seen is refused. */
  save: post('/api/Report/SaveSchedule', {
    ...menu,
    button: 'push',
    title: '设置报表定时',
    audit: { action: '设置报表定时', record: ['id', 'when', 'roles', 'users'] },
    input: { ...seen, ...scheduleForm },
    result: schedule,
  }),
  stop: post('/api/Report/StopSchedule', {
    ...menu,
    button: 'push',
    title: '取消报表定时',
    audit: { action: '取消报表定时', record: ['id'] },
    input: report,
  }),
  /** When it was sent and what became of it for each recipient, the newest first. */
  runs: get('/api/Report/ScheduleRuns', {
    ...menu,
    title: '报表发送记录',
    input: { ...report, ...paging },
    result: pageOf(scheduleRun),
  }),
}
