import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { PrintQueue } from './queue.ts'
import { createJobStore } from './store.ts'

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
