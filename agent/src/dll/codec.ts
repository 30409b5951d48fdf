import iconv from 'iconv-lite'
import { AgentError } from '../agent-error.ts'
import type { Manifest } from './manifest.ts'
import type { FunctionSpec, OutBuffer, Param } from './signature.ts'
import type { WireArgs, WireResult } from './wire.ts'

type Encoding = Manifest['encoding']

// GB18030 is GBK plus the rare names that GBK lacks; both directions, because libraries pass such bytes through.
const charset = (encoding: Encoding) => (encoding === 'gbk' ? 'gb18030' : 'utf8')

/** Numbers and codes, most of what a library is given: the same bytes in every charset, without a table. */
const ascii = /^\p{ASCII}*$/u

export const encodeText = (text: string, encoding: Encoding): Buffer =>
  ascii.test(text) ? Buffer.from(text, 'latin1') : iconv.encode(text, charset(encoding))
export const decodeText = (bytes: Buffer, encoding: Encoding): string => iconv.decode(bytes, charset(encoding))

const invalid = (param: Param, why: string) => new AgentError('ARGS_INVALID', { param: param.name, why })

const encodeArg = (param: Param, value: unknown, encoding: Encoding): WireArgs[string] => {
  if (param.type === 'null' || param.dir === 'out') {
    if (value !== undefined) throw invalid(param, 'takes no value')
    return null
  }
  if (param.type === 'str' || param.type === 'buf') {
    const text = value ?? (param.type === 'str' ? param.default : '')
    if (typeof text !== 'string') throw invalid(param, 'must be a text')
    // A NUL inside would end the text early and hide the rest from whoever checked it.
    if (text.includes('\0')) throw invalid(param, 'holds a NUL')
    const bytes = encodeText(text, encoding)
    if (bytes.length >= (param.type === 'str' ? param.maxBytes : param.bytes)) throw invalid(param, 'is too long')
    return Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64')
  }
  if (param.type === 'bytes') {
    if (typeof value !== 'string' || Buffer.byteLength(value, 'base64') > param.maxBytes)
      throw invalid(param, 'must be base64 within its size')
    return value
  }
  // Settings are texts.
  const given = typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value
  const number = given ?? (param.type === 'i32*' ? param.init : param.default)
  if (typeof number !== 'number' || !Number.isFinite(number)) throw invalid(param, 'must be a number')
  if (param.type === 'i32*') return Math.trunc(number)
  if (param.type !== 'f64' && !Number.isInteger(number)) throw invalid(param, 'must be a whole number')
  if (number < (param.min ?? number) || number > (param.max ?? number)) throw invalid(param, 'is out of range')
  return number
}

/** Arguments by parameter name as a host takes them; throws ARGS_INVALID on unknown, missing or unfit ones. */
export const encodeArgs = (spec: FunctionSpec, args: Record<string, unknown>, encoding: Encoding): WireArgs => {
  const known = new Set(spec.params.map(({ name }) => name))
  const stray = Object.keys(args).find((name) => !known.has(name))
  if (stray !== undefined) throw new AgentError('ARGS_INVALID', { param: stray, why: 'is unknown' })
  return Object.fromEntries(spec.params.map((param) => [param.name, encodeArg(param, args[param.name], encoding)]))
}

/** Argument shapes for crash evidence: types and sizes, never values. */
export const shapesOf = (spec: FunctionSpec, wire: WireArgs) =>
  spec.params.map((param) => {
    if (param.type === 'buf') return `${param.name}: buf ${param.bytes}`
    const value = wire[param.name]
    const size = param.type === 'str' && !param.secret && value ? ` ${Buffer.byteLength(String(value), 'base64')}` : ''
    return `${param.name}: ${param.type}${size}`
  })

/** Valid bytes of an out buffer: up to its length parameter, else to the first NUL. */
export const bytesOf = (param: OutBuffer, result: WireResult): Buffer => {
  const bytes = Buffer.from(result.out[param.name] ?? '', 'base64')
  if (param.length) return bytes.subarray(0, Math.max(0, result.ints[param.length] ?? 0))
  if (param.decode === 'bytes') return bytes
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}
