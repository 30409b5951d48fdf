import { afterEach, expect, test } from 'vitest'
import { PrintQueue } from './queue.ts'
import { createJobStore, type JobStore } from './store.ts'

// A disk that is full while slips wait: nothing of it can be kept, so it is told without being kept.

const slip = (id: string) => ({ id, bytes: Buffer.from('%PDF-1.4'), printer: 'A', copies: 1, paper: 'roll80' as const })

let stop = async () => {}
afterEach(() => stop())

/** A queue whose disk takes no change while `full`; what it told of each slip, without saying the same twice. */
const start = () => {
  const kept = createJobStore(':memory:')
  const disk = { full: false, why: { errcode: 13 } as object }
  const move: JobStore['move'] = (...to) => {
    if (disk.full) throw Object.assign(new Error('database or disk is full'), disk.why)
    return kept.move(...to)
  }
  const [taken, told, faults]: [string[], string[], unknown[]] = [[], [], []]
  const queue = new PrintQueue({
    ...{ store: { ...kept, move }, pollMs: 5, retryMs: 5 },
    port: {
      submit: async ({ id }) => {
        taken.push(id)
        return { printer: 'A', printerJob: id }
      },
      status: async () => ({ state: 'done' }),
      cancel: async () => true,
    },
    onFault: (fault) => faults.push(fault),
    onChange: ({ id, state, problem }) => {
      const words = `${id} ${state} ${problem}`
      if (told.at(-1) !== words) told.push(words)
    },
  })
  stop = async () => {
    await queue.stop()
    kept.close()
  }
  return { queue, kept, disk, taken, told, faults }
}

test('whoever waits is told of a full disk, once, and each slip prints once when there is room', async () => {
  const { queue, kept, disk, taken, told } = start()
  disk.full = true
  for (const id of ['doc-1', 'doc-2']) queue.submit(slip(id))
  await expect.poll(() => told, { interval: 5 }).toContain('doc-2 queued DISK_FULL')
  expect(queue.shown(kept.get('doc-1')!)).toMatchObject({ state: 'queued', problem: 'DISK_FULL' })
  expect([kept.get('doc-1')?.problem, taken]).toEqual([null, []])
  disk.full = false
  await expect.poll(() => kept.get('doc-2')?.state, { interval: 5 }).toBe('done')
  expect(taken).toEqual(['doc-1', 'doc-2'])
  expect(told).toEqual([
    ...['doc-1 queued null', 'doc-2 queued null', 'doc-1 queued DISK_FULL', 'doc-2 queued DISK_FULL'],
    ...['doc-2 queued null', 'doc-1 printing null', 'doc-1 done null'],
    ...['doc-2 printing null', 'doc-2 done null'],
  ])
})

test('another fault is no full disk', async () => {
  const { queue, kept, disk, told, faults } = start()
  Object.assign(disk, { full: true, why: {} })
  queue.submit(slip('doc-1'))
  await expect.poll(() => faults.length, { interval: 5 }).toBeGreaterThan(1)
  disk.full = false
  await expect.poll(() => kept.get('doc-1')?.state, { interval: 5 }).toBe('done')
  expect(told).toEqual(['doc-1 queued null', 'doc-1 printing null', 'doc-1 done null'])
})
