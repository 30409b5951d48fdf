import { order } from '@yibao/shared/calls/books.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { order as orders } from '../domains/settlement/tables.ts'
import type { AllHandlers } from '../mount.ts'
import { startTestServer, type TestServer } from './kit.ts'
import { stubHandlers } from './stubs.ts'

// Every scoped call goes through this in every test of the suite: an answer without having asked the scope is a fault.

const nothing = { items: [], total: 0, totalIsBound: false }
let handler: (c: Context) => unknown
let server: TestServer
beforeAll(async () => {
  const stubs = stubHandlers(() => {})
  const spied = { ...stubs.order, paged: (_: unknown, c: Context) => handler(c) }
  server = await startTestServer({ handlers: { ...stubs, order: spied } as AllHandlers })
})
afterAll(() => server.close())

const send = async (next: typeof handler) => {
  handler = next
  return (await (await server.as('clerk')).send(order.paged)).statusCode
}

test('a scoped call that answers from an unscoped query is a fault', async () => {
  const unscoped = async ({ db }: Context) => {
    await db.select({ id: orders.id }).from(orders)
    return nothing
  }
  expect(await send(unscoped)).toBe(500)
})

test.each<[string, typeof handler]>([
  ['where', (c) => (c.scope.where(orders.storeId), nothing)],
  ['check', (c) => (c.scope.check(c.me.storeId ?? ''), nothing)],
  ['take', (c) => (c.scope.take(), nothing)],
  ['the own store', (c) => (c.storeId, nothing)],
])('%s is a use', async (_, next) => {
  expect(await send(next)).toBe(200)
})
