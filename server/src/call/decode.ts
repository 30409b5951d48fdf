import { createHash } from 'node:crypto'
import type { Call } from '@yibao/shared/call.ts'
import { isTooDeep } from '@yibao/shared/depth.ts'
import { metaOf, type Schema } from '@yibao/shared/field.ts'
import * as z from 'zod/mini'
import { refuse } from '../base/refuse.ts'
import { unkeepable } from './unkeepable.ts'

type Values = Record<string, unknown>

// An address carries only text, and so does a form beside its file: by the field's kind it becomes a number, a flag or
// a list before it is validated.
const fromText: Partial<Record<string, (value: unknown) => unknown>> = {
  integer: (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
  flag: (value) => (value === 'true' ? true : value === 'false' ? false : value),
  list: (value) => (Array.isArray(value) ? value : [value]),
}

// A search for what no text can hold finds what it would without it.
const withoutNul = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : value)

const decodeField = (schema: Schema, value: unknown) => {
  const decode = fromText[metaOf(schema)?.kind ?? 'text'] ?? withoutNul
  return decode(value)
}

/** A filter without the blanks around it, which came along from a sheet or a chat and stand in no record. */
export const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)

/**
 * Raw input of a request by field; an empty optional field counts as absent. Unknown keys stay and are dropped by the schema.
 */
export const decode = (
  call: Call,
  { params, query, body }: { params?: unknown; query?: unknown; body?: unknown },
): Values => {
  const carried = call.method === 'GET' ? query : body
  const raw: Values = { ...((carried ?? {}) as Values), ...((params ?? {}) as Values) }
  const shape = call.input.shape
  const isText = call.method === 'GET' || call.upload
  return Object.fromEntries(
    Object.entries(raw).flatMap(([key, given]) => {
      const value = call.method === 'GET' ? trimmed(given) : given
      // Only what the contract names: `toString` is a key that every object seems to have.
      const schema = Object.hasOwn(shape, key) ? shape[key] : undefined
      const empty = value === '' || value === null || value === undefined
      if (schema && empty && metaOf(schema)?.optional) return []
      return [[key, schema && (isText || key in ((params ?? {}) as Values)) ? decodeField(schema, value) : value]]
    }),
  )
}

/** Texts that no database keeps, by field. Nobody reads what the contract does not name. */
const unkeepableIn = ({ input: { shape } }: Call, values: Values): Record<string, string> => {
  const named = Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(shape, key)))
  return Object.fromEntries(unkeepable(named).map((path) => [path, '含有无法保存的字符，请删除后重新输入']))
}

/** The validated input of a request; refuses with the first text and one text by field. */
export const readInput = (
  call: Call,
  { params, query, body }: { params: unknown; query: unknown; body: unknown },
): Values => {
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    refuse('input.invalid', { text: '请求内容应为对象' })
  if (isTooDeep(body)) refuse('input.invalid', { text: '请求内容嵌套过深' })
  const values = decode(call, { params, query, body })
  const parsed = z.safeParse(call.input, values)
  const unkept = unkeepableIn(call, values)
  const issues = parsed.success ? [] : parsed.error.issues
  if (parsed.success && !Object.keys(unkept).length) return parsed.data as Values
  const fields = Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]).reverse())
  const text = Object.values(unkept)[0] ?? issues[0]!.message
  return refuse('input.invalid', { text }, { fields: { ...fields, ...unkept } })
}

const ordered = (_: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** sha256 of what a request asks, whatever the order of its keys: for idempotency and continuations. */
export const requestHash = (name: string, input: unknown): string =>
  createHash('sha256')
    .update(`${name}\n${JSON.stringify(input, ordered)}`)
    .digest('hex')
