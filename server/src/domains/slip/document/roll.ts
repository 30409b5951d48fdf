import { capitals } from '@yibao/shared/money.ts'
import { idFacts, personFacts, prescriptionFacts } from './facts.ts'
import { documentInfo } from './info.ts'
import type { SlipModel } from './model.ts'
import { mm, type Node, type Rendered, render } from './pdf.ts'
import { body, factRows, lineHead, lineNode, pageMark, rule, splitRow } from './roll-parts.ts'
import { splitRows } from './split-rows.ts'
import { copyLabels, marks, signOf, titleLines } from './text.ts'

const paper = { '58': { width: 58, print: 48, characters: 16 }, '80': { width: 80, print: 72, characters: 24 } }
type RollWidth = keyof typeof paper

const longest = mm(300)
const margins = { top: mm(3), bottom: mm(5) }
/** Room for the repeated number and the page mark of a slip on several pages. */
const continuation = mm(24)

const separated = (width: number, blocks: Node[][]): Node[] =>
  blocks.filter((block) => block.length).flatMap((block) => [...block, rule(width)])

const head = (model: SlipModel, copy: string, width: number, room: number): Node[] => [
  ...titleLines(model).map((text): Node => ({ text, bold: true, alignment: 'center', fontSize: body + 1 })),
  ...(marks(model, copy) ? [{ text: marks(model, copy), alignment: 'center' } as Node] : []),
  rule(width),
  ...separated(width, [
    factRows(idFacts(model), room),
    factRows(personFacts(model), room),
    factRows(prescriptionFacts(model), room),
  ]),
]

const tail = (model: SlipModel, width: number): Node[] => {
  const inCapitals = capitals(signOf(model) * model.split.cash)
  const { setlId } = model.ids
  const { phone, note } = model.foot
  return [
    rule(width),
    ...splitRows(model).map((row) => splitRow(row, inCapitals)),
    rule(width),
    ...(model.kind === 'presettlement' ? [] : [{ text: '参保人签字', margin: [0, 8, 0, 14] } as Node]),
    ...(phone ? factRows([['电话', phone]], 0) : []),
    ...(note ? [{ text: note }] : []),
    // pdfmake floors a module to whole points: 2 or 3 of them, 18 to 23 mm in all.
    ...(setlId ? [{ qr: setlId, fit: 66, eccLevel: 'M', alignment: 'center', margin: [0, 6, 0, 2] } as Node] : []),
  ]
}

/** Units that stay whole: the head, every line, the split with the foot. */
const units = (model: SlipModel, layout: RollWidth, copy: string): Node[] => {
  const width = mm(paper[layout].print)
  const start = head(model, copy, width, paper[layout].characters)
  return [
    { stack: layout === '80' ? [...start, lineHead()] : start },
    ...model.lines.map((line) => lineNode[layout](model, line)),
    { stack: tail(model, width) },
  ]
}

/** Groups of unit numbers that fit on a page; `tops` has one more entry, the end. */
const breakPages = (tops: readonly number[], room: number): number[][] => {
  const pages: number[][] = [[]]
  let from = tops[0]!
  for (let unit = 0; unit + 1 < tops.length; unit++) {
    if (tops[unit + 1]! - from > room && pages.at(-1)!.length) {
      pages.push([])
      from = tops[unit]!
    }
    pages.at(-1)!.push(unit)
  }
  return pages
}

/** Head of the second and later pages. */
const repeated = (model: SlipModel, layout: RollWidth, withLines: boolean): Node[] => [
  ...[model.fixmedinsName, model.ids.setlId ?? '']
    .filter(Boolean)
    .map((text): Node => ({ text, wordBreak: 'break-all' })),
  ...(withLines ? [rule(mm(paper[layout].print))] : []),
  ...(withLines && layout === '80' ? [lineHead()] : []),
]

const document = (model: SlipModel, layout: RollWidth, split: number[][] | undefined): Promise<Rendered> => {
  const width = mm(paper[layout].width)
  const side = mm((paper[layout].width - paper[layout].print) / 2)
  // An endless page is cut at its content by pdfmake.
  const pageSize = () => ({ width, height: Number.POSITIVE_INFINITY })
  const content = copyLabels(model).flatMap((copy, copyNo) => {
    const all = units(model, layout, copy).map((node, n): Node => ({ id: `unit ${copyNo}.${n}`, stack: [node] }))
    const pages = split ?? [all.map((_, n) => n)]
    return pages.map(
      (numbers, page): Node => ({
        pageSize: pageSize(),
        section: [
          ...(page ? repeated(model, layout, numbers[0]! <= model.lines.length) : []),
          ...numbers.map((n) => all[n]!),
          { ...pageMark(page + 1, pages.length), id: `end ${copyNo}.${page}` },
        ],
      }),
    )
  })
  return render({
    pageSize: pageSize(),
    pageMargins: [side, margins.top, side, margins.bottom],
    defaultStyle: { font: 'Slip', fontSize: body, lineHeight: 0.9 },
    content,
    info: documentInfo(model),
  })
}

/** 58 and 80 mm: as long as the content, at most 300 mm a page; a longer slip continues with (1/2). */
export const rollSlip = async (model: SlipModel, layout: RollWidth): Promise<Rendered> => {
  const whole = await document(model, layout, undefined)
  const end = whole.tops.get('end 0.0')!
  if (end + margins.bottom + body * 1.5 <= longest) return whole
  const tops = [...Array(model.lines.length + 2).keys()].map((n) => whole.tops.get(`unit 0.${n}`)!)
  return document(model, layout, breakPages([...tops, end], longest - margins.top - margins.bottom - continuation))
}
