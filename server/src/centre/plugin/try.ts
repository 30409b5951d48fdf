import { checkMessage } from '../check.ts'
import { faultText } from '../fault.ts'
import { isObject, type Json, parseExact } from '../json.ts'
import type { Edition } from '../profile.ts'
import { fieldsOf } from '../standard.ts'
import { mapAnswer, mapRequest } from './apply.ts'
import type { Rule } from './types.ts'

interface Trial {
  edition: Edition
  infno: string
  direction: 'in' | 'out'
  rules: readonly Rule[]
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2)

/**
 * What a mapping makes of a message, without sending anything. `faults` also tells where a request is not as the standard
 * has it before the mapping, for then it would not leave either. Undefined = no JSON object.
 */
export const tryMapping = (
  { edition, infno, direction, rules }: Trial,
  text: string,
): { ok: boolean; text: string; faults: string[] } | undefined => {
  let message: Json
  try {
    message = parseExact(text)
  } catch {
    return undefined
  }
  if (!isObject(message)) return undefined
  const fields = fieldsOf(edition, infno, direction)
  if (direction === 'out') {
    const { output, faults } = mapAnswer(rules, message, fields)
    return { ok: faults.length === 0, text: pretty(output), faults }
  }
  const before = checkMessage(edition, infno, 'in', message)
  const standard = before.length ? [`映射前不符合标准：${faultText(before)}`] : []
  const mapped = mapRequest(rules, message, fields)
  if ('fault' in mapped) return { ok: false, text: pretty(message), faults: [mapped.fault, ...standard] }
  return { ok: standard.length === 0, text: pretty(mapped.input), faults: standard }
}
