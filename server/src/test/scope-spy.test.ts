import { allCalls } from '@yibao/shared/calls/index.ts'
import { order } from '@yibao/shared/calls/order.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../call/context.ts'
import type { AllHandlers } from '../call/mount.ts'
import { order as orders } from '../domains/order/tables.ts'
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

test.each<[string, (c: Context) => unknown]>([
  ['where', (c) => c.scope.where(orders.storeId)],
  ['check', (c) => c.scope.check(c.me.storeId ?? '')],
  ['take', (c) => c.scope.take()],
  ['the own store', (c) => c.storeId],
])('%s is a use', async (_, use) => {
  const scoped = (c: Context) => {
    use(c)
    return nothing
  }
  expect(await send(scoped)).toBe(200)
})

test('every scoped question that needs no input asks its scope, whoever asks', async () => {
  const real = await startTestServer()
  const wrong: string[] = []
  for (const who of ['clerk', 'area', 'admin']) {
    const client = await real.as(who)
    for (const [name, call] of allCalls().filter(([, one]) => one.scope && one.method === 'GET')) {
      const { statusCode, error } = await client.send(call)
      if (statusCode === 500) wrong.push(`${who} ${name}: ${error?.message}`)
    }
  }
  await real.close()
  expect(wrong).toEqual([])
})
