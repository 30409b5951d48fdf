import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { createJobStore } from './store.ts'

// The gateway is killed (SIGKILL, no farewell) around the moment a job is handed over.

const program = fileURLToPath(new URL('../../test/print-child.ts', import.meta.url))
let folder: string
beforeEach(() => {
  folder = tempFolder()
})
afterEach(async () => {
  await Promise.all(children.splice(0).map(killed))
  rmSync(folder, { recursive: true, force: true })
})

const lines = (name: string) => {
  const path = join(folder, name)
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}
const children: ChildProcess[] = []
const run = (id: string, mode: string) => {
  const args = ['--disable-warning=ExperimentalWarning', program, folder, id, mode]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  children.push(child)
  return child
}
const killed = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return // it had nothing left to do
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
const until = (name: string, line: string) => expect.poll(() => lines(name), { timeout: 8000 }).toContain(line)

/**
 * Every place a gateway can die at, and what the next one makes of it. `remembers`: the spooler can be asked for the
 * job afterwards (CUPS); without it (a bare device, Windows after the print) nobody knows and a person is asked.
 */
test.each([
  { stop: 'queued', remembers: true, ends: 'done', prints: 1 },
  { stop: 'queued', remembers: false, ends: 'done', prints: 1 },
  { stop: 'before', remembers: true, ends: 'unsure', prints: 0 },
  { stop: 'taken', remembers: true, ends: 'done', prints: 1 },
  { stop: 'taken', remembers: false, ends: 'unsure', prints: 1 },
  { stop: 'printing', remembers: true, ends: 'unsure', prints: 0 },
  { stop: 'done', remembers: true, ends: 'done', prints: 1 },
  { stop: 'done', remembers: false, ends: 'done', prints: 1 },
])(
  'killed at $stop, spooler remembers $remembers: $ends, on paper $prints times',
  async ({ stop, remembers, ends, prints }) => {
    if (remembers) writeFileSync(join(folder, 'remembers'), '')
    const first = run('slip', stop)
    await until('reached', stop)
    await killed(first)
    const second = run('slip', 'never')
    await until('answered', 'slip')
    const state = () => {
      const store = createJobStore(join(folder, 'jobs.sqlite'))
      const found = store.get('slip')?.state
      store.close()
      return found
    }
    await expect.poll(state, { timeout: 8000 }).toBe(ends)
    await killed(second)
    expect(lines('taken').length).toBe(prints)
  },
)

test('killed while the job waits for paper: the next gateway goes on waiting, and it prints once', async () => {
  for (const word of ['waits', 'remembers']) writeFileSync(join(folder, word), '')
  const first = run('slip', 'taken')
  await until('reached', 'taken')
  await killed(first)
  const second = run('-', 'never')
  await until('states', 'slip printing')
  rmSync(join(folder, 'waits'))
  await until('states', 'slip done')
  await killed(second)
  expect(lines('taken')).toEqual(['slip'])
})

test('killed while its printer is off, however often it was tried: nothing was handed over, and it prints once', async () => {
  for (const word of ['offline', 'remembers']) writeFileSync(join(folder, word), '')
  const first = run('slip', 'never')
  await until('looked', 'slip')
  // From the first refusal on it is looked at and not handed over, so a kill at any moment finds it waiting.
  const states = () => lines('states').filter((line) => line === 'slip printing').length
  const before = states()
  await expect.poll(() => lines('looked').length, { timeout: 8000 }).toBeGreaterThan(5)
  expect(states()).toBe(before)
  await killed(first)
  rmSync(join(folder, 'offline'))
  const second = run('-', 'never')
  await until('states', 'slip done')
  await killed(second)
  expect(lines('taken')).toEqual(['slip'])
})

test('killed after the job was taken but before it was handed over: it is printed, once', async () => {
  const store = createJobStore(join(folder, 'jobs.sqlite'))
  store.add({ id: 'slip', bytes: Buffer.from('%PDF-1.4'), copies: 1, paper: 'roll80' })
  store.close()
  const first = run('-', 'never')
  await until('states', 'slip done')
  await killed(first)
  // The same submission again, by a console that never saw the answer. Its gateway works on: what is sent after it
  // is printed after it, by one gateway at a time (two on one store would each take the other's for a dead one's).
  const second = run('slip', 'never')
  await until('answered', 'slip')
  await killed(second)
  const third = run('other', 'never')
  await until('states', 'other done')
  await killed(third)
  expect(lines('taken')).toEqual(['slip', 'other'])
})
