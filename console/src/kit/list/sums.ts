import { fen, formatAmount, sum, yuan } from '@yibao/shared/money.ts'
import { metaAt, type Shape, valueAt } from '../fields.ts'
import type { Row, TitledColumn } from './spec.ts'

/** Amounts beside the number of ticked rows: more of them would be a second table. */
const most = 3

/** What the ticked rows come to in the first amounts that are shown, as people read them; none of a single row. */
export const sumsOf = (shape: Shape, shown: readonly TitledColumn[], rows: readonly Row[]) => {
  if (rows.length < 2) return []
  const amounts = shown.filter(({ key }) => metaAt(shape, key).kind === 'money').slice(0, most)
  return amounts.map(({ key, title }) => {
    const values = rows.map((row) => valueAt(row, key)).filter((value) => typeof value === 'string' && value !== '')
    return { title, text: formatAmount(yuan(sum(values.map((value) => fen(String(value)))))) }
  })
}
