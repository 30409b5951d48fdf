import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { versionFile } from './build.ts'
import { sha256 } from './cache.ts'
import { signedBy } from './stock.ts'

const digest = 'AB'.repeat(32)
const report = (current: string, calculated: string, who: string) =>
  `Current message digest    : ${current} \nCalculated message digest : ${calculated} \n\n\t\tSubject: /C=US/O=${who}/CN=${who}\n`

test.each([
  ['the very bytes, the right signer', report(digest, digest, 'OpenJS Foundation'), true],
  ['other bytes', report(digest, 'CD'.repeat(32), 'OpenJS Foundation'), false],
  ['another signer', report(digest, digest, 'OpenJS Foundation Ltd'), false],
  ['no signature', 'No signature found', false],
])('a stock node.exe: %s', (_, text, expected) => {
  expect(signedBy(text, 'OpenJS Foundation')).toBe(expected)
})

test('version.json lists every file by its hash and size, itself not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-'))
  mkdirSync(join(folder, 'native'))
  writeFileSync(join(folder, 'agent'), 'a')
  writeFileSync(join(folder, 'native', 'koffi.node'), 'kk')
  writeFileSync(join(folder, 'version.json'), 'old')
  expect(JSON.parse(versionFile(folder, '1.2.3'))).toEqual({
    version: '1.2.3',
    files: [
      { path: 'agent', sha256: sha256('a'), size: 1 },
      { path: 'native/koffi.node', sha256: sha256('kk'), size: 2 },
    ],
  })
  rmSync(folder, { recursive: true, force: true })
})
