import { beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../api/error.ts'

// Whose session the tab that leads has, and whose ticket the server gave: two persons after one another at one PC.

let leads = 'clerk A'
const asked: string[] = []
/** A card that nobody puts in: the reading ends when it is called off. */
let holds = false

vi.mock('./link.ts', () => ({
  currentSession: async (stale = false) => {
    if (stale) leads = 'clerk B'
    return { accessToken: leads, agentId: 'a' }
  },
}))
vi.mock('./wire.ts', async (original) => ({
  ...(await original<object>()),
  ask: async ({ accessToken }: { accessToken: string }, { path, signal }: { path: string; signal?: AbortSignal }) => {
    asked.push(accessToken)
    if (holds) {
      await new Promise<void>((resolve) =>
        signal?.aborted ? resolve() : signal?.addEventListener('abort', () => resolve()),
      )
      throw new CallError('已停止', { code: 'cancelled' })
    }
    if (path === '/v1/print/test') throw new CallError('不存在', { code: 'PRINTER_UNKNOWN' })
    if (accessToken !== 'clerk B') throw new CallError('连接凭据无效', { code: 'TICKET_INVALID' })
    return { ok: true, result: '{}', agentSignature: 's' }
  },
}))

const { cancelReading, runForServer, runVerb } = await import('./run.ts')
const { useAgent } = await import('./store.ts')

beforeEach(() => {
  leads = 'clerk A'
  asked.length = 0
  holds = false
})

test('a ticket of another person than the session’s is shown once more under a session of his own', async () => {
  const answer = await runForServer('card.read', { args: { medium: 'socialCard' }, ticket: 't', pubSubId: 'p' })
  expect([answer.result, asked]).toEqual(['{}', ['clerk A', 'clerk B']])
})

test('what is refused for itself is asked once', async () => {
  await expect(runVerb('print.test', {})).rejects.toMatchObject({ code: 'PRINTER_UNKNOWN' })
  expect(asked).toEqual(['clerk A'])
})

test('a reading ends where it is called off, by its call or by the light, which goes with the last one', async () => {
  holds = true
  const ended = { code: 'cancelled' }
  const order = { args: {}, ticket: 't', pubSubId: 'p' }
  const stop = new AbortController()
  const first = runForServer('card.read', order, stop.signal)
  const second = runForServer('card.read', order)
  stop.abort()
  await expect(first).rejects.toMatchObject(ended)
  expect(useAgent.getState().reading).toBe(true)
  cancelReading()
  await expect(second).rejects.toMatchObject(ended)
  expect(useAgent.getState().reading).toBe(false)
  await expect(runForServer('card.read', order, AbortSignal.abort())).rejects.toMatchObject(ended)
})
