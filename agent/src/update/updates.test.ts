import fs, { existsSync, readdirSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ServerRefused, ServerUnreachable } from '../cloud/server-client.ts'
import { leftFree } from '../files/room.ts'
import { downloadFolder } from './download.ts'
import { isStoreOpen, waitsFor } from './gate.ts'
import { openJournal } from './journal.ts'
import { UpdateMemory } from './memory.ts'
import { memoryInstallation } from './test/folder.ts'
import { makeReleaseKeys, manifestOf, piecesOf, signText, someFiles } from './test/release.ts'
import { Updates, type UpdatesOptions } from './updates.ts'

/** Makes a folder one that cannot be removed, however patiently: a scanner looks through what is in it. */
const hold = (folder: string) => {
  const { rmSync: remove } = fs
  const set = (rmSync: typeof remove) => {
    Object.assign(fs, { rmSync })
    syncBuiltinESMExports()
  }
  set((path, options) => {
    if (path === folder) throw Object.assign(new Error('held'), { code: 'EBUSY' })
    remove(path, options)
  })
  return () => set(remove)
}

const keys = makeReleaseKeys()
const files = someFiles()
const release = signText(JSON.stringify(manifestOf(files)), keys)
let place: ReturnType<typeof memoryInstallation>
beforeEach(() => {
  place = memoryInstallation('1.0.0', files, keys)
})
afterEach(() => rmSync(place.root, { recursive: true }))

const at = (time: string) => Date.parse(`2026-11-21T${time}:00+08:00`)

const setUp = (over: Partial<UpdatesOptions> = {}) => {
  const started = () => place.steps.filter((step) => step === 'launch').length
  const closed: boolean[] = []
  const warnings: string[] = []
  const state = {
    now: at('21:00'),
    work: { calls: 0, jobs: 0 },
    fetched: 0,
    forced: false,
    release: release as unknown,
  }
  const updates = new Updates({
    installation: place.installation,
    fetchOffer: async () => {
      state.fetched += 1
      return { release: state.release, forced: state.forced }
    },
    readPiece: piecesOf(files),
    stores: () => [],
    channel: () => 'stable',
    work: async () => state.work,
    close: (now) => void closed.push(now),
    report: async () => ({
      version: '1.0.0',
      pairing: 'enrolled',
      policy: true,
      desk: 'ready',
      drivers: [],
      print: true,
    }),
    version: '1.0.0',
    deskReady: () => true,
    clock: () => state.now,
    log: { info: () => {}, warn: (text) => void warnings.push(text) },
    ...over,
  })
  return { updates, started, closed, warnings, state }
}
const journal = () => openJournal(place.installation, Date.now)

test('at night and idle the updater of the old version is started, behind closed doors', async () => {
  const { updates, started, closed } = setUp()
  await updates.consider('1.1.0')
  expect(started()).toBe(1)
  expect(closed).toEqual([true])
  expect(journal().read()).toMatchObject({ phase: 'verified', go: true, before: { version: '1.0.0' } })
  await updates.consider('1.1.0')
  expect(started(), 'once').toBe(1)
})

test.each<[string, string, { calls: number; jobs: number }, boolean, string | undefined]>([
  ['in the store’s hours', '08:00', { calls: 0, jobs: 0 }, false, 'hours'],
  ['to its last minute', '19:59', { calls: 0, jobs: 0 }, false, 'hours'],
  ['in its hours, forced', '12:00', { calls: 0, jobs: 0 }, true, undefined],
  ['while a card is read, forced or not', '22:00', { calls: 1, jobs: 0 }, true, 'work'],
  ['while a page prints', '22:00', { calls: 0, jobs: 1 }, false, 'work'],
  ['after closing', '20:00', { calls: 0, jobs: 0 }, false, undefined],
  ['before opening', '07:59', { calls: 0, jobs: 0 }, false, undefined],
])('%s', async (_, time, work, forced, reason) => {
  const { updates, started, state } = setUp()
  Object.assign(state, { now: at(time), work, forced })
  await updates.consider('1.1.0')
  expect(started()).toBe(reason ? 0 : 1)
  expect(journal().read()?.go).toBe(reason === undefined)
  expect(updates.state).toEqual(reason ? { to: '1.1.0', phase: 'waiting', reason } : { to: '1.1.0', phase: 'verified' })
  expect(waitsFor(at(time), work, forced)).toBe(reason)
})

test('somebody who begins in the last moment is let through, and the doors open again', async () => {
  const { updates, started, closed, state } = setUp({
    work: async () => ({ calls: closed.length > 0 ? 1 : 0, jobs: 0 }),
  })
  await updates.consider('1.1.0')
  expect([started(), closed, state.fetched]).toEqual([0, [true, false], 1])
})

