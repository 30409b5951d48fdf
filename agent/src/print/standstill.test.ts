import { afterEach, beforeEach, expect, test } from 'vitest'
import { type PrintPort, PrintQueue } from './queue.ts'
import { createJobStore, type JobStore } from './store.ts'

// A queue that is stopped, and a printer that is.

const slip = (id: string) => ({ id, bytes: Buffer.from('%PDF-1.4'), copies: 1, paper: 'roll80' as const })

let store: JobStore
let queue: PrintQueue
let taken: string[]
const start = (over: Partial<PrintPort>, deadlineMs?: number) => {
  const port: PrintPort = {
    submit: async () => ({ printer: 'A', printerJob: '7' }),
    status: async () => ({ state: 'done' }),
    cancel: async () => true,
    ...over,
  }
  const submit: PrintPort['submit'] = (job, bytes) => {
    taken.push(`${job.id}.${job.attempt}`)
    return port.submit(job, bytes)
  }
  queue = new PrintQueue({ store, port: { ...port, submit }, pollMs: 5, retryMs: 5, deadlineMs })
}
beforeEach(() => {
  store = createJobStore(':memory:')
  taken = []
})
afterEach(async () => {
  await queue.stop()
  store.close()
})

test('once it is stopped no further slip is handed over: it waits for the next start', async () => {
  let answer = (_: { printer: string; printerJob: string }) => {}
  const submit: PrintPort['submit'] = async ({ id }) =>
    id === 'doc-2'
      ? { printer: 'A', printerJob: '8' }
      : new Promise((resolve) => {
          answer = resolve
        })
  start({ submit })
  for (const id of ['doc-1', 'doc-2']) store.add({ ...slip(id), printer: 'A' })
  queue.wake()
  await expect.poll(() => taken, { interval: 5 }).toEqual(['doc-1.1'])
  const stopped = queue.stop()
  answer({ printer: 'A', printerJob: '7' })
  await stopped
  expect([taken, store.get('doc-2')?.state]).toEqual([['doc-1.1'], 'queued'])
})

test('a printer that says nothing of one slip keeps those behind it waiting until the deadline only', async () => {
  const status: PrintPort['status'] = ({ id }) =>
    id === 'mute' ? new Promise(() => {}) : Promise.resolve({ state: 'done' })
  start({ status }, 50)
  for (const id of ['mute', 'behind']) queue.submit({ ...slip(id), printer: 'A' })
  await expect.poll(() => store.get('behind')?.state, { interval: 5 }).toBe('done')
  expect(store.get('mute')).toMatchObject({ state: 'printing', problem: 'PRINTER_OFFLINE' })
})
