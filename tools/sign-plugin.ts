import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type SignedRelease, signedRelease } from '@yibao/shared/agent/release.ts'
import { unzipSync, zipSync } from 'fflate'
import { byHand } from './by-hand.ts'
import { signRelease } from './sign-release.ts'

// Plugin packages are signed where releases are, with the same keys, two of three (docs/PLUGINS.md).

const signedFile = 'plugin.json'
/** As the server expects it (server/src/domains/plugin/manifest.ts): a release's signature is none of a plugin. */
const pluginText = (manifest: string) => `yibao-plugin-1\n${manifest}`

const filesOf = (folder: string): [string, Buffer][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path): [string, Buffer] => [relative(folder, path).split(sep).join('/'), readFileSync(path)])
    .filter(([path]) => path !== 'manifest.json')
    .sort(([a], [b]) => (a < b ? -1 : 1))

// Two packs of the same folder are the same bytes.
const mtime = new Date('2000-01-01T00:00:00')

const zipOf = (signed: SignedRelease, files: readonly [string, Uint8Array][]): Uint8Array =>
  zipSync({ [signedFile]: new TextEncoder().encode(JSON.stringify(signed)), ...Object.fromEntries(files) }, { mtime })

/** The package of a folder (manifest.json and its files), not signed yet. */
export const packPlugin = (folder: string): Uint8Array => {
  const own = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, unknown>
  const files = filesOf(folder)
  const listed = files.map(([path, bytes]) => ({
    path,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }))
  return zipOf({ manifest: JSON.stringify({ ...own, files: listed }), signatures: [] }, files)
}

/** The package with one more signature. */
export const signPlugin = (zip: Uint8Array, keyFile: string): Uint8Array => {
  const { [signedFile]: own, ...files } = unzipSync(zip)
  if (!own) throw new RangeError(`no ${signedFile} in the package`)
  const signed = signedRelease.parse(JSON.parse(new TextDecoder().decode(own)))
  return zipOf(signRelease(signed, keyFile, pluginText), Object.entries(files))
}

const usage = `用法:
  node tools/sign-plugin.ts pack <目录> <插件包.zip>
  node tools/sign-plugin.ts sign <插件包.zip> <密钥.pem>          (两把密钥各签一次)
密钥与升级版本的相同: node tools/sign-release.ts key <新密钥.pem>
`

const main = (): string => {
  const [command, from, to] = process.argv.slice(2)
  if (command === 'pack' && from && to) {
    writeFileSync(to, packPlugin(from))
    return `${to} 已打包，还没有签名\n`
  }
  if (command === 'sign' && from && to) {
    writeFileSync(from, signPlugin(readFileSync(from), to))
    return `${from} 已签名\n`
  }
  process.exitCode = 2
  return usage
}

if (process.argv[1] === import.meta.filename) byHand(main)
