import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { privateFolder, writeWhole } from '../files/disk.ts'
import { programName } from '../install/layout.ts'
import { activate } from './activate.ts'
import { downloadFolder } from './download.ts'
import { type JournalEntry, openJournal } from './journal.ts'
import { UpdateMemory } from './memory.ts'
import { installVersion, memoryInstallation } from './test/folder.ts'
import { makeReleaseKeys, manifestOf, signText, someFiles } from './test/release.ts'

const keys = makeReleaseKeys()
const release = signText(JSON.stringify(manifestOf(someFiles())), keys.slice(1))
const now = Date.parse('2026-11-21T22:00:00+08:00')
let place: ReturnType<typeof memoryInstallation>
let probed: string[] = []
let logged: string[] = []
/** ms that have passed since. */
let passed = 0
beforeEach(() => {
  passed = 0
  place = memoryInstallation('1.0.0', someFiles(), keys)
  installVersion(place.root, '1.1.0', someFiles(), keys)
  installVersion(place.root, '0.9.0', someFiles(), keys)
  probed = []
  logged = []
})
afterEach(() => rmSync(place.root, { recursive: true }))

const journal = () => openJournal(place.installation, () => now)
const staged = { phase: 'staged', from: '1.0.0', to: '1.1.0', release, forced: false, go: true, tries: 0 } as const
const run = (
  fault?: string | ((version: string) => string | undefined),
  strange = (): string | undefined => undefined,
  kept = journal(),
) =>
  activate({
    installation: place.installation,
    journal: kept,
    memory: new UpdateMemory(place.installation),
    probe: async (version) => {
      probed.push(`${version} on ${place.state.running}`)
      return typeof fault === 'function' ? fault(version) : fault
    },
    serves: async (version) => place.state.running === version,
    strange,
    clock: () => now + passed,
    log: (text) => logged.push(text),
  })
const versions = () => readdirSync(join(place.root, 'versions')).sort()

test('a good version is switched to, probed and committed; two versions stay', async () => {
  journal().write(staged)
  await run()
  expect(place.steps).toEqual(['stop', 'point 1.1.0', 'start'])
  expect(probed).toEqual(['1.1.0 on 1.1.0'])
  expect(journal().read()).toMatchObject({ phase: 'committed', to: '1.1.0' })
  expect(place.state).toMatchObject({ active: '1.1.0', running: '1.1.0', remembered: false })
  expect(versions()).toEqual(['1.0.0', '1.1.0'])
})

test('a disk that takes no note keeps nobody from going back, and who serves then is left in peace', async () => {
  journal().write(staged)
  // A folder in its place: it cannot be replaced by a file.
  const memory = join(privateFolder(join(place.installation.data, 'update')), 'memory.json')
  mkdirSync(join(memory, 'x'), { recursive: true })
  const full = () => {
    if (place.steps.includes('point 1.1.0')) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  }
  const kept = journal()
  const write = kept.write
  kept.write = (next) => {
    full()
    return write(next)
  }
  await expect(run('HELLO', undefined, kept)).rejects.toThrow('full')
  expect(place.state).toMatchObject({ active: '1.0.0', running: '1.0.0' })
  expect(versions()).toEqual(['1.0.0'])
  place.steps.splice(0, place.steps.length, 'point 1.1.0')
  await expect(run('HELLO', undefined, kept)).rejects.toThrow('full')
  expect(place.steps).toEqual(['point 1.1.0', 'start'])
  rmSync(memory, { recursive: true })
  await run('HELLO')
  expect([journal().read()?.phase, place.state.running]).toEqual(['rolledBack', '1.0.0'])
})

test('who was so slow that the counter serves again puts the version in place and ends nobody', async () => {
  journal().write({ ...staged, phase: 'verified' })
  await run(undefined, () => {
    expect(journal().read(), 'the gateway hears that it has begun').toMatchObject({ phase: 'verified', tries: 1 })
    journal().write({ ...staged, phase: 'verified', go: false })
    return undefined
  })
  expect(place.steps).toEqual([])
  expect(journal().read()).toMatchObject({ phase: 'verified', go: false })
  expect(place.state.remembered).toBe(false)
})

test('a word to begin that is taken back while the platform is asked stays taken back', async () => {
  journal().write({ ...staged, phase: 'verified' })
  const remember = place.installation.rememberUpdater
  place.installation.rememberUpdater = async () => {
    await remember()
    journal().write({ ...staged, phase: 'verified', go: false })
  }
  await run()
  expect([place.steps, probed]).toEqual([[], []])
  expect(journal().read()).toMatchObject({ phase: 'verified', go: false, tries: 0 })
  expect(place.state).toMatchObject({ running: '1.0.0', remembered: false })
})

