import type { Rule } from './faults.ts'
import type { Values } from './message/check.ts'
import { fen, yuan } from './money/fixed.ts'

/** An answer on its way out. */
export interface Outgoing {
  status: number
  type: string
  body: string
}

const stringsOf = (value: unknown): unknown => {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(stringsOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, stringsOf(one)]))
}

const drift = (message: Values, rule: Rule): Values => {
  const output = message.output as Record<string, Values> | undefined
  const setlinfo = output?.setlinfo
  const old = setlinfo?.[rule.field]
  if (!setlinfo || old === undefined) return message
  const text = yuan(fen(String(old)) + rule.fen)
  const drifted = { ...setlinfo, [rule.field]: typeof old === 'string' ? text : Number(text) }
  return { ...message, output: { ...output, setlinfo: drifted } }
}

// In this order whatever the order of the rules: an output that is a string already has no numbers left to turn.
const steps: [Rule['fault'], (message: Values, rule: Rule) => Values][] = [
  ['amountDrift', (message, rule) => (rule.where === 'answer' ? drift(message, rule) : message)],
  ['numbersAsStrings', (message) => stringsOf(message) as Values],
  ['outputAsString', (message) => ({ ...message, output: JSON.stringify(message.output) })],
]

/** Turns an answer into bytes, wrong in the ways that the rules ask for. */
export const distort = (message: Values, rules: Rule[]): Outgoing => {
  let wrong = message
  for (const [fault, step] of steps) for (const rule of rules) if (rule.fault === fault) wrong = step(wrong, rule)
  const body = JSON.stringify(wrong)
  const has = (fault: Rule['fault']): boolean => rules.some((rule) => rule.fault === fault)
  return {
    status: 200,
    type: has('wrongContentType') ? 'text/html;charset=utf-8' : 'application/json;charset=utf-8',
    body: has('malformed') ? body.slice(0, Math.floor(body.length / 2)) : body,
  }
}
