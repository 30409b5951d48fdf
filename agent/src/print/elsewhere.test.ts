import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { slipsAtOnce } from '@yibao/shared/agent/cloud.ts'
import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { AgentError } from '../agent-error.ts'
import { Elsewhere } from './elsewhere.ts'
import { PrintQueue } from './queue.ts'
import { createJobStore, type Job, type JobStore } from './store.ts'

// A slip waits for its printer; before it is handed over the server is asked whether it is still wanted here.

const idOf = (n: number) => `019d0000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [one, two, three] = [idOf(1), idOf(2), idOf(3)] as const
const minute = 60_000

let folder: string
let store: JobStore
let queue: PrintQueue
let taken: string[]
let asked: string[][]
let news: Record<string, AgentErrorCode>
/** How the server answers; it may hang, refuse or be away. */
let server: () => Promise<unknown>
let ready: boolean
/** How long a printer takes for a slip. */
let printing: (id: string) => Promise<unknown>
let steady: number
let wall: number

const start = (deadlineMs = 5_000) => {
  const elsewhere = new Elsewhere({
    ask: async (ids) => {
      asked.push(ids)
      await server()
      return new Map(Object.entries(news).filter(([id]) => ids.includes(id)))
    },
    deadlineMs,
    ...{ steady: () => steady, wall: () => wall },
  })
  const submit = async ({ id, asked: printer }: Job) => {
    if (!ready) throw new AgentError('PRINTER_OFFLINE')
    taken.push(id)
    await printing(id)
    return { printer: printer ?? 'p', printerJob: '7' }
  }
  const port = { submit, status: async () => ({ state: 'done' }) as const, cancel: async () => true }
  queue = new PrintQueue({ store, port, elsewhere, pollMs: 5, retryMs: 5 })
}
const send = (id: string, printer?: string) =>
  queue.submit({ id, bytes: Buffer.from('%PDF-1.4'), copies: 1, paper: 'roll80', ...(printer && { printer }) })
const reach = (id: string, state: object) => expect.poll(() => store.get(id), { interval: 5 }).toMatchObject(state)
/** A slip whose printer is away, tried once. */
const waits = async (...ids: string[]) => {
  ready = false
  for (const id of ids) send(id)
  await reach(ids[0]!, { state: 'queued', problem: 'PRINTER_OFFLINE' })
}
const passes = (ms: number) => {
  steady += ms
  wall += ms
}
/** The next process finds the store as it is on disk. */
const restart = async () => {
  await queue.stop()
  store.close()
  store = createJobStore(join(folder, 'jobs.sqlite'))
  start()
}

beforeEach(() => {
  folder = tempFolder()
  store = createJobStore(join(folder, 'jobs.sqlite'))
  ;[taken, asked, news, ready, steady, wall] = [[], [], {}, true, 0, 1_800_000_000_000]
  server = async () => undefined
  printing = async () => undefined
  start()
})
afterEach(async () => {
  await queue.stop()
  store.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a slip that is printed at once or within two minutes asks nothing', async () => {
  send(one)
  await reach(one, { state: 'done' })
  await waits(two)
  passes(2 * minute)
  ready = true
  await reach(two, { state: 'done' })
  expect(asked).toEqual([])
})

test.each(['SLIP_OUT', 'SLIP_REPRINTED', 'SLIP_REVERSED'] as const)(
  'after a wait %s leaves it to a person, and what waits behind it comes',
  async (problem) => {
    await waits(one, two)
    passes(3 * minute)
    news = { [one]: problem }
    await reach(one, { state: 'unsure', problem })
    ready = true
    await reach(two, { state: 'done' })
    expect([taken, asked[0]]).toEqual([[two], [one, two]])
  },
)

test.each([
  ['the PC slept: only its wall clock went on', 0, 10 * minute],
  ['its clock was set back while it waited', 3 * minute, -60 * minute],
  ['its clock was set back by what it waited', 3 * minute, 0],
])('%s: it is asked about', async (_, steadily, byWall) => {
  await waits(one)
  steady += steadily
  wall += byWall
  news = { [one]: 'SLIP_OUT' }
  await reach(one, { state: 'unsure' })
})

test('one that an earlier process took is asked about: nobody knows how long it waited', async () => {
  await waits(one)
  await restart()
  news = { [one]: 'SLIP_OUT' }
  queue.wake()
  await reach(one, { state: 'unsure', problem: 'SLIP_OUT' })
})

test('a word counts for two minutes, however often the printer is tried', async () => {
  await waits(one)
  passes(3 * minute)
  await expect.poll(() => asked.length, { interval: 5 }).toBe(1)
  const { attempt } = store.get(one)!
  await expect.poll(() => store.get(one)!.attempt, { interval: 5 }).toBeGreaterThan(attempt + 3)
  expect(asked).toHaveLength(1)
  passes(3 * minute)
  await expect.poll(() => asked.length, { interval: 5 }).toBe(2)
})

test('a person’s 再打一张 prints it without another question, also behind a restart', async () => {
  await waits(one)
  passes(3 * minute)
  news = { [one]: 'SLIP_OUT' }
  await reach(one, { state: 'unsure' })
  const { length } = asked
  queue.resolve(one, false)
  await reach(one, { state: 'queued', problem: 'PRINTER_OFFLINE' })
  passes(60 * minute)
  await restart()
  ready = true
  queue.wake()
  await reach(one, { state: 'done' })
  expect([taken, asked.length]).toEqual([[one], length])
})

test('what a person wants printed comes, whatever is heard of it while its printer is at the one before it', async () => {
  await waits(one, two, three)
  let out = (_?: unknown) => {}
  printing = (id) => (id === one ? new Promise((resolve) => (out = resolve)) : Promise.resolve())
  news = { [three]: 'SLIP_OUT' }
  ready = true
  passes(3 * minute)
  await reach(three, { state: 'unsure' })
  await reach(one, { state: 'printing' })
  queue.resolve(three, false)
  passes(3 * minute)
  out()
  await reach(three, { state: 'done' })
  expect([taken, asked]).toEqual([
    [one, two, three],
    [
      [one, two, three],
      [two, three],
    ],
  ])
})

test('不用再打: the very document is out, in the place of another one it was taken back', async () => {
  await waits(one, two)
  passes(3 * minute)
  news = { [one]: 'SLIP_OUT', [two]: 'SLIP_REPRINTED' }
  for (const id of [one, two]) {
    await reach(id, { state: 'unsure' })
    queue.resolve(id, true)
  }
  expect([store.get(one), store.get(two)]).toMatchObject([
    { state: 'done', problem: null },
    { state: 'cancelled', problem: 'SLIP_REPRINTED' },
  ])
  expect(taken).toEqual([])
})

test.each(['is away', 'does not answer'])(
  'a server that %s: the slip prints, and those behind it wait once',
  async (how) => {
    await queue.stop()
    start(how === 'is away' ? undefined : 20)
    server = () => (how === 'is away' ? Promise.reject(new Error('away')) : new Promise(() => {}))
    await waits(one, two, three)
    passes(3 * minute)
    await expect.poll(() => asked.length, { interval: 5 }).toBeGreaterThan(0)
    ready = true
    await reach(three, { state: 'done' })
    expect(taken).toEqual([one, two, three])
    // Each round of the printer asks once at the most; the last one printed all three.
    expect(asked.every((ids) => ids[0] === one)).toBe(true)
  },
)

test('one printer’s question holds up no other printer', async () => {
  let answer = (_: unknown) => {}
  server = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  ready = false
  send(one, 'A')
  await reach(one, { problem: 'PRINTER_OFFLINE' })
  passes(3 * minute)
  await expect.poll(() => asked.length, { interval: 5 }).toBe(1)
  ready = true
  send(two, 'B')
  await reach(two, { state: 'done' })
  expect(store.get(one)).toMatchObject({ state: 'queued' })
  answer(undefined)
  await reach(one, { state: 'done' })
})

test('what is no slip is not asked about, and of more slips than one question takes the first ones', async () => {
  const slips = Array.from({ length: slipsAtOnce + 5 }, (_, n) => idOf(n))
  await waits('test-1', 'a1b2c3d4e5f60718293a4b5c6d7e8f90', ...slips)
  passes(3 * minute)
  ready = true
  await reach(slips.at(-1)!, { state: 'done' })
  expect(asked).toEqual([slips.slice(0, slipsAtOnce), slips.slice(slipsAtOnce)])
})
