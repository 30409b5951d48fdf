import { allCalls } from '@yibao/shared/calls/index.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './kit.ts'
import { stubHandlers } from './stubs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ handlers: stubHandlers(() => {}) })
})
afterAll(() => server.close())

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