test('a bad version goes back by itself, is left alone for a day and leaves nothing', async () => {
  journal().write(staged)
  await run('DRIVER demo')
  expect(place.steps).toEqual(['stop', 'point 1.1.0', 'start', 'point 1.0.0', 'stop', 'point 1.0.0', 'start'])
  expect(journal().read()).toMatchObject({ phase: 'rolledBack', fault: 'DRIVER demo' })
  expect(place.state).toMatchObject({ active: '1.0.0', running: '1.0.0', remembered: false })
  expect(new UpdateMemory(place.installation).isBad('1.1.0', now + 1)).toBe(true)
  expect(versions()).toEqual(['1.0.0'])
})

test('a version that went wrong is said to be gone, and where to read why', async () => {
  journal().write(staged)
  const logs = join(place.installation.data, 'agent', 'logs')
  mkdirSync(logs, { recursive: true })
  writeFileSync(join(logs, 'agent.log'), 'why')
  await run('HELLO')
  expect(logged.at(-1)).toBe(`version 1.1.0 is removed, what it said is in ${logs}`)
  expect(readFileSync(join(logs, 'agent.log'), 'utf8')).toBe('why')
})

test('one from which something still runs stays whole until the next update, and it is said', async () => {
  journal().write(staged)
  // As Windows refuses to move it: something stands where it would be put aside.
  const aside = join(place.root, 'versions', '1.1.0.gone')
  const start = place.installation.start
  place.installation.start = async () => {
    await start()
    if (place.state.active === '1.0.0') mkdirSync(join(aside, 'held'), { recursive: true })
  }
  await run('HELLO')
  expect(logged.at(-1)).toBe('version 1.1.0 is still in use: it goes with the next update')
  expect(existsSync(join(place.root, 'versions', '1.1.0', programName()))).toBe(true)
  expect(versions()).toEqual(['1.0.0', '1.1.0'])
  expect(place.state.running).toBe('1.0.0')
})

test('the old version knows that the new one went wrong when it starts, and forgets none of it', async () => {
  const gateway = new UpdateMemory(place.installation)
  const start = place.installation.start
  const known: boolean[] = []
  place.installation.start = async () => {
    known.push(gateway.isBad('1.1.0', now))
    await start()
  }
  journal().write(staged)
  await run('HELLO')
  expect(known).toEqual([false, true])
  gateway.saw('1.1.0', ['release'])
  expect(new UpdateMemory(place.installation).isBad('1.1.0', now)).toBe(true)
})

test.each(['stop', 'start', 'point 1.1.0'])('a platform that refuses (%s) ends with the old version', async (what) => {
  journal().write(staged)
  place.state.fails = what
  const end = run()
  // Nothing was switched yet, and the old version serves.
  if (what !== 'start') await end
  else {
    // Going back needs the same platform: the journal says so to whoever starts the updater next.
    await expect(end).rejects.toThrow(what)
    expect(journal().read()).toMatchObject({ fault: 'ERROR Error' })
    place.state.fails = ''
    await run()
  }
  expect(journal().read()?.phase).toBe('rolledBack')
  expect(place.state).toMatchObject({ active: '1.0.0', running: '1.0.0' })
})

const before = { version: '1.0.0', pairing: 'enrolled', policy: true, desk: 'ready', drivers: [], print: true }

test('a desk that did not come is started before its version is condemned', async () => {
  journal().write({ ...staged, before })
  await run(() => (place.steps.includes('desk') ? undefined : 'DESK'))
  expect([journal().read()?.phase, place.steps]).toEqual(['committed', ['stop', 'point 1.1.0', 'start', 'desk']])
})

test('who goes back leaves no counter without its desk, which ended for the one of the new version', async () => {
  journal().write({ ...staged, before })
  await run((version) => {
    if (version === '1.1.0') return 'HELLO'
    return place.steps.includes('desk') ? undefined : 'DESK'
  })
  expect(journal().read()).toMatchObject({ phase: 'rolledBack', fault: 'HELLO' })
  expect(place.steps.slice(-3)).toEqual(['point 1.0.0', 'start', 'desk'])
})

