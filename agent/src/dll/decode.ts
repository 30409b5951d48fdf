import type { FunctionSpec, OkRule } from '@yibao/shared/agent/driver/function.ts'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import type { CallbackParam, OutBuffer, Param } from '@yibao/shared/agent/driver/param.ts'
import { bytesOf, decodeText } from './codec.ts'
import { failureOf } from './failure.ts'
import { payloadOf } from './payload.ts'
import { decodeStruct } from './struct.ts'
import type { WireResult } from './wire.ts'

/** What a successful call gives: decoded out parameters by name, and their raw bytes because rare names may not map. */
export interface CallResult {
  ret: number | string | null
  values: Record<string, unknown>
  raw: Record<string, string>
}

const fits = (rule: OkRule, ret: WireResult['ret']) => {
  if (Array.isArray(rule)) return rule.some((value) => value === ret || String(value) === String(ret))
  const orEqual = rule[1] === '='
  const limit = Number(rule.slice(orEqual ? 2 : 1))
  const value = Number(ret)
  if (orEqual && value === limit) return true
  return rule[0] === '>' ? value > limit : value < limit
}

/** The library's own word on how it went. A handle of 0 or -1, and a text that is not there, are no success. */
const isOk = ({ returns }: FunctionSpec, ret: WireResult['ret']) => {
  if (returns.type === 'void') return true
  if (returns.type === 'handle' || (returns.type === 'cstr' && returns.ok === undefined)) return ret !== null
  return fits(returns.ok!, ret)
}

const eventsOf = (manifest: Manifest, { name, params }: CallbackParam, { events }: WireResult) =>
  (events?.[name] ?? []).map((args) =>
    Object.fromEntries(
      params.map((param, index) => {
        const value = args[index] ?? null
        const isText = param.type === 'str' && typeof value === 'string'
        return [param.name, isText ? decodeText(Buffer.from(value, 'base64'), manifest.encoding) : value]
      }),
    ),
  )

const outputOf = (manifest: Manifest, param: Exclude<Param, OutBuffer>, result: WireResult): unknown => {
  if (param.type === 'struct') {
    const bytes = Buffer.from(result.out[param.name] ?? '', 'base64')
    return decodeStruct(param, bytes, (text) => decodeText(text, manifest.encoding))
  }
  if (param.type === 'callback') return eventsOf(manifest, param, result)
  return param.type === 'handle' ? result.handles?.[param.name] : undefined
}

/**
 * Judges a finished call by the library's own predicate AND a payload that parses (agent.md 9.1).
 * Throws the table's error for a failed call, DRIVER_EMPTY for nothing, DRIVER_GARBLED for what nobody can read.
 */
export const interpret = (manifest: Manifest, spec: FunctionSpec, result: WireResult): CallResult => {
  const { returns, params, errorText } = spec
  if (!isOk(spec, result.ret)) {
    const text = params.find((param) => param.name === errorText)
    const said = text?.type === 'buf' ? bytesOf(text, result, manifest.encoding) : Buffer.alloc(0)
    throw failureOf(manifest, spec, result.ret ?? 'null', decodeText(said, manifest.encoding))
  }
  const values: Record<string, unknown> = { ...result.ints }
  const raw: Record<string, string> = {}
  for (const param of params) {
    if (param.type === 'buf') {
      const bytes = bytesOf(param, result, manifest.encoding)
      raw[param.name] = bytes.toString('base64')
      values[param.name] = payloadOf(manifest, spec, param.decode, bytes, param.encoding ?? manifest.encoding)
      continue
    }
    const value = outputOf(manifest, param, result)
    if (value !== undefined) values[param.name] = value
  }
  if (returns.type === 'cstr' && returns.decode)
    values.return = payloadOf(manifest, spec, returns.decode, Buffer.from(String(result.ret), 'latin1'))
  return { ret: result.ret, values, raw }
}
