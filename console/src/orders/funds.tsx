import type { ResultOf } from '@yibao/shared/call.ts'
import type { order } from '@yibao/shared/calls/order.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import { useDictName } from '../kit/index.ts'
import { SmallTable } from '../kit/small-table.tsx'

type Fund = NonNullable<ResultOf<typeof order.get>['funds']>[number]

const amounts = ['符合范围', '结算前限额', '支付金额'].map((title) => ({ title, number: true }))

/** What each fund paid, by the centre's own names (setldetail). */
export const Funds = ({ funds }: { funds: readonly Fund[] }) => {
  const nameOf = useDictName('fund_pay_type')
  return (
    <SmallTable head={['基金', ...amounts]}>
      {funds.map(({ fund, name, process, inScope, limitBefore, amount }) => (
        <tr key={`${fund} ${process}`}>
          <td>
            {name || nameOf(fund)} <small>{fund}</small>
            {process && (
              <div>
                <small>{process}</small>
              </div>
            )}
          </td>
          {[inScope, limitBefore, amount].map((value, i) => (
            <td key={amounts[i]!.title} data-number>
              {formatAmount(value)}
            </td>
          ))}
        </tr>
      ))}
    </SmallTable>
  )
}
