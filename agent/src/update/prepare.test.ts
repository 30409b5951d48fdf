import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UpdateRefused } from '@yibao/shared/agent/release.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { diskOrder } from '../../test/disk-order.ts'
import { privateFolder } from '../files/disk.ts'
import { programName, versionFolder } from '../install/layout.ts'
import { downloadedFile, downloadFolder } from './download.ts'
import { updateFolder } from './installation.ts'
import { openJournal } from './journal.ts'
import { keysOf } from './keys.ts'
import { UpdateMemory } from './memory.ts'
import { type Preparation, prepare } from './prepare.ts'
import { isWhole, stage } from './stage.ts'
import { installVersion, memoryInstallation } from './test/folder.ts'
import { makeReleaseKeys, manifestOf, piecesOf, signText, someFiles } from './test/release.ts'

const keys = makeReleaseKeys()
const files = { ...someFiles(), 'native/koffi.node': Buffer.from('native code, longer than one piece') }
const manifest = manifestOf(files)
const release = signText(JSON.stringify(manifest), keys.slice(0, 2))
let place: ReturnType<typeof memoryInstallation>
beforeEach(() => {
  place = memoryInstallation('1.0.0', someFiles(), keys)
})
afterEach(() => rmSync(place.root, { recursive: true }))

const clock = () => Date.parse('2026-11-21T22:00:00+08:00')
const setUp = (over: Partial<Preparation> = {}): Preparation => ({
  installation: place.installation,
  journal: openJournal(place.installation, clock),
  memory: new UpdateMemory(place.installation),
  readPiece: piecesOf(files),
  standing: () => ({ keys: keysOf(place.installation), channel: 'stable', stores: [], nowMs: clock() }),
  ...over,
})
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: UpdateRefused) => error.code,
  )

test('a release comes in pieces, is verified, and is put whole beside the old one', async () => {
  const verified = await prepare(setUp(), release, false)
  expect(verified).toMatchObject({ phase: 'verified', go: false, from: '1.0.0', to: '1.1.0', forced: false })
  expect(existsSync(versionFolder(place.root, '1.1.0')), 'the root is not the gateway’s to write').toBe(false)
  await stage(place.installation, '1.1.0', manifest.files)
  expect(await isWhole(place.installation, '1.1.0')).toBe(true)
  expect(readFileSync(join(versionFolder(place.root, '1.1.0'), 'native/koffi.node'))).toEqual(
    files['native/koffi.node'],
  )
  expect(statSync(join(versionFolder(place.root, '1.1.0'), programName())).mode & 0o777).toBe(0o755)
  expect(statSync(updateFolder(place.installation)).mode & 0o777).toBe(0o700)
  expect(place.steps, 'nothing was switched').toEqual([])
})

test('a version is on the disk before its folder takes its name: after a power cut it is whole or not there', async () => {
  await prepare(setUp(), release, false)
  const versions = join(place.root, 'versions')
  const [beside, there] = [join(versions, '.staging-1.1.0'), join(versions, '1.1.0')]
  const steps = await diskOrder(() => stage(place.installation, '1.1.0', manifest.files))
  expect(steps.slice(-2)).toEqual([`${beside} -> ${there}`, `sync ${versions}`])
  for (const { path } of manifest.files) expect(steps).toContain(`sync ${join(beside, path)}`)
})

test('what an updater that was killed left half built is no part of the version', async () => {
  await prepare(setUp(), release, false)
  const half = join(place.root, 'versions', '.staging-1.1.0')
  mkdirSync(half)
  writeFileSync(join(half, 'left.js'), 'half')
  await stage(place.installation, '1.1.0', manifest.files)
  expect(readdirSync(versionFolder(place.root, '1.1.0'))).not.toContain('left.js')
})

