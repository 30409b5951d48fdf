import type { Hello } from '@yibao/shared/agent/entities.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../api/error.ts'
import { admit } from './admit.ts'
import { rememberAgent } from './known.ts'
import { aroundOf } from './test/around.ts'

// Several programs of this PC answer at the agent's ports: whose session the page takes.

/**
 * By port: the agent that says hello there, whether it shows that it is the one, what the server refuses its ticket with, and the
 * program itself the session.
 */
interface Program {
  agentId: string
  proven?: boolean | undefined
  refused?: string
  refuses?: string
}
let programs: Record<number, Program> = {}
/** What the server says of whether the agent signs. */
let signs: boolean | undefined
let greeted: string[] = []
let stored: Record<string, string> = {}
const at = (port: number) => `http://127.0.0.1:${port}`
const programAt = (base: string) => programs[Number(base.slice(-5))]

const around = aroundOf(async (base) => {
  greeted.push(base)
  const program = programAt(base)
  if (!program) throw new TypeError('Failed to fetch')
  const protocol = { min: 1, max: 1 }
  return { product: 'yibao-agent', version: '1', protocol, pairing: 'enrolled', time: 0, ...program } as Hello
})

vi.mock('./surroundings.ts', () => ({ surroundings: () => around }))
vi.mock('./key.ts', () => ({ getBrowserKey: async () => ({ jkt: 'jkt' }) }))
vi.mock('./wire.ts', () => ({
  openSession: async (base: string) => {
    const { refuses, proven } = programAt(base)!
    if (refuses) throw new CallError(refuses, { code: refuses, tips: '' })
    return { accessToken: base, proven }
  },
}))
vi.mock('../api/index.ts', () => ({
  callServer: async (_: unknown, { agentId }: { agentId: string }) => {
    const refused = Object.values(programs).find((one) => one.agentId === agentId)?.refused
    if (refused) throw new CallError(refused, { code: refused, tips: '' })
    return { ticket: `for ${agentId}`, signs }
  },
}))
vi.mock('../state/storage.ts', () => ({
  readText: (key: string) => stored[key],
  writeText: (key: string, value: string) => {
    stored[key] = value
  },
}))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('location', { origin: 'https://console.example' })
  ;[programs, signs, greeted, stored] = [{}, undefined, [], {}]
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Where a session was opened, or what came of it in its place. */
const admitted = async () => {
  const found = await admit(false, true)
  if (found.opened) {
    rememberAgent(found.heard.base, found.heard.hello.agentId, found.opened.proven)
    return found.heard.base
  }
  return 'state' in found ? found.state : (found.fault as CallError).code
}

test.each(['agent.store', 'agent.unknown', 'TICKET_WRONG_STORE'])(
  'an agent of another company at the first port (%s) keeps nobody from ours, which is asked first from then on',
  async (refused) => {
    programs = { 47610: { agentId: 'theirs', refused }, 47611: { agentId: 'ours' } }
    expect(await admitted()).toBe(at(47611))
    greeted = []
    expect([await admitted(), greeted]).toEqual([at(47611), [at(47611)]])
  },
)

test('where none is ours the first one’s refusal is what is said', async () => {
  programs = { 47610: { agentId: 'a', refused: 'agent.store' }, 47612: { agentId: 'b', refused: 'agent.unknown' } }
  expect(await admit(false, true)).toMatchObject({ heard: { base: at(47610) }, fault: { code: 'agent.store' } })
})

test('what the server refuses of the person himself nobody else mends: no other is tried', async () => {
  programs = { 47610: { agentId: 'a', refused: 'store.missing' }, 47611: { agentId: 'b' } }
  expect(await admitted()).toBe('store.missing')
})

test.each(['agent.garbled', 'agent.stopped', 'NOT_FOUND', 'TICKET_USED'])(
  'a program that says the agent’s name and no more than that (%s) keeps nobody from the agent on the next port',
  async (refuses) => {
    programs = { 47610: { agentId: 'ours', refuses }, 47611: { agentId: 'ours', proven: true } }
    expect(await admitted()).toBe(at(47611))
    programs = { 47610: { agentId: 'ours', refuses } }
    expect(await admitted()).toBe(refuses)
  },
)

test('of several that give no session the one is told that says most of the agent of this PC', async () => {
  programs = {
    47610: { agentId: 'ours', refuses: 'agent.garbled' },
    47611: { agentId: 'theirs', refused: 'agent.store' },
    47612: { agentId: 'ours', refuses: 'CLOCK_SKEW' },
  }
  expect(await admitted()).toBe('CLOCK_SKEW')
  delete programs[47612]
  expect(await admitted()).toBe('agent.store')
})

test('an agent of before, which shows nothing, is taken beside a program that says its name and gives no session', async () => {
  programs = { 47610: { agentId: 'ours', refuses: 'NOT_FOUND' }, 47611: { agentId: 'ours', proven: false } }
  expect(await admitted()).toBe(at(47611))
})

test('a program that has the agent’s port and says its name gets no session: the one that shows who it is does', async () => {
  programs = { 47610: { agentId: 'ours', proven: false }, 47611: { agentId: 'ours', proven: true } }
  expect(await admitted()).toBe(at(47611))
})

test('who signs nothing is another program exactly where the server knows that the agent signs, for as long as that', async () => {
  programs = { 47610: { agentId: 'ours', proven: false } }
  signs = true
  expect(await admitted()).toBe('foreign')
  vi.setSystemTime(Date.now() + 24 * 3_600_000)
  expect(await admitted()).toBe('foreign')
  // An update went back to a version of before, and its first heartbeat says so.
  signs = false
  expect(await admitted()).toBe(at(47610))
})

test('an agent that signs nothing by the server’s word is taken at once: no other port is asked', async () => {
  programs = { 47610: { agentId: 'ours', proven: false }, 47611: { agentId: 'ours', proven: false } }
  signs = false
  expect([await admitted(), greeted]).toEqual([at(47610), [at(47610)]])
})

test('where the server does not say, one that signs nothing is taken where nobody else answers', async () => {
  programs = { 47610: { agentId: 'ours', proven: false } }
  expect(await admitted()).toBe(at(47610))
})

test('a program that shows nothing gives way to what the agent itself refuses', async () => {
  programs = { 47610: { agentId: 'ours', proven: false }, 47611: { agentId: 'ours', refuses: 'DISK_FULL' } }
  signs = true
  expect(await admitted()).toBe('DISK_FULL')
})

test('a browser that cannot tell takes who answers, as before', async () => {
  programs = { 47610: { agentId: 'ours' } }
  stored.agentKnown = '1'
  expect(await admitted()).toBe(at(47610))
})
