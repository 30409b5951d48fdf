import { capitals } from '@yibao/shared/money.ts'
import { amountRow, barcode, factCell, rule } from './a5.ts'
import { linesTable } from './a5-lines.ts'
import { fitsCode128 } from './code128.ts'
import { type Fact, idFacts, personFacts, prescriptionFacts } from './facts.ts'
import type { SlipModel } from './model.ts'
import type { Node } from './pdf.ts'
import type { Sheet } from './sheet.ts'
import { splitRows } from './split-rows.ts'
import { marks, signOf, titleLines } from './text.ts'

/** Printable width, 210 mm in points; what is left of 241 mm are the tractor holes. */
const width = 595
const across = 3
const gap = 9
const labelled = (width - (across - 1) * gap) / across

const nothing = (): Node => ({ text: '', width: labelled })

/** Three facts a row: a settlement number of 30 digits fits into each of them. */
const inRows = (facts: readonly Fact[]): Node[] =>
  Array.from({ length: Math.ceil(facts.length / across) }, (_, row) => ({
    columnGap: gap,
    columns: Array.from({ length: across }, (__, n) => {
      const fact = facts[row * across + n]
      return fact ? factCell(fact, labelled) : nothing()
    }),
  }))

/** The split in four columns, each read downwards; then cash, large, with its capitals and what is left after it. */
const splitBlock = (model: SlipModel): Node[] => {
  const rows = splitRows(model)
  const at = rows.findIndex((row) => row.key === 'cash')
  const cash = rows[at]!
  const each = Math.ceil(at / 4)
  const column = (n: number): Node => ({
    width: '*',
    stack: rows.slice(n * each, Math.min(at, (n + 1) * each)).map(amountRow),
  })
  return [
    { columnGap: 16, columns: [0, 1, 2, 3].map(column) },
    {
      margin: [0, 2, 0, 0],
      columnGap: 16,
      columns: [
        { text: cash.label, width: 'auto', bold: true, fontSize: 12 },
        { text: cash.amount, width: 'auto', bold: true, fontSize: 12, noWrap: true },
        { text: capitals(signOf(model) * cash.value), width: '*', bold: true, fontSize: 12 },
        ...rows
          .slice(at + 1)
          .map((row): Node => ({ text: `${row.label} ${row.amount}`, width: 'auto', margin: [0, 3, 0, 0] })),
      ],
    },
  ]
}

/** Who signs at the left, the number for a scanner at the right. */
const foot = (model: SlipModel): Node => {
  const { ids } = model
  const { phone, note } = model.foot
  return {
    margin: [0, 3, 0, 0],
    columns: [
      {
        width: '*',
        stack: [
          ...(model.kind === 'presettlement' ? [] : [{ text: '参保人签字', margin: [0, 6, 0, 8] } as Node]),
          { text: [phone && `电话 ${phone}`, note].filter(Boolean).join('    ') },
        ],
      },
      { width: 260, stack: ids.setlId && fitsCode128(ids.setlId) ? barcode(ids.setlId, 260) : [] },
    ],
  }
}

/**
 * Half a page of continuous paper, 241 × 139.7 mm between its perforations, which a needle printer fills with its copies
 * at once (ux 6): wide and low, so facts stand three in a row and the split in four columns.
 */
export const halfPage: Sheet = {
  paper: { width: 241, height: 139.7 },
  margins: { side: 15.5, top: 7.85 },
  fontSize: 8,
  content: (model, copy) => [
    {
      text: [titleLines(model).join(' '), marks(model, copy)].filter(Boolean).join('    '),
      bold: true,
      fontSize: 12,
      alignment: 'center',
    },
    rule(width),
    ...inRows([...idFacts(model), ...personFacts(model, true)]),
    ...(model.prescription ? [rule(width), ...inRows(prescriptionFacts(model))] : []),
    linesTable(model, 1.5),
    { unbreakable: true, stack: [...splitBlock(model), rule(width), foot(model)] },
  ],
}
