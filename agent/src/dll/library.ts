import { join } from 'node:path'
import koffi from 'koffi'
import { AgentError } from '../agent-error.ts'
import type { Manifest } from './manifest.ts'
import type { FunctionSpec, OutBuffer, Param } from './signature.ts'
import type { Implementation, WireArgs, WireResult } from './wire.ts'

// The only place where a vendor's code runs. One synchronous call at a time: libraries with thread affinity
// (COM, card contexts) must see the same thread for ever (agent.md 4.4).

/** Bytes behind every out buffer; a library that writes past its buffer changes them before it reaches our heap. */
const canary = Buffer.alloc(64, 0xa5)
const cstrBytes = 4096

const scalarTypes: Record<string, string> = {
  i8: 'int8_t',
  u8: 'uint8_t',
  i16: 'int16_t',
  u16: 'uint16_t',
  i32: 'int32_t',
  u32: 'uint32_t',
  i64: 'int64_t',
  long: 'long',
  f64: 'double',
  bool: 'bool',
}

const typeOf = (param: Param) => {
  if (param.type === 'buf') return koffi.inout(koffi.pointer('uint8_t'))
  if (param.type === 'i32*') return koffi.inout(koffi.pointer('int32_t'))
  return scalarTypes[param.type] ?? koffi.pointer('uint8_t')
}

/** One argument as koffi takes it. Bytes come as base64, already encoded and ended by the client. */
const toNative = (param: Param, value: WireArgs[string]) => {
  if (param.type === 'null') return null
  if (param.type === 'i32*') return [value ?? param.init]
  if (param.type === 'str' || param.type === 'bytes')
    return value === null ? null : Buffer.from(String(value), 'base64')
  if (param.type !== 'buf') return value
  const buffer = Buffer.concat([Buffer.alloc(param.bytes), canary])
  if (typeof value === 'string') Buffer.from(value, 'base64').copy(buffer, 0, 0, param.bytes)
  return buffer
}

/** Text behind a `char *` that the library owns; null for a null pointer. */
const readText = (pointer: unknown) => {
  if (pointer === null || pointer === 0n) return null
  const bytes: number[] = []
  for (let at = 0; at < cstrBytes; at++) {
    const byte = koffi.decode(pointer, at, 'uint8_t') as number
    if (byte === 0) break
    bytes.push(byte)
  }
  return Buffer.from(bytes).toString('latin1')
}

/** The bytes the library wrote, without the zeros behind them. */
const written = (buffer: Buffer, { bytes }: OutBuffer) => {
  let end = bytes
  while (end > 0 && buffer[end - 1] === 0) end--
  return buffer.subarray(0, end)
}

const callNative = (native: (...args: unknown[]) => unknown, spec: FunctionSpec, args: WireArgs): WireResult => {
  const values = spec.params.map((param) => toNative(param, args[param.name] ?? null))
  const returned = native(...values)
  const result: WireResult = { ret: null, out: {}, ints: {}, overrun: [] }
  if (spec.returns.type === 'cstr') result.ret = readText(returned)
  else if (typeof returned === 'bigint') result.ret = returned.toString()
  else if (spec.returns.type !== 'void') result.ret = Number(returned)
  spec.params.forEach((param, index) => {
    const value = values[index]
    if (param.type === 'i32*') result.ints[param.name] = (value as number[])[0]!
    if (param.type !== 'buf') return
    const buffer = value as Buffer
    if (!buffer.subarray(param.bytes).equals(canary)) result.overrun.push(param.name)
    result.out[param.name] = written(buffer, param).toString('base64')
  })
  return result
}

/** Loads a driver's library into this process and declares its functions when they are first called. */
export const openLibrary = (manifest: Manifest, dir: string, file: string): Implementation => {
  const library = koffi.load(join(dir, file))
  const convention = manifest.convention === 'stdcall' ? '__stdcall' : '__cdecl'
  const natives = new Map<string, (...args: unknown[]) => unknown>()
  const declare = (name: string, spec: FunctionSpec) => {
    const returns = spec.returns.type === 'cstr' ? 'void *' : (scalarTypes[spec.returns.type] ?? 'void')
    try {
      const native: (...args: unknown[]) => unknown = library.func(
        convention,
        spec.symbol ?? name,
        returns,
        spec.params.map(typeOf),
      )
      return native
    } catch {
      throw new AgentError('DRIVER_MISSING_FILE', { text: `动态库里没有函数 ${spec.symbol ?? name}，版本可能不对` })
    }
  }
  return {
    call: (name, spec, args) => {
      const native = natives.get(name) ?? declare(name, spec)
      natives.set(name, native)
      return callNative(native, spec, args)
    },
  }
}
