import { AgentError } from '../agent-error.ts'
import { bytesOf, decodeText } from './codec.ts'
import type { Manifest } from './manifest.ts'
import type { Decode, FunctionSpec, OkRule } from './signature.ts'
import type { WireResult } from './wire.ts'

/** What a successful call gives: decoded out parameters by name, and their raw bytes because rare names may not map. */
export interface CallResult {
  ret: number | string | null
  values: Record<string, unknown>
  raw: Record<string, string>
}

const isOk = (rule: OkRule, ret: WireResult['ret']) => {
  if (Array.isArray(rule)) return rule.some((value) => value === ret || String(value) === String(ret))
  const [, operator, bound] = /^(>=|<=|>|<)(-?\d+)$/.exec(rule)!
  const value = Number(ret)
  const limit = Number(bound)
  if (operator === '>=') return value >= limit
  if (operator === '<=') return value <= limit
  return operator === '>' ? value > limit : value < limit
}

const rowByText = (manifest: Manifest, text: string) =>
  Object.entries(manifest.errors).find(([, row]) => row.text !== '' && text.includes(row.text))

/** The failure a code stands for in this driver, with the vendor's own text and the tries left where it says so. */
export const failureOf = (manifest: Manifest, spec: FunctionSpec, code: number | string, text: string) => {
  const row = spec.errors?.[code] ?? manifest.errors[code] ?? rowByText(manifest, text)?.[1]
  const detail: Record<string, unknown> = { code, text: text || (row?.text ?? '') }
  const left = spec.triesLeft ? new RegExp(spec.triesLeft).exec(text)?.[1] : undefined
  if (left !== undefined) detail.left = Number(left)
  return new AgentError(row?.code ?? 'CARD_UNKNOWN_ERROR', detail)
}

// Success with an error text in the payload happens (agent.md 9.1): a text of the table is that error.
const unreadable = (manifest: Manifest, text: string) => {
  const known = rowByText(manifest, text)
  if (known) return new AgentError(known[1].code, { code: known[0], text: known[1].text })
  return new AgentError('DRIVER_GARBLED')
}

const splitFields = (manifest: Manifest, decode: Extract<Decode, { split: string }>, text: string) => {
  const items = text.split(decode.split)
  // A trailing separator closes the last item, it does not open another.
  if (items.length === decode.fields.length + 1 && items.at(-1)!.trim() === '') items.pop()
  if (items.length !== decode.fields.length) throw unreadable(manifest, text)
  const fields = Object.fromEntries(decode.fields.map((field, index) => [field, items[index]!.trim()]))
  if (decode.require.some((field) => !fields[field])) throw new AgentError('DRIVER_EMPTY', { why: 'partly' })
  for (const [field, shape] of Object.entries(decode.match))
    if (fields[field] && !new RegExp(`^(?:${shape})$`).test(fields[field])) throw new AgentError('DRIVER_GARBLED')
  return fields
}

/** Follows 'a.b.c' through objects; undefined where the way ends. */
export const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((found, key) => (found as Record<string, unknown> | null | undefined)?.[key], value)

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
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

const payloadOf = (manifest: Manifest, spec: FunctionSpec, decode: Decode, bytes: Buffer) => {
  if (decode === 'bytes') return bytes.toString('base64')
  const text = decodeText(bytes, manifest.encoding)
  if (decode === 'cstr') return text.trim()
  if (text.trim() === '') throw new AgentError('DRIVER_EMPTY')
  if ('text' in decode) {
    if (!new RegExp(`^(?:${decode.text})$`).test(text.trim())) throw unreadable(manifest, text)
    return text.trim()
  }
  return 'split' in decode ? splitFields(manifest, decode, text) : jsonValue(manifest, spec, decode, text)
}

/**
 * Judges a finished call by the library's own predicate AND a payload that parses (agent.md 9.1).
 * Throws the table's error for a failed call, DRIVER_EMPTY for nothing, DRIVER_GARBLED for what nobody can read.
 */
export const interpret = (manifest: Manifest, spec: FunctionSpec, result: WireResult): CallResult => {
  const { returns, params, errorText } = spec
  if (returns.type !== 'void' && !isOk(returns.ok, result.ret)) {
    const text = params.find((param) => param.name === errorText)
    const said = text?.type === 'buf' ? decodeText(bytesOf(text, result), manifest.encoding) : ''
    throw failureOf(manifest, spec, result.ret ?? 'null', said)
  }
  const values: Record<string, unknown> = { ...result.ints }
  const raw: Record<string, string> = {}
  for (const param of params) {
    if (param.type !== 'buf') continue
    const bytes = bytesOf(param, result)
    raw[param.name] = bytes.toString('base64')
    values[param.name] = payloadOf(manifest, spec, param.decode, bytes)
  }
  return { ret: result.ret, values, raw }
}
