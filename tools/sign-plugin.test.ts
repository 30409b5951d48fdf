import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPackage } from '@yibao/server/domains/plugin/archive.ts'
import { afterAll, expect, test } from 'vitest'
import { root } from './root.ts'
import { packPlugin, signPlugin } from './sign-plugin.ts'
import { makeKey, publicKeys } from './sign-release.ts'

const folder = mkdtempSync(join(tmpdir(), 'yibao-plugin-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const key = (name: string) => join(folder, `${name}.pem`)

test('the sample, packed and signed twice, is a package that the server takes; once is not enough', () => {
  for (const name of ['release', 'backup', 'other']) makeKey(key(name))
  const trusted = JSON.parse(publicKeys([key('release'), key('backup')]))
  const pack = packPlugin(join(root, 'server/data/plugin-sample'))
  expect(Buffer.from(packPlugin(join(root, 'server/data/plugin-sample'))).equals(Buffer.from(pack))).toBe(true)
  const once = signPlugin(pack, key('release'))
  expect(() => openPackage(signPlugin(once, key('other')), trusted)).toThrow('签名不足或不正确')
  const { manifest, signers, services } = openPackage(signPlugin(once, key('backup')), trusted)
  expect(manifest).toMatchObject({ code: 'suzhou-dialect', areas: ['320500'] })
  expect([signers.length, services.map(({ infno }) => infno)]).toEqual([2, ['2101', '2102', '1101']])
  expect(manifest.files.map(({ path, size }) => [path, size])).toEqual([
    ['rules/purchase.tsv', readFileSync(join(root, 'server/data/plugin-sample/rules/purchase.tsv')).length],
  ])
})
