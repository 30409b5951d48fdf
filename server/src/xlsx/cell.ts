import { type FieldMeta, metaOf, type Schema } from '@yibao/shared/field.ts'
import type { Cell, Column } from './write.ts'

/** Name of a dictionary's code. */
export type NameOf = (codeType: string, code: string) => string

const widths: Partial<Record<FieldMeta['kind'], number>> = {
  time: 20,
  day: 12,
  money: 14,
  id: 38,
  flag: 8,
  integer: 10,
}

/** Kinds a cell can show. */
const shown = new Set<FieldMeta['kind']>([
  ...(['text', 'code', 'id', 'money', 'price', 'quantity', 'ratio', 'integer', 'dict', 'choice', 'flag'] as const),
  ...(['day', 'month', 'time', 'idCard', 'phone', 'email'] as const),
])

/** Whether a field can be a column of a sheet: no groups, lists, free data or secrets. */
export const canExport = (schema: Schema | undefined): schema is Schema =>
  schema !== undefined && shown.has(metaOf(schema)?.kind ?? 'data')

/** A column's head and width, from its field. */
export const columnOf = (schema: Schema): Column => {
  const { title, kind } = metaOf(schema) ?? { title: '', kind: 'text' as const }
  return { title, width: Math.max(widths[kind] ?? 18, title.length * 2 + 4) }
}

/** How the values of a field stand in a sheet: names for codes, numbers for numbers, times as text. */
export const cellOf = (schema: Schema, nameOf: NameOf): ((value: unknown) => Cell) => {
  const { kind, choices, codeType = '' } = metaOf(schema) ?? { kind: 'text' as const }
  const some = (make: (value: unknown) => Cell) => (value: unknown) =>
    value === undefined || value === null || value === '' ? undefined : make(value)
  if (kind === 'money') return some((value) => ({ amount: String(value) }))
  if (kind === 'integer' || kind === 'price' || kind === 'quantity' || kind === 'ratio')
    return some((value) => ({ number: String(value) }))
  if (kind === 'dict') return some((value) => nameOf(codeType, String(value)))
  if (kind === 'choice') return some((value) => choices?.[String(value)] ?? String(value))
  if (kind === 'flag') return some((value) => (value ? '是' : '否'))
  return some(String)
}
