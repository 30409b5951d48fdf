import type { Call } from '@yibao/shared/call.ts'
import { allCalls } from '@yibao/shared/calls/index.ts'
import { metaOf, type Schema } from '@yibao/shared/field.ts'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { startStubServer } from './stubs.ts'

// Bad input on every route: an envelope with a Chinese text, never a handler, a stack or another status.

const reached: string[] = []
let token: string
const server = opened(() => startStubServer((name) => reached.push(name)))
beforeAll(async () => {
  token = (await server.as('admin')).token
})

const chinese = /[一-鿿]/

const send = async (call: Call, { payload, query = '', type = 'application/json' }: Record<string, string>) => {
  reached.length = 0
  const path = call.path.replace(/:\w+/g, 'x')
  const response = await server.app.inject({
    method: call.method,
    url: `/prod-api${path}${query}`,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': 'k1',
      ...(payload === undefined ? {} : { 'content-type': type }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: response.statusCode, body: response.json() }
}

type Sent = Awaited<ReturnType<typeof send>>
const expectRefusal = ({ status, body }: Sent, name: string) => {
  expect([name, status, body.success, body.statusCode, reached]).toEqual([name, 200, false, 400, []])
  expect(body.resultNotice.error, name).toMatch(chinese)
  expect(JSON.stringify(body), name).not.toMatch(/\bat \/|node_modules|Invalid input/)
}

const posts = allCalls().filter(([, call]) => call.method === 'POST')
const pathParts = (call: Call) => [...call.path.matchAll(/:(\w+)/g)].map((part) => part[1]!)
const required = (call: Call) =>
  Object.entries(call.input.shape).filter(
    ([field, schema]) => !metaOf(schema)?.optional && !pathParts(call).includes(field),
  )

test.each(['{"a":', '[1,2]', '"text"', '7', 'true'])('a body of %s is refused on every POST', async (payload) => {
  for (const [name, call] of posts) expectRefusal(await send(call, { payload }), name)
})

test('a body of another type is refused on every POST', async () => {
  for (const [name, call] of posts) {
    expectRefusal(await send(call, { payload: 'a=1', type: 'application/x-www-form-urlencoded' }), name)
    expectRefusal(await send(call, { payload: '<a/>', type: 'text/xml' }), name)
  }
})

const wrongs: unknown[] = [{ wrong: { deep: 1 } }, [[1]], 1.5, '\u0000'.repeat(5000)]

/** Whether a value is wrong for a field: data takes anything, a group takes an object, a text without limit any text. */
const isWrong = (schema: Schema, value: unknown) => {
  const { kind, max = 0 } = metaOf(schema) ?? { kind: 'text' }
  if (kind === 'data' || (kind === 'group' && value === wrongs[0])) return false
  return typeof value !== 'string' || max <= 5000
}

test.each(wrongs.map((wrong) => [JSON.stringify(wrong).slice(0, 20), wrong]))(
  'every field that is %s is refused, with a text at the field',
  async (_, wrong) => {
    for (const [name, call] of posts) {
      const fields = Object.entries(call.input.shape).filter(
        ([field, schema]) => !pathParts(call).includes(field) && isWrong(schema, wrong),
      )
      if (!fields.length) continue
      const payload = JSON.stringify(Object.fromEntries(fields.map(([field]) => [field, wrong])))
      const answer = await send(call, { payload })
      expectRefusal(answer, name)
      const texts = Object.entries<string>(answer.body.error.fields)
      for (const [, text] of texts) expect(text, name).toMatch(chinese)
      const named = new Set(texts.map(([key]) => key.split('.')[0]))
      expect(
        fields.map(([field]) => field).filter((field) => !named.has(field)),
        name,
      ).toEqual([])
    }
  },
)

test('a query of the wrong form is refused on every GET', async () => {
  for (const [name, call] of allCalls().filter(([, one]) => one.method === 'GET')) {
    const fields = Object.entries(call.input.shape).filter(
      ([field, schema]) => !pathParts(call).includes(field) && (metaOf(schema)?.kind ?? 'text') !== 'text',
    )
    if (!fields.length) continue
    const query = fields.map(([field]) => `${field}=${encodeURIComponent('不 对')}${'1'.repeat(50)}`).join('&')
    const answer = await send(call, { query: `?${query}` })
    expectRefusal(answer, name)
    for (const [field] of fields) expect(JSON.stringify(Object.keys(answer.body.error.fields)), name).toContain(field)
  }
})

test('nothing at all is refused where something is required', async () => {
  for (const [name, call] of allCalls().filter(([, one]) => required(one).length)) {
    expectRefusal(await send(call, call.method === 'POST' ? { payload: '{}' } : {}), name)
    expectRefusal(await send(call, {}), name)
    const answer = await send(call, {})
    for (const [field] of required(call)) expect(answer.body.error.fields, name).toHaveProperty([field])
  }
})

test('a prototype in the body harms nobody', async () => {
  for (const [, call] of posts)
    await send(call, { payload: '{"__proto__":{"guest":true},"constructor":{"prototype":{"x":1}}}' })
  expect(({} as Record<string, unknown>).guest).toBeUndefined()
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})

test('no answer may be taken for another kind of file, or told where somebody came from', async () => {
  const guarded = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }
  for (const url of [
    '/health',
    '/prod-api/docs/json',
    '/prod-api/api/Nothing/There',
    '/prod-api/api/Order/Paged',
    '/%zz',
  ])
    expect((await server.app.inject({ url })).headers, url).toMatchObject(guarded)
})
