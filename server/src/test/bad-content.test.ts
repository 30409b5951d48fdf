import type { Call } from '@yibao/shared/call.ts'
import { allCalls } from '@yibao/shared/calls/index.ts'
import { metaOf, type Schema } from '@yibao/shared/field.ts'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { startStubServer } from './stubs.ts'

// Bad content on every route, inside of lists and groups too: what is too long, too deep, too large or nobody's.

const reached: string[] = []
let token: string
const server = opened(() => startStubServer((name) => reached.push(name)))
beforeAll(async () => {
  token = (await server.as('admin')).token
})

const send = async ({ method, path }: Call, { payload, query = '' }: { payload?: string; query?: string }) => {
  reached.length = 0
  const response = await server.app.inject({
    method,
    url: `/prod-api${path.replace(/:\w+/g, 'x')}${query}`,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': 'k1',
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: response.statusCode, body: response.json() }
}

const chinese = /[一-鿿]/
type Sent = Awaited<ReturnType<typeof send>>
const expectRefusal = ({ status, body }: Sent, name: string) => {
  expect([name, status, body.success, body.statusCode, reached]).toEqual([name, 200, false, 400, []])
  expect(body.resultNotice.error, name).toMatch(chinese)
  expect(JSON.stringify(body), name).not.toMatch(/\bat \/|node_modules|Invalid input/)
}

interface Inner {
  innerType?: Schema
  element?: Schema
  shape?: Record<string, Schema>
}
const inner = (schema: Schema) => schema._zod.def as unknown as Inner

/** A field somewhere in an input: its path and a body that holds nothing but a value at its place. */
interface Place {
  path: string
  schema: Schema
  around: (value: unknown) => unknown
}

const within = (place: Place): Place[] => {
  const { innerType, element, shape } = inner(place.schema)
  const { path, around } = place
  if (innerType) return within({ ...place, schema: innerType })
  if (element) return [place, ...within({ path: `${path}.0`, schema: element, around: (value) => around([value]) })]
  if (!shape) return [place]
  return [
    place,
    ...Object.entries(shape).flatMap(([key, schema]) =>
      within({ path: `${path}.${key}`, schema, around: (value) => around({ [key]: value }) }),
    ),
  ]
}

const placesOf = (call: Call): Place[] =>
  Object.entries(call.input.shape)
    .filter(([key]) => !call.path.includes(`:${key}`))
    .flatMap(([key, schema]) => within({ path: key, schema, around: (value) => ({ [key]: value }) }))

const posts = allCalls().filter(([, call]) => call.method === 'POST')

test('the table reaches into lists and groups', () => {
  const paths = posts.flatMap(([, call]) => placesOf(call).map(({ path }) => path))
  expect(paths).toContain('lines.0.quantity')
})

test('a text one character too long is refused at its field, wherever it stands', async () => {
  for (const [name, call] of posts)
    for (const { path, schema, around } of placesOf(call)) {
      const { kind = 'text', max } = metaOf(schema) ?? {}
      if (!max || (kind !== 'text' && kind !== 'code')) continue
      const answer = await send(call, { payload: JSON.stringify(around('长'.repeat(max + 1))) })
      expectRefusal(answer, `${name} ${path}`)
      expect(answer.body.error.fields[path], `${name} ${path}`).toMatch(/不能超过/)
    }
})

test.each([
  ['a nested object', { wrong: { deep: [1] } }],
  ['a list in a list', [[1]]],
  ['null', null],
  ['a fraction', 1.5],
])('%s inside of a list or group is refused at its field', async (_, wrong) => {
  for (const [name, call] of posts)
    for (const { path, schema, around } of placesOf(call)) {
      const { kind = 'text' } = metaOf(schema) ?? {}
      if (!path.includes('.') || kind === 'data' || (kind === 'group' && wrong && !Array.isArray(wrong))) continue
      const answer = await send(call, { payload: JSON.stringify(around(wrong)) })
      expectRefusal(answer, `${name} ${path}`)
      const [, text] = Object.entries<string>(answer.body.error.fields).find(([key]) => key.startsWith(path)) ?? []
      expect(text, `${name} ${path}`).toMatch(chinese)
    }
})

test('a text that no database keeps is refused at its field, wherever it stands', async () => {
  for (const [name, call] of posts.filter(([, { upload }]) => !upload))
    for (const { path, around } of placesOf(call)) {
      const answer = await send(call, { payload: JSON.stringify(around('顾\ud842')) })
      expectRefusal(answer, `${name} ${path}`)
      expect(answer.body.error.fields[path], name).toBe('含有无法保存的字符，请删除后重新输入')
    }
})

/** What looks like a value of a kind and is none. */
const lookalikes: Record<string, readonly unknown[]> = {
  integer: ['12', ' 1', true, -9e15, 1e300],
  flag: [1, 'yes'],
  day: ['2026-02-30', '2026-13-01', '0000-01-01', '0999-12-31', '2026-2-3', '2026-02-03 00:00:00', 20260203],
  month: ['2026-13', '2026-00', '0999-12', '2026-2', 202602],
  time: ['2026-02-30 00:00:00', '2026-01-01 24:00:00', '2026-01-01T00:00:00', '2026-01-01', 1767196800000],
  money: ['1', '1.0', '1.000', '1e3', '１.00', '+1.00', 'NaN', 1, '1234567890123.00'],
  price: ['-1', '1e3', '1.', '.5', 'NaN', '１', 1, '1.0000001'],
  quantity: ['-1', '1e3', '1.', '.5', '１', 1, '1.00001'],
  ratio: ['2', '-0.1', '1.00001', '50%', 0.5],
  choice: ['nobody', 'constructor', '__proto__', 1],
  dict: ['<x>', 'a b', 310],
  id: ['a b', "'", '../x', 'x'.repeat(41), 1],
  idCard: ['110101199002307774', '11010119900307777', 1],
  phone: ['12800138000', '138 0013 8000', 13800138000],
  email: ['a@b', 'a b@c.cn', 'a@b..cn'],
}

test.each(Object.entries(lookalikes))(
  'what looks like a value of kind %s is refused at its field',
  async (kind, values) => {
    for (const [name, call] of posts.filter(([, { upload }]) => !upload))
      for (const { path, schema, around } of placesOf(call)) {
        const meta = metaOf(schema)
        if (meta?.kind !== kind) continue
        for (const value of values) {
          const what = `${name} ${path} ${JSON.stringify(value)}`
          const answer = await send(call, { payload: JSON.stringify(around(value)) })
          expectRefusal(answer, what)
          expect(answer.body.error.fields[path], what).toMatch(chinese)
        }
      }
  },
)

test.each(['-5', '0', '1.5', '1e3', 'x', '9'.repeat(30)])('no page of %s rows, and no such page', async (wrong) => {
  for (const [name, call] of allCalls().filter(([, { input }]) => input.shape.pageSize))
    for (const field of ['page', 'pageSize']) {
      const post = call.method === 'POST'
      const answer = await send(call, post ? { payload: `{"${field}":"${wrong}"}` } : { query: `?${field}=${wrong}` })
      expectRefusal(answer, `${name} ${field}`)
      expect(answer.body.error.fields[field], `${name} ${field}`).toMatch(chinese)
    }
})

test('a text of a megabyte is refused at its field, wherever one has an end', async () => {
  const megabyte = '长'.repeat(340_000)
  for (const [name, call] of posts.filter(([, { upload }]) => !upload)) {
    const ends = placesOf(call).find(({ schema }) => (metaOf(schema)?.max ?? Infinity) < 340_000)
    if (!ends) continue
    const answer = await send(call, { payload: JSON.stringify(ends.around(megabyte)) })
    expectRefusal(answer, name)
    expect(answer.body.error.fields[ends.path], name).toMatch(chinese)
    expect(JSON.stringify(answer.body).length, `${name}: not sent back`).toBeLessThan(2000)
  }
})

test('fields nobody asked for change nothing', async () => {
  const bare = ({ body }: Sent) => JSON.stringify(body, (key, value) => (key === 'requestId' ? undefined : value))
  for (const [name, call] of allCalls()) {
    const post = call.method === 'POST'
    const plain = bare(await send(call, post ? { payload: '{}' } : {}))
    const before = [...reached]
    const more = await send(
      call,
      post ? { payload: '{"nobodys":{"a":1},"toString":1}' } : { query: '?nobodys=1&toString=1' },
    )
    expect([name, bare(more), reached]).toEqual([name, plain, before])
  }
})

test('a body of more than 2 MiB is refused on every POST, by its size', async () => {
  const payload = JSON.stringify({ a: 'x'.repeat(2 * 1024 * 1024) })
  for (const [name, call] of posts) {
    const answer = await send(call, { payload })
    expectRefusal(answer, name)
    expect(answer.body.resultNotice.error, name).toContain('内容超过大小限制')
  }
})

test.each([
  ['lists', '[', ']'],
  ['objects', '{"a":', '}'],
])('a bomb of nested %s is refused, wherever it stands', async (_, open, close) => {
  // Deep enough that anything which walks it by recursion runs out of stack.
  const bomb = `${open.repeat(20_000)}1${close.repeat(20_000)}`
  for (const [name, call] of posts) {
    const data = placesOf(call).find(({ schema }) => metaOf(schema)?.kind === 'data')
    expectRefusal(await send(call, { payload: `{"${data?.path ?? 'nobodys'}":${bomb}}` }), name)
  }
})

test('path parts and queries of any form get an envelope', async () => {
  const parts = ['%00', '%F0%9F%98%80', '..%2f..%2f', 'x'.repeat(3000), "';--", '%E0%A4%A']
  for (const [name, call] of allCalls().filter(([, { path }]) => path.includes(':')))
    for (const part of parts) {
      const url = `/prod-api${call.path.replace(/:\w+/g, part)}`
      const { statusCode, body } = await server.app.inject({
        method: call.method,
        url,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'k1', 'content-type': 'application/json' },
        ...(call.method === 'POST' ? { payload: '{}' } : {}),
      })
      const answer = JSON.parse(body)
      expect([name, part, answer.success, [200, 404].includes(statusCode)]).toEqual([name, part, false, true])
      expect(answer.resultNotice?.error, `${name} ${part}`).toMatch(chinese)
      expect(body, name).not.toMatch(/\bat \/|node_modules|Invalid input/)
    }
})
