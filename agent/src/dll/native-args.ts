import type { Param, Scalar, StructParam } from '@yibao/shared/agent/driver/param.ts'
import koffi from 'koffi'
import { layoutOf } from './struct.ts'
import type { WireArgs } from './wire.ts'

/** Bytes behind every buffer a library may write; one that writes past it changes them before it reaches our heap. */
const canary = Buffer.alloc(64, 0xa5)

export const scalarTypes: Record<Scalar, string> = {
  i8: 'int8_t',
  u8: 'uint8_t',
  i16: 'int16_t',
  u16: 'uint16_t',
  i32: 'int32_t',
  u32: 'uint32_t',
  i64: 'int64_t',
  u64: 'uint64_t',
  long: 'long',
  f32: 'float',
  f64: 'double',
  bool: 'bool',
}

/** The type koffi is given for a parameter; callbacks have one of their own. */
export const typeOf = (param: Exclude<Param, { type: 'callback' }>) => {
  if (param.type === 'buf' || param.type === 'struct') return koffi.inout(koffi.pointer('uint8_t'))
  if (param.type === 'i32*') return koffi.inout(koffi.pointer('int32_t'))
  if (param.type === 'handle') return param.dir === 'in' ? 'void *' : koffi.out(koffi.pointer('void *'))
  if (param.type === 'str' || param.type === 'bytes' || param.type === 'null') return koffi.pointer('uint8_t')
  return scalarTypes[param.type]
}

type Written = Extract<Param, { type: 'buf' }> | StructParam

const roomOf = (param: Written) => (param.type === 'buf' ? param.bytes : layoutOf(param).bytes)

/** One argument as koffi takes it. Bytes come as base64, already encoded and ended by the client. */
export const toNative = (param: Exclude<Param, { type: 'callback' | 'handle' }>, value: WireArgs[string]) => {
  if (param.type === 'null') return null
  if (param.type === 'i32*') return [value ?? param.init]
  if (param.type === 'str' || param.type === 'bytes')
    return value === null ? null : Buffer.from(String(value), 'base64')
  if (param.type !== 'buf' && param.type !== 'struct') return value
  const room = roomOf(param)
  const buffer = Buffer.concat([Buffer.alloc(room), canary])
  if (typeof value === 'string') Buffer.from(value, 'base64').copy(buffer, 0, 0, room)
  return buffer
}

/** The bytes a library wrote, without the zeros behind them, and whether it wrote past its room. */
export const written = (param: Written, buffer: Buffer) => {
  let end = roomOf(param)
  const overrun = !buffer.subarray(end).equals(canary)
  while (end > 0 && buffer[end - 1] === 0) end--
  return { bytes: buffer.subarray(0, end), overrun }
}
