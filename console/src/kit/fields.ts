import { type FieldMeta, metaOf, type Schema } from '@yibao/shared/field.ts'
import { formatAmount, formatCount, formatPrice, trimZeros } from '@yibao/shared/money.ts'
import { shortTime } from '@yibao/shared/time.ts'
import * as z from 'zod/mini'

export type Shape = Record<string, Schema>

/** Empty values show as this, never as 0 or null (ux 2.5). */
export const nothing = '--'

type Def = { shape?: Shape; innerType?: Schema; element?: Schema }
const defOf = (schema: Schema) => schema._zod.def as unknown as Def

/** Fields of an object schema, through optional; empty when it is none. */
export const shapeOf = (schema: Schema): Shape => {
  const def = defOf(schema)
  if (def.shape) return def.shape
  return def.innerType ? shapeOf(def.innerType) : {}
}

/** Fields of one row of a list call's result. */
export const rowShapeOf = (result: Schema): Shape => {
  const items = shapeOf(result).items
  const element = items && defOf(items).element
  return element ? shapeOf(element) : {}
}

/** Schema of a field by a path such as local.total. */
const fieldAt = (shape: Shape, path: string): Schema | undefined => {
  const [first = '', ...rest] = path.split('.')
  const schema = shape[first]
  return schema && rest.length ? fieldAt(shapeOf(schema), rest.join('.')) : schema
}

/** Title and kind of a field by path; a field without a description is text under its own name. */
export const metaAt = (shape: Shape, path: string): FieldMeta => {
  const schema = fieldAt(shape, path)
  return (schema && metaOf(schema)) ?? { title: path, kind: 'data' }
}

/** The value by its path ('person.name'); undefined when something on the way is not there. */
export const valueAt = (row: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], row)

const numeric = new Set<FieldMeta['kind']>(['money', 'price', 'quantity', 'ratio', 'integer'])
/** Whether its values are numbers: they stand at the right and are compared as numbers. */
export const isNumeric = (meta: FieldMeta): boolean => numeric.has(meta.kind)

const percent = (value: string) => `${Number((Number(value) * 100).toFixed(2))}%`

/** A value for people (ux 2.5). `nameOf` gives dictionary names. */
export const formatField = (
  meta: FieldMeta,
  value: unknown,
  nameOf: (value: string) => string = (code) => code,
  now: Date = new Date(),
): string => {
  if (value === undefined || value === null || value === '') return nothing
  const text = String(value)
  switch (meta.kind) {
    case 'money':
      return formatAmount(text) || nothing
    case 'price':
      return formatPrice(text)
    case 'quantity':
      return formatCount(trimZeros(text))
    case 'integer':
      return formatCount(text)
    case 'ratio':
      return percent(text)
    case 'dict':
      return nameOf(text)
    case 'choice':
      return meta.choices?.[text] ?? text
    case 'flag':
      return value ? '是' : '否'
    case 'time':
      return meta.exact ? text : shortTime(text, now)
    case 'list':
      return Array.isArray(value) && value.length ? value.join('、') : nothing
    default:
      return text
  }
}

/** The field's own text when a value does not fit; undefined when it does (DESIGN 5: forms show these exact texts). */
export const problemOf = (schema: Schema, value: unknown): string | undefined => {
  const answer = z.safeParse(schema, value === '' && metaOf(schema)?.optional ? undefined : value)
  return answer.success ? undefined : (answer.error.issues[0]?.message ?? '格式不正确')
}

/** Some fields of a shape, in the given order. */
export const pickShape = (shape: Shape, names: readonly string[]): Shape =>
  Object.fromEntries(names.map((name) => [name, shape[name]!]))
