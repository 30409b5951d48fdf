import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bookOf, fault, makeClient, personIn } from './client.ts'
import { exampleA, purchase } from './purchases.ts'

// The process itself: killed at will, its book must be whole when it comes back.

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const code = 'P32050100001'
const person = personIn('320500', 'rich')
let dataDir: string
let running: ChildProcess | undefined

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'centre-'))
})
afterEach(() => {
  running?.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async (): Promise<{ url: string; process: ChildProcess; ended: Promise<number | null> }> => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { ...process.env, CENTRE_PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running = child
  const ended = new Promise<number | null>((resolve) => child.once('exit', (status) => resolve(status)))
  const line = await new Promise<string>((resolve) => child.stdout!.once('data', (data) => resolve(String(data))))
  return { url: /http:\S+/.exec(line)![0], process: child, ended }
}

const client = async (url: string) => {
  const made = makeClient(url, code, Date.now)
  await made.signIn()
  return made
}

test('kill -9 in the middle of settlements: everything answered is in the book, with the balance it left', async () => {
  const first = await start()
  const store = await client(first.url)
  const answered: string[] = []
  const counter = async () => {
    for (;;) {
      const { msgid } = await store.call('2102', purchase(person, exampleA))
      answered.push(msgid)
      if (answered.length === 25) first.process.kill('SIGKILL')
    }
  }
  await Promise.allSettled([counter(), counter(), counter()])
  await first.ended

  const second = await start()
  const rows = await bookOf(second.url, code)
  expect(rows.map((row) => row.msgid)).toEqual(expect.arrayContaining(answered))
  // At most the three calls in flight were booked without an answer; balance and book agree to the fen.
  expect(rows.length - answered.length).toBeLessThanOrEqual(3)
  const found = await (await client(second.url)).call('1101', {
    data: { mdtrt_cert_type: '02', mdtrt_cert_no: person.certno },
  })
  expect(Math.round(Number(found.output.insuinfo[0]!.balc) * 100)).toBe(9_999_999 - 8560 * rows.length)
})

test.each([
  ['before', 0],
  ['after', 1],
] as const)('the exit fault %s the booking leaves %i rows', async (when, count) => {
  const first = await start()
  const store = await client(first.url)
  await fault(first.url, { fault: 'exit', infno: '2102', when })
  await expect(store.call('2102', purchase(person, exampleA))).rejects.toThrow()
  await first.ended
  const second = await start()
  expect(await bookOf(second.url, code)).toHaveLength(count)
})

test('says it is ready and ends cleanly on SIGTERM, whatever still waits for an answer', async () => {
  const { url, process: child, ended } = await start()
  const health = await fetch(`${url}/health`)
  expect([health.status, await health.json()]).toEqual([200, { status: 'ready' }])
  const store = await client(url)
  await fault(url, { fault: 'delay', infno: '2101', ms: 600_000 })
  const waiting = store.call('2101', purchase(person, exampleA))
  waiting.catch(() => undefined)
  // The rule is used up as soon as the message is waiting.
  const rules = async () => ((await (await fetch(`${url}/simulator/faults`)).json()) as { faults: unknown[] }).faults
  while ((await rules()).length > 0);
  child.kill('SIGTERM')
  await expect(waiting).rejects.toThrow()
  expect(await ended).toBe(0)
})
