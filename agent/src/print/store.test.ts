import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { PrintQueue } from './queue.ts'
import { createJobStore } from './store.ts'

const dayMs = 24 * 3600_000

let folder = ''
beforeEach(() => {
  folder = tempFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a slip that is on paper is nowhere on the disk any more, while the agent runs', async () => {
  const bytes = Buffer.alloc(38_000, '王䶮 阿莫西林')
  const holds = () =>
    readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(bytes.subarray(0, 40)))
  const store = createJobStore(join(folder, 'jobs.sqlite'))
  let onPaper = false
  const queue = new PrintQueue({
    store,
    pollMs: 5,
    port: {
      submit: async () => ({ printer: 'p', printerJob: '1' }),
      status: async () => ({ state: onPaper ? 'done' : 'pending' }),
      cancel: async () => false,
    },
  })
  queue.submit({ id: 'slip-1', bytes, printer: 'p', copies: 1, paper: 'roll80' })
  await expect.poll(() => store.get('slip-1')?.state).toBe('printing')
  expect(holds()).toBe(true)
  onPaper = true
  await expect.poll(() => store.get('slip-1')?.state).toBe('done')
  await expect.poll(holds).toBe(false)
  await queue.stop()
  store.close()
})

test('what nobody has answered, or failed and may be tried again, keeps its paper; a question outlives the week', () => {
  let now = Date.now()
  const store = createJobStore(join(folder, 'jobs.sqlite'), () => now)
  const bytes = Buffer.from('%PDF-1.4')
  for (const [id, to] of [
    ['doc-1', 'failed'],
    ['doc-2', 'unsure'],
    ['doc-3', 'cancelled'],
  ] as const) {
    store.add({ id, bytes, copies: 1, paper: 'roll80' })
    store.move(id, 'queued', to)
  }
  expect(['doc-1', 'doc-2', 'doc-3'].map((id) => store.bytes(id)?.equals(bytes))).toEqual([true, true, undefined])
  now += 8 * dayMs
  store.add({ id: 'today', bytes, copies: 1, paper: 'roll80' })
  store.prune(7 * dayMs, 0)
  expect(['doc-1', 'doc-2', 'doc-3'].map((id) => store.get(id)?.state)).toEqual([undefined, 'unsure', undefined])
  store.close()
})

test('what waits for a printer or a person is listed however many slips came after it', () => {
  const store = createJobStore(join(folder, 'jobs.sqlite'))
  const add = (id: string) => store.add({ id, bytes: Buffer.from('%PDF-1.4'), copies: 1, paper: 'roll80' })
  for (const state of ['queued', 'printing', 'unsure', 'failed', 'done', 'cancelled'] as const) {
    add(state)
    if (state !== 'queued') store.move(state, 'queued', state)
  }
  for (const id of ['new-1', 'new-2']) {
    add(id)
    store.move(id, 'queued', 'done')
  }
  const listed = (most: number) => store.list(most).map(({ id }) => id)
  expect(listed(1)).toEqual(['new-2', 'failed', 'unsure', 'printing', 'queued'])
  expect(listed(3)).toEqual(['new-2', 'new-1', 'cancelled', 'failed', 'unsure', 'printing', 'queued'])
  store.close()
})

test('a clock that comes up in 2000, or in 2099, takes no slip from the memory: it would print twice, or be lost', async () => {
  let now = Date.now()
  const clock = { empty: Date.UTC(2000, 0, 1), right: now, ahead: Date.UTC(2099, 0, 1) }
  const store = createJobStore(join(folder, 'jobs.sqlite'), () => now)
  const slip = (id: string) => ({
    id,
    bytes: Buffer.from('%PDF-1.4'),
    printer: 'p',
    copies: 1,
    paper: 'roll80' as const,
  })
  for (const id of ['printed', 'failed']) store.add(slip(id))
  now = clock.empty
  store.move('failed', 'queued', 'failed')
  const taken: string[] = []
  const queue = new PrintQueue({
    store,
    pollMs: 5,
    port: {
      submit: async ({ id, attempt }) => {
        taken.push(`${id}.${attempt}`)
        return { printer: 'p', printerJob: '1' }
      },
      status: async () => ({ state: 'done' }),
      cancel: async () => false,
    },
  })
  queue.wake()
  await expect.poll(() => store.get('printed')?.state).toBe('done')
  for (const at of [clock.right, clock.ahead, clock.right]) {
    now = at
    queue.submit(slip(`at ${at}`))
    await expect.poll(() => store.get(`at ${at}`)?.state).toBe('done')
    expect(queue.submit(slip('printed')).fresh).toBe(false)
    expect([store.get('failed')?.state, store.bytes('failed')?.toString()]).toEqual(['failed', '%PDF-1.4'])
  }
  expect(taken).toEqual(['printed.1', `at ${clock.right}.1`, `at ${clock.ahead}.1`])
  await queue.stop()
  store.close()
})

test('of what ended the newest stay however old, the others go by their age while the clock is of the newest job’s day', () => {
  let now = Date.UTC(2026, 0, 1)
  const store = createJobStore(join(folder, 'jobs.sqlite'), () => now)
  const add = (id: string) => {
    store.add({ id, bytes: Buffer.from('%PDF-1.4'), copies: 1, paper: 'roll80' })
    store.move(id, 'queued', 'done')
  }
  const left = () => {
    store.prune(7 * dayMs, 2)
    return store.list().map(({ id }) => id)
  }
  for (const id of ['1', '2', '3']) add(id)
  now += 6 * dayMs
  add('4')
  expect(left()).toEqual(['4', '3', '2', '1'])
  // Closed for the holidays, or a clock that is ahead: nobody knows before a job came.
  now += 8 * dayMs
  expect(left()).toEqual(['4', '3', '2', '1'])
  add('5')
  expect(left()).toEqual(['5', '4'])
  store.close()
})
