import { serviceHit } from '@yibao/shared/calls/service-hit.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { defineReport } from '../../kit/index.ts'
import { hitReport, hitsBehind, lastWeek } from '../../reports/service-hits.tsx'

/** 服务命中统计图: how often the calls of this server and their caches are hit (domain.md 8.2). */
export default defineReport({
  ...hitReport,
  tableId: 'service-hit-statistics-chart',
  call: serviceHit.chart,
  initial: () => ({ ...lastWeek(), groupBy: 'service' as const }),
  nameWidth: 420,
  figures: ['calls', 'hits', 'rate', 'avgMs', 'errors'],
  columns: ['calls', 'hits', 'rate', { key: 'avgMs', width: 130 }, 'errors'],
  sentence: ({ totals: { calls, rate, errors } }) =>
    `共调用 ${formatCount(calls)} 次，错误 ${formatCount(errors)} 次，${rate === undefined ? '没有服务用到缓存' : `用到缓存的调用中 ${Number((Number(rate) * 100).toFixed(2))}% 命中`}`,
  drill: hitsBehind,
})
