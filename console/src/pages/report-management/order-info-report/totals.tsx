import type { ResultOf } from '@yibao/shared/call.ts'
import type { orderInfo } from '@yibao/shared/calls/settlement-report.ts'
import { orderInfoSums } from '@yibao/shared/entities/settlement-report.ts'
import { Fields, shapeOf } from '../../../kit/index.ts'

const shape = shapeOf(orderInfoSums)
const names = ['settlements', 'reversals', 'lines', 'amount', 'inScope']

/** What all lines that match come to, reversals taken off. */
export const Totals = ({ result }: { result?: ResultOf<typeof orderInfo.query> }) => (
  <section aria-label="合计">
    {result && !result.totals ? (
      <p role="status">超过 10000 行，没有合计：请缩短日期，或选择区划、公司、门店、商品。</p>
    ) : (
      <Fields shape={shape} values={result?.totals} fields={names} />
    )}
  </section>
)
