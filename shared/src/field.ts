import * as z from 'zod/mini'
import { validIdCard } from './id-card.ts'
import { realDay } from './time.ts'

/** What a field is, beyond its type: tables, filters, forms, export and OpenAPI choose their form by it. */
type FieldKind =
  | 'text'
  | 'code'
  | 'id'
  | 'money'
  | 'price'
  | 'quantity'
  | 'ratio'
  | 'integer'
  | 'dict'
  | 'choice'
  | 'flag'
  | 'day'
  | 'month'
  | 'time'
  | 'idCard'
  | 'phone'
  | 'email'
  | 'password'
  | 'list'
  | 'group'
  | 'data'

/** The single description of a field (DESIGN 5): title, kind and limits, read by server, forms and tables alike. */
export interface FieldMeta {
  title: string
  kind: FieldKind
  /** Dictionary type, for kind `dict`. */
  codeType?: string
  /** Codes of it that nobody chooses: something else says them. */
  unchosen?: readonly string[]
  /** Value to label, for kind `choice`. */
  choices?: Record<string, string>
  /** Greatest length in characters. */
  max?: number
  optional?: true
  /** A time of a log, read with its day and seconds (ux 2.5). */
  exact?: true
}

export type Schema = z.ZodMiniType

/** Titles and kinds of every schema made by the constructors below. */
export const fieldRegistry = z.registry<FieldMeta>()

/** Meta of a field; undefined when it was not made by a constructor of this file (a test forbids that). */
export const metaOf = (schema: Schema): FieldMeta | undefined => fieldRegistry.get(schema)

/** What people call a value of a choice; a value it does not know is its own name. */
export const choiceTitle = (schema: Schema, value: string): string => metaOf(schema)?.choices?.[value] ?? value

const register = <S extends Schema>(schema: S, meta: FieldMeta): S => {
  fieldRegistry.add(schema, meta)
  return schema
}

// zod/mini has no messages of its own: every check brings its Chinese text.
const wrongType = (title: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null || issue.input === '' ? `${title}不能为空` : `${title}格式不正确`,
})

/** A text of a form of its own; the constructors below are the ones that several entities need. */
export const pattern = (title: string, kind: FieldKind, re: RegExp, message: string) =>
  register(z.string(wrongType(title)).check(z.regex(re, message)), { title, kind })

interface TextLimits {
  max?: number
  min?: number
  /** Replaces the standard text of an empty value, where the order fixes one. */
  required?: string
}

/** Free text, 1 to `max` characters (default 200). */
export const text = (title: string, { max = 200, min = 1, required }: TextLimits = {}) =>
  register(
    z.string(required ? { error: required } : wrongType(title)).check(
      z.refine(
        (value) => value.trim().length >= min,
        required ?? (min > 1 ? `${title}至少 ${min} 个字` : `${title}不能为空`),
      ),
      z.refine((value) => [...value].length <= max, `${title}不能超过 ${max} 个字`),
    ),
    { title, kind: 'text', max },
  )

/** Text of the wire that may be empty (results, remarks). */
export const note = (title: string, { max = 4000 }: { max?: number } = {}) =>
  register(z.string(wrongType(title)).check(z.maxLength(max, `${title}不能超过 ${max} 个字`)), {
    title,
    kind: 'text',
    max,
  })

/** A message as it went over a line; it is as long as the other side made it. */
export const wire = (title: string) => note(title, { max: 2 ** 26 })

/** A code or number of some register: printable, no spaces. */
export const code = (title: string, { max = 60 }: { max?: number } = {}) =>
  register(
    z
      .string(wrongType(title))
      .check(z.regex(/^\S+$/, `${title}不能为空或包含空格`), z.maxLength(max, `${title}不能超过 ${max} 个字符`)),
    { title, kind: 'code', max },
  )

/** Our own id: uuidv7 as a string. */
export const id = (title: string) => pattern(title, 'id', /^[0-9a-zA-Z-]{1,40}$/, `${title}格式不正确`)

