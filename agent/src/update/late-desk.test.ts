import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openJournal } from './journal.ts'
import { memoryInstallation } from './test/folder.ts'
import { makeReleaseKeys, manifestOf, signText, someFiles } from './test/release.ts'
import { Updates, type UpdatesOptions } from './updates.ts'

// The update was done at night, nobody logged on; in the morning somebody comes.

const keys = makeReleaseKeys()
const release = signText(JSON.stringify(manifestOf(someFiles())), keys)
let place: ReturnType<typeof memoryInstallation>
const pc = { desk: 'stopped', attended: false, now: Date.parse('2026-11-21T22:00:00+08:00') }
let said: string[]

beforeEach(() => {
  vi.useFakeTimers({ now: pc.now })
  place = memoryInstallation('1.1.0', someFiles(), keys)
  Object.assign(pc, { desk: 'stopped', attended: false })
  said = []
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(place.root, { recursive: true })
})

/** The updater's word: how far it is with 1.1.0, whose old desk stood so. */
const updaterIs = (phase: 'activating' | 'probing' | 'committed' | 'rolledBack', desk = 'stopped', at = Date.now()) =>
  openJournal(place.installation, () => at).write({
    ...({ phase, from: '1.0.0', to: '1.1.0', release, forced: false, go: phase !== 'committed', tries: 1 } as const),
    before: { version: '1.0.0', pairing: 'enrolled', policy: true, desk, drivers: [], print: true },
  })

const started = () => {
  const options: UpdatesOptions = {
    ...{ installation: place.installation, stores: () => [], channel: () => 'stable', close: () => {} },
    fetchOffer: async () => undefined,
    readPiece: async () => Buffer.alloc(0),
    work: async () => ({ calls: 0, jobs: 0 }),
    report: async () => Promise.reject(new Error('not asked')),
    version: '1.1.0',
    deskReady: () => pc.desk === 'ready',
    attended: () => pc.attended,
    clock: () => Date.now(),
    log: { info: (text) => said.push(text), warn: (text) => said.push(text) },
  }
  const updates = new Updates(options)
  updates.resume()
  return updates
}
const done = { to: '1.1.0', phase: 'committed' }
const missing = { ...done, reason: 'DESK' }
const minutes = (n: number) => vi.advanceTimersByTimeAsync(n * 60_000)

test('a desk that does not come after somebody has logged on is told, until it comes', async () => {
  // As it is: the updater starts this gateway, tries it out and is done while it runs.
  updaterIs('activating')
  const updates = started()
  await minutes(1)
  updaterIs('probing')
  await minutes(1)
  updaterIs('committed')
  await minutes(600)
  expect([updates.state, said], 'nobody is logged on').toEqual([done, []])
  pc.attended = true
  await minutes(2)
  expect(updates.state).toEqual(done)
  await minutes(2)
  expect(updates.state).toEqual(missing)
  await minutes(10)
  expect(said).toEqual([expect.stringContaining('the desk of 1.1.0 does not come')])
  pc.desk = 'ready'
  await minutes(1)
  expect([updates.state, said.at(-1)]).toEqual([done, 'the desk of 1.1.0 has come'])
  pc.desk = 'stopped'
  await minutes(10)
  expect(updates.state, 'it was tried out').toEqual(done)
})

test('a desk that has come is not waited for again by the next start of this PC', async () => {
  updaterIs('committed')
  pc.desk = 'ready'
  started()
  await minutes(1)
  const updates = started()
  Object.assign(pc, { desk: 'stopped', attended: true })
  await minutes(10)
  expect([updates.state, said]).toEqual([done, []])
})

test('while the updater tries it out, and after it took it back, nobody is told by the gateway', async () => {
  updaterIs('activating')
  const updates = started()
  pc.attended = true
  await minutes(10)
  updaterIs('rolledBack')
  await minutes(10)
  expect([updates.state, said]).toEqual([{ to: '1.1.0', phase: 'rolledBack' }, []])
})

test('a word that cannot be kept ends nothing: the desk has come', async () => {
  updaterIs('committed')
  pc.attended = true
  const updates = started()
  await minutes(5)
  expect(updates.state).toEqual(missing)
  rmSync(join(place.installation.data, 'update', 'memory.json'), { force: true })
  mkdirSync(join(place.installation.data, 'update', 'memory.json', 'in the way'), { recursive: true })
  pc.desk = 'ready'
  await minutes(1)
  expect([updates.state, said.at(-1)]).toEqual([done, expect.stringContaining('is not written down')])
})

test('who logs off again is not waited for, and the next one has the whole time', async () => {
  updaterIs('committed')
  const updates = started()
  for (const attended of [true, false, true]) {
    pc.attended = attended
    await minutes(2)
  }
  expect(updates.state).toEqual(done)
})

test.each([
  ['the updater has tried the desk out', 'ready', 0],
  ['the update is long ago', 'stopped', 8 * 24 * 3600_000],
])('where %s nobody is told of it', async (_, desk, ago) => {
  updaterIs('committed', desk, pc.now - ago)
  const updates = started()
  pc.attended = true
  await minutes(10)
  expect([updates.state, said]).toEqual([done, []])
})
