import type { ResultOf } from '@yibao/shared/call.ts'
import type { otherPay } from '@yibao/shared/calls/other-pay.ts'
import { collectSums } from '@yibao/shared/entities/other-pay.ts'
import { Fields, shapeOf } from '../kit/index.ts'

const shape = shapeOf(collectSums)
const names = ['due', 'paid', 'refunded', 'toCollect', 'toReturn']

/** Sums of everything that matches: whether what was due came, and what came for a reversed order went back. */
export const Totals = ({ result }: { result?: ResultOf<typeof otherPay.paged> }) => (
  <section aria-label="合计">
    {result && !result.totals ? (
      <p role="status">超过 20 万笔，没有合计：请缩短日期或选择门店。</p>
    ) : (
      <Fields shape={shape} values={result?.totals} fields={names} />
    )}
  </section>
)
