import type { MessageKey } from '../messages.ts'
import type { EffectOf } from './effects.ts'
import type { Counter } from './state.ts'
import { type HandlersOf, mention, type Step, step } from './step.ts'

/** Most characters of what was said that are passed on (Trouble/Report). */
const longest = 500

/** What a message with such a button is about. */
const causes: Partial<Record<MessageKey, EffectOf<'report'>['cause']>> = {
  'driver.crash': 'driver',
  'driver.fault': 'driver',
  'pre.refused': 'presettle',
  'cancel.refused': 'reversal',
  'part.refused': 'reversal',
}

/** Passes on what the message says, without the customer's name. */
export const report = (state: Counter): Step => {
  const { message, person } = state
  const cause = message && causes[message.key]
  if (!cause) return step(state)
  const said = String(message.values.text ?? message.detail ?? '')
  const text = [...(person?.name ? said.replaceAll(person.name, '参保人') : said)].slice(0, longest).join('')
  const of = message.values.orderId
  return step(state, { do: 'report', cause, text, ...(of !== undefined && { orderId: String(of) }) })
}

export const trouble: HandlersOf<'reported'> = {
  reported: (state, { fresh }, at) => step(mention(state, at, fresh ? 'report.sent' : 'report.before')),
}
