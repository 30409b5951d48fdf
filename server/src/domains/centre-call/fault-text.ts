import { withoutNumbers } from '../../base/mask.ts'
import type { CentreOutcome } from '../../centre/client.ts'

const unanswered = {
  timeout: '等待医保中心应答超时',
  closed: '与医保中心的连接中断',
  http: '医保中心网关报错',
  unreadable: '医保中心的应答不能识别',
}
const notSent = '连不上医保中心'

const ours: ReadonlySet<string> = new Set([...Object.values(unanswered), notSent])

/** What people read of why a call was not booked. */
export const faultText = (outcome: Exclude<CentreOutcome, { kind: 'booked' }>): string => {
  if (outcome.kind === 'refused') return withoutNumbers(outcome.message).slice(0, 80)
  return outcome.kind === 'unknown' ? unanswered[outcome.reason] : notSent
}

/** Whether such a text says that no answer came, and not what a centre said. */
export const isUnanswered = (text: string): boolean => ours.has(text)
