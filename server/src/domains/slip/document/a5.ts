import { capitals } from '@yibao/shared/money.ts'
import { linesTable } from './a5-lines.ts'
import { code128, fitsCode128 } from './code128.ts'
import { type Fact, idFacts, personFacts, prescriptionFacts } from './facts.ts'
import type { SlipModel } from './model.ts'
import type { Node } from './pdf.ts'
import { ruleWidth, type Sheet } from './sheet.ts'
import { type SplitRow, splitRows } from './split-rows.ts'
import { marks, signOf, titleLines } from './text.ts'

/** Printable width, 132 mm in points. */
const width = 374

// pdfmake writes into its nodes: none may be used twice.
/** A horizontal line of `across` points, over the whole width unless told. */
export const rule = (across = width): Node => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: across, y2: 0, lineWidth: ruleWidth }],
  margin: [0, 2, 0, 2],
})

/** A fact with its label before it. */
export const factCell = ([label, value]: Fact, width: number | '*' = '*'): Node => ({
  width,
  columns: [
    { text: label, width: 40 },
    { text: value, width: '*', wordBreak: 'break-all' },
  ],
})

/** Two facts a row; a settlement number of 30 digits fits into the left one. */
const inPairs = (facts: readonly Fact[]): Node[] => {
  const rows: Node[] = []
  for (let n = 0; n < facts.length; n += 2) {
    const second = facts[n + 1]
    rows.push({
      columnGap: 6,
      columns: [factCell(facts[n]!, 196), second ? factCell(second) : { text: '', width: '*' }],
    })
  }
  return rows
}

/** An amount of the split behind its label. */
export const amountRow = (row: SplitRow): Node => ({
  columns: [
    { text: row.label, width: '*', margin: [row.key === 'familyAccount' ? 9 : 0, 0, 0, 0] },
    { text: row.amount, width: 'auto', alignment: 'right', noWrap: true },
  ],
})

const column = (rows: SplitRow[]): Node => ({ width: '*', stack: rows.map(amountRow) })

/** Two columns, the left one first; then cash, large, with its capitals, and what follows it. */
const splitBlock = (model: SlipModel): Node[] => {
  const rows = splitRows(model)
  const at = rows.findIndex((row) => row.key === 'cash')
  const small = rows.slice(0, at)
  const half = Math.ceil(at / 2)
  const cash = rows[at]!
  return [
    { columnGap: 24, columns: [column(small.slice(0, half)), column(small.slice(half))] },
    {
      bold: true,
      fontSize: 12,
      margin: [0, 3, 0, 0],
      columns: [
        { text: cash.label, width: 'auto' },
        { text: capitals(signOf(model) * cash.value), width: '*', margin: [16, 0, 0, 0] },
        { text: cash.amount, width: 'auto', noWrap: true },
      ],
    },
    ...rows.slice(at + 1).map(amountRow),
  ]
}

/** Code 128 of the settlement number on `across` points, at most 1 pt (0.35 mm) a module. */
export const barcode = (setlId: string, across = width): Node[] => {
  const { bars, width: modules } = code128(setlId)
  const module = Math.min(1, (across - 34) / modules)
  const left = (across - modules * module) / 2
  return [
    {
      margin: [0, 4, 0, 0],
      canvas: bars.map((bar) => ({
        type: 'rect',
        x: left + bar.x * module,
        y: 0,
        w: bar.width * module,
        h: 28,
        lineWidth: 0,
        color: '#000',
      })),
    },
    { text: setlId, alignment: 'center', fontSize: 8 },
  ]
}

const foot = (model: SlipModel): Node[] => [
  ...(model.kind === 'presettlement' ? [] : [{ text: '参保人签字', margin: [0, 6, 0, 8] } as Node]),
  ...(model.foot.phone ? inPairs([['电话', model.foot.phone]]) : []),
  ...(model.foot.note ? [{ text: model.foot.note }] : []),
  // A number that Code 128 cannot hold stands among the facts all the same: a booked settlement always prints.
  ...(model.ids.setlId && fitsCode128(model.ids.setlId) ? barcode(model.ids.setlId) : []),
]

/** A5 portrait: facts in pairs, the table of lines, the split whole on the last page. */
export const a5: Sheet = {
  paper: { width: 148, height: 210 },
  margins: { side: 8, top: 8 },
  fontSize: 9,
  content: (model, copy) => [
    ...titleLines(model).map((text): Node => ({ text, bold: true, fontSize: 14, alignment: 'center' })),
    ...(marks(model, copy) ? [{ text: marks(model, copy), alignment: 'center' } as Node] : []),
    rule(),
    ...inPairs(idFacts(model)),
    rule(),
    ...inPairs(personFacts(model, true)),
    ...(model.prescription ? [rule(), ...inPairs(prescriptionFacts(model))] : []),
    linesTable(model),
    { unbreakable: true, stack: [...splitBlock(model), rule(), ...foot(model)] },
  ],
}
