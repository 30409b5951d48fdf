import type { JobInfo } from '@yibao/shared/agent/entities.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeviceHandle } from '../../agent/index.ts'
import { CallError } from '../../api/error.ts'

const told: unknown[] = []
const made: unknown[] = []
/** Orders whose slip is out already; orders whose slip the server refuses. */
let out: string[] = []
let refused: string[] = []
/** Orders whose store prints on something else. */
let layouts: Record<string, string> = {}

vi.mock('../../api/index.ts', async () => ({
  ...(await vi.importActual<object>('../../api/error.ts')),
  newKey: () => 'batch-1',
  fetchFile: async () => ({ blob: new Blob(['%PDF-1.4']) }),
  callServer: async ({ path }: { path: string }, input: { orderId: string; reprintReason?: string }) => {
    if (path === '/api/Slip/Printed') return told.push(input)
    if (refused.includes(input.orderId)) throw new CallError('订单没有这种单据', { code: 'slip.state' })
    made.push(input)
    const slipId = `slip-${input.orderId}`
    const layout = layouts[input.orderId] ?? '80'
    const answer = { layout, printNo: 1, pages: 1, missingCharacters: [], needsReason: false }
    if (!out.includes(input.orderId)) return { ...answer, slipId }
    if (!input.reprintReason) return { ...answer, slipId, needsReason: true }
    return { ...answer, slipId: `${slipId}-again`, reprintOf: slipId }
  },
}))

const { printBatch } = await import('./batch.ts')

type Told = Parameters<Parameters<DeviceHandle['onEvent']>[0]>[0]

/** An agent whose queue holds every document until the test says what became of it. */
const fakeAgent = () => {
  const jobs = new Map<string, JobInfo>()
  const asked: string[] = []
  const options: object[] = []
  let listener: ((event: Told) => void) | undefined
  const become = (id: string, state: string, more: Partial<JobInfo> = {}) => jobs.set(id, { id, state, ...more })
  const device = {
    submit: async (_: Blob, given: { idempotencyKey: string }) => {
      options.push({ ...given, receipt: undefined })
      become(given.idempotencyKey, 'queued')
      return jobs.get(given.idempotencyKey)!
    },
    run: async (verb: string, { id }: { id: string }) => {
      asked.push(verb)
      if (verb === 'print.batch.cancel')
        for (const job of jobs.values()) if (job.state === 'queued') become(job.id, 'cancelled')
      if (verb === 'print.retry') return become(id, 'queued').get(id)
      if (verb === 'print.resolve') return become(id, 'done').get(id)
      return { id, items: [...jobs.values()], states: {} }
    },
    onEvent: (heard: (event: Told) => void) => {
      listener = heard
      return () => {
        listener = undefined
      }
    },
  } as unknown as DeviceHandle
  const say = (id: string) => listener?.({ seq: 1, event: 'print.job', data: jobs.get(id) } as Told)
  return { device, jobs, asked, options, become, say, listened: () => listener !== undefined }
}

const orders = ['o1', 'o2', 'o3'].map((orderId) => ({ orderId, kind: 'settlement' as const, title: orderId }))
const ask = vi.fn(async () => 'lost' as const)
const open = (some = orders, asking: () => Promise<'lost' | undefined> = ask) => {
  const agent = fakeAgent()
  const batch = printBatch(some, { device: agent.device, ask: asking })
  const states = () => batch.store.getState().map(({ state }) => state)
  return { ...agent, batch, states }
}
const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  told.length = 0
  made.length = 0
  out = []
  refused = []
  layouts = {}
  ask.mockClear()
})
afterEach(() => void vi.useRealTimers())

test('made in order, queued as one batch, each told as it ends; by an event at once, else by a look', async () => {
  const { batch, become, say, states, options, listened } = open()
  const work = batch.start()
  await settled()
  expect(states()).toEqual(['queued', 'queued', 'queued'])
  expect(options).toMatchObject(['o1', 'o2', 'o3'].map((one) => ({ idempotencyKey: `slip-${one}`, batch: 'batch-1' })))
  become('slip-o1', 'done', { printer: 'XP-58' })
  say('slip-o1')
  expect(told).toEqual([{ slipId: 'slip-o1', state: 'done', printer: 'XP-58' }])
  become('slip-o2', 'queued', { code: 'PRINTER_PAPER', message: '缺纸' })
  become('slip-o3', 'done')
  await vi.advanceTimersByTimeAsync(1500)
  expect(batch.store.getState()[1]).toMatchObject({ state: 'queued', text: '缺纸。装纸后自动续打' })
  become('slip-o2', 'done')
  await vi.advanceTimersByTimeAsync(6000)
  await work
  expect(states()).toEqual(['done', 'done', 'done'])
  expect(told).toHaveLength(3)
  expect(listened()).toBe(false)
})

