import type { ResultOf } from '@yibao/shared/call.ts'
import type { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { reconDaySums } from '@yibao/shared/entities/reconciliation.ts'
import { Fields, shapeOf } from '../kit/index.ts'

const shape = shapeOf(reconDaySums)
const names = [
  ...['days', 'openDays', 'differences', 'open', 'settlements', 'reversals'],
  ...['total', 'agreed', 'fund', 'account', 'cash'],
]

/** What all groups that match come to in our book, and how far the centre agrees. */
export const DaySums = ({ result }: { result?: ResultOf<typeof reconciliation.dayPaged> }) => (
  <section aria-label="合计">
    {result && !result.sums ? (
      <p role="status">没有选门店时只合计 31 天以内：请缩短日期，或选一家门店。</p>
    ) : (
      <Fields shape={shape} values={result?.sums} fields={names} />
    )}
  </section>
)
