import { rmSync } from 'node:fs'
import { UpdateRefused } from '@yibao/shared/agent/release.ts'
import { expect, test } from 'vitest'
import { randomOf } from '../gateway/test/random.ts'
import { acceptRelease } from './accept.ts'
import { UpdateMemory } from './memory.ts'
import { memoryInstallation } from './test/folder.ts'
import { makeReleaseKeys, manifestOf, publicOf, signText, someFiles } from './test/release.ts'

const keys = makeReleaseKeys()
const files = someFiles()

const standing = (installation: ReturnType<typeof memoryInstallation>['installation']) => ({
  keys: publicOf(keys),
  channel: 'stable' as const,
  stores: ['P32050100001'],
  current: '1.0.0',
  memory: new UpdateMemory(installation),
  nowMs: Date.parse('2026-11-21T22:00:00+08:00'),
})

test('a release with anything changed in its text is refused by its signature, and nothing is remembered of it', () => {
  const random = randomOf(7)
  const place = memoryInstallation('1.0.0', files, keys)
  const release = signText(JSON.stringify(manifestOf(files)), keys.slice(0, 2))
  for (let n = 0; n < 500; n += 1) {
    const manifest = random.mutate(release.manifest)
    if (manifest === release.manifest) continue
    expect(() => acceptRelease({ ...release, manifest }, standing(place.installation)), manifest).toThrow(
      expect.objectContaining({ code: 'UPDATE_SIGNATURE' }),
    )
  }
  expect(() => acceptRelease(release, standing(place.installation))).not.toThrow()
  rmSync(place.root, { recursive: true })
})

test('a signed text of any form is taken whole or refused in words, never a fault and never a path outside', () => {
  const random = randomOf(8)
  const place = memoryInstallation('1.0.0', files, keys)
  const good = manifestOf(files) as unknown as Record<string, unknown>
  const names = Object.keys(good)
  for (let n = 0; n < 500; n += 1) {
    const broken = { ...good, [random.pick(names)]: random.value() }
    try {
      const { files: taken } = acceptRelease(signText(JSON.stringify(broken), keys), standing(place.installation))
      expect(taken.every(({ path }) => !/\.\.|^\/|\\/.test(path))).toBe(true)
    } catch (error) {
      expect(error, JSON.stringify(broken)).toBeInstanceOf(UpdateRefused)
    }
  }
  for (let n = 0; n < 200; n += 1)
    expect(() => acceptRelease(random.value(), standing(place.installation))).toThrow(UpdateRefused)
  rmSync(place.root, { recursive: true })
})
