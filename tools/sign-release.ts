import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { product } from '@yibao/shared/agent/protocol.ts'
import { releaseManifest, releaseText, type SignedRelease, signedRelease } from '@yibao/shared/agent/release.ts'
import { byHand } from './by-hand.ts'

// Releases are signed on a machine that is no server: key, public, manifest, sign (docs/OPERATIONS.md). The private keys
// are files of whoever runs this; two of three must sign before an agent takes a release.

const spkiOf = (key: KeyObject) => createPublicKey(key).export({ format: 'der', type: 'spki' })
/** A key is named by itself, as agents are: nobody has to keep names apart. */
const kidOf = (key: KeyObject) => createHash('sha256').update(spkiOf(key)).digest('base64url').slice(0, 16)
const readKey = (file: string) => createPrivateKey(readFileSync(file))

/** Makes a key in a new file (0600); an existing one is never overwritten. */
export const makeKey = (file: string): string => {
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  return kidOf(privateKey)
}

/** What server and agents know the keys by: the text of release-keys.json. */
export const publicKeys = (files: readonly string[]): string =>
  JSON.stringify(
    files.map(readKey).map((key) => ({ kid: kidOf(key), publicKey: spkiOf(key).toString('base64url') })),
    null,
    2,
  )

const filesOf = (folder: string, arch: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    // Each agent writes it from the manifest itself.
    .filter((path) => relative(folder, path) !== 'version.json')
    .sort()
    .map((path) => {
      const bytes = readFileSync(path)
      return {
        path: relative(folder, path).split(sep).join('/'),
        sha256: createHash('sha256').update(bytes).digest('hex'),
        size: bytes.length,
        arch,
      }
    })

interface ManifestOptions {
  version: string
  minVersion?: string
  channel?: string
  days?: number
  areas?: string[]
  stores?: string[]
  notes?: string
  /** architecture → folder of the version as it is to lie in versions/<version>/ */
  folders: Record<string, string>
}

/** The manifest over these folders, not signed yet; throws where agents would refuse it. */
export const makeManifest = (options: ManifestOptions): SignedRelease => {
  const { version, minVersion = '0.0.0', channel = 'stable', days = 90, areas = [], stores = [], notes } = options
  const manifest = releaseManifest.parse({
    product,
    channel,
    version,
    minVersion,
    expires: new Date(Date.now() + days * 86_400_000).toISOString(),
    files: Object.entries(options.folders).flatMap(([arch, folder]) => filesOf(folder, arch)),
    rollout: { areas, stores },
    ...(notes !== undefined && { notes }),
  })
  return { manifest: JSON.stringify(manifest), signatures: [] }
}

const builtAs = (folder: string): unknown => {
  try {
    return JSON.parse(readFileSync(join(folder, 'version.json'), 'utf8')).version
  } catch {
    return undefined
  }
}

/**
 * What each agent would find out too late, one sentence each: a folder of another version is rolled back after it was
 * fetched and started everywhere, and a version without the public keys takes no release after it.
 */
const releaseProblems = ({ version, folders }: Pick<ManifestOptions, 'version' | 'folders'>): string[] =>
  Object.values(folders).flatMap((folder) => [
    ...(builtAs(folder) === version
      ? []
      : [
          `${folder} 是版本 ${builtAs(folder) ?? '（没有 version.json）'}，不是 ${version}：请用 VERSION=${version} 重新构建`,
        ]),
    ...(existsSync(join(folder, 'release-keys.json'))
      ? []
      : [
          `${folder} 里没有 release-keys.json，装上它的助手不再接受任何升级：请用 RELEASE_KEYS=release-keys.json 重新构建`,
        ]),
  ])

/**
 * A release, or whatever else comes in its envelope, with one more signature; the same key signs once. `textOf`: what
 * stands behind each signature.
 */
export const signRelease = (given: unknown, keyFile: string, textOf = releaseText): SignedRelease => {
  const { manifest, signatures } = signedRelease.parse(given)
  const key = readKey(keyFile)
  const own = { kid: kidOf(key), signature: sign(null, Buffer.from(textOf(manifest)), key).toString('base64url') }
  return { manifest, signatures: [...signatures.filter(({ kid }) => kid !== own.kid), own] }
}

const usage = `用法:
  node tools/sign-release.ts key <新密钥.pem>
  node tools/sign-release.ts public <密钥.pem>… > release-keys.json
  node tools/sign-release.ts manifest <架构>=<目录>… --version 1.2.0 [--min 1.0.0] [--channel grey] [--days 90] [--area 320500] [--store P…] [--notes 说明] > release.json
  node tools/sign-release.ts sign release.json <密钥.pem>          (两把密钥各签一次)
架构: win32-x64 linux-x64 linux-arm64 any
`

const option = { type: 'string' } as const
const several = { type: 'string', multiple: true } as const

const main = (): string => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      version: option,
      min: option,
      channel: option,
      days: option,
      notes: option,
      area: several,
      store: several,
    },
  })
  const [command, first = '', ...rest] = positionals
  if (command === 'key' && first) return `${makeKey(first)}\n`
  if (command === 'public' && first) return `${publicKeys([first, ...rest])}\n`
  if (command === 'manifest' && first && values.version) {
    const { version, min, channel, days, area, store, notes } = values
    const folders = Object.fromEntries([first, ...rest].map((one) => one.split('=', 2) as [string, string]))
    const problems = releaseProblems({ version, folders })
    if (problems.length) {
      process.exitCode = 1
      process.stderr.write(`${problems.join('\n')}\n`)
      return ''
    }
    const made = makeManifest({
      version,
      folders,
      notes,
      areas: area,
      stores: store,
      ...(min && { minVersion: min }),
      ...(channel && { channel }),
      ...(days && { days: Number(days) }),
    })
    return `${JSON.stringify(made)}\n`
  }
  if (command === 'sign' && first && rest[0]) {
    const signed = signRelease(JSON.parse(readFileSync(first, 'utf8')), rest[0])
    writeFileSync(first, `${JSON.stringify(signed)}\n`)
    return `${signed.signatures.length} 个签名\n`
  }
  process.exitCode = 2
  return usage
}

if (process.argv[1] === import.meta.filename) byHand(main)
