import { type AgentErrorCode, agentErrors } from '@yibao/shared/agent/errors.ts'
import * as z from 'zod/mini'

// The types a function of a vendor library may have (agent.md 4.3). Deliberately small: what the surveyed
// libraries use, and nothing that would let a manifest describe memory we cannot check.

/** A pattern with a message of its own (zod/mini has none). */
export const pattern = (regex: RegExp, what: string) => z.regex(regex, { error: `must be ${what}` })

const name = z.string().check(pattern(/^[A-Za-z_]\w{0,40}$/, 'an identifier'))

/** Most bytes one buffer may have; settlement libraries are given 1 MiB (domain.md 6.5). */
const bufferBytes = z.int().check(z.gte(1), z.lte(1024 * 1024))

/** How the bytes of an out buffer become a value. All but 'bytes' end at the first NUL unless `length` says more. */
const decodeSchema = z.union([
  z.enum(['cstr', 'bytes']),
  /** One text that may not be empty and must match. */
  z.strictObject({ text: z.string() }),
  z.strictObject({
    split: z.string().check(z.minLength(1), z.maxLength(2)),
    fields: z.array(z.string()).check(z.minLength(1)),
    /** Fields that may not be empty. */
    require: z._default(z.array(z.string()), []),
    /** Field -> pattern its whole text must match; catches garbled bytes and wrong layouts. */
    match: z._default(z.record(z.string(), z.string()), {}),
  }),
  z.strictObject({
    json: z.strictObject({
      /** Where the library says how it went, and which values are success. */
      status: z.optional(z.string()),
      ok: z._default(z.array(z.union([z.number(), z.string()])), []),
      message: z._default(z.string(), 'message'),
      /** Fields that may hold JSON inside a string (domain.md 6.3). */
      nested: z._default(z.array(z.string()), []),
      require: z._default(z.array(z.string()), []),
    }),
  }),
])
export type Decode = z.infer<typeof decodeSchema>

const scalars = ['i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'i64', 'long', 'f64', 'bool'] as const

const paramSchema = z.discriminatedUnion('type', [
  z.strictObject({
    name,
    dir: z.literal('in'),
    type: z.enum(scalars),
    min: z.optional(z.number()),
    max: z.optional(z.number()),
    default: z.optional(z.number()),
  }),
  z.strictObject({
    name,
    dir: z.literal('in'),
    /** Text in the driver's encoding with a NUL; `secret` keeps even its length out of evidence. */
    type: z.literal('str'),
    maxBytes: bufferBytes,
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
    /** The i32* parameter that carries how many bytes are valid. */
    length: z.optional(z.string()),
    decode: z._default(decodeSchema, 'cstr'),
  }),
  z.strictObject({
    name,
    dir: z.enum(['out', 'inout']),
    type: z.literal('i32*'),
    init: z._default(z.number(), 0),
  }),
])
export type Param = z.infer<typeof paramSchema>
export type OutBuffer = Extract<Param, { type: 'buf' }>

/** Return values that mean success: a list, or a comparison like `>=0`; vendors disagree (agent.md 9.1, 9.2). */
const okSchema = z.union([
  z.array(z.union([z.number(), z.string()])).check(z.minLength(1)),
  z.string().check(pattern(/^(>=|<=|>|<)-?\d+$/, 'a comparison')),
])
export type OkRule = z.infer<typeof okSchema>

/** A vendor's code or text and what it means here. */
export const errorRow = z.strictObject({ code: z.enum(Object.keys(agentErrors) as AgentErrorCode[]), text: z.string() })

export const functionSchema = z.strictObject({
  /** `money` is never retried and its unanswered call is an unknown outcome. */
  class: z.enum(['read', 'identity', 'money', 'pin']),
  /** Longest one call may take, in ms; then its process is killed. Finders need 15 s (agent.md 9.6). */
  timeoutMs: z.int().check(z.gte(100), z.lte(300_000)),
  /** Exported name where it differs (decorated names). */
  symbol: z.optional(z.string()),
  params: z.array(paramSchema),
  returns: z.union([
    z.strictObject({ type: z.enum([...scalars, 'cstr']), ok: okSchema }),
    z.strictObject({ type: z.literal('void') }),
  ]),
  /** The out buffer that holds the vendor's text after a failure. */
  errorText: z.optional(z.string()),
  /** Codes that mean something else here than in the driver's own table (agent.md 9.2). */
  errors: z.optional(z.record(z.string(), errorRow)),
  /** Pattern whose first group in that text is the number of PIN tries left. */
  triesLeft: z.optional(z.string()),
})
export type FunctionSpec = z.infer<typeof functionSchema>
