import * as z from 'zod/mini'
import { get, pageOf, sorting } from '../call.ts'
import { hitDayGroup, hitDayRow, hitDaySums, hitGroup, hitOptions, hitRow, hitSums } from '../entities/service-hit.ts'
import { code, day, optional, time } from '../field.ts'

const chart = 'ServiceHitStatisticsChart'
const byDay = 'ServiceHitStatisticsByDay'

const input = {
  ...sorting,
  from: optional(day('开始日期')),
  to: optional(day('结束日期')),
  /** Name in the contract: order.paged. */
  serviceName: optional(code('服务', { max: 80 })),
  companyId: optional(code('公司', { max: 40 })),
}

/** How often the calls of this server and their caches are hit (domain.md 8.2). They are kept for 400 days. */
export const serviceHit = {
  chart: get('/api/ServiceHit/Chart', {
    menu: chart,
    scope: 'area',
    title: '服务命中统计图',
    input: { ...input, groupBy: optional(hitGroup) },
    result: z.object({ ...pageOf(hitRow).shape, totals: hitSums, at: time('统计时间') }),
  }),
  byDay: get('/api/ServiceHit/ByDay', {
    menu: byDay,
    scope: 'area',
    title: '按日命中',
    input: { ...input, groupBy: optional(hitDayGroup) },
    result: z.object({ ...pageOf(hitDayRow).shape, totals: hitDaySums, at: time('统计时间') }),
  }),
  /** What there is to choose from. */
  options: get('/api/ServiceHit/Options', {
    menu: [chart, byDay],
    scope: 'area',
    title: '服务和公司',
    result: hitOptions,
  }),
}
