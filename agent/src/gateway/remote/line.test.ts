import { generateKeyPairSync, sign } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AgentCommand, paths } from '@yibao/shared/agent/cloud.ts'
import { canonicalJson } from '@yibao/shared/agent/ticket.ts'
import type { CommandDone } from '@yibao/shared/calls/agent.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PolicyStore } from '../../cloud/policy-store.ts'
import { type ServerClient, ServerRefused, ServerUnreachable } from '../../cloud/server-client.ts'
import { startAgent, type TestAgent } from '../test/agent.ts'
import { RemoteLine } from './line.ts'

let agent: TestAgent
const lines: RemoteLine[] = []
beforeEach(async () => {
  agent = await startAgent()
})
afterEach(async () => {
  for (const line of lines.splice(0)) await line.stop()
  await agent.stop()
})

const signer = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    sign: (command: AgentCommand) => sign(null, Buffer.from(canonicalJson(command)), privateKey).toString('base64url'),
  }
}

/** A server that hands out what `next` holds, once each or, with `stays`, until it is answered, and remembers the answers. */
const setUp = (over: { losesAnswers?: number; unbound?: boolean; faults?: number; stays?: boolean } = {}) => {
  const server = signer()
  const agentId = agent.gateway.identity.agentId
  const command = (more: Partial<AgentCommand> = {}): AgentCommand => ({
    type: 'command',
    id: 'c1',
    agentId,
    kind: 'log',
    expires: Date.now() + 60_000,
    kid: 'k1',
    ...more,
  })
  const next: { command: AgentCommand; signature: string }[][] = []
  const answers: CommandDone[] = []
  const state = { asked: 0, loses: over.losesAnswers ?? 0, restarts: 0 }
  const warnings: string[] = []
  const policy = { ...agent.policy, serverKeys: [{ kid: 'k1', publicKey: server.publicKey }] }
  const post = async (path: string, body: unknown, _shape: unknown, signal?: AbortSignal) => {
    if (path === paths.listen) {
      state.asked += 1
      if (over.unbound) throw new ServerRefused('本机助手未登记', 'agent.unknown')
      if (state.asked <= (over.faults ?? 0)) throw new TypeError('a fault of ours')
      const commands = over.stays ? next[0] : next.shift()
      if (!commands) await sleep(60_000, undefined, { signal })
      return { commands: commands ?? [] }
    }
    if (state.loses > 0) {
      state.loses -= 1
      throw new ServerUnreachable('cut')
    }
    answers.push(body as CommandDone)
    if (over.stays) next.shift()
    return null
  }
  const policies = {
    current: policy as typeof policy | undefined,
    forget: () => {
      policies.current = undefined
      return true
    },
  }
  const line = new RemoteLine({
    client: { post } as unknown as ServerClient,
    agentId,
    policies: policies as unknown as PolicyStore,
    parts: {
      gateway: agent.gateway,
      folder: agent.folder,
      readLog: () => 'PIN page opened by 13800138000\n',
      restartDesk: () => {
        state.restarts += 1
      },
      isBusy: async () => false,
    },
    clock: Date.now,
    log: { info: () => {}, warn: (text) => void warnings.push(text) },
    pauseMs: 5,
  })
  lines.push(line)
  const give = (...commands: AgentCommand[]) =>
    next.push(commands.map((one) => ({ command: one, signature: server.sign(one) })))
  return { line, policies, next, give, answers, warnings, state, command, server }
}

test('a genuine command is carried out once, however often the line repeats it', async () => {
  const { line, give, answers, command, state } = setUp()
  give(command({ kind: 'restart' }))
  give(command({ kind: 'restart' }))
  give(command({ id: 'c2' }))
  line.start()
  await vi.waitFor(() => expect(answers.map(({ id }) => id)).toEqual(['c1', 'c2']))
  expect(state.restarts).toBe(1)
  expect(answers[1]?.text).toBe('PIN page opened by [手机号]\n')
})

test('unbound by an administrator, it forgets its policy at once', async () => {
  const { line, policies } = setUp({ unbound: true })
  line.start()
  await vi.waitFor(() => expect(policies.current).toBeUndefined())
})

test('what is not signed by a key of the policy, for another agent, or too late, does nothing', async () => {
  const { line, next, give, answers, warnings, command, server, state } = setUp()
  const stranger = signer()
  const own = command()
  next.push([{ command: own, signature: stranger.sign(own) }])
  next.push([{ command: { ...own, kind: 'restart' }, signature: server.sign(own) }])
  give(command({ agentId: 'A'.repeat(22) }))
  give(command({ id: 'late', kind: 'restart', expires: Date.now() - 1 }))
  give(command({ kid: 'k2' }))
  give(command({ id: 'c9' }))
  line.start()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  expect(answers[0]).toMatchObject({ id: 'late', ok: false, text: expect.stringContaining('校准这台电脑的时间') })
  expect([answers[1]?.id, state.restarts]).toEqual(['c9', 0])
  expect(warnings).toHaveLength(5)
})

test('a command that is refused and sent again and again is asked for ever more seldom', async () => {
  const { line, give, command, state } = setUp({ stays: true })
  give(command({ kid: 'k2' }))
  line.start()
  await sleep(300)
  expect(state.asked).toBeLessThan(10)
})

test('an answer that got lost is given again; a restart is not done twice for it', async () => {
  const { line, give, answers, command, state } = setUp({ losesAnswers: 2 })
  give(command())
  give(command({ id: 'r', kind: 'restart' }))
  give(command(), command({ id: 'r', kind: 'restart' }))
  line.start()
  await vi.waitFor(() => expect(answers.map(({ id }) => id)).toEqual(['c1', 'r']))
  await vi.waitFor(() => expect(state.asked).toBe(4))
  expect([state.restarts, answers[1]]).toMatchObject([1, { ok: true, text: '桌面程序和驱动已重新启动' }])
})

test('a server that answers at once with nothing is not asked in a loop', async () => {
  const { line, next, state } = setUp()
  for (let i = 0; i < 1000; i += 1) next.push([])
  line.start()
  await sleep(200)
  expect(state.asked).toBeLessThan(10)
})

test('a fault that nobody foresaw ends neither the line nor the agent', async () => {
  const { line, give, answers, command } = setUp({ faults: 2 })
  give(command())
  line.start()
  await vi.waitFor(() => expect(answers.map(({ id }) => id)).toEqual(['c1']))
})
