import { type PrintMode, papers } from '@yibao/shared/agent/documents.ts'
import type { PrinterInfo } from '@yibao/shared/agent/entities.ts'
import { choice } from '@yibao/shared/field.ts'
import { FlowProblem } from '../kit/index.ts'
import { connectAgent, whileThere } from './agent.ts'
import type { Check, Tools } from './context.ts'

/** Papers that a printer cuts by itself. */
const rolls: readonly string[] = ['roll80', 'roll58']

export const printFields = { paper: choice('纸张', papers) }
export const printInitial = { paper: 'roll80' }

/** A printer as people read it: its title where it has one, and that it is simulated. */
export const printerTitle = ({ name, title, simulated }: PrinterInfo & { title?: string; simulated?: boolean }) =>
  `${title || name}${simulated ? '（模拟）' : ''}`

/** The printer a person picks; the only one without a question. Throws a FlowProblem where there is none. */
export const choosePrinter = async (
  { context: { device }, ask, say }: Tools,
  text = '用哪一台打印机打印小票？',
): Promise<PrinterInfo> => {
  say('正在查找打印机…', 20)
  const printers = await device.run('printer.list', {})
  const first = printers[0]
  if (!first)
    throw new FlowProblem({
      what: '本机没有打印机',
      meaning: '小票不能由助手打印，只能用浏览器打印',
      next: '安装打印机并打印 Windows 测试页，再重新检查',
    })
  if (printers.length === 1) return first
  const name = await ask({
    kind: 'choose',
    text,
    options: printers.map((one) => ({ value: one.name, text: printerTitle(one) })),
  })
  return printers.find((one) => one.name === name) ?? first
}

const seen: Record<string, { what: string; meaning: string; next: string }> = {
  edge: {
    what: '边框不完整',
    meaning: '纸张宽度与打印机的设置不一致，小票会被切掉一边',
    next: '换一种纸张再打印，或在 Windows 打印首选项中改正纸张',
  },
  text: {
    what: '中文不清楚',
    meaning: '打印头脏或浓度太低，小票会看不清',
    next: '清洁打印头、调高浓度，再重新打印',
  },
  cut: {
    what: '没有自动切纸',
    meaning: '小票要用手撕，两张可能连在一起',
    next: '在打印机驱动中打开「文档后切纸」，再重新打印',
  },
  none: {
    what: '没有打印出来',
    meaning: '助手已交给打印机，纸上没有内容',
    next: '看打印机的灯和纸，热敏纸可能装反；处理后重新打印',
  },
}

/** Prints the agent's own test page and asks how it came out; only the person at the printer can say (ux 5). */
export const printTestPage = async (
  tools: Tools,
  printer: PrinterInfo,
  paper: keyof typeof papers,
  mode: PrintMode = 'page',
): Promise<void> => {
  const { context, say, ask } = tools
  const { device } = context
  say(`正在 ${printerTitle(printer)} 打印测试页…`, 50)
  const job = await whileThere(
    tools,
    device.run('print.test', { printer: printer.name, paper, mode }).then(device.followPrint),
  )
  if (job.state !== 'done')
    throw new FlowProblem({
      what: job.message ?? '测试页没有打印完',
      meaning: '小票会排队等待，处理后自动打印',
      next: '检查电源、连线和纸，再重新检查',
    })
  const answer = await ask({
    kind: 'choose',
    text: rolls.includes(paper) ? '四条边框都完整？中文清楚？自动切纸？' : '四条边框都完整？中文清楚？',
    options: [
      { value: 'good', text: '都好' },
      ...Object.entries(seen)
        .filter(([value]) => value !== 'cut' || rolls.includes(paper))
        .map(([value, { what }]) => ({ value, text: what })),
    ],
  })
  const problem = seen[answer]
  if (problem) throw new FlowProblem(problem)
}

/** 打印: one printer, one paper, is it good. */
export const checkPrinting: Check = async (tools) => {
  await connectAgent(tools)
  const printer = await choosePrinter(tools)
  const paper = tools.values.paper as keyof typeof papers
  await printTestPage(tools, printer, paper)
  return {
    text: `测试页打印完好：${printerTitle(printer)}`,
    rows: [
      ['打印机', printerTitle(printer)],
      ['纸张', papers[paper]],
    ],
    facts: { printer: printer.name, paper },
  }
}
