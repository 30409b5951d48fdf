import type { FunctionSpec } from '@yibao/shared/agent/driver/function.ts'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import type { Decode } from '@yibao/shared/agent/driver/param.ts'
import { AgentError } from '../agent-error.ts'
import { decodeText } from './codec.ts'
import { failureOf, unreadable } from './failure.ts'

/** Follows 'a.b.c' through objects; undefined where the way ends. */
export const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((found, key) => (found as Record<string, unknown> | null | undefined)?.[key], value)

type Rules = Pick<Extract<Decode, { split: string }>, 'require' | 'match'>

const checked = (fields: Record<string, string>, { require, match }: Rules) => {
  if (require.some((field) => !fields[field])) throw new AgentError('DRIVER_EMPTY', { why: 'partly' })
  for (const [field, shape] of Object.entries(match))
    if (fields[field] && !new RegExp(`^(?:${shape})$`).test(fields[field])) throw new AgentError('DRIVER_GARBLED')
  return fields
}

const splitFields = (manifest: Manifest, decode: Extract<Decode, { split: string }>, text: string) => {
  const items = text.split(decode.split)
  // A trailing separator closes the last item, it does not open another.
  if (items.length === decode.fields.length + 1 && items.at(-1)!.trim() === '') items.pop()
  if (items.length !== decode.fields.length) throw unreadable(manifest, text)
  return checked(Object.fromEntries(decode.fields.map((field, index) => [field, items[index]!.trim()])), decode)
}

const padding = /[\s\0]+$/

/** Fields of fixed width; what the host left out at the end was zeros. */
const columnFields = (
  decode: Extract<Decode, { columns: object }>,
  bytes: Buffer,
  encoding: Manifest['encoding'],
): Record<string, string> => {
  const widths = Object.entries(decode.columns)
  const whole = Buffer.concat([bytes, Buffer.alloc(widths.reduce((sum, [, width]) => sum + width, 0))])
  let start = 0
  const fields = widths.map(([name, width]) => {
    const column = whole.subarray(start, start + width)
    start += width
    return [name, decodeText(column, encoding).replace(padding, '')] as const
  })
  return checked(Object.fromEntries(fields), decode)
}

/** Digits that any number of JavaScript keeps. */
const exactDigits = 15

/** A number that would become another one, as a card's 19 digits do, stays the text that the library wrote. */
const exact = (_key: string, value: unknown, context?: { source?: string }): unknown => {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || context?.source === undefined) return value
  const digits = context.source.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '')
  return digits.length > exactDigits ? context.source : value
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text, exact)
  } catch {
    return undefined
  }
}

const jsonValue = (
  manifest: Manifest,
  spec: FunctionSpec,
  { json }: Extract<Decode, { json: object }>,
  text: string,
) => {
  const parsed = parseJson(text)
  if (typeof parsed !== 'object' || parsed === null) throw unreadable(manifest, text)
  const value = parsed as Record<string, unknown>
  for (const field of json.nested)
    if (typeof value[field] === 'string' && value[field] !== '') value[field] = parseJson(value[field])
  const status = json.status === undefined ? undefined : at(value, json.status)
  if (json.status !== undefined && !json.ok.some((good) => String(good) === String(status)))
    throw failureOf(manifest, spec, String(status), String(at(value, json.message) ?? ''))
  if (json.require.some((path) => !at(value, path))) throw new AgentError('DRIVER_EMPTY', { why: 'partly' })
  return value
}

/** What the bytes a library wrote mean. Throws DRIVER_EMPTY for nothing, DRIVER_GARBLED for what nobody can read. */
export const payloadOf = (
  manifest: Manifest,
  spec: FunctionSpec,
  decode: Decode,
  bytes: Buffer,
  encoding: Manifest['encoding'] = manifest.encoding,
) => {
  if (decode === 'bytes') return bytes.toString('base64')
  const text = decodeText(bytes, encoding)
  if (decode === 'cstr') return text.trim()
  if (text.replaceAll('\0', '').trim() === '') throw new AgentError('DRIVER_EMPTY')
  if ('columns' in decode) return columnFields(decode, bytes, encoding)
  if ('text' in decode) {
    if (!new RegExp(`^(?:${decode.text})$`).test(text.trim())) throw unreadable(manifest, text)
    return text.trim()
  }
  return 'split' in decode ? splitFields(manifest, decode, text) : jsonValue(manifest, spec, decode, text)
}
