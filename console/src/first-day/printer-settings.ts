import { type DocumentType, documentTypes, type PrintMode, papers } from '@yibao/shared/agent/documents.ts'
import type { PrinterSettings } from '@yibao/shared/agent/printing.ts'
import { FlowProblem } from '../kit/index.ts'
import { connectAgent, whileThere } from './agent.ts'
import type { Check } from './context.ts'
import { choosePrinter, printerTitle, printTestPage } from './printing.ts'

const paperName = (paper: string) => new Map<string, string>(Object.entries(papers)).get(paper) ?? '按打印机设置'

/** Each of our documents with its printer and paper: what a person reads before leaving. */
export const settingRows = ({ default: standard, byDocumentType }: PrinterSettings): [label: string, value: string][] =>
  Object.entries(documentTypes).map(([type, title]) => {
    const set = byDocumentType[type]
    const mode = set?.mode === 'receipt' ? '，小票指令' : ''
    if (set) return [title, `${set.printer}，${paperName(set.paper)}${mode}`]
    return [title, standard ? `${standard}（默认打印机）` : '没有设置，自动选择打印机']
  })

/** 打印设置: which printer and paper a document uses; kept once its test page came out well. */
export const choosePrinters: Check = async (tools) => {
  const { context, values, say } = tools
  await connectAgent(tools)
  const { device } = context
  const type = values.documentType as DocumentType
  const paper = values.paper as keyof typeof papers
  const printer = await choosePrinter(tools, `${documentTypes[type]}用哪一台打印机？`)
  const before = await whileThere(tools, device.run('printer.settings', {}))
  const mode = values.mode as PrintMode
  if (mode === 'receipt' && (type !== 'slip' || !paper.startsWith('roll')))
    throw new FlowProblem({
      what: '小票指令只能打印 58 或 80 毫米的结算小票',
      meaning: '其他单据和纸张没有保存',
      next: '改为按页面打印，或改单据和纸张',
    })
  await printTestPage(tools, printer, paper, mode)
  say('正在保存…', 90)
  const byDocumentType = { ...before.byDocumentType, [type]: { printer: printer.name, paper, mode } }
  const kept = await whileThere(tools, device.run('printer.configure', { ...before, byDocumentType }))
  return { text: `${documentTypes[type]}用 ${printerTitle(printer)}，${paperName(paper)}`, rows: settingRows(kept) }
}