test('a fault while the doors are closed opens them again', async () => {
  const { updates, started, closed } = setUp({
    work: async () => {
      if (closed.length > 0) throw new Error('disk I/O error')
      return { calls: 0, jobs: 0 }
    },
  })
  await updates.consider('1.1.0')
  expect([started(), closed]).toEqual([0, [true, false]])
})

test.each([
  ['gives up', 'rolledBack', 1, 500],
  ['never comes', 'verified', 0, 30_000],
  ['begins and comes to no end', 'verified', 1, 120_000],
] as const)('an updater that %s does not keep the counter waiting', async (_, phase, tries, ms) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { updates, closed } = setUp()
  await updates.consider('1.1.0')
  const { go: _go, at: _at, ...entry } = journal().read()!
  journal().write({ ...entry, go: true, phase, tries })
  vi.advanceTimersByTime(ms - 1)
  expect(closed).toEqual([true])
  vi.advanceTimersByTime(1)
  expect(closed).toEqual([true, false])
  expect(journal().read()?.go, 'nobody ends a gateway that serves again').toBe(phase === 'rolledBack')
  vi.advanceTimersByTime(200_000)
  expect(closed).toEqual([true, false])
})

test('an updater that was ending when it was called is called again, until it has begun', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { updates, started } = setUp()
  await updates.consider('1.1.0')
  vi.advanceTimersByTime(9_999)
  expect(started()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(started()).toBe(2)
  const { at: _at, ...entry } = journal().read()!
  journal().write({ ...entry, phase: 'activating' })
  vi.advanceTimersByTime(60_000)
  expect(started()).toBe(2)
})

test('one that could not be called again is one setback, however late the platform says so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { updates, closed, state } = setUp()
  for (const hour of ['21:00', '22:00']) {
    state.now = at(hour)
    await updates.consider('1.1.0')
    let late = (_: Error) => {}
    const launch = place.installation.launchUpdater
    place.installation.launchUpdater = () =>
      new Promise((_, reject) => {
        late = reject
      })
    vi.advanceTimersByTime(30_000)
    late(new Error('late'))
    await vi.advanceTimersByTimeAsync(0)
    place.installation.launchUpdater = launch
  }
  expect(closed).toEqual([true, false, true, false])
  expect(journal().read(), 'two setbacks, and a third try').toMatchObject({ phase: 'verified', go: false })
})

test('once an updater has given a version up, the next one begins at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { updates, started, state } = setUp()
  await updates.consider('1.1.0')
  const { go: _go, at: _at, ...entry } = journal().read()!
  journal().write({ ...entry, phase: 'rolledBack', fault: 'UPDATE_PUBLISHER' })
  vi.advanceTimersByTime(500)
  state.release = signText(JSON.stringify(manifestOf(files, { version: '1.2.0' })), keys)
  await updates.consider('1.2.0')
  expect(started()).toBe(2)
})

test('a version that went wrong is not even asked for until a day is over', async () => {
  const { state } = setUp()
  new UpdateMemory(place.installation).wentWrong('1.1.0', state.now)
  const { updates, started, state: second } = setUp()
  await updates.consider('1.1.0')
  expect([second.fetched, started()]).toEqual([0, 0])
  second.now += 24 * 3600_000
  await updates.consider('1.1.0')
  expect([second.fetched, started()]).toEqual([1, 1])
})

test('what is refused is told with its code and leaves the counter as it is', async () => {
  const { updates, started, warnings, state } = setUp()
  state.release = { ...release, signatures: release.signatures.slice(0, 1) }
  await updates.consider('1.1.0')
  expect(updates.state).toEqual({ to: '1.1.0', phase: 'refused', reason: 'UPDATE_SIGNATURE', unfit: ['1.1.0'] })
  expect([warnings, started(), place.steps]).toEqual([['update to 1.1.0: UPDATE_SIGNATURE'], 0, []])
  await updates.consider('1.1.0')
  expect(state.fetched, 'not with each heartbeat').toBe(1)
  state.now += 10 * 60_000
  await updates.consider('1.1.0')
  expect(state.fetched).toBe(2)
})

test('what its signers keep from this PC is told beside the version between, which it takes', async () => {
  const { updates, started, state } = setUp()
  state.release = { ...release, signatures: release.signatures.slice(0, 1) }
  await updates.consider('1.2.0')
  state.release = release
  await updates.consider('1.1.0')
  expect(updates.state).toEqual({ to: '1.1.0', phase: 'verified', unfit: ['1.2.0'] })
  expect(started()).toBe(1)
})

