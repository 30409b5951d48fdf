import type { Hello } from '@yibao/shared/agent/entities.ts'
import { expect, test, vi } from 'vitest'
import { findAgent, type Surroundings } from './find.ts'
import { aroundOf } from './test/around.ts'

const hello: Hello = {
  product: 'yibao-agent',
  version: '1.0.0',
  protocol: { min: 1, max: 1 },
  agentId: 'agent-1',
  pairing: 'enrolled',
  time: 0,
}

const world = (part: Partial<Surroundings> = {}, answers: Record<string, Hello> = {}, silent: string[] = []) => {
  const asked: [string, number][] = []
  const around = aroundOf(
    async (base, timeoutMs) => {
      asked.push([base, timeoutMs])
      if (!answers[base]) throw new TypeError('Failed to fetch')
      return answers[base]
    },
    { isSomebody: async (base) => silent.includes(base), ...part },
  )
  return { around, asked }
}
const port = (n: number) => `http://127.0.0.1:${n}`

test('the first port that answers; the first is asked alone', async () => {
  const { around, asked } = world({}, { [port(47610)]: hello })
  expect(await findAgent(around, false)).toEqual({ base: port(47610), hello })
  expect(asked).toEqual([[port(47610), 1500]])
})

test('another port of the three', async () => {
  const { around, asked } = world({}, { [port(47612)]: hello })
  expect(await findAgent(around, false)).toMatchObject({ base: port(47612) })
  expect(asked).toHaveLength(3)
})

test('the configured port instead of the usual ones', async () => {
  const { around, asked } = world({ ports: async () => [48610] }, { [port(47610)]: hello, [port(48610)]: hello })
  expect(await findAgent(around, false)).toMatchObject({ base: port(48610) })
  expect(asked).toEqual([[port(48610), 1500]])
})

test.each([
  ['http page', { secure: false }, 'insecure'],
  ['denied', { permission: async () => 'denied' as const }, 'blocked'],
  ['would ask', { permission: async () => 'prompt' as const }, 'permission'],
])('%s: nothing is sent', async (_, part, state) => {
  const { around, asked } = world(part, { [port(47610)]: hello })
  expect(await findAgent(around, false)).toEqual({ state })
  expect(asked).toEqual([])
})

test('kept from it by its frame: nobody can be asked there, so it is another state than a person’s no', async () => {
  const { around, asked } = world({ permission: async () => 'denied', framedOff: () => true })
  expect(await findAgent(around, true)).toEqual({ state: 'framed' })
  expect(asked).toEqual([])
})

test('after the button the browser may ask, and the person has a minute', async () => {
  const { around, asked } = world({ permission: async () => 'prompt' }, { [port(47610)]: hello })
  expect(await findAgent(around, true)).toMatchObject({ base: port(47610) })
  expect(asked).toEqual([[port(47610), 60_000]])
})

test('the person said no', async () => {
  const answers = ['prompt', 'denied'] as const
  let i = 0
  const { around, asked } = world({ permission: async () => answers[i++]! })
  expect(await findAgent(around, true)).toEqual({ state: 'blocked' })
  expect(asked).toHaveLength(1)
})

test('the question was put away: it is asked again, and nobody is told that no agent is there', async () => {
  const { around, asked } = world({ permission: async () => 'prompt' })
  expect(await findAgent(around, true)).toEqual({ state: 'permission' })
  expect(asked).toHaveLength(1)
})

test('a page on this PC needs no permission and no https', async () => {
  const { around } = world(
    { hostname: '127.0.0.1', secure: false, permission: async () => 'denied' },
    { [port(47611)]: hello },
  )
  expect(await findAgent(around, false)).toMatchObject({ base: port(47611) })
})

test('served by the agent itself: only the own origin is asked', async () => {
  const origin = 'http://127.0.0.1:47610'
  const { around, asked } = world({ hostname: '127.0.0.1', servedByAgent: true, origin }, { [origin]: hello })
  expect(await findAgent(around, false)).toMatchObject({ base: origin })
  expect(asked).toHaveLength(1)
})

