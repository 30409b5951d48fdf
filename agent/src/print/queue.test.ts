import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { AgentError } from '../agent-error.ts'
import { NoDesk } from '../no-desk.ts'
import type { SpoolStatus } from './port.ts'
import { type PrintPort, PrintQueue } from './queue.ts'
import { createJobStore, type Job, type JobStore } from './store.ts'

const pdf = Buffer.from('%PDF-1.4 结算单')
const slip = (id: string, bytes = pdf) => ({ id, bytes, copies: 1, paper: 'roll80' as const })

let folder: string
let store: JobStore
let queue: PrintQueue
let taken: string[]
let status: (job?: Job) => Promise<SpoolStatus & { printer?: string; printerJob?: string }>
let submit: (job: Job) => Promise<{ printer: string; printerJob: string }>
let seen: string[]

const port: PrintPort = {
  submit: async (job) => {
    taken.push(`${job.id}.${job.attempt}`)
    return submit(job)
  },
  status: (job) => status(job),
  cancel: async () => true,
}
const start = (deadlineMs?: number) => {
  const onChange = (job: Job) => seen.push(`${job.id} ${job.state}${job.problem ? ` ${job.problem}` : ''}`)
  queue = new PrintQueue({ store, port, onChange, pollMs: 5, retryMs: 5, deadlineMs })
}
const reach = (id: string, state: string) => expect.poll(() => store.get(id)?.state, { interval: 5 }).toBe(state)
/** A stop without farewell: the next queue finds the store as it is on disk. */
const restart = async () => {
  await queue.stop()
  store.close()
  store = createJobStore(join(folder, 'agent', 'jobs.sqlite'))
  start()
}

beforeEach(() => {
  folder = tempFolder()
  store = createJobStore(join(folder, 'agent', 'jobs.sqlite'))
  taken = []
  seen = []
  status = async () => ({ state: 'done' })
  submit = async () => ({ printer: 'p', printerJob: '7' })
  start()
})
afterEach(async () => {
  await queue.stop()
  store.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a job is printed once, however often it is submitted, and its bytes are then forgotten', async () => {
  expect(queue.submit(slip('doc-1')).fresh).toBe(true)
  expect(queue.submit(slip('doc-1')).fresh).toBe(false)
  await reach('doc-1', 'done')
  expect(queue.submit(slip('doc-1'))).toMatchObject({
    fresh: false,
    job: { state: 'done', printer: 'p', printerJob: '7' },
  })
  await queue.stop()
  expect(taken).toEqual(['doc-1.1'])
  expect(store.bytes('doc-1')).toBeUndefined()
  expect(seen).toEqual(['doc-1 queued', 'doc-1 printing', 'doc-1 printing', 'doc-1 done'])
})

test('the same id with other bytes is refused, and the first job stays', () => {
  queue.submit(slip('doc-1'))
  expect(() => queue.submit(slip('doc-1', Buffer.from('%PDF-other')))).toThrow('IDEMPOTENCY_CHANGED')
  expect(store.bytes('doc-1')).toEqual(pdf)
})

test('paper out: the job waits at the spooler, says why, and goes on by itself', async () => {
  status = async () => ({ state: 'pending', problem: 'PRINTER_PAPER' })
  queue.submit(slip('doc-1'))
  await expect.poll(() => store.get('doc-1')?.problem, { interval: 5 }).toBe('PRINTER_PAPER')
  status = async () => ({ state: 'done' })
  await reach('doc-1', 'done')
  expect(store.get('doc-1')?.problem).toBe(null)
  expect(taken).toHaveLength(1)
})

test('a printer that certainly took nothing is tried again; an unknown one fails', async () => {
  submit = async () => {
    if (taken.length < 3) throw new AgentError('PRINTER_OFFLINE')
    return { printer: 'p', printerJob: '8' }
  }
  queue.submit(slip('doc-1'))
  await reach('doc-1', 'done')
  expect(taken).toEqual(['doc-1.1', 'doc-1.2', 'doc-1.3'])
  submit = async () => {
    throw new AgentError('PRINTER_UNKNOWN')
  }
  queue.submit(slip('doc-2'))
  await reach('doc-2', 'failed')
  expect(store.get('doc-2')?.problem).toBe('PRINTER_UNKNOWN')
})

test('an answer that never came: the spooler decides, and without its word a person is asked once', async () => {
  submit = async () => {
    throw new Error('the desk died')
  }
  status = async () => ({ state: 'done', printer: 'p', printerJob: '9' })
  queue.submit(slip('doc-1'))
  await reach('doc-1', 'done')
  status = async () => ({ state: 'gone' })
  queue.submit(slip('doc-2'))
  await reach('doc-2', 'unsure')
  submit = async () => ({ printer: 'p', printerJob: '10' })
  status = async () => ({ state: 'done' })
  queue.resolve('doc-2', false)
  await reach('doc-2', 'done')
  expect(taken).toEqual(['doc-1.1', 'doc-2.1', 'doc-2.2'])
  expect(() => queue.resolve('doc-2', false)).toThrow('JOB_UNKNOWN')
})

