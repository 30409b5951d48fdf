import { rmSync } from 'node:fs'
import { type ReleaseManifest, releaseGraceMs, type UpdateRefused } from '@yibao/shared/agent/release.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acceptRelease, filesFor } from './accept.ts'
import { UpdateMemory } from './memory.ts'
import { memoryInstallation } from './test/folder.ts'
import { makeReleaseKey, makeReleaseKeys, manifestOf, publicOf, signText, someFiles } from './test/release.ts'

const keys = makeReleaseKeys()
const [release, backup, root] = keys as [(typeof keys)[0], (typeof keys)[0], (typeof keys)[0]]
const files = someFiles()
let place: ReturnType<typeof memoryInstallation>
beforeEach(() => {
  place = memoryInstallation('1.0.0', files, keys)
})
afterEach(() => rmSync(place.root, { recursive: true }))

const now = Date.parse('2026-11-21T22:00:00+08:00')
const standing = () => ({
  keys: publicOf(keys),
  channel: 'stable' as const,
  stores: ['P32050100001'],
  current: '1.0.0',
  memory: new UpdateMemory(place.installation),
  nowMs: now,
})
const codeOf = (
  over: Partial<ReleaseManifest>,
  change: Partial<ReturnType<typeof standing>> = {},
  by = [release, root],
) => {
  try {
    acceptRelease(signText(JSON.stringify(manifestOf(files, over)), by), { ...standing(), ...change })
    return 'ok'
  } catch (error) {
    return (error as UpdateRefused).code
  }
}

test.each<[string, string, Partial<ReleaseManifest>]>([
  ['another product', 'UPDATE_PRODUCT', { product: 'other-agent' }],
  ['another channel', 'UPDATE_CHANNEL', { channel: 'grey' }],
  ['an older version', 'UPDATE_ROLLBACK', { version: '0.9.9' }],
  ['expired longer than the grace', 'UPDATE_EXPIRED', { expires: new Date(now - releaseGraceMs - 1).toISOString() }],
  ['other stores', 'UPDATE_ROLLOUT', { rollout: { areas: ['430100'], stores: ['P32010100001'] } }],
  [
    'no program for this machine',
    'UPDATE_ARCH',
    {
      files: [{ ...manifestOf(files).files[0]!, arch: 'win32-x64' as const }].filter(
        () => process.platform !== 'win32',
      ),
    },
  ],
])('refused: %s', (_, code, over) => {
  expect(codeOf(over)).toBe(code)
  expect(codeOf({}), 'and the next good one is taken').toBe('ok')
})

test('of a release each machine takes its own programs and what belongs to all', () => {
  const [file] = manifestOf(files).files
  const all = (['win32-x64', 'linux-x64', 'linux-arm64', 'any'] as const).map((arch) => ({
    ...file!,
    path: arch,
    arch,
  }))
  const taken = (platform: string, arch: string) =>
    filesFor(manifestOf(files, { files: all }), platform, arch).map(({ path }) => path)
  expect(taken('win32', 'x64')).toEqual(['win32-x64', 'any'])
  expect(taken('linux', 'arm64')).toEqual(['linux-arm64', 'any'])
})

test('taken: the running version again, within the grace, in its ring', () => {
  expect(codeOf({ version: '1.0.0' })).toBe('ok')
  expect(codeOf({ expires: new Date(now - releaseGraceMs + 1000).toISOString() })).toBe('ok')
  expect(codeOf({ rollout: { areas: ['320500'], stores: [] } })).toBe('ok')
})

test('a version seen once is the floor, also after a restart', () => {
  expect(codeOf({ version: '1.5.0' })).toBe('ok')
  expect(codeOf({ version: '1.4.0' })).toBe('UPDATE_ROLLBACK')
  expect(codeOf({ version: '1.5.0' })).toBe('ok')
})

test('what is refused raises no floor', () => {
  expect(codeOf({ version: '9.0.0', channel: 'grey' })).toBe('UPDATE_CHANNEL')
  expect(codeOf({ version: '9.0.0' }, {}, [release])).toBe('UPDATE_SIGNATURE')
  const elsewhere = [{ ...manifestOf(files).files[0]!, path: 'nothing-of-ours' }]
  expect(codeOf({ version: '9.0.0', files: elsewhere })).toBe('UPDATE_ARCH')
  expect(codeOf({ version: '1.1.0' })).toBe('ok')
})

test('the floor is each key’s own: after two keys signed too much, two others still count', () => {
  expect(codeOf({ version: '99999.0.0' }, {}, [release, backup])).toBe('ok')
  expect(codeOf({ version: '1.2.0' }, {}, [release, backup])).toBe('UPDATE_ROLLBACK')
  expect(codeOf({ version: '1.2.0' }, {}, [backup, root]), 'one of them is still bound').toBe('UPDATE_ROLLBACK')
  const fresh = makeReleaseKey('release-2')
  expect(codeOf({ version: '1.2.0' }, { keys: publicOf([fresh, root]) }, [fresh, root])).toBe('ok')
})

test('a key that signs an older version beside two others keeps its floor', () => {
  const [one, two] = [makeReleaseKey('release-2'), makeReleaseKey('release-3')]
  const known = { keys: publicOf([release, one, two]) }
  expect(codeOf({ version: '9.0.0' })).toBe('ok')
  expect(codeOf({ version: '5.0.0' }, known, [release, one, two])).toBe('ok')
  expect(codeOf({ version: '6.0.0' }, known, [release, one])).toBe('UPDATE_ROLLBACK')
})

test('a version that went wrong rests for 24 hours', () => {
  const memory = new UpdateMemory(place.installation)
  memory.wentWrong('1.1.0', now)
  expect(codeOf({})).toBe('UPDATE_BAD_VERSION')
  expect(codeOf({ version: '1.1.1' })).toBe('ok')
  const day = 24 * 3600_000
  const later = manifestOf(files, { version: '1.1.1' })
  memory.wentWrong('1.1.1', now)
  const take = (nowMs: number) => () =>
    acceptRelease(signText(JSON.stringify(later), [release, root]), { ...standing(), nowMs })
  expect(take(now + day - 1)).toThrow()
  expect(take(now + day)).not.toThrow()
})
