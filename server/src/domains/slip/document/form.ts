import { capitals } from '@yibao/shared/money.ts'
import type { SlipModel } from './model.ts'
import type { Node } from './pdf.ts'
import { boxed, type Sheet } from './sheet.ts'
import { marks, signOf } from './text.ts'

/** Empty value of a form cell (ux.md 2.5). */
const empty = '--'

export type Pair = readonly [label: string, value: string | undefined, look?: 'amount' | 'strong']

/** Label and value cells of one pair; the value may span. */
export const pairCells = ([label, value, look]: Pair, colSpan = 1): Node[] => [
  { text: label },
  {
    text: value || empty,
    colSpan,
    wordBreak: 'break-all',
    alignment: look ? 'right' : 'left',
    bold: look === 'strong',
    fontSize: look === 'strong' ? 10 : 8,
  },
  ...Array.from({ length: colSpan - 1 }, (): Node => ({ text: '' })),
]

/** Pairs two to a row; a last single one spans the row. */
export const pairRows = (pairs: readonly Pair[]): Node[][] => {
  const rows: Node[][] = []
  for (let n = 0; n < pairs.length; n += 2) {
    const second = pairs[n + 1]
    rows.push(second ? [...pairCells(pairs[n]!), ...pairCells(second)] : pairCells(pairs[n]!, 3))
  }
  return rows
}

/** A boxed table of equal columns over the whole width. */
export const grid = (columns: number, body: Node[][]): Node => ({
  margin: [0, 0, 0, 6],
  table: { widths: Array(columns).fill('*'), body },
  layout: boxed,
})

/** The cash in Chinese capitals, negative on a slip that gives money back. */
export const capitalsPair = (model: SlipModel): Pair => [
  '现金大写',
  capitals(signOf(model) * model.split.cash),
  'strong',
]

const kinds = { settlement: '', reversal: '撤销/退费结算单', presettlement: '预结算单(非收款凭证)' }

/** Title of an official form, what kind of slip it is, and its numbers in one line. */
export const formHead = (title: string, model: SlipModel, copy: string): Node[] => {
  const { ids } = model
  const number = ids.setlId && `${model.kind === 'reversal' ? '原结算号' : '结算号'} ${ids.setlId}`
  const reversal = ids.reversalId && `撤销单号 ${ids.reversalId}`
  const mark = [kinds[model.kind], marks(model, copy)].filter(Boolean).join('  ')
  return [
    { text: title, bold: true, fontSize: 10, alignment: 'center' },
    ...(mark ? [{ text: mark, bold: true, fontSize: 10, alignment: 'center' } as Node] : []),
    { text: [number, reversal, `打印时间 ${ids.printedAt}`].filter(Boolean).join('   '), margin: [0, 6, 0, 3] },
  ]
}

/** Paper of the official forms: A4 portrait, margins 19 and 25.4 mm, 8 pt. */
export const a4: Omit<Sheet, 'content'> = {
  paper: { width: 210, height: 297 },
  margins: { side: 19, top: 25.4 },
  fontSize: 8,
}
