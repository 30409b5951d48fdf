import type { TableLayout } from 'pdfmake'
import { documentInfo } from './info.ts'
import type { SlipModel } from './model.ts'
import { mm, type Node, type Rendered, render } from './pdf.ts'
import { copyLabels } from './text.ts'

export interface Sheet {
  /** Millimetres. */
  paper: { width: number; height: number }
  margins: { side: number; top: number }
  fontSize: number
  content(model: SlipModel, copy: string): Node[]
}

/** Thin rules of 0.26 mm: a needle or thermal head draws nothing finer (ux.md 6). */
export const ruleWidth = 0.75

/** A boxed form: every cell has its border. */
export const boxed: TableLayout = {
  hLineWidth: () => ruleWidth,
  vLineWidth: () => ruleWidth,
  paddingLeft: () => 3,
  paddingRight: () => 3,
  paddingTop: () => 2,
  paddingBottom: () => 2,
}

/** A slip on sheets of a fixed size: a section per copy, shop and number repeated from the second page on, page n/m. */
export const sheetSlip = (model: SlipModel, sheet: Sheet): Promise<Rendered> => {
  const pageSize = { width: mm(sheet.paper.width), height: mm(sheet.paper.height) }
  const side = mm(sheet.margins.side)
  const top = mm(sheet.margins.top)
  const copies = copyLabels(model)
  // Copies differ in their label only, so each has the same number of pages.
  const place = (page: number, pages: number) => {
    const each = pages / copies.length
    return { page: ((page - 1) % each) + 1, each }
  }
  // The number first: of a long name the end may be missing.
  const repeated = [model.ids.setlId, model.fixmedinsName].filter(Boolean).join('  ')
  return render({
    pageSize,
    pageMargins: [side, top, side, top],
    defaultStyle: { font: 'Slip', fontSize: sheet.fontSize, lineHeight: 0.95 },
    header: (page, pages) =>
      place(page, pages).page > 1 ? { text: repeated, margin: [side, top - sheet.fontSize * 1.5, side, 0] } : null,
    footer: (page, pages) => {
      const { page: n, each } = place(page, pages)
      return { text: `第 ${n}/${each} 页`, alignment: 'center', margin: [0, 4, 0, 0] }
    },
    content: copies.map((copy) => ({ section: sheet.content(model, copy) })),
    info: documentInfo(model),
  })
}
