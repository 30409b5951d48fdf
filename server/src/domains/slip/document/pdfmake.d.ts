/** The part of pdfmake 0.3 that the slips use: the package ships no types. */
declare module 'pdfmake' {
  type Margin = number | [number, number] | [number, number, number, number]

  interface Style {
    font?: string
    fontSize?: number
    bold?: boolean
    alignment?: 'left' | 'right' | 'center'
    lineHeight?: number
    margin?: Margin
    wordBreak?: 'normal' | 'break-all'
    noWrap?: boolean
  }

  interface Vector {
    type: 'rect' | 'line'
    x?: number
    y?: number
    w?: number
    h?: number
    x1?: number
    y1?: number
    x2?: number
    y2?: number
    lineWidth?: number
    color?: string
  }

  interface TableLayout {
    hLineWidth?: (row: number) => number
    vLineWidth?: (column: number) => number
    paddingLeft?: (column: number) => number
    paddingRight?: (column: number) => number
    paddingTop?: (row: number) => number
    paddingBottom?: (row: number) => number
  }

  interface Node extends Style {
    id?: string
    text?: string | Node[]
    stack?: Node[]
    columns?: Node[]
    columnGap?: number
    width?: number | '*' | 'auto'
    table?: { widths: (number | '*' | 'auto')[]; body: Node[][]; headerRows?: number; dontBreakRows?: boolean }
    layout?: TableLayout | 'noBorders'
    colSpan?: number
    canvas?: Vector[]
    qr?: string
    fit?: number
    eccLevel?: 'L' | 'M' | 'Q' | 'H'
    unbreakable?: boolean
    section?: Node[]
    pageSize?: PageSize
  }

  interface PageSize {
    width: number
    height: number
  }

  interface NodeInfo {
    id?: string
    startPosition: { pageNumber: number; top: number }
    pages: number
  }

  interface Definition {
    pageSize: PageSize
    pageMargins: Margin
    content: Node[]
    defaultStyle: Style
    header?: (page: number, pages: number) => Node | null
    footer?: (page: number, pages: number) => Node | null
    pageBreakBefore?: (node: NodeInfo) => boolean
    info: { title: string; creationDate: Date }
  }

  interface PdfMake {
    virtualfs: { writeFileSync(name: string, bytes: Uint8Array): void }
    setFonts(fonts: Record<string, { normal: string; bold: string }>): void
    setUrlAccessPolicy(allow: (url: string) => boolean): void
    setLocalAccessPolicy(allow: (path: string) => boolean): void
    createPdf(definition: Definition): { getBuffer(): Promise<Uint8Array> }
  }

  const pdfmake: PdfMake
  export default pdfmake
  export type { Definition, Margin, Node, NodeInfo, PageSize, Style, TableLayout, Vector }
}
