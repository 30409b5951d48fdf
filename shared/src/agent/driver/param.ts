import * as z from 'zod/mini'

// The types a parameter of a vendor's function may have (agent.md 4.3). Deliberately small: what the surveyed libraries
// use, and nothing that would let a manifest describe memory nobody can check.

/** A pattern with a message of its own (zod/mini has none). */
export const pattern = (regex: RegExp, what: string) => z.regex(regex, { error: `应为${what}` })

const identifier = z.string().check(pattern(/^[A-Za-z_]\w{0,40}$/, '英文标识符'))

/** Most bytes one buffer may have; settlement libraries are given 1 MiB (domain.md 6.5). */
export const bufferBytes = z.int().check(z.gte(1), z.lte(1024 * 1024))

/** Charsets of texts: GBK is read and written as GB18030; utf16le for fixed columns and wide functions (domain.md 6.4). */
export const encodings = ['gbk', 'utf8', 'utf16le'] as const
const encoding = z.optional(z.enum(encodings))

const textList = z._default(z.array(z.string()), [])
/** Field -> pattern its whole text must match; catches garbled bytes and wrong layouts. */
const match = z._default(z.record(z.string(), z.string()), {})

/**
 * How the bytes of an out buffer become a value. All but 'bytes' and columns end at the first NUL unless `length` says more.
 */
export const decodeSchema = z.union([
  z.enum(['cstr', 'bytes']),
  /** One text that may not be empty and must match. */
  z.strictObject({ text: z.string() }),
  z.strictObject({
    split: z.string().check(z.minLength(1), z.maxLength(2)),
    fields: z.array(z.string()).check(z.minLength(1)),
    /** Fields that may not be empty. */
    require: textList,
    match,
  }),
  /** Fields of fixed width in bytes, one behind the other, as identity cards store them. */
  z.strictObject({
    columns: z.record(z.string(), z.int().check(z.gte(1), z.lte(65536))),
    require: textList,
    match,
  }),
  z.strictObject({
    json: z.strictObject({
      /** Where the library says how it went, and which values are success. */
      status: z.optional(z.string()),
      ok: z._default(z.array(z.union([z.number(), z.string()])), []),
      message: z._default(z.string(), 'message'),
      /** Fields that may hold JSON inside a string (domain.md 6.3). */
      nested: textList,
      require: textList,
    }),
  }),
])
export type Decode = z.infer<typeof decodeSchema>

export const scalars = ['i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'i64', 'u64', 'long', 'f32', 'f64', 'bool'] as const
export type Scalar = (typeof scalars)[number]

/** Numbers that have the same size in every library; `long` has not. */
const fixedScalars = ['i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'i64', 'u64', 'f32', 'f64'] as const

/** A member of a struct: a number, `bytes` bytes of text, or the struct's own size (the cbSize of Windows structs). */
const memberSchema = z.union([
  z.strictObject({ name: identifier, type: z.enum(fixedScalars), default: z.optional(z.number()) }),
  z.strictObject({ name: identifier, type: z.literal('text'), bytes: bufferBytes }),
  z.strictObject({ name: identifier, type: z.literal('size') }),
])
export type Member = z.infer<typeof memberSchema>

const name = identifier

export const paramSchema = z.discriminatedUnion('type', [
  z.strictObject({
    name,
    dir: z.literal('in'),
    type: z.enum(scalars),
    min: z.optional(z.number()),
    max: z.optional(z.number()),
    default: z.optional(z.number()),
    /** The buffer whose size in bytes this parameter is; no caller gives it (domain.md 6.2, SSCard.dll). */
    sizeOf: z.optional(z.string()),
  }),
  z.strictObject({
    name,
    dir: z.literal('in'),
    /** Text in the driver's encoding with a NUL; `secret` keeps even its length out of evidence. */
    type: z.literal('str'),
    maxBytes: bufferBytes,
    encoding,
    secret: z._default(z.boolean(), false),
    /** The host's own path, which no client may give. */
    internal: z._default(z.boolean(), false),
    default: z.optional(z.string()),
  }),
  z.strictObject({ name, dir: z.literal('in'), type: z.literal('bytes'), maxBytes: bufferBytes }),
  z.strictObject({ name, dir: z.literal('in'), type: z.literal('null') }),
  z.strictObject({
    name,
    dir: z.enum(['out', 'inout']),
    type: z.literal('buf'),
    bytes: bufferBytes,
    encoding,
    /** The i32* parameter that carries how many bytes are valid. */
    length: z.optional(z.string()),
    decode: z._default(decodeSchema, 'cstr'),
  }),
  z.strictObject({
    name,
    dir: z.enum(['out', 'inout']),
    type: z.literal('i32*'),
    init: z._default(z.number(), 0),
    sizeOf: z.optional(z.string()),
  }),
  /** A struct by pointer, laid out as C does it, or packed to `pack` bytes. */
  z.strictObject({
    name,
    dir: z.enum(['in', 'out', 'inout']),
    type: z.literal('struct'),
    pack: z.optional(z.union([z.literal(1), z.literal(2), z.literal(4), z.literal(8)])),
    fields: z.array(memberSchema).check(z.minLength(1), z.maxLength(100)),
  }),
  /** What another function of this driver opened. The host keeps the address; everybody else sees a token. */
  z.strictObject({ name, dir: z.enum(['in', 'out']), type: z.literal('handle') }),
  /** A function of ours that the library calls while it works: its arguments are noted, its answer is always the same. */
  z.strictObject({
    name,
    dir: z.literal('in'),
    type: z.literal('callback'),
    params: z.array(z.strictObject({ name, type: z.enum([...scalars, 'str']) })).check(z.maxLength(8)),
    /** What it answers; void when absent. */
    answer: z.optional(z.int()),
  }),
])
export type Param = z.infer<typeof paramSchema>
export type OutBuffer = Extract<Param, { type: 'buf' }>
export type StructParam = Extract<Param, { type: 'struct' }>
export type CallbackParam = Extract<Param, { type: 'callback' }>
