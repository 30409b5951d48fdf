import pdfmake, { type Definition, type Margin, type Node } from 'pdfmake'
import { slipFont } from './font.ts'

/** Points per millimetre. */
export const mm = (length: number): number => (length * 72) / 25.4

let ready: Promise<void> | undefined

const prepare = async () => {
  const font = await slipFont()
  pdfmake.virtualfs.writeFileSync('slip-normal.ttf', font.normal)
  pdfmake.virtualfs.writeFileSync('slip-bold.ttf', font.bold)
  pdfmake.setFonts({ Slip: { normal: 'slip-normal.ttf', bold: 'slip-bold.ttf' } })
  // A slip never loads anything: both fonts come from memory.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy(() => false)
}

export interface Rendered {
  pdf: Uint8Array
  pages: number
  /** Distance from the top of its page, in points, of every node with an id. */
  tops: Map<string, number>
}

/** Lays a document out and renders it. The same definition gives the same bytes: the only date inside is its own. */
export const render = async (definition: Definition): Promise<Rendered> => {
  ready ??= prepare().catch((error) => {
    ready = undefined
    throw error
  })
  await ready
  const tops = new Map<string, number>()
  let pages = 1
  const pdf = await pdfmake
    .createPdf({
      ...definition,
      pageBreakBefore: (node) => {
        pages = node.pages
        if (node.id) tops.set(node.id, node.startPosition.top)
        return false
      },
    })
    .getBuffer()
  return { pdf, pages, tops }
}

export type { Definition, Margin, Node }
