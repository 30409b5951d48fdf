import { type DocumentType, documentTypes, type Paper, papers } from '@yibao/shared/agent/documents.ts'
import type { JobInfo } from '@yibao/shared/agent/entities.ts'
import type { PrinterSettings } from '@yibao/shared/agent/printing.ts'
import { isDoubt } from '../../agent/queue.ts'
import type { AgentState, Device } from '../../agent/store.ts'
import type { Tone } from '../../agent/texts.ts'
import { type Light, usable } from './light-states.ts'

export interface PrinterFacts {
  state: AgentState
  printers: Device[]
  settings: PrinterSettings | undefined
  jobs: readonly JobInfo[]
  /** Paper of the store's slips, as its area or it says (slipLayout); undefined for who has no store. */
  layout: string | undefined
  /** Unix ms. */
  now: number
}

const choose = { name: 'tools', text: '打印设置' } as const
const another = { name: 'tools', text: '换打印机' } as const
const queue = { name: 'queue', text: '查看队列' } as const

/** What keeps a printer from printing: in a word, what to do, and the button. */
const problems: Record<string, readonly [word: string, advice: string, action: Light['action']]> = {
  PRINTER_PAPER: ['缺纸', '装纸后自动续打', { name: 'check', text: '已处理，续打' }],
  PRINTER_COVER: ['开盖', '合上盖子后自动续打', { name: 'check', text: '已处理，续打' }],
  PRINTER_OFFLINE: ['离线', '检查电源和连线', another],
  PRINTER_PAUSED: ['已暂停', '在打印机的队列窗口中取消暂停', { name: 'check', text: '重新查看' }],
}

const isReady = ({ state }: Device) => ['ready', 'busy', 'idle', 'printing', 'ok'].includes(state)

/** What slips of a layout are printed as, and which papers that can be. */
const slips: Record<string, readonly [type: DocumentType, name: string, fits: readonly Paper[]]> = {
  58: ['slip', '58 毫米纸', ['roll58']],
  80: ['slip', '80 毫米纸', ['roll80']],
  A5: ['slipSheet', 'A5 纸', ['a5']],
  241: ['slipSheet', '241 毫米连续纸', ['continuous241']],
  A4: ['slipForm', 'A4 纸', ['a4']],
}

const isSlip = (type: string) => type.startsWith('slip')

/**
 * The printer that slips go to, as the agent chooses it: chosen for them, the default, a real one, any. Windows has others
 * that are always ready and print on no paper. Where nobody knows which slips, of several chosen ones that which cannot
 * print is the news.
 */
const slipPrinter = (printers: readonly Device[], type: DocumentType | undefined): Device | undefined => {
  const chosen = printers.filter((one) =>
    one.documentTypes?.some((name) => (type === undefined ? isSlip(name) : name === type)),
  )
  return (
    chosen.find((one) => !isReady(one) && one.state !== 'unknown') ??
    chosen.find((one) => !isReady(one)) ??
    chosen[0] ??
    printers.find(({ isDefault }) => isDefault) ??
    printers.find(({ simulated }) => !simulated) ??
    printers[0]
  )
}

/** Why what comes out of this printer would be on another paper than the store's slips; undefined = nothing says so. */
const otherPaper = ({ name, documentTypes: types = [] }: Device, { layout, settings }: PrinterFacts) => {
  const slip = layout === undefined ? undefined : slips[layout]
  if (!slip) return undefined
  const [type, paperName, fits] = slip
  const mine = settings?.byDocumentType[type]
  const change = `请在打印设置中为「${documentTypes[type]}」选择打印机和纸张。`
  if (mine) {
    const { paper } = mine
    return paper === 'default' || fits.includes(paper)
      ? undefined
      : `本店的结算单用 ${paperName}，${name} 设的是 ${papers[paper]}。${change}`
  }
  const others = types.filter((one) => isSlip(one) && one !== type) as DocumentType[]
  return others.length
    ? `本店的结算单用 ${paperName}，${name} 是「${documentTypes[others[0]!]}」的打印机。${change}`
    : undefined
}

/** So many that wait, the first of them so long, ms, are more than a printer at work. */
const backlog = { jobs: 3, waited: 60_000 }

const isBacklog = (jobs: readonly JobInfo[], now: number) =>
  jobs.length >= backlog.jobs && now - Number(jobs[0]?.createdAt ?? now) >= backlog.waited

/** The light of 打印机 (ux 4): the printer of the page's own slip, what waits for it and what nobody knows the end of. */
export const printerLight = (facts: PrinterFacts): Light => {
  const { state, printers, settings, layout, now } = facts
  const jobs = facts.jobs.filter((job) => !isDoubt(job))
  const doubts = facts.jobs.length - jobs.length
  const light = (word: string, tone: Tone, meaning: string, action?: Light['action']): Light => ({
    title: '打印机',
    word,
    tone,
    meaning,
    action,
  })
  if (!usable(state))
    return light('浏览器打印', 'off', '没有本机助手时由浏览器打印，需要在打印窗口中确认。', {
      name: 'tools',
      text: '设置打印机',
    })
  const type = layout === undefined ? undefined : slips[layout]?.[0]
  const wanted = type && (settings?.byDocumentType[type]?.printer ?? settings?.default)
  if (wanted && !printers.some(({ name }) => name === wanted))
    return light('未找到', 'warn', `打印机 ${wanted} 不在这台电脑上，小票在等它。结算不受影响。`, another)
  const printer = slipPrinter(printers, type)
  if (!printer) return light('没有打印机', 'warn', '本机没有打印机，打印改用浏览器。', choose)
  const waiting = jobs.length ? `有 ${jobs.length} 张在等。` : ''
  if (!isReady(printer) && printer.state !== 'unknown') {
    const [word, advice, action] = problems[printer.problem ?? ''] ?? ['不可用', '检查电源、连线和纸', another]
    return light(word, 'warn', `${printer.name}：${advice}。${waiting}结算不受影响。`, action)
  }
  const wrong = otherPaper(printer, facts)
  if (wrong) return light('纸张不符', 'warn', wrong, choose)
  if (doubts) return light(`待确认 ${doubts} 张`, 'warn', '不确定小票是否已打印。请看打印机，在队列中回答。', queue)
  if (isBacklog(jobs, now))
    return light(`积压 ${jobs.length} 张`, 'warn', `${printer.name} 打印得慢，或者不再打印。结算不受影响。`, queue)
  if (jobs.length) return light(`打印中 ${jobs.length}`, 'good', `${printer.name} 正在打印，${waiting}`, queue)
  if (printer.state === 'unknown')
    return light('状态未知', 'off', `打印机 ${printer.name} 不报告状态，打印后请看纸。`, choose)
  return light('就绪', 'good', `打印机 ${printer.name} 可以使用。`, choose)
}
