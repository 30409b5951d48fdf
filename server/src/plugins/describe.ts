import type { Call } from '@yibao/shared/call.ts'
import type { Schema } from '@yibao/shared/field.ts'
import * as z from 'zod/mini'

/** Header that names one attempt of an idempotent call. */
const key = z.string().check(z.regex(/^[\w-]{1,64}$/))

/** The envelope of every answer (SPEC 3), around one call's result. */
const enveloped = (result: Schema) =>
  z.object({
    success: z.boolean(),
    result: z.nullable(result),
    resultNotice: z.nullable(
      z.object({
        description: z.optional(z.string()),
        error: z.optional(z.string()),
        tips: z.optional(z.string()),
        messageCode: z.optional(z.string()),
      }),
    ),
    statusCode: z.int(),
    resultExtendInfo: z.nullable(z.looseObject({})),
    error: z.nullable(
      z.object({
        message: z.string(),
        fields: z.optional(z.looseObject({})),
        requestId: z.optional(z.string()),
      }),
    ),
    confimResultInfo: z.nullable(
      z.object({
        pubSubId: z.string(),
        isEndPoint: z.boolean(),
        action: z.string(),
        title: z.string(),
        tips: z.string(),
        buttonInfos: z.array(
          z.object({ text: z.string(), value: z.string(), sort: z.int(), danger: z.optional(z.boolean()) }),
        ),
        routeHeaders: z.looseObject({}),
      }),
    ),
  })

const json = (schema: Schema) => ({ 'application/json': { schema } })

const orNothing = (fields: Record<string, Schema>) => (Object.keys(fields).length ? z.object(fields) : undefined)

/** What OpenAPI says of a call, as zod: its inputs where the server reads them, and its answer in the envelope. */
export const describe = (call: Call, tag: string) => {
  const inPath = new Set([...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name!))
  const fields = Object.entries(call.input.shape)
  const carried = Object.fromEntries(fields.filter(([name]) => !inPath.has(name)))
  const refused = json(enveloped(z.null()))
  const answer = call.file ? { [call.file]: { schema: z.file() }, ...refused } : json(enveloped(call.result))
  return {
    summary: call.title,
    tags: [tag],
    security: call.public ? [] : [{ token: [] }],
    params: orNothing(Object.fromEntries(fields.filter(([name]) => inPath.has(name)))),
    headers: call.idempotent ? z.object({ 'Idempotency-Key': key }) : undefined,
    querystring: call.method === 'GET' ? orNothing(carried) : undefined,
    body: call.method === 'POST' ? orNothing(call.upload ? { ...carried, file: z.file() } : carried) : undefined,
    consumes: call.upload ? ['multipart/form-data'] : undefined,
    response: {
      200: { description: '业务结果，拒绝和校验不通过也在信封里', content: answer },
      ...(call.public ? {} : { 401: { description: '登录已过期', content: refused } }),
    },
  }
}

const own = ['kind', 'max', 'optional'] as const

const listed = (choices: Record<string, string>) =>
  Object.entries(choices)
    .map(([value, label]) => `${value} ${label}`)
    .join('；')

/** Our own notes on a field as OpenAPI knows them: a choice's labels and a dictionary's name become its description. */
const plain = ({ choices, codeType, ...schema }: Record<string, unknown>): Record<string, unknown> => {
  const rest = Object.fromEntries(Object.entries(schema).filter(([name]) => !(own as readonly string[]).includes(name)))
  if (choices) return { ...rest, description: listed(choices as Record<string, string>) }
  return codeType ? { ...rest, description: `字典 ${String(codeType)}` } : rest
}

/** The same for a JSON schema and all inside it; under `properties` stand names of fields, which stay. */
export const withoutNotes = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withoutNotes)
  if (!schema || typeof schema !== 'object') return schema
  const { properties, ...rest } = plain(schema as Record<string, unknown>)
  const inner = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, name === 'enum' ? value : withoutNotes(value)]),
  )
  if (!properties) return inner
  const fields = Object.entries(properties as Record<string, unknown>)
  return { ...inner, properties: Object.fromEntries(fields.map(([name, value]) => [name, withoutNotes(value)])) }
}
