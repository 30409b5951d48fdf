import type { ResultOf } from '@yibao/shared/call.ts'
import type { order } from '@yibao/shared/calls/order.ts'
import { fen, formatAmount, sum } from '@yibao/shared/money.ts'

type Detail = ResultOf<typeof order.get>
type Parts = NonNullable<Detail['giveBack']>

/** What of an order says where its money goes when it is reversed. */
export type ReversalMoney = Pick<Detail, 'account' | 'cash' | 'giveBack'> & { familyAccount?: string | undefined }

const cash = '现金'

/**
 * A server node of the version before answers a reversal with the payments that were written down and nothing else: without
 * `booked`, none for what nobody wrote down. An answer that says all of it has at least one part, be it 现金 0.00.
 */
const saysAll = (parts: ReversalMoney['giveBack']): parts is Parts =>
  !!parts?.length && parts.every(({ booked }) => typeof booked === 'boolean')

/** What the customer gets by hand; where an answer does not say all the ways (Order/Get does), it is the cash of the split. */
export const backOf = ({ giveBack, cash: amount }: Pick<ReversalMoney, 'giveBack' | 'cash'>): Parts =>
  saysAll(giveBack) ? giveBack : [{ kindName: cash, amount, booked: false }]

/** All of it, in fen. */
export const backSum = (order: Pick<ReversalMoney, 'giveBack' | 'cash'>): number =>
  sum(backOf(order).map(({ amount }) => fen(amount)))

/** Nothing of it was paid another way. */
export const allCash = (order: Pick<ReversalMoney, 'giveBack' | 'cash'>): boolean =>
  backOf(order).every(({ kindName }) => kindName === cash)

/** 退现金 12.30, or 退微信支付 10.00、退现金 2.30. */
export const backWords = (order: Pick<ReversalMoney, 'giveBack' | 'cash'>): string =>
  backOf(order)
    .map(({ kindName, amount }) => `退${kindName} ${formatAmount(amount)}`)
    .join('、')

const accountWords = ({ account, familyAccount = '0.00' }: ReversalMoney): string =>
  formatAmount(account) + (fen(familyAccount) ? `（其中共济 ${formatAmount(familyAccount)}）` : '')

/** 退回个人账户 60.00（其中共济 20.00），退现金 25.60: what a reversal moves, in a sentence. */
export const returnWords = (order: ReversalMoney): string => `退回个人账户 ${accountWords(order)}，${backWords(order)}`

/** The same as lines, and the funds; `byHand` is what somebody hands over. */
export const returnLines = (order: ReversalMoney, fund: string): { title: string; amount: string; byHand?: true }[] => [
  { title: '退回个人账户', amount: order.account },
  ...(fen(order.familyAccount ?? '0.00') ? [{ title: '其中共济', amount: order.familyAccount! }] : []),
  ...backOf(order).map(({ kindName, amount }) => ({ title: `退${kindName}`, amount, byHand: true as const })),
  { title: '退回基金', amount: fund },
]

/** A reversal in the words of its approval: whose, and what goes back (ux 3: amount and name repeated in it). */
export const reversalAbout = (order: ReversalMoney & Pick<Detail, 'maskedName'>): string =>
  `撤销 ${order.maskedName} 的结算，${returnWords(order)}`
