import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { product } from '@yibao/shared/agent/protocol.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitForDesk } from './hello.ts'

// An agent by its two answers: it greets at once, and is healthy when its desk has come.

let server: Server
let [greetings, readyAfter] = [0, 0]

beforeEach(async () => {
  ;[greetings, readyAfter] = [0, 0]
  server = createServer((request, response) => {
    if (request.url === '/health') response.statusCode = greetings > readyAfter ? 200 : 503
    else greetings += 1
    response.end(JSON.stringify({ result: { product, version: '1.0.0', pairing: 'enrolled' } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => new Promise((resolve) => server.close(resolve)))
const port = () => (server.address() as AddressInfo).port

test('a desk that comes a moment after its gateway is waited for', async () => {
  readyAfter = 1
  expect([await waitForDesk([1, port()], 10_000), greetings]).toEqual([true, 2])
})

test('one that does not come is not said to be there, though the gateway answers', async () => {
  readyAfter = 1000
  expect(await waitForDesk([port()], 600)).toBe(false)
})