test('each is printed as the document it is: rolls, sheets and the official form have printers of their own', async () => {
  layouts = { o2: 'a5', o3: 'a4' }
  const { batch, options } = open()
  void batch.start()
  await settled()
  expect(options).toMatchObject(['slip', 'slipSheet', 'slipForm'].map((documentType) => ({ documentType })))
})

test('the reason is asked once, and only for what is out already; without one that stays as it is', async () => {
  out = ['o2', 'o3']
  const first = open()
  void first.batch.start()
  await settled()
  expect(ask).toHaveBeenCalledTimes(1)
  expect(first.options).toMatchObject([{ reprint: undefined }, { reprint: { of: 'slip-o2', reason: 'lost' } }, {}])
  first.become('slip-o2-again', 'done')
  first.say('slip-o2-again')
  expect(told).toEqual([{ slipId: 'slip-o2-again', state: 'done', reprintReason: 'lost' }])

  const silent = open(orders, async () => undefined)
  void silent.batch.start()
  await settled()
  expect(silent.states()).toEqual(['queued', 'kept', 'kept'])
})

test('stopped: what waits is taken back, what is printing comes out', async () => {
  const { batch, become, say, states } = open()
  const work = batch.start()
  await settled()
  become('slip-o1', 'printing')
  say('slip-o1')
  await batch.stop()
  expect(states()).toEqual(['printing', 'cancelled', 'cancelled'])
  become('slip-o1', 'done')
  await vi.advanceTimersByTimeAsync(6000)
  await work
  expect(told).toMatchObject([
    { slipId: 'slip-o2', state: 'failed' },
    { slipId: 'slip-o3', state: 'failed' },
    { slipId: 'slip-o1', state: 'done' },
  ])
})

test('stopped while the second is on its way: nothing of it stays in the queue', async () => {
  const { batch, states, device, jobs, asked } = open()
  const { submit } = device
  device.submit = async (pdf, options) => {
    if (options?.idempotencyKey === 'slip-o2') void batch.stop()
    return submit(pdf, options)
  }
  const work = batch.start()
  await vi.advanceTimersByTimeAsync(6000)
  await work
  expect(states()).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect([...jobs.values()].map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  expect(asked.filter((verb) => verb === 'print.batch.cancel').length).toBeGreaterThan(1)
})

test('one that failed is printed again by its own job, one that was refused is made again, one in doubt is asked', async () => {
  refused = ['o3']
  const { batch, become, say, states, asked } = open()
  const work = batch.start()
  await settled()
  become('slip-o1', 'failed', { code: 'PRINTER_UNKNOWN', message: '没有找到打印机' })
  become('slip-o2', 'unsure', { code: 'PRINT_UNSURE' })
  say('slip-o1')
  say('slip-o2')
  expect(states()).toEqual(['failed', 'unsure', 'failed'])
  expect(batch.store.getState()[2]!.text).toContain('订单没有这种单据')
  await vi.advanceTimersByTimeAsync(6000)
  await work
  refused = []
  await batch.retry('o1')
  await batch.resolve('o2', true)
  expect(states().slice(0, 2)).toEqual(['queued', 'done'])
  void batch.retry('o3')
  await settled()
  expect(states()).toEqual(['queued', 'done', 'queued'])
  expect(asked).toContain('print.retry')
})

test('one that came out elsewhere says so, and is no paper of this printer', async () => {
  const { batch, become, say } = open(orders.slice(0, 1))
  void batch.start()
  await settled()
  become('slip-o1', 'unsure', { code: 'SLIP_OUT', message: '这张小票已在别处打印，本机没有再打' })
  say('slip-o1')
  expect(batch.store.getState()[0]).toMatchObject({ state: 'unsure', elsewhere: true })
  expect(batch.store.getState()[0]!.text).toContain('〔不用再打〕')
  expect(told).toEqual([])
})

test('an end that is heard before the answer to its own handing over stands', async () => {
  const { batch, states, device, become, say } = open(orders.slice(0, 1))
  const { submit } = device
  device.submit = async (pdf, options) => {
    const queued = await submit(pdf, options)
    become('slip-o1', 'done')
    say('slip-o1')
    return queued
  }
  void batch.start()
  await settled()
  expect(states()).toEqual(['done'])
  expect(told).toHaveLength(1)
})

test('an agent that is asked too often is asked again later; the others of the batch wait their turn', async () => {
  const { batch, states, device } = open()
  const { submit } = device
  let first = true
  device.submit = async (pdf, options) => {
    if (!first) return submit(pdf, options)
    first = false
    throw new CallError('过于频繁', { code: 'RATE' })
  }
  void batch.start()
  await settled()
  expect(states()).toEqual(['making', 'waiting', 'waiting'])
  await vi.advanceTimersByTimeAsync(5000)
  expect(states()).toEqual(['queued', 'queued', 'queued'])
})