test('files that come damaged are refused, told of, and fetched again ever more seldom until they come whole', async () => {
  let pieces = 0
  let whole = false
  const { updates, started, state } = setUp({
    readPiece: async (hash, from) => {
      pieces += 1
      const piece = await piecesOf(files)(hash, from)
      return whole ? piece : Buffer.alloc(piece.length, '<')
    },
  })
  /** Whether a heartbeat some minutes after the last try fetches anything. */
  const fetches = async (minutes: number) => {
    const before = pieces
    state.now += minutes * 60_000
    await updates.consider('1.1.0')
    return pieces > before
  }
  expect(await fetches(0)).toBe(true)
  expect(updates.state).toEqual({ to: '1.1.0', phase: 'refused', reason: 'UPDATE_HASH' })
  expect([await fetches(9), await fetches(1)]).toEqual([false, true])
  expect([await fetches(19), await fetches(1)]).toEqual([false, true])
  for (let i = 0; i < 8; i++) await fetches(12 * 60)
  expect([await fetches(359), await fetches(1)]).toEqual([false, true])
  expect(updates.state).toEqual({ to: '1.1.0', phase: 'refused', reason: 'UPDATE_HASH' })
  expect([place.steps, started()]).toEqual([[], 0])
  whole = true
  state.now = at('21:00') + 30 * 24 * 3600_000
  await updates.consider('1.1.0')
  expect([updates.state?.phase, started()]).toEqual(['verified', 1])
})

test('another release is not kept waiting by the one whose files came damaged', async () => {
  const other = { ...files, 'console/index.html': Buffer.from('<html>anew</html>') }
  const { updates, state } = setUp({
    readPiece: async (hash, from) => {
      const piece = await piecesOf(other)(hash, from)
      return state.release === release ? Buffer.alloc(piece.length, '<') : piece
    },
  })
  await updates.consider('1.1.0')
  state.release = signText(JSON.stringify(manifestOf(other, { version: '1.2.0' })), keys)
  await updates.consider('1.2.0')
  expect(updates.state).toMatchObject({ to: '1.2.0', phase: 'verified' })
})

test('a line that breaks, and a page that a proxy answers in the server’s place, are said as that and go on with the next heartbeat', async () => {
  let cut = true
  const { updates, warnings } = setUp({
    readPiece: async (hash, from) => {
      if (cut && from > 0) throw new ServerUnreachable('status 200')
      return piecesOf(files)(hash, from)
    },
  })
  await updates.consider('1.1.0')
  expect(updates.state).toEqual({ to: '1.1.0', phase: 'waiting', reason: 'line' })
  expect(warnings).toEqual(['update to 1.1.0: status 200'])
  cut = false
  await updates.consider('1.1.0')
  expect(updates.state?.phase).toBe('verified')
})

test.each([
  ['too small for it', undefined],
  ['filled meanwhile', { code: 'ENOSPC' }],
])('a disk that is %s is left to the counter: nothing of the release stays on it', async (_, full) => {
  const disk = { free: full ? Number.POSITIVE_INFINITY : leftFree + 20, full }
  const { updates, warnings, started } = setUp({
    free: () => disk.free,
    readPiece: async (hash, from) => {
      if (disk.full && from > 0) throw Object.assign(new Error('write'), disk.full)
      return piecesOf(files)(hash, from)
    },
  })
  await updates.consider('1.1.0')
  expect(updates.state).toEqual({ to: '1.1.0', phase: 'waiting', reason: 'disk' })
  expect(warnings).toEqual(['update to 1.1.0: NoRoom'])
  expect([existsSync(downloadFolder(place.installation)), journal().read()]).toEqual([false, undefined])
  Object.assign(disk, { free: leftFree + 1024, full: undefined })
  await updates.consider('1.1.0')
  expect([updates.state?.phase, started()]).toEqual(['verified', 1])
})

test('a release that stood ready and had to make room is told as not here: offered again, it comes again', async () => {
  const other = { ...files, 'console/index.html': Buffer.alloc(500, 'x') }
  let free = Number.POSITIVE_INFINITY
  const { updates, state, started } = setUp({
    free: () => free,
    readPiece: (hash, from) => piecesOf(state.release === release ? files : other)(hash, from),
  })
  state.now = at('10:00')
  await updates.consider('1.1.0')
  expect([updates.state, journal().read()?.phase]).toEqual([
    { to: '1.1.0', phase: 'waiting', reason: 'hours' },
    'verified',
  ])
  state.release = signText(JSON.stringify(manifestOf(other)), keys)
  free = leftFree + 20
  await updates.consider('1.1.0')
  expect(updates.state).toEqual({ to: '1.1.0', phase: 'waiting', reason: 'disk' })
  expect(journal().read()).toMatchObject({ to: '1.1.0', phase: 'rolledBack', fault: 'disk' })
  state.release = release
  state.now = at('21:00')
  free = Number.POSITIVE_INFINITY
  await updates.consider('1.1.0')
  expect([started(), readdirSync(downloadFolder(place.installation)).length]).toEqual([1, Object.keys(files).length])
})

