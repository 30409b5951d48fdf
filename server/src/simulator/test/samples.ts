import { codesOf } from '../message/dictionary.ts'
import type { Field } from '../message/standard.ts'
import type { Province } from '../profile.ts'

/** A value that fits a field's row. */
export const sampleOf = (field: Field, province: Province): unknown => {
  if (field.type === 'N') return '1'
  if (field.type === 'D') return '2026-11-20'
  if (field.type === 'DT') return '2026-11-20 10:30:00'
  const codes = field.coded ? codesOf(province, field.name) : undefined
  return codes ? [...codes.keys()].find((code) => code.length <= field.length)! : 'x'
}
