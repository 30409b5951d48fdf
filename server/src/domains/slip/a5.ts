import { capitals } from '@yibao/shared/money.ts'
import { linesTable } from './a5-lines.ts'
import { code128 } from './code128.ts'
import { type Fact, idFacts, personFacts, prescriptionFacts } from './facts.ts'
import type { SlipModel } from './model.ts'
import type { Node } from './pdf.ts'
import { ruleWidth, type Sheet } from './sheet.ts'
import { type SplitRow, splitRows } from './split-rows.ts'
import { marks, signOf, titleLines } from './text.ts'

/** Printable width, 132 mm in points. */
const width = 374

// pdfmake writes into its nodes: none may be used twice.
const rule = (): Node => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: ruleWidth }],
  margin: [0, 2, 0, 2],
})

const factCell = ([label, value]: Fact): Node => ({
  width: '*',
  columns: [
    { text: label, width: 42 },
    { text: value, width: '*', wordBreak: 'break-all' },
  ],
})

const inPairs = <T>(items: readonly T[], node: (item: T) => Node): Node[] => {
  const rows: Node[] = []
  for (let n = 0; n < items.length; n += 2)
    rows.push({
      columnGap: 12,
      columns: [node(items[n]!), items[n + 1] === undefined ? { text: '', width: '*' } : node(items[n + 1]!)],
    })
  return rows
}

const amountRow = (row: SplitRow): Node => ({
  columns: [
    { text: row.label, width: '*', margin: [row.key === 'familyAccount' ? 9 : 0, 0, 0, 0] },
    { text: row.amount, width: 'auto', alignment: 'right', noWrap: true },
  ],
})

const column = (rows: SplitRow[]): Node => ({ width: '*', stack: rows.map(amountRow) })

/** Two columns, the left one first; cash below, large, with its capitals. */
const splitBlock = (model: SlipModel): Node[] => {
  const rows = splitRows(model)
  const small = rows.filter((row) => row.key !== 'cash')
  const half = Math.ceil(small.length / 2)
  const cash = rows.find((row) => row.key === 'cash')!
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
  ]
}

/** Code 128 of the settlement number, at most 1 pt (0.35 mm) a module. */
const barcode = (setlId: string): Node[] => {
  const { bars, width: modules } = code128(setlId)
  const module = Math.min(1, (width - 34) / modules)
  const left = (width - modules * module) / 2
  return [
    {
      margin: [0, 8, 0, 0],
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
    { text: setlId, alignment: 'center' },
  ]
}

const foot = (model: SlipModel): Node[] => [
  ...(model.kind === 'presettlement' ? [] : [{ text: '参保人签字', margin: [0, 10, 0, 10] } as Node]),
  ...(model.foot.phone ? [factCell(['电话', model.foot.phone])] : []),
  ...(model.foot.note ? [{ text: model.foot.note }] : []),
  ...(model.ids.setlId ? barcode(model.ids.setlId) : []),
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
    ...inPairs(idFacts(model), factCell),
    rule(),
    ...inPairs(personFacts(model, true), factCell),
    ...(model.prescription ? [rule(), ...inPairs(prescriptionFacts(model), factCell)] : []),
    linesTable(model),
    { unbreakable: true, stack: [...splitBlock(model), rule(), ...foot(model)] },
  ],
}
