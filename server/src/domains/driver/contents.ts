import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import { manifestFile, type PackageFile } from '@yibao/shared/agent/driver/package.ts'
import { ManifestProblem, parseManifest, readManifestText } from '@yibao/shared/agent/driver/read-manifest.ts'
import { canonicalJson } from '@yibao/shared/agent/ticket.ts'
import { sha256hex } from '../../base/hash.ts'
import { refuse } from '../../base/refuse.ts'
import type { PackageAbout } from './tables.ts'

export type MenuCode = 'MedicalDll' | 'CardReadDll'

type Named = { file: string; sha256?: string; needs?: string[] }

/** Settlement libraries are kept on one page, everything that reads a card on the other. */
const pageOf = ({ kind }: Manifest): MenuCode => (kind === 'settlement' ? 'MedicalDll' : 'CardReadDll')
const pageNames: Record<MenuCode, string> = { MedicalDll: '医保DLL管理', CardReadDll: '读卡DLL管理' }

const checked = (json: unknown): Manifest => {
  try {
    if (typeof json === 'object' && json !== null && 'extends' in json)
      throw new ManifestProblem('extends：上传的包要写全接口，不能引用别的驱动')
    return parseManifest(json)
  } catch (error) {
    if (error instanceof ManifestProblem) return refuse('driver.manifest', { text: error.message })
    throw error
  }
}

/** The manifest as written, with the hash of every library in it: whoever uploads a file vouches for it. */
const sealed = (json: unknown, files: ReadonlyMap<string, Pick<PackageFile, 'sha256'>>, deps: readonly string[]) => {
  const find = (name: string) =>
    deps.map((folder) => (folder === '.' ? name : `${folder}/${name}`)).find((path) => files.has(path))
  const own = json as Record<string, unknown> & { files: Record<string, Named> }
  const libraries = Object.entries(own.files).map(([platform, entry]) => {
    const absent = [entry.file, ...(entry.needs ?? [])].find((name) => !find(name))
    if (absent !== undefined) refuse('driver.package', { text: `压缩包里没有 ${absent}，driver.json 要用到它` })
    if (!files.has(entry.file)) refuse('driver.package', { text: `${entry.file} 应放在 driver.json 旁边` })
    return [platform, { ...entry, sha256: files.get(entry.file)!.sha256 }]
  })
  return { ...own, files: Object.fromEntries(libraries) }
}

const aboutOf = (manifest: Manifest): PackageAbout => {
  const platforms = Object.keys(manifest.files ?? {})
  const widths = [platforms.includes('win32-ia32') && '32', platforms.some((p) => p.endsWith('x64')) && '64']
  return {
    entry: [...new Set(Object.values(manifest.files ?? {}).map((entry) => entry?.file))].join('、'),
    bits: widths.filter(Boolean).join('+'),
    convention: manifest.convention,
    encoding: manifest.encoding,
    media: Object.keys(manifest.tasks).flatMap((task) => (task.startsWith('read.') ? [task.slice(5)] : [])),
  }
}

export interface Contents {
  manifest: Manifest
  about: PackageAbout
  files: PackageFile[]
  /** The bytes of its driver.json, which is always written anew. */
  manifestBytes: Buffer
  sha256: string
  size: number
}

/**
 * What a package holds: its files and a driver.json that can be used, for this page. Refuses in Chinese what keeps a
 * counter from using it.
 */
export const contentsOf = (json: unknown, others: readonly PackageFile[], page: MenuCode): Contents => {
  const manifest = checked(json)
  if (manifest.simulator || manifest.kind === 'printer')
    return refuse('driver.manifest', { text: 'kind：模拟器和打印机不作为驱动包分发' })
  if (pageOf(manifest) !== page)
    return refuse('driver.manifest', { text: `kind：这类驱动请在「${pageNames[pageOf(manifest)]}」上传` })
  const byPath = new Map(others.filter(({ path }) => path !== manifestFile).map((file) => [file.path, file]))
  const manifestBytes = Buffer.from(`${JSON.stringify(sealed(json, byPath, manifest.deps), null, 2)}\n`)
  const own = { path: manifestFile, sha256: sha256hex(manifestBytes), size: manifestBytes.length }
  const files = [...byPath.values(), own].toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return { manifest, about: aboutOf(manifest), files, manifestBytes, sha256: sha256hex(canonicalJson(files)), size }
}

/** The files of an unpacked zip as a package names them. */
export const packageFiles = (unpacked: ReadonlyMap<string, Buffer>): PackageFile[] =>
  [...unpacked].map(([path, bytes]) => ({ path, sha256: sha256hex(bytes), size: bytes.length }))

/** The JSON in an unpacked driver.json; refuses naming the line. */
export const manifestJson = (bytes: Buffer): unknown => {
  try {
    return readManifestText(bytes.toString('utf8'))
  } catch (error) {
    return refuse('driver.manifest', { text: (error as Error).message })
  }
}
