import type { FunctionSpec } from '@yibao/shared/agent/driver/function.ts'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import type { OutBuffer, Param } from '@yibao/shared/agent/driver/param.ts'
import iconv from 'iconv-lite'
import { AgentError } from '../agent-error.ts'
import { encodeStruct } from './struct.ts'
import type { WireArgs, WireResult } from './wire.ts'

type Encoding = Manifest['encoding']

// GB18030 is GBK plus the rare names that GBK lacks; both directions, because libraries pass such bytes through.
const charset = (encoding: Encoding) => (encoding === 'gbk' ? 'gb18030' : encoding)

/** Numbers and codes, most of what a library is given: the same bytes in every charset but UTF-16, without a table. */
const ascii = /^\p{ASCII}*$/u

/** A text as the library takes it. */
export const encodeText = (text: string, encoding: Encoding): Buffer =>
  encoding !== 'utf16le' && ascii.test(text) ? Buffer.from(text, 'latin1') : iconv.encode(text, charset(encoding))
/** Bytes of a library as text; what is none in that encoding becomes a replacement character. */
export const decodeText = (bytes: Buffer, encoding: Encoding): string => iconv.decode(bytes, charset(encoding))

const invalid = (param: Param, why: string) => new AgentError('ARGS_INVALID', { param: param.name, why })

const bufferSize = (spec: FunctionSpec, name: string) => {
  const buffer = spec.params.find((param) => param.name === name)
  return buffer?.type === 'buf' ? buffer.bytes : 0
}

type TextParam = Extract<Param, { type: 'str' | 'buf' }>

const encodeTextArg = (param: TextParam, value: unknown, ofDriver: Encoding) => {
  const encoding = param.encoding ?? ofDriver
  const text = value ?? (param.type === 'str' ? param.default : '')
  if (typeof text !== 'string') throw invalid(param, 'must be a text')
  // A NUL inside would end the text early and hide the rest from whoever checked it.
  if (text.includes('\0')) throw invalid(param, 'holds a NUL')
  // The NUL that ends it becomes one or two bytes, as the charset has it.
  const bytes = encodeText(`${text}\0`, encoding)
  if (bytes.length > (param.type === 'str' ? param.maxBytes : param.bytes)) throw invalid(param, 'is too long')
  return bytes.toString('base64')
}

type NumberParam = Exclude<Param, { type: 'str' | 'buf' | 'bytes' | 'null' | 'struct' | 'handle' | 'callback' }>

const encodeNumber = (param: NumberParam, value: unknown, spec: FunctionSpec) => {
  if (param.sizeOf !== undefined) {
    if (value !== undefined) throw invalid(param, 'takes no value')
    return bufferSize(spec, param.sizeOf)
  }
  // Settings are texts.
  const given = typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value
  const number = given ?? (param.type === 'i32*' ? param.init : param.default)
  if (typeof number !== 'number' || !Number.isFinite(number)) throw invalid(param, 'must be a number')
  if (param.type === 'i32*') return Math.trunc(number)
  const fraction = param.type === 'f64' || param.type === 'f32'
  if (!fraction && !Number.isInteger(number)) throw invalid(param, 'must be a whole number')
  if (number < (param.min ?? number) || number > (param.max ?? number)) throw invalid(param, 'is out of range')
  return number
}

const encodeArg = (param: Param, value: unknown, encoding: Encoding, spec: FunctionSpec): WireArgs[string] => {
  if (param.type === 'null' || param.type === 'callback' || param.dir === 'out') {
    if (value !== undefined) throw invalid(param, 'takes no value')
    if (!('sizeOf' in param && param.sizeOf)) return null
  }
  if (param.type === 'str' || param.type === 'buf') return encodeTextArg(param, value, encoding)
  if (param.type === 'struct')
    return encodeStruct(param, value, (text) => encodeText(text, encoding)).toString('base64')
  if (param.type === 'handle') {
    if (typeof value !== 'string' || !/^h\d{1,9}$/.test(value)) throw invalid(param, 'must be a handle')
    return value
  }
  if (param.type === 'bytes') {
    if (typeof value !== 'string' || Buffer.byteLength(value, 'base64') > param.maxBytes)
      throw invalid(param, 'must be base64 within its size')
    return value
  }
  return encodeNumber(param, value, spec)
}

/** Arguments by parameter name as a host takes them; throws ARGS_INVALID on unknown, missing or unfit ones. */
export const encodeArgs = (spec: FunctionSpec, args: Record<string, unknown>, encoding: Encoding): WireArgs => {
  const stray = Object.keys(args).find((name) => spec.params.every((param) => param.name !== name))
  if (stray !== undefined) throw new AgentError('ARGS_INVALID', { param: stray, why: 'is unknown' })
  return Object.fromEntries(
    spec.params.map((param) => [param.name, encodeArg(param, args[param.name], encoding, spec)]),
  )
}

/** Argument shapes for crash evidence: types and sizes, never values. */
export const shapesOf = (spec: FunctionSpec, wire: WireArgs) =>
  spec.params.map((param) => {
    if (param.type === 'buf') return `${param.name}: buf ${param.bytes}`
    const value = wire[param.name]
    const size = param.type === 'str' && !param.secret && value ? ` ${Buffer.byteLength(String(value), 'base64')}` : ''
    return `${param.name}: ${param.type}${size}`
  })

/** UTF-16 text up to its first NUL, which is two bytes wide and at an even place. */
const wideText = (bytes: Buffer) => {
  // The host leaves out zeros at the end, and the last half of a letter may be one.
  const whole = bytes.length % 2 ? Buffer.concat([bytes, Buffer.alloc(1)]) : bytes
  for (let at = 0; at < whole.length; at += 2) if (whole.readUInt16LE(at) === 0) return whole.subarray(0, at)
  return whole
}

/** Valid bytes of an out buffer: up to its length parameter, else to the first NUL. */
export const bytesOf = (param: OutBuffer, result: WireResult, encoding: Encoding): Buffer => {
  const bytes = Buffer.from(result.out[param.name] ?? '', 'base64')
  // Columns may be padded with zeros anywhere.
  if (typeof param.decode === 'object' && 'columns' in param.decode) return bytes
  if (param.length) return bytes.subarray(0, Math.max(0, result.ints[param.length] ?? 0))
  if (param.decode === 'bytes') return bytes
  if ((param.encoding ?? encoding) === 'utf16le') return wideText(bytes)
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}
