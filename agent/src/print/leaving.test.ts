import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import type { SpoolStatus } from './port.ts'
import { PrintQueue } from './queue.ts'
import { createJobStore, type Job, type JobStore } from './store.ts'

// A slip that leaves its printer, for another one or for none: it is on paper once at most.

const slip = (id: string) => ({ id, bytes: Buffer.from('%PDF-1.4 结算单'), copies: 1, paper: 'roll80' as const })

let folder: string
let store: JobStore
let queue: PrintQueue
let taken: string[]
let status: () => Promise<SpoolStatus & { printer?: string; printerJob?: string }>
let cancel: (job: Job) => Promise<boolean>
let submit: () => Promise<{ printer: string; printerJob: string }>

const reach = (id: string, state: string) => expect.poll(() => store.get(id)?.state, { interval: 5 }).toBe(state)
const waiting = (problem?: AgentErrorCode) => ({
  ...{ state: 'pending' as const, printer: 'p', printerJob: '7' },
  ...(problem && { problem }),
})

beforeEach(() => {
  folder = tempFolder()
  store = createJobStore(join(folder, 'jobs.sqlite'))
  taken = []
  submit = async () => ({ printer: 'p', printerJob: '7' })
  queue = new PrintQueue({
    store,
    pollMs: 5,
    retryMs: 5,
    port: {
      submit: async ({ id, attempt }) => {
        taken.push(`${id}.${attempt}`)
        return submit()
      },
      status: () => status(),
      cancel: (job) => cancel(job),
    },
  })
})
afterEach(async () => {
  await queue.stop()
  store.close()
  rmSync(folder, { recursive: true, force: true })
})

test('taken back while the printer is still giving back the time before: it does not come out', async () => {
  status = async () => ({ state: 'gone' })
  queue.submit(slip('doc-1'))
  await reach('doc-1', 'unsure')
  let givenBack: ((done: boolean) => void) | undefined
  cancel = () => new Promise((resolve) => (givenBack = resolve))
  queue.resolve('doc-1', false)
  await expect.poll(() => givenBack).toBeDefined()
  expect(await queue.cancel('doc-1')).toBe(true)
  givenBack?.(true)
  await queue.stop()
  expect([taken, store.get('doc-1')?.state]).toEqual([['doc-1.1'], 'cancelled'])
})

/** From now on a job comes out; answers what its printer is asked to, in order. */
const printsAgain = (): string[] => {
  const steps: string[] = []
  cancel = async ({ id, attempt, printerJob }) => steps.push(`back ${id}.${attempt} ${printerJob}`) > 0
  submit = async () => {
    steps.push('again')
    return { printer: 'p', printerJob: '8' }
  }
  status = async () => ({ state: 'done' })
  return steps
}

test('printed again whose first hand-over had no answer: what the print system took of it late is taken back first', async () => {
  submit = async () => {
    throw new Error('the desk died')
  }
  status = async () => ({ state: 'gone' })
  queue.submit(slip('doc-1'))
  await reach('doc-1', 'unsure')
  const steps = printsAgain()
  queue.resolve('doc-1', false)
  await reach('doc-1', 'done')
  expect([steps, taken]).toEqual([
    ['back doc-1.1 null', 'again'],
    ['doc-1.1', 'doc-1.2'],
  ])
})

test('printed again that its printer gave up: what that still holds of it is taken back first', async () => {
  status = async () => ({ state: 'failed' })
  queue.submit(slip('doc-1'))
  await reach('doc-1', 'failed')
  const steps = printsAgain()
  queue.retry('doc-1')
  await reach('doc-1', 'done')
  expect(steps).toEqual(['back doc-1.1 7', 'again'])
})

test('what the former printer does not give back stays with it, whatever was chosen: it would come out at both', async () => {
  status = async () => waiting('PRINTER_PAPER')
  queue.submit({ ...slip('doc-1'), documentType: 'slip' })
  await expect.poll(() => store.get('doc-1')?.problem).toBe('PRINTER_PAPER')
  let asked = 0
  cancel = async () => ++asked > 2
  queue.chosenAnew(() => 'q')
  await expect.poll(() => taken).toEqual(['doc-1.1', 'doc-1.2'])
  expect(asked).toBeGreaterThan(2)
})

test('what was sent to just that printer, comes out of it or is to come out of it does not leave it', async () => {
  let problem: AgentErrorCode | undefined = 'PRINTER_PAPER'
  status = async () => waiting(problem)
  let asked = 0
  cancel = async () => ++asked > 0
  queue.submit({ ...slip('doc-1'), printer: 'p', documentType: 'slip' })
  queue.submit({ ...slip('doc-2'), documentType: 'slip' })
  const problems = () => ['doc-1', 'doc-2'].map((id) => store.get(id)?.problem)
  await expect.poll(problems).toEqual(['PRINTER_PAPER', 'PRINTER_PAPER'])
  problem = undefined
  await expect.poll(problems).toEqual([null, null])
  queue.chosenAnew(() => 'q')
  problem = 'PRINTER_PAPER'
  await expect.poll(problems).toEqual(['PRINTER_PAPER', 'PRINTER_PAPER'])
  queue.chosenAnew(({ id }) => (id === 'doc-1' ? 'q' : undefined))
  // The same one again.
  queue.chosenAnew(() => 'p')
  problem = 'PRINTER_COVER'
  await expect.poll(problems).toEqual(['PRINTER_COVER', 'PRINTER_COVER'])
  expect([asked, taken]).toEqual([0, ['doc-1.1', 'doc-2.1']])
})

test('what is perhaps on paper when its printer is left is a question, and comes out of no other one', async () => {
  let problem: AgentErrorCode | undefined = 'PRINTER_PAPER'
  let told: AgentErrorCode | undefined
  status = async () => {
    told = problem
    return waiting(problem)
  }
  cancel = async () => told === 'PRINT_UNSURE'
  queue.submit({ ...slip('doc-1'), documentType: 'slip' })
  await expect.poll(() => store.get('doc-1')?.problem).toBe('PRINTER_PAPER')
  queue.chosenAnew(() => 'q')
  problem = 'PRINT_UNSURE'
  await reach('doc-1', 'unsure')
  await queue.stop()
  expect(taken).toEqual(['doc-1.1'])
})

test('what the printer does not give back is not taken back', async () => {
  status = async () => waiting()
  cancel = async () => false
  queue.submit(slip('doc-1'))
  await expect.poll(() => store.get('doc-1')?.printerJob).toBe('7')
  expect([await queue.cancel('doc-1'), store.get('doc-1')?.state]).toEqual([false, 'printing'])
})
