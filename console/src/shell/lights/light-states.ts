import { formatTime, shortTime } from '@yibao/shared/time.ts'
import type { AgentState, Device } from '../../agent/store.ts'
import { stateTexts, type Tone } from '../../agent/texts.ts'

/** One light of the top bar: word, meaning, since when, last error, one action (ux 4). */
export interface Light {
  title: string
  word: string
  tone: Tone
  meaning: string
  /** Unix ms; absent where nobody knows. */
  since?: number | undefined
  error?: string
  /** What else is known of what it stands for. */
  note?: string
  action?: { name: string; text: string }
}

interface AgentFacts {
  state: AgentState
  since: number
  error: string
  drivers: Device[]
  reader: string
  reading: boolean
  /** The store reads no cards on purpose (本店不用读卡 of its settings). */
  noReader?: boolean | undefined
}

/** Whether a light knows more than that the agent is away. */
export const usable = (state: AgentState) => state === 'connected' || state === 'busy' || state === 'driverFault'

/** The light of 助手 (ux 4); a busy one counts its seconds up to `now`, unix ms. */
export const agentLight = ({ state, since, error }: AgentFacts, now = since): Light => {
  const light: Light = {
    title: '助手',
    since,
    error: state === 'connected' ? undefined : error || undefined,
    ...stateTexts[state],
  }
  return state === 'busy' ? { ...light, word: `忙 ${Math.max(0, Math.floor((now - since) / 1000))} 秒` } : light
}

const readerKinds = new Set<string | undefined>(['socialCard', 'idCard', 'eVoucher', 'unknown', undefined])
const install = { name: 'tools', text: '安装驱动' } as const

/** What keeps a driver from working, in a word. */
const driverWords: Record<string, string> = { missing: '缺少文件', broken: '驱动不能用', open: '驱动故障' }

/** The light of 读卡器 (ux 4): what keeps cards from being read, the nearest cause first. */
export const readerLight = ({ state, drivers, reader, reading, noReader }: AgentFacts): Light => {
  const light = (word: string, tone: Tone, meaning: string, action?: Light['action']): Light => ({
    title: '读卡器',
    word,
    tone,
    meaning,
    action,
  })
  // Nothing that lacks is wrong there, and nobody has to do anything; a card that is read all the same can be called off.
  if (noReader && !reading) return light('未使用', 'off', '本店不用读卡，电子凭证用扫码枪扫。')
  if (!usable(state)) return light('等待助手', 'off', '连接本机助手后才能看到读卡器。电子凭证可直接扫码。')
  if (reading) return light('正在读', 'good', '正在读取凭证，请勿拔卡。', { name: 'cancelRead', text: '取消' })
  const repair = stateTexts.driverFault.action
  if (state === 'driverFault') return light('驱动故障', 'harm', '社保卡、身份证暂不能读，电子凭证可用。', repair)
  const readers = drivers.filter(({ kind }) => readerKinds.has(kind))
  const works = readers.some((one) => one.state === 'ready' || one.state === 'starting')
  const [faulty] = readers
  if (!faulty) return light('驱动未安装', 'warn', '社保卡、身份证暂不能读，电子凭证可用。请管理员安装驱动。', install)
  if (!works) {
    const meaning = `${faulty.problem ?? faulty.name}。社保卡、身份证暂不能读，电子凭证可用。`
    const word = driverWords[faulty.state] ?? '驱动不能用'
    return light(word, 'warn', meaning, faulty.state === 'open' ? repair : install)
  }
  if (reader === 'absent')
    return light('未找到', 'warn', '插紧 USB 线后重新查找；电子凭证可用。', { name: 'check', text: '重新查找' })
  if (reader === 'inserted') return light('卡已插入', 'good', '可以读卡。')
  return light('就绪', 'good', '可以读卡。')
}

/** When a scanner last wrote, `at` and `now` in Unix ms: whether it is plugged in nobody can see (ux 9.3). */
export const lastScan = (at: number | undefined, now: number): string =>
  at === undefined ? '本次打开后还没有扫码' : `上次扫码 ${shortTime(formatTime(new Date(at)), new Date(now))}`

/** What of a light's word is its state: a count or a time in it goes on, and is no new one. */
const stateOf = ({ word }: Light) => word.replace(/[\d.:-]+/g, '')

/** Keeps since when each light is as it is, for those that do not know themselves; nobody knows it of the first look. */
export const sinceChange = () => {
  const seen = new Map<string, { state: string; since: number | undefined }>()
  return (light: Light, now: number): Light => {
    const state = stateOf(light)
    const before = seen.get(light.title)
    const known = before?.state === state ? before : { state, since: before && now }
    seen.set(light.title, known)
    return { ...light, since: light.since ?? known.since }
  }
}
