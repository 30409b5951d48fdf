import type { Member, StructParam } from '@yibao/shared/agent/driver/param.ts'
import { AgentError } from '../agent-error.ts'

// A struct is bytes at places that C's rules give: written and read here, so that a host passes it as a plain buffer
// and no vendor type ever exists in its memory.

type Number8 = Exclude<Member['type'], 'text' | 'size'>

const sizes: Record<Number8, number> = { i8: 1, u8: 1, i16: 2, u16: 2, i32: 4, u32: 4, i64: 8, u64: 8, f32: 4, f64: 8 }

const sizeOf = (member: Member) => {
  if (member.type === 'text') return member.bytes
  return member.type === 'size' ? 4 : sizes[member.type]
}
const alignOf = (member: Member) => (member.type === 'text' ? 1 : sizeOf(member))

const upTo = (offset: number, align: number) => Math.ceil(offset / align) * align

/** Where each member of a struct stands, and how many bytes it has in all (C's natural alignment, at most `pack`). */
export const layoutOf = ({ fields, pack = 8 }: StructParam) => {
  let end = 0
  let widest = 1
  const places = fields.map((member) => {
    const align = Math.min(alignOf(member), pack)
    widest = Math.max(widest, align)
    const offset = upTo(end, align)
    end = offset + sizeOf(member)
    return { member, offset }
  })
  return { places, bytes: upTo(end, widest) }
}

const writers: Record<Number8, (b: Buffer, value: number, at: number) => unknown> = {
  i8: (b, value, at) => b.writeInt8(value, at),
  u8: (b, value, at) => b.writeUInt8(value, at),
  i16: (b, value, at) => b.writeInt16LE(value, at),
  u16: (b, value, at) => b.writeUInt16LE(value, at),
  i32: (b, value, at) => b.writeInt32LE(value, at),
  u32: (b, value, at) => b.writeUInt32LE(value, at),
  i64: (b, value, at) => b.writeBigInt64LE(BigInt(value), at),
  u64: (b, value, at) => b.writeBigUInt64LE(BigInt(value), at),
  f32: (b, value, at) => b.writeFloatLE(value, at),
  f64: (b, value, at) => b.writeDoubleLE(value, at),
}

const readers: Record<Number8, (b: Buffer, at: number) => number | string> = {
  i8: (b, at) => b.readInt8(at),
  u8: (b, at) => b.readUInt8(at),
  i16: (b, at) => b.readInt16LE(at),
  u16: (b, at) => b.readUInt16LE(at),
  i32: (b, at) => b.readInt32LE(at),
  u32: (b, at) => b.readUInt32LE(at),
  // Digits: JSON has no number that wide.
  i64: (b, at) => b.readBigInt64LE(at).toString(),
  u64: (b, at) => b.readBigUInt64LE(at).toString(),
  f32: (b, at) => b.readFloatLE(at),
  f64: (b, at) => b.readDoubleLE(at),
}

type Encode = (text: string) => Buffer
type DecodeText = (bytes: Buffer) => string

const writeMember = (member: Member, into: Buffer, at: number, value: unknown, encode: Encode) => {
  const unfit = (why: string) => new AgentError('ARGS_INVALID', { param: member.name, why })
  if (member.type === 'text') {
    const text = value ?? ''
    if (typeof text !== 'string' || text.includes('\0')) throw unfit('must be a text')
    const bytes = encode(text)
    // Its last byte stays the NUL that ends it.
    if (bytes.length >= member.bytes) throw unfit('is too long')
    bytes.copy(into, at)
    return
  }
  const number = value ?? (member.type === 'size' ? undefined : (member.default ?? 0))
  try {
    if (typeof number !== 'number') throw unfit('must be a number')
    writers[member.type === 'size' ? 'u32' : member.type](into, number, at)
  } catch {
    throw unfit('must be a number in its range')
  }
}

/** The bytes of a struct with these values by member name; throws ARGS_INVALID for unknown and unfit ones. */
export const encodeStruct = (param: StructParam, value: unknown, encode: Encode): Buffer => {
  const { places, bytes } = layoutOf(param)
  const given = (value ?? {}) as Record<string, unknown>
  const stray = Object.keys(given).find((name) => !param.fields.some((f) => f.name === name && f.type !== 'size'))
  if (typeof given !== 'object' || stray !== undefined)
    throw new AgentError('ARGS_INVALID', { param: param.name, why: 'has unknown members' })
  const into = Buffer.alloc(bytes)
  for (const { member, offset } of places)
    writeMember(member, into, offset, member.type === 'size' ? bytes : given[member.name], encode)
  return into
}

/** The members of a struct by name; texts end at their first NUL. */
export const decodeStruct = (param: StructParam, from: Buffer, decode: DecodeText): Record<string, unknown> => {
  const { places, bytes } = layoutOf(param)
  const whole = Buffer.concat([from, Buffer.alloc(Math.max(0, bytes - from.length))])
  return Object.fromEntries(
    places.map(({ member, offset }) => {
      if (member.type === 'text') {
        const text = whole.subarray(offset, offset + member.bytes)
        const end = text.indexOf(0)
        return [member.name, decode(end < 0 ? text : text.subarray(0, end)).trim()]
      }
      return [member.name, readers[member.type === 'size' ? 'u32' : member.type](whole, offset)]
    }),
  )
}
