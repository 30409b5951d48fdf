import type { ResultOf } from '@yibao/shared/call.ts'
import type { settlement } from '@yibao/shared/calls/counter.ts'
import { fen, formatAmount, sum, yuan } from '@yibao/shared/money.ts'

type Parts = ResultOf<typeof settlement.cancel>['giveBack']

/**
 * What a reversal leaves to hand over at the counter: 请退还顾客 12.30 元（微信支付）, with the amounts where there are
 * several ways. Undefined where no payment is known.
 */
export const giveBackText = (parts: Parts): string | undefined => {
  if (!parts?.length) return undefined
  const names = parts.map(({ kindName, amount }) =>
    parts.length > 1 ? `${kindName} ${formatAmount(amount)}` : kindName,
  )
  return `请退还顾客 ${formatAmount(yuan(sum(parts.map(({ amount }) => fen(amount)))))} 元（${names.join('、')}）`
}

/** A reversal in the words of its approval: whose, and what goes back (ux 3: amount and name repeated in it). */
export const reversalAbout = (order: { maskedName: string; account: string; cash: string }): string =>
  `撤销 ${order.maskedName} 的结算，退回个人账户 ${formatAmount(order.account)}，退现金 ${formatAmount(order.cash)}`
