import { formatField, isNumeric, metaAt, type Shape, valueAt } from '../fields.ts'
import type { Row, TitledColumn } from './spec.ts'

type Sized = Pick<TitledColumn, 'key' | 'width' | 'text'>

/** px of what stands between figures at 14 px, of which a figure takes two, and of a cell's padding. */
const mark = 4
const padding = 16
/** px that words keep when figures need their room. */
const leastWords = 96

/** Heavier figures, as sums are written in, take this much more. */
const bold = 1.1

/** px of a figure at 14 px, without what is around it. */
export const figureWidth = (text: string): number => (text.length + text.replace(/[,.]/g, '').length) * mark

const total = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0)

/**
 * Columns in which no figure is cut off: 9,999… reads as another amount. Those whose figures are too long for them are
 * widened, and columns of words give way, which tell the whole under the mouse; beyond what they have, the table scrolls.
 * `sums`: the row below them in heavy figures.
 */
export const wholeAmounts = <C extends Sized>(columns: C[], rows: readonly Row[], shape: Shape, sums?: Row): C[] => {
  const more = columns.map(({ key, width, text }) => {
    const meta = metaAt(shape, key)
    if (!width || !isNumeric(meta)) return 0
    // Both sides of an amount are one word in print and two lines in the cell.
    const lines = (row: Row) => (text?.(row) ?? formatField(meta, valueAt(row, key))).split(' / ')
    const of = (row: Row) => Math.max(...lines(row).map(figureWidth))
    const needed = [...rows.map(of), sums ? Math.ceil(of(sums) * bold) : 0]
    return Math.max(0, ...needed.map((figure) => figure + padding - width))
  })
  const wanted = total(more)
  if (!wanted) return columns
  const spare = columns.map(({ key, width = 0 }) => {
    const meta = metaAt(shape, key)
    return isNumeric(meta) || meta.kind === 'time' ? 0 : Math.max(0, width - leastWords)
  })
  // More than all when nothing is to spare.
  const share = Math.min(1, wanted / total(spare))
  return columns.map((column, i) => ({
    ...column,
    width: column.width && column.width + more[i]! - Math.ceil(spare[i]! * share),
  }))
}
