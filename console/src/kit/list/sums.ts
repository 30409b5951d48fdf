import { fen, formatAmount, sum, yuan } from '@yibao/shared/money.ts'
import { metaAt, type Shape, valueAt } from '../fields.ts'
import type { Row, TitledColumn } from './spec.ts'

/** Amounts beside the number of ticked rows: more of them would be a second table. */
const most = 3

/**
 * What the ticked rows come to in the first amounts that are shown, as people read them; none of a single row. `counted` is
 * how many of them are in it: all, or those that the list's own sums count.
 */
export const sumsOf = (
  shape: Shape,
  shown: readonly TitledColumn[],
  rows: readonly Row[],
  counts: (row: Row) => boolean = () => true,
): { sums: { title: string; text: string }[]; counted: number } => {
  const standing = rows.filter(counts)
  const amounts = shown.filter(({ key }) => metaAt(shape, key).kind === 'money').slice(0, most)
  const sums = amounts.map(({ key, title }) => {
    const values = standing.map((row) => valueAt(row, key)).filter((value) => typeof value === 'string' && value !== '')
    return { title, text: formatAmount(yuan(sum(values.map((value) => fen(String(value)))))) }
  })
  return { sums: rows.length < 2 ? [] : sums, counted: standing.length }
}