test('a folder that holds another version, whole as it may be, is not taken for this one', async () => {
  installVersion(place.root, '1.1.0', someFiles(), keys)
  expect(await isWhole(place.installation, '1.1.0')).toBe(true)
  const file = join(versionFolder(place.root, '1.1.0'), 'version.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version: '1.0.5' }))
  expect(await isWhole(place.installation, '1.1.0')).toBe(false)
})

test('a broken line goes on where it broke', async () => {
  let asked = 0
  const readPiece: Preparation['readPiece'] = async (hash, from) => {
    asked += 1
    if (asked === 4) throw new Error('line is cut')
    return piecesOf(files)(hash, from)
  }
  await expect(prepare(setUp({ readPiece }), release, false)).rejects.toThrow('line is cut')
  const before = asked
  await prepare(setUp({ readPiece }), release, false)
  const pieces = Object.values(files).reduce((sum, bytes) => sum + Math.ceil(bytes.length / 4), 0)
  expect(asked - before, 'not from the beginning').toBe(pieces - 3)
})

test.each<[string, string, Preparation['readPiece']]>([
  [
    'other bytes of the same length',
    'UPDATE_HASH',
    async (hash, from) => {
      const piece = await piecesOf(files)(hash, from)
      return Buffer.alloc(piece.length, 'x')
    },
  ],
  ['more bytes than promised', 'UPDATE_SIZE', async () => Buffer.alloc(1000)],
  ['fewer bytes than promised', 'UPDATE_SIZE', async () => Buffer.alloc(0)],
])('what comes is not what was promised: %s', async (_, code, readPiece) => {
  expect(await codeOf(prepare(setUp({ readPiece }), release, false))).toBe(code)
  expect(existsSync(versionFolder(place.root, '1.1.0'))).toBe(false)
  // The next try begins anew and is not spoiled by what lies there.
  expect(await codeOf(prepare(setUp(), release, false))).toBe('ok')
})

test('what lies there longer than the file is not its beginning', async () => {
  privateFolder(downloadFolder(place.installation))
  writeFileSync(downloadedFile(place.installation, manifest.files[0]!), Buffer.alloc(1000))
  expect(await codeOf(prepare(setUp(), release, false))).toBe('ok')
})

test('a file changed between download and verifying is found, and nothing of it stays', async () => {
  const { installation } = place
  const journal = openJournal(installation, clock)
  await expect(
    prepare(
      setUp({
        journal: {
          ...journal,
          write: (next) => {
            if (next.phase === 'downloaded') writeFileSync(downloadedFile(installation, manifest.files[0]!), 'PROGRAM')
            return journal.write(next)
          },
        },
      }),
      release,
      false,
    ),
  ).rejects.toMatchObject({ code: 'UPDATE_HASH' })
  expect(journal.read()).toMatchObject({ phase: 'rolledBack', fault: 'UPDATE_HASH' })
  expect(existsSync(downloadFolder(installation))).toBe(false)
  expect(readdirSync(join(place.root, 'versions'))).toEqual(['1.0.0'])
})

test('a file changed between verifying and staging is found, and no version appears', async () => {
  await prepare(setUp(), release, false)
  writeFileSync(downloadedFile(place.installation, manifest.files[0]!), 'PROGRAM')
  await expect(stage(place.installation, '1.1.0', manifest.files)).rejects.toMatchObject({ code: 'UPDATE_HASH' })
  expect(existsSync(versionFolder(place.root, '1.1.0'))).toBe(false)
  const begun = statSync(join(place.root, 'versions', '.staging-1.1.0'))
  expect(begun.mode & 0o777, 'nobody reads what was copied through a link').toBe(0o700)
})

test('a journal that was changed brings nothing in: its release is verified again', async () => {
  const parts = setUp()
  await prepare(parts, release, false)
  const entry = parts.journal.read()!
  const forged = manifestOf({ ...files, [programName()]: Buffer.from('evil') })
  parts.journal.write({ ...entry, phase: 'downloaded', release: { ...release, manifest: JSON.stringify(forged) } })
  expect(await codeOf(prepare(setUp(), { ...release, manifest: JSON.stringify(forged) }, false))).toBe(
    'UPDATE_SIGNATURE',
  )
})

test('the running version again, an updater at work, and an old version that must not run', async () => {
  const same = signText(JSON.stringify(manifestOf(files, { version: '1.0.0' })), keys)
  expect(await prepare(setUp(), same, false)).toBeUndefined()
  const must = signText(JSON.stringify(manifestOf(files, { minVersion: '1.1.0' })), keys)
  expect(await prepare(setUp(), must, false)).toMatchObject({ forced: true })
  const { journal } = setUp()
  for (const phase of ['activating', 'probing'] as const) {
    journal.write({ ...journal.read()!, phase })
    expect(await prepare(setUp(), must, false)).toBeUndefined()
    expect(journal.read()?.phase).toBe(phase)
  }
})

test('a release that was signed anew under its version takes the place of the one that waits', async () => {
  await prepare(setUp(), release, false)
  const anew = signText(JSON.stringify({ ...manifest, notes: '更正' }), keys.slice(0, 2))
  expect((await prepare(setUp(), anew, false))?.release).toEqual(anew)
})

test.each([
  ['on', 1],
  ['though the clock was set back', -1],
])(
  'while an updater is awaited no other version takes its journal; one that does not come is not awaited for ever: time goes %s',
  async (_, sign) => {
    const { journal } = setUp()
    const entry = (await prepare(setUp(), release, false))!
    journal.write({ ...entry, go: true })
    const next = signText(JSON.stringify(manifestOf(files, { version: '1.2.0' })), keys)
    const later = (ms: number) =>
      setUp({
        standing: () => ({ keys: keysOf(place.installation), channel: 'stable', stores: [], nowMs: clock() + ms }),
      })
    expect(await prepare(later(sign * 119_999), next, false)).toBeUndefined()
    expect(journal.read()).toMatchObject({ to: '1.1.0', go: true })
    expect(await prepare(later(sign * 120_000), next, false)).toMatchObject({ to: '1.2.0', go: false })
  },
)