/** Money on the wire: a string of yuan with exactly two decimals. */
export const money = (title: string) => pattern(title, 'money', /^-?\d{1,12}\.\d{2}$/, `${title}应为两位小数的金额`)

/** Unit price: up to 6 decimals. */
export const price = (title: string) =>
  pattern(title, 'price', /^\d{1,10}(\.\d{1,6})?$/, `${title}应为不超过 6 位小数的数字`)

/** Quantity: up to 4 decimals. */
export const quantity = (title: string) =>
  pattern(title, 'quantity', /^\d{1,8}(\.\d{1,4})?$/, `${title}应为不超过 4 位小数的数字`)

/** Ratio between 0 and 1, up to 4 decimals. */
export const ratio = (title: string) => pattern(title, 'ratio', /^[01](\.\d{1,4})?$/, `${title}应在 0 和 1 之间`)

interface IntegerLimits {
  min?: number
  max?: number
}

/** A number beyond all counting is too great, not of another kind. */
const wrongInteger = (title: string, min: number, max: number) => ({
  error: (issue: { input?: unknown }) => {
    if (typeof issue.input !== 'number' || Math.abs(issue.input) <= Number.MAX_SAFE_INTEGER)
      return wrongType(title).error(issue)
    return issue.input > 0 ? `${title}不能大于 ${max}` : `${title}不能小于 ${min}`
  },
})

/** Whole number within limits. */
export const integer = (title: string, { min = 0, max = Number.MAX_SAFE_INTEGER }: IntegerLimits = {}) =>
  register(
    z
      .int(wrongInteger(title, min, max))
      .check(z.gte(min, `${title}不能小于 ${min}`), z.lte(max, `${title}不能大于 ${max}`)),
    { title, kind: 'integer' },
  )

/** Code of a dictionary; which codes exist is the area's matter and checked by the server, not by the schema. */
export const dict = (title: string, codeType: string, unchosen?: readonly string[]) =>
  register(z.string(wrongType(title)).check(z.regex(/^[\w.-]{1,30}$/, `${title}格式不正确`)), {
    title,
    kind: 'dict',
    codeType,
    ...(unchosen && { unchosen }),
  })

type KeyOf<C> = `${Exclude<keyof C, symbol>}`

/** One of a closed list that belongs to us: value to label. */
export const choice = <const C extends Record<string, string>>(title: string, choices: C) =>
  register(z.enum(Object.keys(choices) as [KeyOf<C>], { error: `${title}不在可选范围内` }), {
    title,
    kind: 'choice',
    choices,
  })

/** A true boolean only; what comes as text in an address takes looseFlag. */
export const flag = (title: string) => register(z.boolean(wrongType(title)), { title, kind: 'flag' })

/** A flag that may come as the text of an address: boolean or the string true (SPEC 5). */
export const looseFlag = (title: string) =>
  register(z.union([z.boolean(), z.enum(['true', 'false'])], { error: `${title}格式不正确` }), { title, kind: 'flag' })

/** Day in Asia/Shanghai, yyyy-MM-dd. */
export const day = (title: string) =>
  register(
    z
      .string(wrongType(title))
      .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, `${title}应为年-月-日`), z.refine(realDay, `${title}不是有效日期`)),
    { title, kind: 'day' },
  )

/** Month in Asia/Shanghai, yyyy-MM. */
export const month = (title: string) => pattern(title, 'month', /^[1-9]\d{3}-(0[1-9]|1[0-2])$/, `${title}应为年-月`)

/** Moment in Asia/Shanghai, yyyy-MM-dd HH:mm:ss. */
export const time = (title: string) =>
  register(
    z
      .string(wrongType(title))
      .check(
        z.regex(/^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, `${title}应为年-月-日 时:分:秒`),
        z.refine(realDay, `${title}不是有效时间`),
      ),
    { title, kind: 'time' },
  )

