import { rmSync } from 'node:fs'
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

const committed = (desk: string, at = pc.now) =>
  openJournal(place.installation, () => at).write({
    ...({ phase: 'committed', from: '1.0.0', to: '1.1.0', release, forced: false, go: true, tries: 1 } as const),
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
  committed('stopped')
  const updates = started()
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

test('who logs off again is not waited for, and the next one has the whole time', async () => {
  committed('stopped')
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
  committed(desk, pc.now - ago)
  const updates = started()
  pc.attended = true
  await minutes(10)
  expect([updates.state, said]).toEqual([done, []])
})
