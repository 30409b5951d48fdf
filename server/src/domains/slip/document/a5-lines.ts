import { formatPercent } from '@yibao/shared/money.ts'
import type { TableLayout } from 'pdfmake'
import type { SlipLine, SlipModel } from './model.ts'
import type { Node } from './pdf.ts'
import { ruleWidth } from './sheet.ts'
import { priceText, quantityText, signed } from './text.ts'

interface Column {
  title: string
  /** Points; '*' takes what is left of 132 mm. */
  width: number | '*'
  align?: 'right' | 'center'
  text(line: SlipLine, model: SlipModel, no: number): string
}

const columns: readonly Column[] = [
  { title: '#', width: 10, text: (_line, _model, no) => String(no) },
  { title: '名称', width: '*', text: (line) => line.name },
  { title: '规格', width: 44, text: (line) => line.spec ?? '' },
  { title: '厂家', width: 46, text: (line) => line.producer ?? '' },
  { title: '批号', width: 28, text: (line) => line.lot ?? '' },
  { title: '单位', width: 16, text: (line) => line.unit ?? '' },
  { title: '数量', width: 20, align: 'right', text: (line, model) => quantityText(model, line.quantity) },
  { title: '单价', width: 28, align: 'right', text: (line) => priceText(line.price) },
  { title: '金额', width: 42, align: 'right', text: (line, model) => signed(model, line.amount) },
  { title: '等级', width: 18, align: 'center', text: (line) => line.itemClass ?? '' },
  {
    title: '自付',
    width: 20,
    align: 'right',
    text: (line) => (line.selfPayRatio === undefined ? '' : formatPercent(line.selfPayRatio)),
  },
]

const layout = (rows: number): TableLayout => ({
  hLineWidth: (row) => (row <= 1 || row === rows ? ruleWidth : 0),
  vLineWidth: () => 0,
  paddingLeft: () => 1.5,
  paddingRight: () => 1.5,
  paddingTop: () => 1,
  paddingBottom: () => 1,
})

const cell = ({ align }: Column, text: string): Node => ({
  text,
  wordBreak: 'break-all',
  alignment: align ?? 'left',
})

/** Table of lines; its head repeats on every page. Eleven columns on 132 mm need 7.5 pt; `wider`: how much more there is. */
export const linesTable = (model: SlipModel, wider = 1): Node => ({
  fontSize: 7.5,
  margin: [0, 4, 0, 4],
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: columns.map(({ width }) => (width === '*' ? width : width * wider)),
    body: [
      columns.map((column) => ({ ...cell(column, column.title), bold: true, noWrap: true })),
      ...model.lines.map((line, n) => columns.map((column) => cell(column, column.text(line, model, n + 1)))),
    ],
  },
  layout: layout(model.lines.length + 1),
})