test('where the pointer cannot be written back, the new version serves on, and whoever comes next goes back', async () => {
  journal().write(staged)
  place.state.fails = 'point 1.0.0'
  await expect(run('DESK')).rejects.toThrow('point')
  expect(place.state).toMatchObject({ active: '1.1.0', running: '1.1.0' })
  place.state.fails = ''
  await run()
  expect(journal().read()).toMatchObject({ phase: 'rolledBack', fault: 'DESK' })
  expect(place.state).toMatchObject({ active: '1.0.0', running: '1.0.0' })
})

test('a return that was cut off behind the pointer ends the new version, which runs beside it', async () => {
  journal().write({ ...staged, phase: 'probing', fault: 'DESK' })
  Object.assign(place.state, { active: '1.0.0', running: '1.1.0' })
  await run()
  expect([journal().read()?.phase, place.state.running]).toEqual(['rolledBack', '1.0.0'])
})

test('what was fetched goes before the way back: it is the room that a full disk has for the pointer', async () => {
  journal().write(staged)
  const fetched = downloadFolder(place.installation)
  mkdirSync(fetched, { recursive: true })
  const { point } = place.installation
  place.installation.point = async (version) => {
    if (version === '1.0.0' && existsSync(fetched)) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    await point(version)
  }
  await run('PRINT')
  expect([journal().read()?.phase, place.state.running]).toEqual(['rolledBack', '1.0.0'])
})

test.each([
  ['refuses at once, because it is busy, has the new version all the same', 0, 'committed', '1.1.0'],
  ['lets it hang is not waited for a second time', 45_000, 'rolledBack', '1.0.0'],
] as const)('a platform that once %s', async (_, ms, phase, running) => {
  journal().write(staged)
  const { start } = place.installation
  let refused = false
  place.installation.start = async () => {
    if (refused) return start()
    refused = true
    passed += ms
    throw new Error('busy')
  }
  await run()
  expect(journal().read()).toMatchObject({ phase })
  expect(place.state).toMatchObject({ active: running, running })
})

test.each([
  ['is kept', 'committed', undefined, undefined],
  ['goes back', 'rolledBack', 'HELLO', undefined],
  ['is given up', 'rolledBack', undefined, programName()],
])('what the gateway fetches once a version %s is left alone', async (_, phase, fault, stranger) => {
  journal().write({ ...staged, phase: 'verified' })
  const downloads = downloadFolder(place.installation)
  await run(fault, () => stranger, {
    ...journal(),
    write: (next) => {
      const written = journal().write(next)
      // The gateway may look at this very moment.
      if (next.phase === phase) writeWhole(join(privateFolder(downloads), 'next'), 'the next version')
      return written
    },
  })
  expect([journal().read()?.phase, readdirSync(downloads)]).toEqual([phase, ['next']])
})

test('one that was given up is that for whoever goes on, whose downloads are gone', async () => {
  journal().write({ ...staged, phase: 'verified', fault: 'UPDATE_PUBLISHER' })
  await run()
  expect(journal().read()).toMatchObject({ phase: 'rolledBack', fault: 'UPDATE_PUBLISHER' })
  expect([place.steps, place.state.remembered]).toEqual([[], false])
})

test('a version whose files are not what they were is never started', async () => {
  writeFileSync(join(place.root, 'versions', '1.1.0', programName()), 'changed')
  journal().write({ ...staged, phase: 'activating' })
  await run()
  expect(journal().read()).toMatchObject({ phase: 'rolledBack', fault: 'NOT_WHOLE' })
  expect(place.steps).not.toContain('point 1.1.0')
})

test('nothing happens before the gateway says go; a switch begun goes on by itself', async () => {
  journal().write({ ...staged, go: false })
  await run()
  expect([journal().read()?.phase, place.steps]).toEqual(['staged', []])
  journal().write({ ...staged, phase: 'activating' })
  await run()
  expect(journal().read()?.phase).toBe('committed')
})

test.each<[string, string, Partial<JournalEntry>]>([
  [
    'signatures that do not hold',
    'UPDATE_SIGNATURE',
    { release: { ...release, signatures: release.signatures.slice(1) } },
  ],
  ['a signed version under another name', 'UPDATE_ROLLBACK', { to: '1.2.0' }],
  [
    'a signed version that is older than what runs',
    'UPDATE_ROLLBACK',
    { to: '0.9.0', release: signText(JSON.stringify(manifestOf(someFiles(), { version: '0.9.0' })), keys) },
  ],
  [
    'the version that runs',
    'UPDATE_ROLLBACK',
    { to: '1.0.0', release: signText(JSON.stringify(manifestOf(someFiles(), { version: '1.0.0' })), keys) },
  ],
  ['another version to go back to', 'UPDATE_ROLLBACK', { from: '0.9.0' }],
])('a journal is believed only as far as its release is signed: %s', async (_, fault, over) => {
  journal().write({ ...staged, phase: 'verified', ...over })
  await run()
  expect(journal().read()).toMatchObject({ phase: 'rolledBack', fault })
  expect([place.steps, place.state.active, place.state.remembered]).toEqual([[], '1.0.0', false])
})

