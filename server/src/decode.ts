import { createHash } from 'node:crypto'
import type { Call } from '@yibao/shared/call.ts'
import { isTooDeep } from '@yibao/shared/depth.ts'
import { metaOf, type Schema } from '@yibao/shared/field.ts'
import * as z from 'zod/mini'
import { refuse } from './refuse.ts'

type Values = Record<string, unknown>

// An address carries only text, and so does a form beside its file: by the field's kind it becomes a number, a flag or a list before it is validated.
const fromText: Partial<Record<string, (value: unknown) => unknown>> = {
  integer: (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
  flag: (value) => (value === 'true' ? true : value === 'false' ? false : value),
  list: (value) => (Array.isArray(value) ? value : [value]),
}

const decodeField = (schema: Schema, value: unknown) => {
  const decode = fromText[metaOf(schema)?.kind ?? 'text']
  return decode ? decode(value) : value
}

/** Raw input of a request by field; an empty optional field counts as absent. Unknown keys stay and are dropped by the schema. */
export const decode = (
  call: Call,
  { params, query, body }: { params?: unknown; query?: unknown; body?: unknown },
): Values => {
  const carried = call.method === 'GET' ? query : body
  const raw: Values = { ...((carried ?? {}) as Values), ...((params ?? {}) as Values) }
  const shape = call.input.shape
  const isText = call.method === 'GET' || call.upload
  return Object.fromEntries(
    Object.entries(raw).flatMap(([key, value]) => {
      // Only what the contract names: `toString` is a key that every object seems to have.
      const schema = Object.hasOwn(shape, key) ? shape[key] : undefined
      const empty = value === '' || value === null || value === undefined
      if (schema && empty && metaOf(schema)?.optional) return []
      return [[key, schema && (isText || key in ((params ?? {}) as Values)) ? decodeField(schema, value) : value]]
    }),
  )
}

/** The validated input of a request; refuses with the first text and one text by field. */
export const readInput = (
  call: Call,
  { params, query, body }: { params: unknown; query: unknown; body: unknown },
): Values => {
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    refuse('input.invalid', { text: '请求内容应为对象' })
  if (isTooDeep(body)) refuse('input.invalid', { text: '请求内容嵌套过深' })
  const parsed = z.safeParse(call.input, decode(call, { params, query, body }))
  if (parsed.success) return parsed.data as Values
  const { issues } = parsed.error
  const fields = Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]).reverse())
  return refuse('input.invalid', { text: issues[0]!.message }, { fields })
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
