import { spawnSync } from 'node:child_process'
import { createPublicKey, verify } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isReleasePath, openRelease, type UpdateRefused } from '@yibao/shared/agent/release.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './root.ts'
import { makeKey, makeManifest, publicKeys, signRelease } from './sign-release.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'yibao-sign-'))
  mkdirSync(join(folder, 'linux/native'), { recursive: true })
  writeFileSync(join(folder, 'linux/agent'), 'program')
  writeFileSync(join(folder, 'linux/native/koffi.node'), 'native')
  writeFileSync(join(folder, 'linux/version.json'), '{}')
})
afterAll(() => rmSync(folder, { recursive: true }))

const check = (publicKey: string, text: string, signature: string) =>
  verify(
    null,
    Buffer.from(text),
    createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' }),
    Buffer.from(signature, 'base64url'),
  )

test('from new keys to a release that opens: two of three sign', () => {
  const files = ['release', 'backup', 'root'].map((name) => join(folder, `${name}.pem`))
  for (const file of files) makeKey(file)
  expect(statSync(files[0]!).mode & 0o777).toBe(0o600)
  expect(() => makeKey(files[0]!), 'a key is never overwritten').toThrow()
  const keys = JSON.parse(publicKeys(files))
  expect(JSON.stringify(keys)).not.toContain('PRIVATE')

  const made = makeManifest({ version: '1.2.0', areas: ['320500'], folders: { 'linux-x64': join(folder, 'linux') } })
  const open = (release: unknown) => openRelease(release, keys, check).manifest
  const once = signRelease(signRelease(made, files[0]!), files[0]!)
  expect(once.signatures).toHaveLength(1)
  expect(() => open(once)).toThrow(
    expect.objectContaining({ code: 'UPDATE_SIGNATURE' } satisfies Partial<UpdateRefused>),
  )
  const twice = signRelease(once, files[2]!)
  expect(open(twice)).toMatchObject({
    version: '1.2.0',
    rollout: { areas: ['320500'], stores: [] },
    files: [
      { path: 'agent', size: 7, arch: 'linux-x64' },
      { path: 'native/koffi.node', size: 6 },
    ],
  })
  expect(readFileSync(files[0]!, 'utf8')).toContain('PRIVATE')
})

test('a folder of another version, or one after which no release would be taken, is told and makes no manifest', () => {
  const linux = join(folder, 'built')
  mkdirSync(linux)
  writeFileSync(join(linux, 'agent'), 'program')
  const manifest = () =>
    spawnSync(
      process.execPath,
      [join(root, 'tools/sign-release.ts'), 'manifest', `linux-x64=${linux}`, '--version', '1.2.0'],
      { encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } },
    )
  writeFileSync(join(linux, 'version.json'), '{"version":"1.1.0"}')
  expect(manifest()).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/是版本 1\.1\.0，不是 1\.2\.0[\s\S]*没有 release-keys\.json/),
  })
  writeFileSync(join(linux, 'version.json'), '{"version":"1.2.0"}')
  writeFileSync(join(linux, 'release-keys.json'), '[]')
  expect(JSON.parse(manifest().stdout).signatures).toEqual([])
})

test('what agents would refuse is refused before it is signed', () => {
  const make = (over: Partial<Parameters<typeof makeManifest>[0]>) => () =>
    makeManifest({ version: '1.2.0', folders: { 'linux-x64': join(folder, 'linux') }, ...over })
  expect(make({})).not.toThrow()
  for (const over of [
    { version: '1.2' },
    { channel: 'nightly' },
    { areas: ['苏州'] },
    { folders: { amiga: join(folder, 'linux') } },
  ])
    expect(make(over)).toThrow()
})

test('every file that a version has from this repository has a name a release may hold', () => {
  const dist = join(root, 'console', 'dist')
  const shipped = [join(root, 'agent', 'drivers'), ...(existsSync(dist) ? [dist] : [])]
  const names = shipped.flatMap((one) =>
    readdirSync(one, { recursive: true, encoding: 'utf8' }).map((name) => `x/${name}`),
  )
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !isReleasePath(name))).toEqual([])
})
