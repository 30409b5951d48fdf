import { allCalls } from '@yibao/shared/calls/index.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { startTestServer } from './kit.ts'
import { stubHandlers } from './stubs.ts'

const server = opened(() => startTestServer({ handlers: stubHandlers(() => {}) }))

test('OpenAPI lists every call with its title and the titles of its fields', async () => {
  const response = await server.app.inject({ url: '/prod-api/docs/json' })
  const { paths } = response.json()
  for (const [name, call] of allCalls()) {
    const path = `/prod-api${call.path.replace(/:(\w+)/g, '{$1}')}`.replace(/(.)\/$/, '$1')
    const operation = (paths[path] ?? paths[`${path}/`])?.[call.method.toLowerCase()]
    expect(operation?.summary, name).toBe(call.title)
    const text = JSON.stringify(operation)
    for (const schema of Object.values(call.input.shape)) {
      const title = metaOf(schema)?.title
      if (title && !call.path.includes(':')) expect(text, name).toContain(title)
    }
  }
  expect((await server.app.inject({ url: '/prod-api/docs' })).statusCode).toBe(200)
})

interface Operation {
  parameters?: { in: string; name: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: { properties: Record<string, object> } }> }
  responses: Record<string, { content: Record<string, { schema: { required?: string[]; format?: string } }> }>
  security: object[]
}

const operations = async () => {
  const { paths, components } = (await server.app.inject({ url: '/prod-api/docs/json' })).json()
  const of = ({ method, path }: { method: string; path: string }): Operation =>
    paths[`/prod-api${path.replace(/:(\w+)/g, '{$1}')}`][method.toLowerCase()]
  return { of, paths, components }
}

test('every input stands where the server reads it, and only there', async () => {
  const { of, components } = await operations()
  expect(components.securitySchemes).toEqual({ token: { type: 'http', scheme: 'bearer' } })
  for (const [name, call] of allCalls()) {
    const { parameters = [], requestBody, security } = of(call)
    const placed = (where: string) => parameters.filter((one) => one.in === where).map((one) => one.name)
    const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, part]) => part!)
    const carried = Object.keys(call.input.shape).filter((field) => !inPath.includes(field))
    expect([name, placed('path')]).toEqual([name, inPath])
    expect([name, placed('query')]).toEqual([name, call.method === 'GET' ? carried : []])
    expect([name, placed('header')]).toEqual([name, call.idempotent ? ['Idempotency-Key'] : []])
    const type = call.upload ? 'multipart/form-data' : 'application/json'
    const body = Object.keys(requestBody?.content[type]?.schema.properties ?? {})
    const sent = call.method === 'GET' ? [] : [...carried, ...(call.upload ? ['file'] : [])]
    expect([name, body]).toEqual([name, sent])
    expect([name, security]).toEqual([name, call.public ? [] : [{ token: [] }]])
  }
})

test('an answer is described as it comes: in the envelope, or as a file', async () => {
  const { of } = await operations()
  const refused = Object.keys((await server.app.inject('/prod-api/api/Role/GetMenuList')).json())
  for (const [name, call] of allCalls()) {
    const content = of(call).responses[200]!.content
    const envelope = content['application/json']!.schema.required
    if (call.file) expect([name, content[call.file]?.schema.format]).toEqual([name, 'binary'])
    expect([name, envelope]).toEqual([name, refused])
  }
})

test('nothing in it is a word that OpenAPI does not know', async () => {
  const { paths } = await operations()
  expect(JSON.stringify(paths)).not.toMatch(/"(kind|codeType)":"|"optional":true|"choices":\{/)
  expect(JSON.stringify(paths)).toContain('"description":"ascend 升序；descend 降序"')
})
