import type { reportSchedule as calls } from '@yibao/shared/calls/report-schedule.ts'
import type { Handlers } from '../../../call/mount.ts'
import { scheduleRuns } from './runs.ts'
import { saveSchedule, scheduleOf, schedulePeople, stopSchedule } from './save.ts'

export const reportScheduleHandlers: Handlers<typeof calls> = {
  get: scheduleOf,
  people: schedulePeople,
  save: saveSchedule,
  stop: stopSchedule,
  runs: scheduleRuns,
}