test.each([
  ['another program', { ...hello, product: 'other' }, 'foreign'],
  ['one that calls itself an agent and is none', { product: 'yibao-agent' } as Hello, 'foreign'],
  ['too new or too old', { ...hello, protocol: { min: 2, max: 3 } }, 'tooOld'],
  ['not enrolled', { ...hello, pairing: 'unenrolled' as const }, 'wrongStore'],
])('%s on the port', async (_, answer, state) => {
  const { around } = world({ ports: async () => [47610] }, { [port(47610)]: answer })
  expect(await findAgent(around, false)).toMatchObject({ state })
})

test('a stranger keeps an agent out only where he has every port: else there is none', async () => {
  const stranger = { product: 'other' } as Hello
  const at = (...ports: number[]) => world({}, Object.fromEntries(ports.map((n) => [port(n), stranger]))).around
  expect(await findAgent(at(47610, 47612), false)).toEqual({ state: 'absent' })
  expect(await findAgent(at(47610, 47611, 47612), false)).toEqual({ state: 'foreign' })
})

test('a stranger who lets no page read him is one all the same, and is asked only once the browser’s question is answered', async () => {
  const all = [port(47610), port(47611), port(47612)]
  expect(await findAgent(world({}, {}, all).around, false)).toEqual({ state: 'foreign' })
  expect(await findAgent(world({}, {}, all.slice(1)).around, false)).toEqual({ state: 'absent' })
  const around = { ...world({ permission: async () => 'prompt' }, {}, all).around }
  const asked: string[] = []
  around.isSomebody = async (base) => Boolean(asked.push(base))
  expect([await findAgent(around, true), asked]).toEqual([{ state: 'permission' }, []])
})

test('where it was last it is asked first, and not where one answered that is not to be had', async () => {
  const { around, asked } = world({}, { [port(47610)]: hello, [port(47612)]: hello })
  expect(await findAgent(around, false, { first: port(47612) })).toMatchObject({ base: port(47612) })
  expect(asked.map(([base]) => base)).toEqual([port(47612)])
  const passed = new Set([port(47612), port(47610)])
  expect(await findAgent(around, false, { first: port(47612), passed })).toEqual({ state: 'absent' })
})

test('once one was heard and passed over the others are asked at once: nobody waits for each closed port in turn', async () => {
  vi.useFakeTimers()
  try {
    const { around } = world({ isSomebody: () => slow(false) })
    const slow = <T>(answer: T) => new Promise<T>((resolve) => setTimeout(resolve, 1500, answer))
    around.hello = (base) => (base === port(47612) ? Promise.resolve(hello) : slow(hello).then(() => Promise.reject()))
    const found = findAgent(around, false, { passed: new Set([port(47610)]) })
    await vi.advanceTimersByTimeAsync(1500)
    expect(await Promise.race([found, Promise.resolve('still looking')])).toMatchObject({ base: port(47612) })
  } finally {
    vi.useRealTimers()
  }
})

test('an agent that is not enrolled is told all the same: it can be bound', async () => {
  const { around } = world({}, { [port(47611)]: { ...hello, pairing: 'unenrolled' } })
  expect(await findAgent(around, false)).toMatchObject({
    heard: { base: port(47611), hello: { pairing: 'unenrolled' } },
  })
})

test.each([
  ['another program', { status: 'ok' } as unknown as Hello],
  ['an agent that speaks other words', { ...hello, protocol: { min: 2, max: 3 } }],
  ['one that is bound to nobody', { ...hello, pairing: 'unenrolled' as const }],
  ['one that was long without its server', { ...hello, pairing: 'expired' as const }],
])('%s on the first port keeps nobody from the agent on the next', async (_, answer) => {
  const { around } = world({}, { [port(47610)]: answer, [port(47611)]: hello })
  expect(await findAgent(around, false)).toEqual({ base: port(47611), hello })
})

test('an agent that is not for here is told before a stranger is', async () => {
  const stranger = { product: 'other' } as Hello
  const { around } = world({}, { [port(47610)]: stranger, [port(47612)]: { ...hello, pairing: 'expired' } })
  expect(await findAgent(around, false)).toEqual({ state: 'expired' })
})

test('nobody answers', async () => {
  expect(await findAgent(world().around, false)).toEqual({ state: 'absent' })
})
