import { serviceCall } from '@yibao/shared/calls/service-call.ts'
import { defineReport } from '../../kit/index.ts'
import { callReport } from '../../reports/service-calls.ts'

/** 服务调用统计: calls to the centres, how they ended and how long they took (domain.md 8.2). */
export default defineReport({
  ...callReport('infno'),
  tableId: 'service-call-statistics',
  call: serviceCall.statistics,
  exportAs: 'serviceCall.statistics',
})