test('a scanner that holds what had come does not hide that the disk has no room', async () => {
  const { updates, warnings } = setUp({
    free: () => leftFree + 20,
  })
  onTestFinished(hold(downloadFolder(place.installation)))
  await updates.consider('1.1.0')
  expect(updates.state).toEqual({ to: '1.1.0', phase: 'waiting', reason: 'disk' })
  expect(warnings).toEqual(['update to 1.1.0: NoRoom'])
})

test('a server that says no to a piece is no bad line, and nothing is waited for once no release is offered', async () => {
  let fault: Error = new ServerUnreachable('status 502')
  const { updates } = setUp({
    readPiece: () => Promise.reject(fault),
  })
  await updates.consider('1.1.0')
  expect(updates.state).toMatchObject({ phase: 'waiting', reason: 'line' })
  await updates.consider(undefined)
  expect(updates.state).toBe(undefined)
  fault = new ServerRefused('文件不属于可以更新的版本')
  await updates.consider('1.1.0')
  expect(updates.state).toBe(undefined)
})

test('an updater that begins three times and comes to no end is told as a slow one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { updates, state } = setUp()
  for (const hour of ['21:00', '22:00', '23:00']) {
    state.now = at(hour)
    await updates.consider('1.1.0')
    journal().write({ ...journal().read()!, tries: 1 })
    await vi.advanceTimersByTimeAsync(120_000)
  }
  expect(updates.state).toEqual({ to: '1.1.0', phase: 'rolledBack', reason: 'UPDATER_SLOW' })
})

test('after a start an interrupted switch goes on; one that nobody began does not', () => {
  const { updates, started } = setUp()
  const entry = { from: '1.0.0', to: '1.1.0', release, forced: false, tries: 1 }
  const resumed = (phase: 'verified' | 'staged' | 'probing' | 'committed' | 'rolledBack', go = true) => {
    place.steps.length = 0
    journal().write({ ...entry, phase, go })
    updates.resume()
    return started()
  }
  updates.resume()
  expect(started()).toBe(0)
  expect([resumed('verified', false), resumed('committed'), resumed('rolledBack')]).toEqual([0, 0, 0])
  expect([resumed('verified'), resumed('staged'), resumed('probing')]).toEqual([1, 1, 1])
})

test('an updater that cannot be started keeps nobody out, and after three tries somebody is told and the counter is left alone', async () => {
  const { updates, started, closed, warnings, state } = setUp()
  place.state.fails = 'launch'
  for (const _ of [1, 2]) await updates.consider('1.1.0')
  expect(closed).toEqual([true, false, true, false])
  expect(updates.state).toEqual({ to: '1.1.0', phase: 'verified' })
  await updates.consider('1.1.0')
  expect([started(), warnings]).toEqual([3, ['updater: Error', 'updater: Error', 'updater: Error']])
  expect(updates.state).toEqual({ to: '1.1.0', phase: 'rolledBack', reason: 'UPDATER' })
  const closesAfter = async (minutes: number) => {
    const before = closed.length
    state.now += minutes * 60_000
    await updates.consider('1.1.0')
    return closed.length - before
  }
  expect([await closesAfter(9), await closesAfter(1)]).toEqual([0, 2])
  expect(updates.state).toEqual({ to: '1.1.0', phase: 'rolledBack', reason: 'UPDATER' })
  expect([await closesAfter(19), await closesAfter(1)]).toEqual([0, 2])
  place.state.fails = ''
  state.now += 40 * 60_000
  await updates.consider('1.1.0')
  expect([updates.state?.phase, closed.at(-1)]).toEqual(['verified', true])
})

test('an updater that dies as soon as it was started is three times half a minute without a counter, and then none', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { updates, closed } = setUp()
  for (const _ of [1, 2, 3, 4]) {
    await updates.consider('1.1.0')
    vi.advanceTimersByTime(30_000)
  }
  expect(closed).toEqual([true, false, true, false, true, false])
  expect(updates.state).toEqual({ to: '1.1.0', phase: 'rolledBack', reason: 'UPDATER' })
})

test('hours are Shanghai’s, whatever this PC thinks', () => {
  expect(isStoreOpen(Date.parse('2026-11-21T00:00:00Z'))).toBe(true)
  expect(isStoreOpen(Date.parse('2026-11-21T12:00:00Z'))).toBe(false)
})

test('a clock that was set back keeps no update from its next try', async () => {
  const { updates, started, state } = setUp()
  await updates.consider('1.1.0')
  expect(started()).toBe(1)
  // The updater gave it up, and the clock has been set right since.
  journal().write({ ...journal().read()!, phase: 'verified', go: false })
  state.now -= 86_400_000
  await updates.consider('1.1.0')
  expect(started()).toBe(2)
})
