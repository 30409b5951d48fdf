import { formatAmount, lineAmount, scaled, sum, trimZeros, unscaled, yuan } from '@yibao/shared/money.ts'
import { codesLacking } from '@yibao/shared/trace-code.ts'
import type { ReversalMoney } from '../../orders/give-back.ts'
import type { Line, Order } from './model.ts'

/** Amount of a line in fen: the ERP's own where it brought one, else price × quantity HALF_UP (DESIGN 5). */
export const amountOf = ({ price, quantity, amount }: Line): number =>
  amount === undefined ? lineAmount(price, quantity) : Number(scaled(amount, 2))

/** Sum of a basket in fen. */
export const totalOf = (lines: readonly Line[]): number => sum(lines.map(amountOf))

/** '1,234.50' of fen. */
export const shown = (value: number): string => formatAmount(yuan(value))

/** Pieces of a basket: quantities added, zeros cut. */
export const piecesOf = (lines: readonly Line[]): string =>
  trimZeros(
    unscaled(
      lines.reduce((all, { quantity }) => all + scaled(quantity, 4), 0n),
      4,
    ),
  )

/** One more piece: '1.5' → '2.5'. */
export const plus = (a: string, b: string): string => trimZeros(unscaled(scaled(a, 4) + scaled(b, 4), 4))

/** A quantity a person typed, as the wire wants it; undefined when it is none or zero. */
export const quantityOf = (text: string): string | undefined =>
  /^\d{1,8}(\.\d{1,4})?$/.test(text) && scaled(text, 4) > 0n ? trimZeros(text.replace(/^0+(?=\d)/, '')) : undefined

/** A unit price a person typed, up to 6 decimals; undefined when it is none. */
export const priceOf = (text: string): string | undefined =>
  /^\d{1,10}(\.\d{1,6})?$/.test(text) ? text.replace(/^0+(?=\d)/, '') : undefined

/** How many trace codes a line still lacks: one a whole piece. */
export const lackingCodes = ({ item, quantity, traceCodes }: Line): number =>
  item.traceRequired ? codesLacking(quantity, traceCodes) : 0

/** Values that messages about an order need; all amounts as a person reads them. */
export const orderValues = (order: Order) => ({
  cash: formatAmount(order.split?.cash ?? order.cash),
  account: formatAmount(order.split?.account ?? order.account),
  balance: order.split ? formatAmount(order.split.balance) : '--',
  name: order.maskedName,
})

/** Where its money goes when an order is reversed. */
export const returnedOf = ({ split, account, familyAccount, cash, giveBack }: Order): ReversalMoney => ({
  account: split?.account ?? account,
  familyAccount: split?.familyAccount ?? familyAccount,
  cash: split?.cash ?? cash,
  giveBack,
})

/** The three ways money moves, as the wire has them. */
export const amountsOf = ({ split, cash, account, fundTotal }: Order) => ({
  cash: split?.cash ?? cash,
  account: split?.account ?? account,
  fund: split?.fundTotal ?? fundTotal,
})