test.each([
  ...(['PRINT_UNSURE', 'OUTCOME_UNKNOWN', 'INTERNAL', 'NO_DESK'] as const),
  ...(['DRIVER_TIMEOUT', 'DRIVER_CRASHED', 'DRIVER_OVERRUN'] as const),
])('after %s, while nobody can be asked, a job stays as it is', async (code) => {
  submit = async () => {
    throw new AgentError(code)
  }
  let asked = 0
  status = async () => {
    asked += 1
    throw new Error('no desk')
  }
  queue.submit(slip('doc-1'))
  await expect.poll(() => asked, { interval: 5 }).toBeGreaterThan(3)
  expect(store.get('doc-1')).toMatchObject({ state: 'printing', problem: 'PRINTER_OFFLINE' })
  expect(taken).toHaveLength(1)
  status = async () => ({ state: 'done' })
  await reach('doc-1', 'done')
})

test('after a restart: queued jobs print, a handed-over one is not printed again', async () => {
  await queue.stop()
  store.add(slip('waiting'))
  store.add(slip('handed'))
  store.move('handed', 'queued', 'printing')
  status = async () => ({ state: 'gone' })
  await restart()
  queue.wake()
  await reach('handed', 'unsure')
  expect(taken).toEqual(['waiting.1'])
})

test('a jam leaves the question open', async () => {
  status = async () => ({ state: 'pending', problem: 'PRINT_UNSURE' })
  queue.submit(slip('doc-1'))
  await reach('doc-1', 'unsure')
  expect(store.get('doc-1')?.problem).toBe('PRINT_UNSURE')
})

test('a queued job can be taken back, a printed one cannot', async () => {
  await queue.stop()
  store.add(slip('a'))
  expect(await queue.cancel('a')).toBe(true)
  expect(store.get('a')?.state).toBe('cancelled')
  await restart()
  queue.submit(slip('b'))
  await reach('b', 'done')
  expect(await queue.cancel('b')).toBe(false)
  await expect(queue.cancel('nobody')).rejects.toMatchObject({ code: 'JOB_UNKNOWN' })
})

test('while a printer is taking a job nobody can say that it will not print; one that it refused can be taken back', async () => {
  let answer = (_: { printer: string; printerJob: string }) => {}
  submit = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  queue.submit(slip('doc-1'))
  await reach('doc-1', 'printing')
  expect([await queue.cancel('doc-1'), store.get('doc-1')?.state]).toEqual([false, 'printing'])
  answer({ printer: 'p', printerJob: '7' })
  await reach('doc-1', 'done')
  submit = async () => {
    throw new AgentError('PRINTER_UNKNOWN')
  }
  queue.submit(slip('doc-2'))
  await reach('doc-2', 'failed')
  expect([await queue.cancel('doc-2'), store.get('doc-2')?.state]).toEqual([true, 'cancelled'])
})

test('the next try of a job is for whoever it is printed on then, until one has taken it', () => {
  const [to, set] = ['printing', { printer: 'old', printerJob: '7' }] as const
  store.add(slip('doc-1'))
  store.move('doc-1', 'queued', to)
  store.move('doc-1', to, to, set)
  store.move('doc-1', to, 'queued')
  store.move('doc-1', 'queued', to)
  expect(store.get('doc-1')).toMatchObject({ printer: null, printerJob: null, attempt: 2 })
})

test('ended jobs are forgotten in time, open ones never', () => {
  let now = 1000
  const old = createJobStore(':memory:', () => now)
  old.add(slip('ended'))
  old.move('ended', 'queued', 'cancelled')
  old.add(slip('open'))
  now = 3000
  old.prune(1500, 0)
  expect(old.list().map(({ id }) => id)).toEqual(['open'])
  expect(old.bytes('open')).toEqual(pdf)
})

test('a job that no printer took names the one that did not, and the next try is free to choose', async () => {
  submit = async () => {
    throw new AgentError('PRINTER_OFFLINE', { printer: 'XP-58' })
  }
  queue.submit(slip('doc-1'))
  await expect.poll(() => store.get('doc-1')?.problem, { interval: 5 }).toBe('PRINTER_OFFLINE')
  const waiting = store.get('doc-1')!
  expect([waiting.printer, queue.shown(waiting).printer]).toEqual([null, 'XP-58'])
  submit = async () => ({ printer: 'p', printerJob: '7' })
  await reach('doc-1', 'done')
  expect(queue.shown(store.get('doc-1')!).printer).toBe('p')
})

