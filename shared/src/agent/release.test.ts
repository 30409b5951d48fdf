import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  compareVersions,
  inRing,
  isInArea,
  isReleasePath,
  openRelease,
  releaseText,
  type UpdateRefused,
} from './release.ts'

const key = (kid: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64url')
  return { kid, publicKey: spki, privateKey, object: publicKey }
}
const keys = [key('release'), key('backup'), key('root')]
const [first, second, third] = keys as [(typeof keys)[0], (typeof keys)[0], (typeof keys)[0]]
const stranger = key('release')

const check = (publicKey: string, text: string, signature: string) => {
  const known = [...keys, stranger].find((one) => one.publicKey === publicKey)
  return known !== undefined && verify(null, Buffer.from(text), known.object, Buffer.from(signature, 'base64url'))
}
const signedBy = (manifest: string, ...by: { kid: string; privateKey: typeof first.privateKey }[]) => ({
  manifest,
  signatures: by.map(({ kid, privateKey }) => ({
    kid,
    signature: sign(null, Buffer.from(releaseText(manifest)), privateKey).toString('base64url'),
  })),
})
const file = { path: 'agent', sha256: 'a'.repeat(64), size: 1, arch: 'linux-x64' }
const good = {
  product: 'yibao-agent',
  channel: 'stable',
  version: '1.2.3',
  minVersion: '1.0.0',
  expires: '2027-01-01T00:00:00Z',
  files: [file],
  rollout: { areas: [], stores: [] },
}
const text = JSON.stringify(good)
const codeOf = (given: unknown, trusted: { kid: string; publicKey: string }[] = keys) => {
  try {
    openRelease(given, trusted, check)
    return 'ok'
  } catch (error) {
    return (error as UpdateRefused).code
  }
}

test('two of the three keys open a release, whichever they are', () => {
  for (const pair of [
    [first, second],
    [second, third],
    [first, third],
  ] as const)
    expect(openRelease(signedBy(text, ...pair), keys, check).signers).toEqual(pair.map(({ kid }) => kid))
})

test.each<[string, unknown, { kid: string; publicKey: string }[]?]>([
  ['one key', signedBy(text, first)],
  ['one key twice', signedBy(text, first, first)],
  ['one key under two names', signedBy(text, first, { ...first, kid: 'backup' }), [first, { ...first, kid: 'backup' }]],
  ['a stranger under a known name', signedBy(text, second, stranger)],
  ['a changed byte', { ...signedBy(text, first, second), manifest: text.replace('1.2.3', '1.2.4') }],
  [
    'a signature of the bare text',
    {
      manifest: text,
      signatures: [first, second].map((one) => ({
        kid: one.kid,
        signature: sign(null, Buffer.from(text), one.privateKey).toString('base64url'),
      })),
    },
  ],
  ['no keys of our own', signedBy(text, first, second), []],
])('not signed: %s', (_, given, trusted) => {
  expect(codeOf(given, trusted)).toBe('UPDATE_SIGNATURE')
})

test('nothing is parsed before it is verified', () => {
  const traps = signedBy('{"not json', first)
  expect(codeOf(traps)).toBe('UPDATE_SIGNATURE')
  expect(codeOf(signedBy('{"not json', first, second))).toBe('UPDATE_MALFORMED')
})

test.each<[string, unknown]>([
  ['another shape', []],
  ['an unknown member', { ...good, extra: 1 }],
  ['no files', { ...good, files: [] }],
  ['a version with words', { ...good, version: '1.2.3-rc1' }],
  ['a way out', { ...good, files: [{ ...file, path: '../agent' }] }],
  ['an absolute path', { ...good, files: [{ ...file, path: '/etc/passwd' }] }],
  ['a drive', { ...good, files: [{ ...file, path: 'C:/x' }] }],
  ['two files that are one on Windows', { ...good, files: [file, { ...file, path: 'AGENT', arch: 'any' }] }],
  ['an upper-case hash', { ...good, files: [{ ...file, sha256: 'A'.repeat(64) }] }],
  ['a size without end', { ...good, files: [{ ...file, size: 2 ** 40 }] }],
])('signed, and still no manifest: %s', (_, value) => {
  expect(codeOf(signedBy(JSON.stringify(value), first, second))).toBe('UPDATE_MALFORMED')
})

test('paths of a release', () => {
  for (const path of ['agent', 'agent.exe', 'native/linux-x64/koffi.node', 'console/assets/late~list-b_c.1.js'])
    expect([path, isReleasePath(path)]).toEqual([path, true])
  const wrong = [
    '',
    '.',
    '..',
    'a/..',
    'a//b',
    'a/',
    '/a',
    'a\\b',
    'a.',
    'con',
    'COM1.txt',
    '.hidden',
    'a/nul.x',
    'a b',
    'ä',
    'a'.repeat(201),
  ]
  expect(wrong.filter(isReleasePath)).toEqual([])
})

test('versions by number, areas by their digits', () => {
  expect([
    compareVersions('1.10.0', '1.9.9'),
    compareVersions('1.0.0', '1.0.0'),
    compareVersions('0.9.9', '1.0.0'),
  ]).toEqual([1, 0, -1])
  expect(isInArea('P32050100001', '320500')).toBe(true)
  expect(isInArea('P32050100001', '320000')).toBe(true)
  expect(isInArea('P32010100001', '320500')).toBe(false)
  expect(isInArea('P43010200001', '430100')).toBe(true)
  expect(inRing({ areas: [], stores: [] }, [])).toBe(true)
  expect(inRing({ areas: ['320500'], stores: [] }, [])).toBe(false)
  expect(inRing({ areas: [], stores: ['P1'] }, ['P1', 'P2'])).toBe(true)
  expect(inRing({ areas: [], stores: ['P1'] }, ['P2'])).toBe(false)
})