test('a program that another publisher signed is never started, however well the release is signed', async () => {
  journal().write({ ...staged, phase: 'verified' })
  await run(undefined, programName)
  expect(journal().read()).toMatchObject({ phase: 'rolledBack', fault: 'UPDATE_PUBLISHER' })
  expect([place.steps, versions()]).toEqual([[], ['1.0.0']])
})

test.each(['activating', 'probing'] as const)('a version that was installed by hand while %s stays', async (phase) => {
  journal().write({ ...staged, phase })
  installVersion(place.root, '1.2.0', someFiles(), keys)
  place.state.active = '1.2.0'
  await run()
  expect(journal().read()).toMatchObject({ phase: 'rolledBack', fault: 'SUPERSEDED' })
  expect([place.steps, place.state.active, versions().includes('1.2.0')]).toEqual([[], '1.2.0', true])
})

test('a disk that does not take the version leaves the old one running undisturbed', async () => {
  rmSync(join(place.root, 'versions', '1.1.0'), { recursive: true })
  journal().write({ ...staged, phase: 'verified' })
  await run()
  expect(journal().read()).toMatchObject({ phase: 'rolledBack', fault: 'ERROR ENOENT' })
  expect([place.steps, versions()]).toEqual([[], ['1.0.0']])
})

test('a file that is held for a moment while the version is put in its place condemns nothing', async () => {
  journal().write({ ...staged, phase: 'verified' })
  let held = true
  await run(undefined, () => {
    if (!held) return undefined
    held = false
    throw Object.assign(new Error('held by a scanner'), { code: 'EPERM' })
  })
  expect(journal().read()).toMatchObject({ phase: 'committed', to: '1.1.0' })
})

test.each([
  ['a third time', 2, 'committed', undefined],
  ['no fourth time: it goes back', 3, 'rolledBack', 'TRIES'],
] as const)('a version that takes the machine down is tried %s', async (_, tries, phase, fault) => {
  journal().write({ ...staged, phase: 'probing', tries })
  await run()
  expect(journal().read()).toMatchObject({ phase, ...(fault && { fault }) })
})

test('a machine that goes down while it switches begins the updater again, once it is up', async () => {
  const { stop } = place.installation
  const remembered: boolean[] = []
  place.installation.stop = async () => {
    remembered.push(place.state.remembered)
    await stop()
  }
  journal().write({ ...staged, phase: 'verified' })
  await run()
  expect(remembered).toEqual([true])
})

test('a machine that came up again with nobody to start the new version: it is started, then tried out', async () => {
  journal().write({ ...staged, phase: 'probing', tries: 1 })
  Object.assign(place.state, { active: '1.1.0', running: undefined })
  await run()
  expect([probed, journal().read()?.phase]).toEqual([['1.1.0 on 1.1.0'], 'committed'])
})

test.each(['activating', 'probing', 'staged'] as const)(
  'a journal that a disk fault cut off while %s: what the pointer names runs, and the next update is not kept out',
  async (phase) => {
    journal().write({ ...staged, phase })
    const file = join(place.root, 'data', 'update', 'journal.json')
    const whole = readFileSync(file)
    for (const length of [0, 1, Math.floor(whole.length / 2), whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, length))
      // Stopped for the switch, which nobody will go on with.
      Object.assign(place.state, { running: undefined, remembered: true })
      expect(journal().read()).toBeUndefined()
      await run()
      expect([place.state.running, place.state.active, place.state.remembered]).toEqual(['1.0.0', '1.0.0', false])
    }
    journal().write(staged)
    await run()
    expect(journal().read()?.phase).toBe('committed')
  },
)

test('nothing to do is done at once, and the updater is forgotten', async () => {
  place.state.remembered = true
  await run()
  expect(place.state.remembered).toBe(false)
  journal().write({ ...staged, phase: 'committed' })
  await run()
  expect(place.steps).toEqual([])
})
