import type { Profile } from '../profile.ts'
import type { FileOutcome, Outcome, Texts } from '../transactions/call.ts'
import { type Field, nodesOf } from './standard.ts'

const cell = (field: Field, text: string, profile: Profile): string | number => {
  if (field.type !== 'N') return text
  const number = text === '' ? '0' : text
  return profile.numbersAsStrings ? number : Number(number)
}

// Keys are not left out: an empty number is 0, any other empty value the empty string (notes 1).
const shapeRow = (fields: Field[], values: Texts, profile: Profile): Record<string, string | number> =>
  Object.fromEntries(fields.map((field) => [field.name, cell(field, values[field.name] ?? '', profile)]))

/** Gives an outcome the standard's shape: every field of the edition's output tables and no other, in their order. */
export const shape = (infno: string, outcome: Exclude<Outcome, FileOutcome>, profile: Profile): unknown => {
  const nodes = nodesOf(infno, 'out', profile.province)
  const nodeless = nodes.find((node) => node.name === '(none)')
  if (nodeless) {
    if (Array.isArray(outcome)) return outcome.map((row) => shapeRow(nodeless.fields, row, profile))
    return shapeRow(nodeless.fields, outcome['(none)'] as Texts, profile)
  }
  const named = outcome as Record<string, Texts | Texts[]>
  return Object.fromEntries(
    nodes.map((node) => {
      const values = named[node.name] ?? (node.array ? [] : {})
      const shaped = Array.isArray(values)
        ? values.map((row) => shapeRow(node.fields, row, profile))
        : shapeRow(node.fields, values, profile)
      return [node.name, shaped]
    }),
  )
}
