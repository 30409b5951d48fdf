import { lineAmount, scaled, trimZeros, unscaled } from '@yibao/shared/money.ts'
import type { Deps } from '../../../call/context.ts'
import type { Line } from '../../order/types.ts'
import type { HandedOut } from '../tables.ts'
import type { Message } from './claim.ts'

/** Some packs of a line as 销售明细 has them now: who completes them there does so for every upload. */
interface SoldPart {
  /** The line. */
  no: number
  /** 4 decimals at most. */
  quantity: string
  /** '' where nobody has written it yet, as with the code. */
  lot: string
  /** yyyy-MM-dd or ''. */
  madeOn: string
  expiresOn: string
  traceCode: string
}

/** What a settlement of an order sold (sale/sold-parts.ts): the domain that keeps it stands above this one. */
export type SoldBy = (deps: Pick<Deps, 'db'>, of: Pick<Message, 'orderId' | 'setlId'>) => Promise<SoldPart[]>

const quantityOf = (parts: readonly SoldPart[]): bigint =>
  parts.reduce((total, { quantity }) => total + scaled(quantity, 4), 0n)

/** A line in one for each lot that it was handed out of. */
const linesOf = (line: Line, parts: readonly SoldPart[]): Line[] => {
  // Nothing is known of it, or not of all of it: it was handed out as it was then.
  if (quantityOf(parts) !== scaled(line.quantity, 4)) return [line]
  const byLot = new Map<string, SoldPart[]>()
  for (const part of parts) {
    const lot = [part.lot, part.madeOn, part.expiresOn].join()
    byLot.set(lot, [...(byLot.get(lot) ?? []), part])
  }
  const lots = [...byLot.values()]
  let rest = line.amount
  return lots.map((some, i) => {
    const { lot, madeOn, expiresOn } = some[0]!
    const quantity = trimZeros(unscaled(quantityOf(some), 4))
    const amount = i < lots.length - 1 ? lineAmount(line.price, quantity) : rest
    rest -= amount
    const traceCodes = some.flatMap(({ traceCode }) => traceCode || [])
    return { ...line, quantity, amount, lot, madeOn, expiresOn, traceCodes }
  })
}

/** What was handed out with the lots, days and codes that it is sold with now; its money stays as it was settled. */
export const completed = (out: HandedOut, parts: readonly SoldPart[]): HandedOut => ({
  ...out,
  lines: out.lines.flatMap((line) =>
    linesOf(
      line,
      parts.filter(({ no }) => no === line.no),
    ),
  ),
})
