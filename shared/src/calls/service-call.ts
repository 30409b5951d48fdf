import * as z from 'zod/mini'
import { get, pageOf, sorting } from '../call.ts'
import { callEnd, serviceCallGroup, serviceCallRow, serviceCallSums } from '../entities/service-call.ts'
import { code, day, id, optional, time } from '../field.ts'

const input = {
  ...sorting,
  from: optional(day('开始日期')),
  to: optional(day('结束日期')),
  groupBy: optional(serviceCallGroup),
  areaCode: optional(code('区划', { max: 6 })),
  infno: optional(code('交易编号', { max: 6 })),
  /** Counted by day: neither by hour nor by reason, and how long they took is not kept. */
  storeId: optional(id('门店')),
  /** Only calls that ended so are counted, and there is no rate. */
  ended: optional(callEnd),
}
const result = z.object({ ...pageOf(serviceCallRow).shape, totals: serviceCallSums, at: time('统计时间') })

/** Calls to the centres, counted (domain.md 8.2). They are kept for 35 days; by shop they come a minute later. */
export const serviceCall = {
  statistics: get('/api/ServiceCall/Statistics', {
    menu: 'ServiceCallStatistics',
    scope: 'area',
    title: '服务调用统计',
    input,
    result,
  }),
  /** The same for the page of charts. */
  chart: get('/api/ServiceCall/Chart', {
    menu: 'ServiceCallStatisticsChart',
    scope: 'area',
    title: '服务调用统计图',
    input,
    result,
  }),
}
