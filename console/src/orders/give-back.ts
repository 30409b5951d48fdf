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
