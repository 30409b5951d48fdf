import type { Context, FileAnswer } from '../../call/context.ts'
import { printPaper } from '../slip/document/paper.ts'
import type { Node } from '../slip/document/pdf.ts'
import { boxed } from '../slip/document/sheet.ts'
import { shownRx } from './shown.ts'

type Detail = Awaited<ReturnType<typeof shownRx>>
type Pair = readonly [title: string, value: string]

const sexes = { 0: '男', 1: '女' } as const
const attributes = { '01': '双通道', '02': '门诊统筹', '03': '其他' } as const

const pairs = (rows: readonly Pair[]): Node => ({
  margin: [0, 0, 0, 6],
  columnGap: 12,
  columns: [0, 1].map((side) => ({
    width: '*',
    stack: rows.filter((_, i) => i % 2 === side).map(([title, value]) => ({ text: `${title}：${value || '--'}` })),
  })),
})

const headOf = (rx: Detail): Pair[] => [
  ['处方号', rx.number],
  ['开方日期', rx.prescribedOn],
  ['姓名', rx.name],
  ['有效期至', [rx.validUntil, rx.validTime].filter(Boolean).join(' ')],
  ['性别', rx.sex ? sexes[rx.sex] : ''],
  ['年龄', rx.age === undefined ? '' : `${rx.age} 岁`],
  ['开方医院', rx.hospital],
  ['开方医生', [rx.department, rx.doctor].filter(Boolean).join(' ')],
  ['诊断', rx.diagnosis],
  ['处方属性', attributes[rx.attribute]],
]

const linesOf = (rx: Detail): Node => ({
  margin: [0, 0, 0, 6],
  table: {
    widths: [16, '*', 60, 120],
    body: [
      ['#', '药品 / 规格', '数量', '用法用量'].map((text) => ({ text, bold: true })),
      ...rx.lines.map(({ name, spec, quantity, unit, usage }, i) =>
        [
          String(i + 1),
          [name, spec].filter(Boolean).join('  '),
          [quantity, unit].filter(Boolean).join(' '),
          usage ?? '',
        ].map((text) => ({ text })),
      ),
    ],
  },
  layout: boxed,
})

const reviewsOf = (rx: Detail): Node[] =>
  rx.reviews.length
    ? rx.reviews.map(({ name, code, passed, opinion, at }) => ({
        text: `${passed ? '审核通过' : '审核不通过'}：${opinion || '--'}    药师 ${name} ${code}    ${at}`,
      }))
    : [{ text: '还没有药师审核' }]

const contentOf = (rx: Detail): Node[] => [
  { text: rx.storeName, alignment: 'center' },
  { text: '处方审核单', bold: true, fontSize: 13, alignment: 'center', margin: [0, 2, 0, 8] },
  pairs(headOf(rx)),
  linesOf(rx),
  ...reviewsOf(rx),
  { text: '药师签名：____________    调配：____________    核对发药：____________', margin: [0, 14, 0, 0] },
]

/** Rx/Print: a prescription as it was typed in, with its pharmacist's words, on A5 across. Prints nobody's number. */
export const printRx = async ({ id }: { id: string }, c: Context): Promise<FileAnswer> =>
  printPaper(c, await shownRx(c, id), (rx) => ({
    title: '处方审核单',
    number: rx.number,
    size: [210, 148],
    margins: [12, 10, 12, 12],
    fontSize: 9,
    content: contentOf(rx),
  }))
