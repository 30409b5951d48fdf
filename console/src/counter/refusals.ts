import { CODE_BUSY, CODE_CENTRE_REFUSED } from '@yibao/shared/errors/wire.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { centreUnreached } from '../api/definite.ts'
import type { Refusal } from './flow/model.ts'
import type { MessageValues } from './message.ts'
import type { MessageKey } from './messages.ts'

/** Which message a refusal shows, by its code: the server's keys and the agent's codes in one table. */
const messageByCode: Readonly<Record<string, MessageKey>> = {
  AGENT_ABSENT: 'agent.absent',
  'agent.absent': 'agent.absent',
  'agent.stopped': 'agent.absent',
  'agent.clock': 'agent.clock',
  'agent.expired': 'agent.expired',
  CLOCK_SKEW: 'agent.clock',
  TICKET_EXPIRED: 'agent.clock',
  'store.missing': 'store.missing',
  NO_DESK: 'agent.desk',
  READER_ABSENT: 'reader.absent',
  CARD_NONE: 'card.none',
  CARD_MUTE: 'card.mute',
  CARD_UNKNOWN_ERROR: 'card.mute',
  CARD_REMOVED: 'card.removed',
  CARD_AUTH: 'card.auth',
  CARD_HSM: 'card.hsm',
  PIN_WRONG: 'pin.wrong',
  PIN_LOCKED: 'pin.locked',
  PIN_TIMEOUT: 'pin.timeout',
  PIN_CANCELLED: 'read.cancelled',
  CANCELLED: 'read.cancelled',
  // At the light of the reader.
  cancelled: 'read.cancelled',
  DRIVER_CRASHED: 'driver.crash',
  DRIVER_TIMEOUT: 'driver.crash',
  DRIVER_OPEN: 'driver.fault',
  DRIVER_OVERRUN: 'driver.crash',
  DRIVER_GARBLED: 'driver.crash',
  DRIVER_EMPTY: 'driver.crash',
  QR_EXPIRED: 'qr.expired',
  'qr.expired': 'qr.expired',
  'card.none': 'person.none',
  'card.changed': 'card.changed',
  'card.gone': 'read.again',
  'card.typed': 'read.typedIdNo',
  'sign.missing': 'sign.missing',
  'sign.closed': 'sign.closed',
  'centre.down': 'centre.down',
  'auth.clock': 'clock.off',
  'session.missing': 'session.expired',
  'disease.missing': 'disease.missing',
  'permission.denied': 'right.none',
  'trace.required': 'item.trace',
  'trace.over': 'trace.over',
}

/**
 * The key of a refusal: a number of SPEC 8 or a code that the counter has words for, else the key that the server sends
 * beside its text, else what came.
 */
export const codeOf = ({ code, extend, statusCode }: Refusal): string | undefined => {
  if (code && (code in messageByCode || code === CODE_BUSY || code === CODE_CENTRE_REFUSED)) return code
  if (typeof extend?.key === 'string') return extend.key
  // The agent's 401 has a code of its own: it says nothing about who is logged in.
  return statusCode === 401 && /^(401)?$/.test(code ?? '') ? 'session.missing' : code
}

/**
 * No answer of the server came: the line is down, the time is over, or a gateway found nobody. Whether the request
 * arrived is not known.
 */
export const noAnswer = ({ statusCode, code = '' }: Refusal): boolean => statusCode === 0 || /^50[234]$/.test(code)

/** The same of a call that only asks: the clerk reads of the line, never an address of ours. */
export const lineCut = (refusal: Refusal): boolean =>
  noAnswer(refusal) && /^(network|timeout|\d{3})$/.test(refusal.code ?? '')

/** The centre itself said no. */
export const byCentre = (refusal: Refusal): boolean => {
  const code = codeOf(refusal)
  return code === CODE_CENTRE_REFUSED || code === 'centre.refused'
}

/** A sentence as a message takes it in, which sets its own full stop. */
export const withPeriodCut = (text: string): string => text.replace(/[。.]$/, '')

/** The centre's own words, without the frame that the server put around them. */
export const centreWords = ({ message, extend }: Refusal): string => {
  const raw = extend?.err_msg ?? extend?.errMsg ?? extend?.raw
  if (typeof raw === 'string' && raw) return raw
  return message.replace(/^【302002】/, '').replace(/^医保中心：“(.*)”$/, '$1')
}

/** Characters of the centre's words that leave R6 room for what it means and what to do next (ux 2.6: N6). */
const briefest = 40

/**
 * The same as R6 quotes it: what is longer, as the exception of some service behind the centre, begins with its first
 * Chinese word and is cut off; the whole stands under 详情.
 */
export const centreBrief = (refusal: Refusal): string => {
  const words = [...centreWords(refusal).replace(/\s+/g, ' ').trim()]
  if (words.length <= briefest) return words.join('')
  const start = Math.max(
    0,
    words.findIndex((one) => /\p{Script=Han}/u.test(one)),
  )
  const cut = words.slice(start, start + briefest)
  return `${start > 0 ? '…' : ''}${cut.join('')}${start + briefest < words.length ? '…' : ''}`
}

/** The message of a refusal that has its own row, with its values; undefined when the place decides. */
export const knownMessage = (refusal: Refusal): { key: MessageKey; values: MessageValues } | undefined => {
  const key = messageByCode[codeOf(refusal) ?? '']
  if (!key) return undefined
  const { extend = {} } = refusal
  const left = extend?.left ?? extend?.n
  if (key === 'pin.wrong' && typeof left !== 'number') return { key: 'pin.wrongUncounted', values: {} }
  const text = (value: unknown, otherwise: string) => (value === undefined ? otherwise : String(value))
  return {
    key,
    values: {
      n: text(left ?? extend?.minutes, ''),
      code: text(extend?.code, '无代码'),
      time: text(extend?.lastSuccess, '--'),
      item: text(extend?.item, '药品'),
    },
  }
}

/**
 * What is left when the centre does not take a settlement back (M42): one of an earlier month, or of which the month is not
 * known, goes by the clearing; for one of this month somebody has to read what the centre says. `at`: now, ms.
 */
export const afterNoReversal = (settledAt: string | undefined, at: number): string =>
  settledAt?.slice(0, 7) === formatTime(new Date(at)).slice(0, 7)
    ? '复制原文并联系管理员'
    : '超过当月的结算请联系管理员走清算调整'

/** Words of a refusal that has no row of its own. */
export const wordsOf = (refusal: Refusal, otherwise = '请联系管理员'): { text: string; next: string } =>
  lineCut(refusal)
    ? { text: '网络已断开', next: '恢复后重试' }
    : centreUnreached(refusal)
      ? { text: refusal.message, next: '恢复后重试' }
      : { text: withPeriodCut(refusal.message), next: withPeriodCut(refusal.tips || otherwise) }
