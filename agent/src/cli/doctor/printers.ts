import { agentErrors, fillText } from '@yibao/shared/agent/errors.ts'
import type { Finding, Look } from '../../checkup/finding.ts'
import { environmentOf } from '../../install/settings.ts'
import { unreadableConfig } from '../../print/config.ts'
import { createCups } from '../../print/cups.ts'
import type { PrinterInfo } from '../../print/port.ts'

const problemWords: Partial<Record<NonNullable<PrinterInfo['problem']>, string>> = {
  PRINTER_PAPER: '缺纸或卡纸',
  PRINTER_COVER: '机盖打开',
  PRINTER_OFFLINE: '脱机',
  PRINTER_PAUSED: '已暂停',
}

const list = async () =>
  process.platform === 'win32'
    ? (await import('../../print/windows.ts')).createWindowsSpooler().printers()
    : createCups().printers()

const about = ({ title, problem }: PrinterInfo): Finding =>
  problem
    ? {
        level: 'bad',
        text: `打印机 ${title}：${problemWords[problem] ?? fillText(agentErrors[problem].message, { printer: title })}`,
        cure: problem === 'PRINTER_PAUSED' ? '在打印机的队列窗口中取消暂停' : '检查打印机的电源、纸和连接',
      }
    : { level: 'ok', text: `打印机 ${title}` }

/** What was chosen for this counter's documents, where it can be read. */
const settingsOf: Look = async ({ settings, root }) => {
  const file = unreadableConfig(environmentOf(settings, 'desk', root).DATA_DIR!)
  if (!file) return []
  const cure = '改正这个文件（多半是逗号、引号或括号），或在「工具集」重新选择打印机'
  return [{ level: 'bad', text: `打印设置读不出来，选好的打印机没有生效：${file}`, cure }]
}

/** The printers of the user who asks, and what he set for them. */
export const printers: Look = async (patient) => [...(await settingsOf(patient)), ...(await ofSystem())]

const ofSystem = async (): Promise<Finding[]> => {
  const found = await list().catch(() => undefined)
  if (!found)
    return [{ level: 'note', text: '打印服务没有应答，不能打印', cure: '启动打印服务（Print Spooler 或 CUPS）' }]
  if (!found.length) return [{ level: 'note', text: '没有打印机，不能打印小票', cure: '在系统设置里添加打印机' }]
  return found.map(about)
}
