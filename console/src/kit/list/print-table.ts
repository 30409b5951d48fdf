import { printInFrame } from '../print/frame.ts'

interface Printed {
  title: string
  /** Area or store and the person: what is printed says whose it is. */
  about: string
  heads: readonly { title: string; right: boolean }[]
  rows: readonly (readonly string[])[]
  /** Who signs below: 制表, 审核… each with a line of its own. */
  signatures?: readonly string[]
  /** Lines between the title and whose it is. */
  lines?: readonly string[]
  /** Of A4; landscape unless said. */
  paper?: 'portrait' | 'landscape'
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character]!)

const style = `body{font:11px/1.4 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",
sans-serif;color:#000}h1{font-size:15px;margin:0 0 2px}p{margin:0 0 8px}table{width:100%;border-collapse:collapse}
th,td{border:.25mm solid #000;padding:2px 4px;text-align:left;vertical-align:top}th.r,td.r{text-align:right}
thead{display:table-header-group}tr,footer{break-inside:avoid}footer{display:flex;gap:10mm;padding-top:12mm}
footer span{flex:1;border-bottom:.25mm solid #000}section+section{break-before:page}`

const partOf = ({ title, about, heads, rows, signatures = [], lines = [] }: Printed): string => {
  const cell = (tag: string) => (text: string, i: number) =>
    `<${tag}${heads[i]!.right ? ' class="r"' : ''}>${escaped(text)}</${tag}>`
  const head = heads.map(({ title: text }, i) => cell('th')(text, i)).join('')
  const body = rows.map((row) => `<tr>${row.map(cell('td')).join('')}</tr>`).join('')
  const signed = signatures.map((who) => `<span>${escaped(who)}：</span>`).join('')
  const foot = signed && `<footer>${signed}</footer>`
  return `<h1>${escaped(title)}</h1>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}<p>${escaped(about)}</p><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>${foot}`
}

/** Tables as pages for the printer, each from a sheet of its own: heads repeated on every sheet, nothing but black. */
export const tablePages = (tables: readonly Printed[]): string => {
  const { title = '', paper = 'landscape' } = tables[0] ?? {}
  const parts = tables.map((one) => `<section>${partOf(one)}</section>`).join('')
  return `<!doctype html><meta charset="utf-8"><title>${escaped(title)}</title><style>@page{size:A4 ${paper};margin:10mm}${style}</style>${parts}`
}

/** Prints tables through a hidden frame of their own. */
export const printTables = (tables: readonly Printed[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const frame = document.createElement('iframe')
    frame.style.cssText = 'position:fixed;width:0;height:0;border:0'
    frame.srcdoc = tablePages(tables)
    frame.onload = () => {
      try {
        frame.contentWindow?.addEventListener('afterprint', () => frame.remove(), { once: true })
        printInFrame(frame)
        resolve()
      } catch (error) {
        frame.remove()
        reject(error)
      }
    }
    document.body.append(frame)
  })

/** The same of one. */
export const printTable = (printed: Printed): Promise<void> => printTables([printed])
