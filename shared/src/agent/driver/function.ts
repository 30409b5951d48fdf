import * as z from 'zod/mini'
import { functionClass } from '../entities.ts'
import { type AgentErrorCode, agentErrors } from '../errors.ts'
import { limits } from '../protocol.ts'
import { bufferBytes, decodeSchema, paramSchema, pattern, scalars } from './param.ts'

/** Return values that mean success: a list, or a comparison like `>=0`; vendors disagree (agent.md 9.1, 9.2). */
const okSchema = z.union([
  z.array(z.union([z.number(), z.string()])).check(z.minLength(1)),
  z.string().check(pattern(/^(>=|<=|>|<)-?\d+$/, '成功值的列表或 >=0 这样的比较')),
])
export type OkRule = z.infer<typeof okSchema>

export const conventions = ['cdecl', 'stdcall'] as const

/** A vendor's code or text and what it means here; our code brings the advice to the clerk. */
export const errorRow = z.strictObject({
  code: z.enum(Object.keys(agentErrors) as AgentErrorCode[], {
    error: '应为助手的代码，如 CARD_NONE、READER_ABSENT、PIN_WRONG、CARD_UNKNOWN_ERROR（见 docs/DRIVERS.md）',
  }),
  text: z.string(),
})

const returnsSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(scalars), ok: okSchema }),
  z.strictObject({
    type: z.literal('cstr'),
    /** Any text that is there when absent. */
    ok: z.optional(okSchema),
    /** Most bytes that are read behind the pointer. */
    bytes: z._default(bufferBytes, 4096),
    /** How the text becomes the value `return`; it stays the code it is when absent. */
    decode: z.optional(decodeSchema),
    /** The library's own function that takes the text back; another heap than ours owns it. */
    free: z.optional(z.string()),
  }),
  /** 0 and -1 are no handles (agent.md 9.8); anything else is success. */
  z.strictObject({ type: z.literal('handle') }),
  z.strictObject({ type: z.literal('void') }),
])

export const functionSchema = z.strictObject({
  /** `money` is never retried and its unanswered call is an unknown outcome. */
  class: functionClass,
  /** Longest one call may take, in ms; then its process is killed: `money` that is cut short is in doubt. Finders need 15 s (agent.md 9.6). */
  timeoutMs: z.int().check(z.gte(100), z.lte(limits.callMs)),
  /** Exported name where it differs; the decorations of stdcall (`_F@8`, `F@8`) are tried without being named. */
  symbol: z.optional(z.string().check(pattern(/^[\w@?$]{1,200}$/, '导出名称'))),
  /** Where it differs from the driver's. */
  convention: z.optional(z.enum(conventions)),
  params: z.array(paramSchema),
  returns: returnsSchema,
  /** The out buffer that holds the vendor's text after a failure. */
  errorText: z.optional(z.string()),
  /** Codes that mean something else here than in the driver's own table (agent.md 9.2). */
  errors: z.optional(z.record(z.string(), errorRow)),
  /** Pattern whose first group in that text is the number of PIN tries left. */
  triesLeft: z.optional(z.string()),
})
export type FunctionSpec = z.infer<typeof functionSchema>
