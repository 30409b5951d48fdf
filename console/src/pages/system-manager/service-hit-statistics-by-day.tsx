import { serviceHit } from '@yibao/shared/calls/service-hit.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { defineReport } from '../../kit/index.ts'
import { hitPage, hitReport, lastWeek } from '../../reports/service-hits.tsx'

/** 按日命中: the days of one service (domain.md 8.2); the address names it: serviceName, begin, end. */
export default defineReport({
  ...hitReport,
  tableId: 'service-hit-statistics-by-day',
  call: serviceHit.byDay,
  address: { begin: 'from', end: 'to' },
  back: { text: '返回统计图', to: hitPage('chart', {}).replace(/\?$/, '') },
  initial: () => ({ ...lastWeek(), groupBy: 'day' as const }),
  figures: ['calls', 'hits', 'rate', 'avgMs', 'errors', 'users'],
  columns: ['calls', 'hits', 'rate', { key: 'avgMs', width: 130 }, 'errors', 'users'],
  sentence: ({ totals: { calls, errors, users } }) =>
    `共调用 ${formatCount(calls)} 次，错误 ${formatCount(errors)} 次${users === undefined ? '' : `，${formatCount(users)} 人使用`}`,
  exportAs: 'serviceHit.byDay',
})
