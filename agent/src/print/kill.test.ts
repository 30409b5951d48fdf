import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
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

test('killed with the job at the printer: it is not printed again, a person is asked', async () => {
  const first = run('slip', 'hang')
  await until('taken', 'slip')
  await killed(first)
  const second = run('-', 'answer')
  await until('states', 'slip unsure')
  await killed(second)
  expect(lines('taken')).toEqual(['slip'])
})

test('killed after the job was taken but before it was handed over: it is printed, once', async () => {
  const store = createJobStore(join(folder, 'jobs.sqlite'))
  store.add({ id: 'slip', pdf: Buffer.from('%PDF-1.4'), copies: 1, paper: 'roll80' })
  store.close()
  const first = run('-', 'answer')
  await until('states', 'slip done')
  await killed(first)
  // The same submission again, by a console that never saw the answer. Its gateway works on: what is sent after it
  // is printed after it, by one gateway at a time (two on one store would each take the other's for a dead one's).
  const second = run('slip', 'answer')
  await until('answered', 'slip')
  await killed(second)
  const third = run('other', 'answer')
  await until('states', 'other done')
  await killed(third)
  expect(lines('taken')).toEqual(['slip', 'other'])
})
