import { expect, onTestFinished, test } from 'vitest'
import { PrintQueue } from '../print/queue.ts'
import { createJobStore } from '../print/store.ts'
import type { Updates } from '../update/updates.ts'
import type { GatewaySide } from './cloud-side.ts'
import { printJobs } from './printing/jobs.ts'
import { startAgent } from './test/agent.ts'

test('a slip that waits for paper or a person keeps no update back; one that is just being handed over does', async () => {
  const never = () => Promise.reject(new Error('no desk'))
  const orders = createJobStore(':memory:')
  const queue = new PrintQueue({ store: orders, port: { submit: never, status: never, cancel: never } })
  // Stopped: jobs stay where the test puts them.
  await queue.stop()
  let side: GatewaySide | undefined
  const updates = (given: GatewaySide) => {
    side = given
    return { resume: () => {}, consider: async () => {} } as unknown as Updates
  }
  const agent = await startAgent({ jobs: printJobs(queue, orders), updates })
  onTestFinished(() => agent.stop())
  const slip = { bytes: Buffer.from('%PDF-1.4 %%EOF'), printer: '小票打印机', copies: 1, paper: 'roll80' } as const
  for (const id of ['slip-1', 'slip-2']) queue.submit({ id, ...slip })
  expect(await side!.work()).toEqual({ calls: 0, jobs: 0 })
  orders.move('slip-1', 'queued', 'printing')
  expect(await side!.work()).toEqual({ calls: 0, jobs: 1 })
  orders.move('slip-1', 'printing', 'printing', { printerJob: '7', problem: 'PRINTER_PAPER' })
  expect(await side!.work()).toEqual({ calls: 0, jobs: 0 })
})
