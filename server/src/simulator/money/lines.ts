import { levelOf } from '../profile.ts'
import { product, share } from './fixed.ts'

/** A purchase line. `amount` in fen, `price` with 6 decimals, `quantity` with 4. */
export interface Line {
  amount: number
  price: bigint
  quantity: bigint
  /** Paid by the pool only on a prescription from outside. */
  prescribed: boolean
  /** tcmdrug_used_way: 2 = alone; '' where nobody said it. */
  use?: string
}

/** What the catalogue says of an item: `selfpay` in ten-thousandths, `cap` with 6 decimals, 0 = none. */
export interface Terms {
  level: string
  selfpay: number
  cap: bigint
  /** lmt_cpnd_type of a herb: 2 = paid for in a formula only, 3 = not at all. */
  use?: string
}

/** The split of one line, in fen (domain 4.1): amount = ownpay + overlimit + preself + inscp. */
export interface LineSplit {
  ownpay: number
  overlimit: number
  preself: number
  inscp: number
}

/** Whether insurance pays nothing of a herb because of how it is used. */
export const unpaidUse = ({ use }: Pick<Line, 'use'>, terms: Pick<Terms, 'use'> | undefined): boolean =>
  terms?.use === '3' || (terms?.use === '2' && use === '2')

/** Splits a line. An item without a mapping (no terms) or of class 3 is all own pay. */
export const splitLine = (line: Line, terms: Terms | undefined): LineSplit => {
  if (!terms || levelOf(terms.level) === 3 || unpaidUse(line, terms))
    return { ownpay: line.amount, overlimit: 0, preself: 0, inscp: 0 }
  const over = terms.cap > 0n && line.price > terms.cap ? product(line.price - terms.cap, line.quantity) : 0
  // A declared amount may lie a fen below price × quantity: the part over the limit never exceeds the line.
  const overlimit = Math.min(over, line.amount)
  const preself = levelOf(terms.level) === 2 ? share(line.amount - overlimit, terms.selfpay) : 0
  return { ownpay: 0, overlimit, preself, inscp: line.amount - overlimit - preself }
}

/** price × quantity in fen, HALF_UP. */
export const lineAmount = (price: bigint, quantity: bigint): number => product(price, quantity)

/** Sums the splits of all lines. */
export const addUp = (splits: LineSplit[]): LineSplit =>
  splits.reduce(
    (sum, one) => ({
      ownpay: sum.ownpay + one.ownpay,
      overlimit: sum.overlimit + one.overlimit,
      preself: sum.preself + one.preself,
      inscp: sum.inscp + one.inscp,
    }),
    { ownpay: 0, overlimit: 0, preself: 0, inscp: 0 },
  )