test('a job that hangs holds up no other printer, and its own only until the deadline', async () => {
  await queue.stop()
  start(100)
  // Its word comes after everybody has given it up.
  let late = (_: { printer: string; printerJob: string }) => {}
  submit = (job) =>
    job.id === 'hangs'
      ? new Promise((resolve) => {
          late = resolve
        })
      : Promise.resolve({ printer: job.printer!, printerJob: '7' })
  status = async (job) => ({ state: job?.id === 'hangs' ? 'gone' : 'done' })
  const at = (id: string, printer: string) => ({ ...slip(id), printer })
  for (const job of [at('hangs', 'A'), at('behind', 'A'), at('beside', 'B')]) queue.submit(job)
  await reach('beside', 'done')
  expect([store.get('hangs')?.state, store.get('behind')?.state]).toEqual(['printing', 'queued'])
  await reach('behind', 'done')
  await reach('hangs', 'unsure')
  late({ printer: 'A', printerJob: '9' })
  expect(taken).toEqual(['hangs.1', 'beside.1', 'behind.1'])
})

test('the items of a batch print in their order, also when the printer takes the first one late', async () => {
  submit = async (job) => {
    if (job.id === 'b-1' && job.attempt < 3) throw new AgentError('PRINTER_PAPER')
    return { printer: 'A', printerJob: job.id }
  }
  for (const id of ['b-1', 'b-2', 'b-3']) queue.submit({ ...slip(id), printer: 'A', batch: 'b' })
  await reach('b-3', 'done')
  expect(taken).toEqual(['b-1.1', 'b-1.2', 'b-1.3', 'b-2.1', 'b-3.1'])
  expect(store.batch('b').map(({ id, state }) => [id, state])).toEqual([
    ['b-1', 'done'],
    ['b-2', 'done'],
    ['b-3', 'done'],
  ])
})

test('a clock that is set back between two items turns nothing round, and hides no job from the list', async () => {
  await queue.stop()
  store.close()
  let now = Date.now()
  store = createJobStore(join(folder, 'agent', 'jobs.sqlite'), () => now)
  for (const id of ['b-1', 'b-2', 'b-3']) {
    store.add({ ...slip(id), printer: 'A', batch: 'b' })
    now -= 3600_000
  }
  expect(store.batch('b').map(({ id }) => id)).toEqual(['b-1', 'b-2', 'b-3'])
  expect(store.list().map(({ id }) => id)).toEqual(['b-3', 'b-2', 'b-1'])
  start()
  queue.wake()
  await reach('b-3', 'done')
  expect(taken).toEqual(['b-1.1', 'b-2.1', 'b-3.1'])
})

test('a store of an older agent keeps its jobs and gets the columns it lacks', () => {
  const path = join(folder, 'old.sqlite')
  const old = new DatabaseSync(path)
  old.exec(`create table print_job (
    id text primary key, sha256 text not null, pdf blob, state text not null, printer text, document_type text,
    copies integer not null, paper text not null, printer_job text, problem text,
    attempt integer not null default 0, created_at integer not null, changed_at integer not null) strict;
    insert into print_job (id, sha256, pdf, state, copies, paper, created_at, changed_at)
    values ('old', 'x', x'25', 'queued', 1, 'a4', 1, 1);
    insert into print_job (id, sha256, pdf, state, printer, document_type, attempt, copies, paper, created_at, changed_at)
    values ('named', 'x', x'25', 'queued', 'P', null, 0, 1, 'a4', 1, 1),
      ('taken', 'x', x'25', 'printing', 'P', 'slip', 1, 1, 'a4', 1, 1),
      ('sent', 'x', x'25', 'printing', 'P', null, 1, 1, 'a4', 1, 1)`)
  old.close()
  for (let n = 0; n < 2; n++) {
    const upgraded = createJobStore(path)
    expect(upgraded.get('old')).toMatchObject({ state: 'queued', format: 'pdf', batch: null, reason: null })
    expect(['named', 'taken', 'sent'].map((id) => upgraded.get(id)?.asked)).toEqual(['P', null, 'P'])
    upgraded.close()
  }
})

test('a desk that is away is said to be so, and no printer: a job goes on as soon as it is back', async () => {
  submit = async () => {
    throw new NoDesk(false)
  }
  await queue.stop()
  queue = new PrintQueue({ store, port, pollMs: 5, retryMs: 3_600_000 })
  queue.submit(slip('doc-1'))
  await expect.poll(() => store.get('doc-1'), { interval: 5 }).toMatchObject({ state: 'queued', problem: 'NO_DESK' })
  submit = async () => ({ printer: 'p', printerJob: '11' })
  status = async () => {
    throw new NoDesk(true)
  }
  queue.wake()
  await expect.poll(() => store.get('doc-1'), { interval: 5 }).toMatchObject({ state: 'printing', problem: 'NO_DESK' })
  // The desk is back and the print system says nothing: that is the printer.
  status = async () => {
    throw new Error('mute')
  }
  await expect.poll(() => store.get('doc-1')?.problem, { interval: 5 }).toBe('PRINTER_OFFLINE')
  status = async () => ({ state: 'pending', problem: 'PRINTER_PAPER' })
  await expect.poll(() => store.get('doc-1')?.problem, { interval: 5 }).toBe('PRINTER_PAPER')
  status = async () => ({ state: 'done' })
  await reach('doc-1', 'done')
})
