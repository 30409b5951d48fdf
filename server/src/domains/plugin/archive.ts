import { isReleasePath, type ReleaseKeys, signedRelease, signersOf } from '@yibao/shared/agent/release.ts'
import { unzipSync } from 'fflate'
import { sha256hex } from '../../base/hash.ts'
import { Refusal, refuse } from '../../base/refuse.ts'
import type { PluginProblem } from '../../centre/plugin/read-rules.ts'
import { isSignedBy } from '../release/keys.ts'
import {
  type Declared,
  type PluginManifest,
  pluginLimits,
  pluginText,
  readManifest,
  readServices,
  signedFile,
} from './manifest.ts'

const wrong = (text: string) => refuse('plugin.package', { text })

/** The files of an archive. What it would unpack to is counted before anything is unpacked. */
const unpack = (bytes: Uint8Array): Map<string, Buffer> => {
  if (bytes.length > pluginLimits.zipped) return wrong('超过 2 MB')
  let total = 0
  const known = new Set<string>()
  try {
    const entries = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name.endsWith('/')) return false
        total += originalSize
        if (total > pluginLimits.bytes) wrong('解压后超过 4 MB')
        if (known.size >= pluginLimits.files + 1) wrong(`文件多于 ${pluginLimits.files} 个`)
        if (!isReleasePath(name)) wrong(`文件名 ${JSON.stringify(name).slice(0, 120)} 不能使用`)
        if (known.has(name.toLowerCase())) wrong(`文件 ${name} 出现了两次`)
        known.add(name.toLowerCase())
        return true
      },
    })
    return new Map(Object.entries(entries).map(([name, content]) => [name, Buffer.from(content)]))
  } catch (error) {
    // Its own refusals pass; anything else is the archive's fault.
    if (error instanceof Refusal) throw error
    return wrong('文件不是有效的 zip 压缩包')
  }
}

const jsonIn = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The signed text; nothing of it is parsed before two different keys are known to have signed it. */
const openText = (bytes: Buffer, keys: ReleaseKeys): { text: string; signers: string[] } => {
  const parsed = signedRelease.safeParse(jsonIn(bytes))
  if (!parsed.success) return wrong(`${signedFile} 不完整或格式不正确`)
  const { manifest: text, signatures } = parsed.data
  return { text, signers: signersOf(signatures, keys, pluginText(text), isSignedBy) ?? refuse('plugin.signature') }
}

/** More than these are read by nobody at once. */
const shown = 5
const refuseProblems = (problems: readonly PluginProblem[]): void => {
  if (!problems.length) return
  const words = problems.slice(0, shown).map(({ place, text }) => `${place} ${text}`)
  wrong(`${words.join('；')}${problems.length > shown ? `；另有 ${problems.length - shown} 处` : ''}`)
}

/** Every file that the signed list names is there byte by byte, and no other one. */
const checkFiles = ({ files }: PluginManifest, given: ReadonlyMap<string, Buffer>): void => {
  const listed = new Set([signedFile, ...files.map(({ path }) => path)])
  const strange = [...given.keys()].find((path) => !listed.has(path))
  if (strange !== undefined) wrong(`文件 ${strange} 不在签名的清单中`)
  for (const { path, size, sha256 } of files) {
    const bytes = given.get(path)
    if (!bytes) wrong(`缺少清单中的文件 ${path}`)
    else if (bytes.length !== size || sha256hex(bytes) !== sha256) wrong(`文件 ${path} 与签名的清单不符`)
  }
}

/** A package that may be kept: who signed it, its manifest, and its services read and checked. */
interface OpenPackage {
  manifest: PluginManifest
  signers: string[]
  services: Declared[]
  sha256: string
}

/**
 * Opens an uploaded package. Nothing of its manifest is read before two keys are known to have signed it. Refuses with
 * what is wrong and where: a file that is no zip, too much, a way out of it, a changed file, a rule that must not be.
 */
export const openPackage = (bytes: Uint8Array, keys: ReleaseKeys): OpenPackage => {
  const given = unpack(bytes)
  const signed = given.get(signedFile)
  if (!signed) return wrong(`压缩包里没有 ${signedFile}`)
  const { text, signers } = openText(signed, keys)
  const read = readManifest(text)
  if ('problems' in read) {
    refuseProblems(read.problems)
    return wrong('清单不能使用')
  }
  const { manifest } = read
  checkFiles(manifest, given)
  const texts = new Map([...given].map(([path, content]) => [path, content.toString('utf8')]))
  const { services, problems } = readServices(manifest, texts)
  refuseProblems(problems)
  return { manifest, signers, services, sha256: sha256hex(bytes) }
}
