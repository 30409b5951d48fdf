import { agentErrors, fillText } from '@yibao/shared/agent/errors.ts'
import { createCups } from '../../print/cups.ts'
import type { PrinterInfo } from '../../print/port.ts'
import type { Finding, Look } from './finding.ts'

const problemWords: Partial<Record<NonNullable<PrinterInfo['problem']>, string>> = {
  PRINTER_PAPER: '缺纸或卡纸',
  PRINTER_COVER: '机盖打开',
  PRINTER_OFFLINE: '脱机或暂停',
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
        cure: '检查打印机的电源、纸和连接',
      }
    : { level: 'ok', text: `打印机 ${title}` }

/** The printers of the user who asks. */
export const printers: Look = async () => {
  const found = await list().catch(() => undefined)
  if (!found)
    return [{ level: 'note', text: '打印服务没有应答，不能打印', cure: '启动打印服务（Print Spooler 或 CUPS）' }]
  if (!found.length) return [{ level: 'note', text: '没有打印机，不能打印小票', cure: '在系统设置里添加打印机' }]
  return found.map(about)
}
