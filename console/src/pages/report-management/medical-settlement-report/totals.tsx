import type { ResultOf } from '@yibao/shared/call.ts'
import type { settlementReport } from '@yibao/shared/calls/settlement-report.ts'
import { fundPaySums } from '@yibao/shared/entities/fund-pay.ts'
import { fen, formatAmount, sum, yuan } from '@yibao/shared/money.ts'
import { Fields, shapeOf } from '../../../kit/index.ts'

type Result = ResultOf<(typeof settlementReport)['query']>

const shape = shapeOf(fundPaySums)
const names = ['settlements', 'reversals', 'total', 'fundTotal', 'account', 'cash']
const onPage = { total: '费用总额', fundTotal: '基金合计', account: '个人账户', cash: '现金' } as const

const pageText = ({ items }: Result) => {
  const of = (name: keyof typeof onPage) => formatAmount(yuan(sum(items.map((row) => fen(row[name])))))
  const parts = Object.entries(onPage).map(([name, title]) => `${title} ${of(name as keyof typeof onPage)} 元`)
  return `本页 ${items.length} 行：${parts.join('，')}`
}

/** Sums of everything that matches, reversals taken off, and of the page below. */
export const Totals = ({ result }: { result?: Result }) => (
  <section aria-label="合计">
    {(!result || result.totals) && <Fields shape={shape} values={result?.totals} fields={names} />}
    <p role="status">
      {result &&
        !result.totals &&
        '超过 10000 笔时不逐笔合计：请缩短日期，或去掉日期、区划、公司、门店、险种以外的条件。'}
      {result && result.items.length > 0 && pageText(result)}
    </p>
  </section>
)
