import type { MessageKey } from '../messages.ts'
import { byCentre, centreWords, withPeriodCut } from '../refusals.ts'
import type { CounterEvent } from './events.ts'
import type { Counter } from './state.ts'
import { type HandlersOf, type Step, say, step } from './step.ts'

/** What was refused, as the hint library tells its rows apart, where the server does not say which message it was. */
const transactions = { readFailed: '1101', priceFailed: '2101', settleFailed: '2102', reversalFailed: '2103' } as const
const refuses = (event: CounterEvent): event is Extract<CounterEvent, { type: keyof typeof transactions }> =>
  event.type in transactions

/** Messages that quote the centre and say what to do next: the library knows better than they (M23). */
const quoting: readonly MessageKey[] = [
  'read.refused',
  'pre.refused',
  'settle.refused',
  'cancel.refused',
  'part.refused',
]

/** Asks the hint library about what the centre has just said no with; the message stands meanwhile with its own next step. */
export const followAdvice = (before: Counter, now: Counter, event: CounterEvent): Step => {
  const { message } = now
  if (!refuses(event) || !message || message === before.message || !quoting.includes(message.key)) return step(now)
  // The server's own advice is about this very case.
  if (!byCentre(event.refusal) || event.refusal.tips) return step(now)
  const { key, at } = message
  const text = centreWords(event.refusal)
  // In a registered visit it may be any of several.
  const said = event.refusal.extend?.infno
  const infno = typeof said === 'string' ? said : transactions[event.type]
  return step(now, { do: 'advise', since: at, key, text, infno })
}

export const advice: HandlersOf<'advised'> = {
  advised(state, { since, key, explain, next }) {
    const { message } = state
    // Something else is said by now.
    if (message?.key !== key || message.at !== since || message.aside) return step(state)
    const values = {
      ...message.values,
      ...(message.values.explain !== undefined && explain ? { explain: withPeriodCut(explain) } : {}),
      ...(next ? { next: withPeriodCut(next) } : {}),
    }
    return step(say(state, since, key, values, message.detail))
  },
}
