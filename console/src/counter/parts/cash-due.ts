import { formatAmount } from '@yibao/shared/money.ts'
import { allCash, backSum } from '../../orders/give-back.ts'
import { amountsOf, returnedOf, shown } from '../flow/amounts.ts'
import { netOf } from '../flow/returning/part-return.ts'
import type { Counter } from '../flow/state.ts'

/**
 * What changes hands at the counter, and how it is called: 应收现金 25.60, or after a reversal 退现金 -25.60, which may be
 * another amount or another way than the cash that was due. After a partial return the drawer moves by the difference,
 * 应退现金 -15.60, unless what is kept was put aside meanwhile. `--` is no amount.
 */
export const cashDue = ({ phase, priced, part }: Counter): { title: string; text: string } => {
  const order = phase === 'presettling' ? undefined : priced?.order
  if (part?.at === 'done' && phase === 'settled' && order) {
    const { title, back } = netOf(part.old, amountsOf(order).cash)
    return { title, text: shown(-back) }
  }
  if (phase !== 'reversed' || !order)
    return { title: '应收现金', text: order ? formatAmount(order.split?.cash ?? order.cash) : '--' }
  const back = returnedOf(order)
  const text = shown(backSum(back))
  return {
    title: allCash(back) ? '退现金' : '退还顾客',
    text: text === '0.00' || text.startsWith('-') ? text : `-${text}`,
  }
}