/** Moment of a log: what happened within one minute is told apart. */
export const logTime = (title: string) => {
  const schema = time(title)
  return register(schema, { ...metaOf(schema)!, exact: true })
}

/** Identity number of 18 places whose check digit is verified; it is never logged. */
export const idCard = (title: string) =>
  register(z.string(wrongType(title)).check(z.refine(validIdCard, `${title}不正确，请核对 18 位号码`)), {
    title,
    kind: 'idCard',
  })

/** Mainland mobile number with optional +86 or 0086 (SPEC 5). */
export const phone = (title: string) => pattern(title, 'phone', /^(?:(?:\+|00)86)?1[3-9]\d{9}$/, '请输入正确的手机号码')

/** ASCII address whose domain ends in at least two letters. */
export const email = (title: string) =>
  pattern(title, 'email', /^[\w.+-]+@[\w-]+(\.[\w-]+)*\.[A-Za-z]{2,}$/, '请输入正确的邮箱名')

/** Address of a service: http or https, a path if any; no account, query or fragment. */
export const webAddress = (title: string) =>
  register(
    z
      .string(wrongType(title))
      .check(
        z.maxLength(200, `${title}不能超过 200 个字符`),
        z.regex(/^https?:\/\/[^\s/?#@]+(\/[^\s?#@]*)?$/, `${title}应以 http:// 或 https:// 开头，不带账号和参数`),
      ),
    { title, kind: 'code', max: 200 },
  )

/** An encoded password (SPEC 5): never logged, decoded by the server. */
export const password = (title: string, required = `${title}不能为空`) =>
  register(z.string({ error: required }).check(z.minLength(1, required), z.maxLength(1000, `${title}过长`)), {
    title,
    kind: 'password',
  })

/** A field that may be absent; keeps the title, which z.optional alone would lose. */
export const optional = <S extends Schema>(schema: S) =>
  register(z.optional(schema), { ...(metaOf(schema) ?? { title: '', kind: 'data' }), optional: true })

/** A field that may be absent elsewhere and here may not; `text` says so where it is empty. */
export const needed = (schema: Schema, text: string): Schema => {
  const { optional: _, ...meta } = metaOf(schema) ?? { title: '', kind: 'data' as const }
  const there = z.unknown().check(z.refine((value) => value !== undefined && value !== '', text))
  return register(z.pipe(there, schema as z.ZodMiniType<unknown, unknown>), meta)
}

/** The same field under another title. */
export const titled = <S extends Schema>(schema: S, title: string) =>
  register(z.optional(schema), { ...(metaOf(schema) ?? { kind: 'data' }), title })

/** Several of one field. In a query one value is enough: the server decodes by kind before it validates. */
export const list = <S extends Schema>(
  schema: S,
  title = metaOf(schema)?.title ?? '',
  { max = 5000 }: { max?: number } = {},
) =>
  register(z.array(schema, { error: `${title}格式不正确` }).check(z.maxLength(max, `${title}不能超过 ${max} 项`)), {
    title,
    kind: 'list',
  })

type Optional<F extends Record<string, Schema>> = { [K in keyof F]: z.ZodMiniOptional<F[K]> }

/** The same fields, each of which may be absent: a change of some of them. */
export const someOf = <F extends Record<string, Schema>>(fields: F): Optional<F> =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, optional(field)])) as unknown as Optional<F>

/** Fields that travel together. */
export const group = <F extends Record<string, Schema>>(title: string, fields: F) =>
  register(z.object(fields, { error: `${title}格式不正确` }), { title, kind: 'group' })

/** Values by free keys, all of one kind. */
export const mapOf = <S extends Schema>(title: string, value: S) =>
  register(z.record(z.string(), value, { error: `${title}格式不正确` }), { title, kind: 'data' })

/** Data that is passed on untouched (a driver's arguments, an ERP frame's body). */
export const data = (title: string) => register(z.unknown(), { title, kind: 'data' })
