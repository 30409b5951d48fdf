import type { Fact } from './facts.ts'
import type { SlipLine, SlipModel } from './model.ts'
import type { Margin, Node } from './pdf.ts'
import type { SplitRow } from './split-rows.ts'
import { priceText, quantityText, signed } from './text.ts'

/** Body size in points: 24 dots of a 203 dpi head, 3 mm (ux.md 6). */
export const body = 8.5
const large = 17

/** Width in points of `count` Chinese characters. */
const characters = (count: number) => count * body

/** A horizontal line of `width` points. */
export const rule = (width: number): Node => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.75 }],
  margin: [0, 2, 0, 2],
})

const characterWidth = (character: string) => {
  if (character > '\u2e7f' || character === '×') return 1
  return /[ .,:;/()-]/.test(character) ? 0.32 : 0.57
}

/** Rough width of a text in Chinese characters: enough to choose a layout by. */
const widthOf = (text: string) => [...text].reduce((sum, character) => sum + characterWidth(character), 0)

const labelWidth = 4.5

const factCells = ([label, value]: Fact, width: number | '*'): Node[] => [
  { text: label, width: characters(labelWidth) },
  { text: value, width, wordBreak: 'break-all' },
]

/** Labels and values, two short ones to a row where `total` characters leave room; a long value wraps under itself. */
export const factRows = (facts: readonly Fact[], total: number): Node[] => {
  const room = total / 2 - labelWidth
  const rows: Node[] = []
  for (let n = 0; n < facts.length; n++) {
    const [first, second] = [facts[n]!, facts[n + 1]]
    const pair = second && widthOf(first[1]) < room && widthOf(second[1]) < room
    rows.push({
      columns: pair ? [...factCells(first, characters(room)), ...factCells(second, '*')] : factCells(first, '*'),
    })
    if (pair) n++
  }
  return rows
}

const right = (text: string, width: number | '*' | 'auto' = '*'): Node => ({
  text,
  width,
  alignment: 'right',
  noWrap: true,
})

/** The name on its own line, then spec, quantity × price and amount: on as many rows of `total` characters as they need. */
const stackedLine = (model: SlipModel, line: SlipLine, total: number): Node => {
  const product = `${quantityText(model, line.quantity)}×${priceText(line.price)}`
  const amount = signed(model, line.amount)
  const fits = (text: string) => widthOf(text) + widthOf(amount) + 0.5 <= total
  const spec = line.spec ?? ''
  const joined = [spec, product].filter(Boolean).join('  ')
  const rows = fits(joined) ? [joined] : [spec, product].filter(Boolean)
  if (!fits(rows.at(-1)!)) rows.push('')
  return {
    stack: [
      ...[line.name, ...rows.slice(0, -1)].map((text): Node => ({ text, wordBreak: 'break-all' })),
      { columns: [{ text: rows.at(-1)!, width: '*' }, right(amount, 'auto')] },
    ],
  }
}

/** 80 mm: name, quantity, price, amount side by side, spec below. */
const wideLine = (model: SlipModel, line: SlipLine): Node => {
  const quantity = quantityText(model, line.quantity)
  const price = priceText(line.price)
  // A long figure would wrap in its column: such a line is printed as on 58 mm.
  if (quantity.length > 5 || price.length > 7) return stackedLine(model, line, 24)
  return {
    stack: [
      {
        columns: [
          { text: line.name, width: characters(11.5) },
          right(quantity, characters(3)),
          right(price, characters(4)),
          right(signed(model, line.amount)),
        ],
      },
      ...(line.spec ? [{ text: line.spec }] : []),
    ],
  }
}

/** Head of the 80 mm lines; a new node each time, because pdfmake writes into its nodes. */
export const lineHead = (): Node => ({
  columns: [
    { text: '品名/规格', width: characters(11.5) },
    right('数量', characters(3)),
    right('单价', characters(4)),
    right('金额'),
  ],
})

export const lineNode = {
  '58': (model: SlipModel, line: SlipLine): Node => stackedLine(model, line, 16),
  '80': wideLine,
}

/** One row of the split; cash is large and carries the amount in capitals. */
export const splitRow = (row: SplitRow, capitals: string): Node => {
  if (row.key !== 'cash') {
    const margin: Margin = [row.key === 'familyAccount' ? body : 0, 0, 0, 0]
    return { columns: [{ text: row.label, width: '*', margin }, right(row.amount, 'auto')] }
  }
  return {
    bold: true,
    stack: [
      {
        columns: [
          { text: row.label, width: characters(row.label.length), margin: [0, 10, 0, 0] },
          { ...right(row.amount), fontSize: large },
        ],
      },
      { text: capitals, alignment: 'right' },
    ],
  }
}

/** Page mark of a roll slip. */
export const pageMark = (page: number, pages: number): Node => ({ text: `(${page}/${pages})`, alignment: 'center' })
