import type { AgentState, Device } from '../agent/store.ts'
import { stateTexts, type Tone } from '../agent/texts.ts'

/** One light of the top bar: word, meaning, since when, last error, one action (ux 4). */
export interface Light {
  title: string
  word: string
  tone: Tone
  meaning: string
  since: number
  error?: string
  action?: { name: string; text: string }
}

interface AgentFacts {
  state: AgentState
  since: number
  error: string
  drivers: Device[]
  printers: Device[]
  reader: string
}

const usable = (state: AgentState) => state === 'connected' || state === 'busy' || state === 'driverFault'

export const agentLight = ({ state, since, error }: AgentFacts): Light => ({
  title: '助手',
  since,
  error: state === 'connected' ? undefined : error || undefined,
  ...stateTexts[state],
})

export const readerLight = ({ state, since, drivers, reader }: AgentFacts): Light => {
  const light = (word: string, tone: Tone, meaning: string, action?: Light['action']): Light => ({
    title: '读卡器',
    word,
    tone,
    meaning,
    since,
    action,
  })
  if (!usable(state)) return light('等待助手', 'off', '连接本机助手后才能看到读卡器。电子凭证可直接扫码。')
  if (state === 'driverFault')
    return light('驱动故障', 'harm', '社保卡、身份证暂不能读，电子凭证可用。', stateTexts.driverFault.action)
  if (!drivers.length) return light('驱动未安装', 'warn', '社保卡、身份证暂不能读，电子凭证可用。请管理员安装驱动。')
  if (reader === 'absent')
    return light('未找到', 'warn', '插紧 USB 线后重新查找；电子凭证可用。', { name: 'check', text: '重新查找' })
  if (reader === 'inserted') return light('卡已插入', 'good', '可以读卡。')
  return light('就绪', 'good', '可以读卡。')
}

const settings = { name: 'printers', text: '打印设置' } as const

/** What keeps a printer from printing, in a word and what to do. */
const problems: Record<string, readonly [word: string, advice: string]> = {
  PRINTER_PAPER: ['缺纸', '装纸后自动续打'],
  PRINTER_COVER: ['开盖', '合上盖子后自动续打'],
  PRINTER_OFFLINE: ['离线', '检查电源和连线'],
  PRINTER_PAUSED: ['已暂停', '在打印机的队列窗口中取消暂停'],
}

const isReady = ({ state }: Device) => ['ready', 'busy', 'idle', 'printing', 'ok'].includes(state)

/**
 * The printer that slips go to, as the agent chooses it: chosen for them, the default, a real one, any. Windows has others
 * that are always ready and print on no paper; of several chosen ones that which cannot print is the news.
 */
const slipPrinter = (printers: readonly Device[]): Device | undefined => {
  const chosen = printers.filter(({ documentTypes }) => documentTypes?.some((type) => type.startsWith('slip')))
  return (
    chosen.find((one) => !isReady(one) && one.state !== 'unknown') ??
    chosen.find((one) => !isReady(one)) ??
    chosen[0] ??
    printers.find(({ isDefault }) => isDefault) ??
    printers.find(({ simulated }) => !simulated) ??
    printers[0]
  )
}

export const printerLight = ({ state, since, printers }: AgentFacts): Light => {
  const light = (word: string, tone: Tone, meaning: string, action?: Light['action']): Light => ({
    title: '打印机',
    word,
    tone,
    meaning,
    since,
    action,
  })
  if (!usable(state)) return light('浏览器打印', 'off', '没有本机助手时由浏览器打印，需要在打印窗口中确认。')
  const slips = slipPrinter(printers)
  if (!slips) return light('没有打印机', 'warn', '本机没有打印机，打印改用浏览器。')
  if (isReady(slips)) return light('就绪', 'good', `打印机 ${slips.name} 可以使用。`, settings)
  if (slips.state === 'unknown')
    return light('状态未知', 'off', `打印机 ${slips.name} 不报告状态，打印后请看纸。`, settings)
  const [word, advice] = problems[slips.problem ?? ''] ?? ['不可用', '检查电源、连线和纸']
  return light(word, 'warn', `${slips.name}：${advice}。结算不受影响。`, {
    name: 'check',
    text: '重新查看',
  })
}

/** Why nothing can be settled yet: who has signed in today and finds it ended is told so. */
export const unsignedText = (endedAt: string | undefined): string =>
  endedAt
    ? `今天的签到在 ${endedAt.slice(11, 16)} 已经结束，重新签到后才能结算。`
    : '本店今天还没有签到，签到后才能结算。'

/** `signed` undefined: not this person's concern, or not known yet; `endedAt` of a sign-in that ended today. */
export const centreLight = (
  link: { server: 'ok' | 'down'; centre: 'ok' | 'down' | 'unknown'; since: number },
  signed: boolean | undefined,
  maySign = true,
  endedAt?: string,
): Light => {
  const light = (word: string, tone: Tone, meaning: string, action?: Light['action']): Light => ({
    title: '医保中心',
    word,
    tone,
    meaning,
    since: link.since,
    action,
  })
  if (link.server === 'down')
    return light('云服务断开', 'harm', '连接不到云服务，没有提交的操作不会扣款。', { name: 'reload', text: '重新连接' })
  if (link.centre === 'down')
    return light('中断', 'harm', '医保中心没有答复，新的结算会失败，已完成的不受影响。', {
      name: 'reload',
      text: '重试',
    })
  if (signed === false)
    return light('未签到', 'warn', unsignedText(endedAt), maySign ? { name: 'signIn', text: '签到' } : undefined)
  return light('正常', 'good', '医保中心可以访问。')
}
