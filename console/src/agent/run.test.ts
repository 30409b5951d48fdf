import { beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../api/error.ts'

// Whose session the tab that leads has, and whose ticket the server gave: two persons after one another at one PC.

let leads = 'clerk A'
const asked: string[] = []

vi.mock('./link.ts', () => ({
  currentSession: async (stale = false) => {
    if (stale) leads = 'clerk B'
    return { accessToken: leads, agentId: 'a' }
  },
}))
vi.mock('./wire.ts', async (original) => ({
  ...(await original<object>()),
  ask: async ({ accessToken }: { accessToken: string }, { path }: { path: string }) => {
    asked.push(accessToken)
    if (path === '/v1/print/test') throw new CallError('不存在', { code: 'PRINTER_UNKNOWN' })
    if (accessToken !== 'clerk B') throw new CallError('连接凭据无效', { code: 'TICKET_INVALID' })
    return { ok: true, result: '{}', agentSignature: 's' }
  },
}))

const { runForServer, runVerb } = await import('./run.ts')

beforeEach(() => {
  leads = 'clerk A'
  asked.length = 0
})

test('a ticket of another person than the session’s is shown once more under a session of his own', async () => {
  const answer = await runForServer('card.read', { args: { medium: 'socialCard' }, ticket: 't', pubSubId: 'p' })
  expect([answer.result, asked]).toEqual(['{}', ['clerk A', 'clerk B']])
})

test('what is refused for itself is asked once', async () => {
  await expect(runVerb('print.test', {})).rejects.toMatchObject({ code: 'PRINTER_UNKNOWN' })
  expect(asked).toEqual(['clerk A'])
})
