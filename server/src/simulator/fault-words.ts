import { messageFaults } from './faults.ts'
import type { Values } from './message/check.ts'
import { textOf } from './message/value.ts'
import { handlers } from './transactions/handlers.ts'

const conditions = ['infno', 'fixmedins_code', 'psn_no']
const parameters = ['times', 'ms', 'when', 'text', 'fen', 'field', 'where']

/** What each kind of fault takes besides its name (docs/SIMULATOR.md). */
const takes: Record<string, readonly string[]> = {
  ...Object.fromEntries(messageFaults.map((name) => [name, [...conditions, ...parameters]])),
  centreOnlyRow: ['fixmedins_code', 'psn_no', 'msgid'],
  clock: ['iso', 'gateway'],
}

const choices: Record<string, readonly string[]> = { when: ['before', 'after'], where: ['answer', 'book'] }
const wholes = ['times', 'ms', 'fen']

/**
 * What is wrong with a fault that somebody sets, in words; undefined where it can be set. A condition that is misspelt
 * would hold for everybody, and a number that is none would be the usual one.
 */
export const faultProblem = (given: Values | undefined): string | undefined => {
  if (!given) return '请求的内容不是有效的 JSON 对象'
  const fault = textOf(given.fault)
  const known = Object.hasOwn(takes, fault) ? takes[fault]! : undefined
  if (!known) return `没有故障「${fault}」，可用：${Object.keys(takes).join('、')}`
  const names = Object.keys(given).filter((name) => given[name] !== undefined)
  const stray = names.find((name) => name !== 'fault' && !known.includes(name))
  if (stray !== undefined) return `${fault} 没有参数「${stray}」，可用：${known.join('、')}`
  const infno = textOf(given.infno)
  if (infno && !Object.hasOwn(handlers, infno)) return `模拟器没有交易 ${infno}`
  const notWhole = wholes.find((name) => names.includes(name) && !Number.isInteger(Number(textOf(given[name]) || 'x')))
  if (notWhole !== undefined) return `${notWhole} 应为整数`
  const [name, allowed] = Object.entries(choices).find(
    ([one, values]) => names.includes(one) && !values.includes(textOf(given[one])),
  ) ?? ['']
  return allowed ? `${name} 只能是 ${allowed.join(' 或 ')}` : undefined
}
