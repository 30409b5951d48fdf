import { serviceCall } from '@yibao/shared/calls/service-call.ts'
import { defineReport } from '../../kit/index.ts'
import { callReport, narrowed } from '../../reports/service-calls.ts'

/** 服务调用统计图: the same over time; a bar leads to the figures behind it (domain.md 8.2). */
export default defineReport({
  ...callReport('hour'),
  tableId: 'service-call-statistics-chart',
  call: serviceCall.chart,
  drill: narrowed,
  drillNeed: { menuCode: 'ServiceCallStatistics' },
})
