import type { JobInfo } from '@yibao/shared/agent/entities.ts'
import { agentErrors } from '@yibao/shared/agent/errors.ts'
import { isElsewhere } from '@yibao/shared/agent/slip-news.ts'
import type { Tone } from '../value.tsx'

/** waiting: nothing was asked for yet. kept: it is out already, and nobody gave a reason for another one. */
type ItemState = 'waiting' | 'making' | 'queued' | 'printing' | 'done' | 'failed' | 'unsure' | 'cancelled' | 'kept'

/** One document of a batch, by its order. */
export interface BatchItem {
  orderId: string
  title: string
  state: ItemState
  /** Why it waits, or what to do about how it ended. */
  text: string
  /** In doubt because of what came out at another place. */
  elsewhere?: boolean
}

export const itemWords: Record<ItemState, { word: string; tone: Tone }> = {
  waiting: { word: '等待', tone: 'off' },
  making: { word: '正在生成', tone: 'action' },
  queued: { word: '排队中', tone: 'action' },
  printing: { word: '正在打印', tone: 'action' },
  done: { word: '已打印', tone: 'good' },
  failed: { word: '没有打印', tone: 'harm' },
  unsure: { word: '不确定是否已打印', tone: 'warn' },
  cancelled: { word: '已收回，没有打印', tone: 'off' },
  kept: { word: '已打印过，没有补打', tone: 'off' },
}

/** What a person answers about one in doubt. */
export const doubtWords = (elsewhere?: boolean): { yes: string; no: string } =>
  elsewhere ? { yes: '不用再打', no: '再打一张' } : { yes: '已打印', no: '没有，重打' }

const under = new Set<ItemState>(['waiting', 'making', 'queued', 'printing'])

/** Nothing more happens to it by itself. */
export const ended = ({ state }: Pick<BatchItem, 'state'>): boolean => !under.has(state)

/** What the agent says of a job, as an item shows it. */
export const itemOfJob = ({ state, code, message }: JobInfo): Pick<BatchItem, 'state' | 'text' | 'elsewhere'> => {
  const known: ItemState = state in itemWords ? (state as ItemState) : 'queued'
  const elsewhere = isElsewhere(code)
  if (known === 'unsure' && !elsewhere)
    return { state: known, text: '为避免重复，系统没有自动重打。请看打印机', elsewhere }
  return {
    state: known,
    elsewhere,
    text: code && known !== 'cancelled' ? [message, agentErrors[code]?.hint].filter(Boolean).join('。') : '',
  }
}

/** How far a batch is: percent that ended, and its counts in words. */
export const sumOf = (items: readonly BatchItem[]): { percentage: number; text: string } => {
  const over = items.filter(ended).length
  const count = (...states: ItemState[]) => items.filter(({ state }) => states.includes(state)).length
  const parts = [
    `共 ${items.length} 张，已打印 ${count('done')} 张`,
    [count('queued', 'printing', 'making', 'waiting'), '等待'] as const,
    [count('failed'), '没有打印'] as const,
    [count('unsure'), '不确定'] as const,
    [count('cancelled'), '已收回'] as const,
    [count('kept'), '没有补打'] as const,
  ]
  const text = parts.flatMap((part) => (typeof part === 'string' ? part : part[0] ? `${part[1]} ${part[0]} 张` : []))
  return { percentage: Math.floor((over / Math.max(1, items.length)) * 100), text: text.join('，') }
}
