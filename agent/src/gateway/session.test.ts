import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAgent, type TestAgent } from './test/agent.ts'

let agent: TestAgent
beforeAll(async () => {
  agent = await startAgent()
})
afterAll(() => agent.stop())

test('a ticket of the server opens a session, the token opens the routes', async () => {
  const { accessToken, expiresIn, kind } = await agent.login()
  expect({ expiresIn, kind }).toEqual({ expiresIn: 900, kind: 'operator' })
  const answer = await agent.send('/v1/drivers', { method: 'GET', token: accessToken })
  expect(answer.json).toMatchObject({ ok: true, result: [{ id: 'demo' }] })
})
