import { isPackagePath, manifestFile, packageLimits } from '@yibao/shared/agent/driver/package.ts'
import { unzipSync } from 'fflate'
import { Refusal, refuse } from '../../base/refuse.ts'

const wrong = (text: string) => refuse('driver.package', { text })

/** One folder around everything is how most archivers pack; it is not part of the driver. */
const withoutTop = (names: readonly string[]) => {
  const top = names[0]?.split('/')[0]
  const all = top !== undefined && names.every((name) => name.startsWith(`${top}/`))
  return all && !names.includes(manifestFile) ? `${top}/`.length : 0
}

/** Chinese archivers write names in GBK without saying so; such a name would never match its entry in driver.json. */
const readable = (name: string) => !name.includes('\uFFFD')

/**
 * The files of an uploaded zip by path. Refuses what is no zip, has no driver.json at its top, leaves its folder, names a
 * file twice, or is more than the limits once unpacked: each with the sentence that says which.
 */
export const unpack = (bytes: Uint8Array): Map<string, Buffer> => {
  let total = 0
  const known = new Set<string>()
  const read = () =>
    unzipSync(bytes, {
      // Counted before anything is unpacked: a small file can hold a great one.
      filter: ({ name, originalSize }) => {
        if (name.endsWith('/') || name.startsWith('__MACOSX/')) return false
        total += originalSize
        if (total > packageLimits.bytes) wrong('解压后超过 80 MB')
        if (known.size >= packageLimits.files) wrong(`文件多于 ${packageLimits.files} 个`)
        if (known.has(name.toLowerCase())) wrong(`文件 ${name} 出现了两次`)
        known.add(name.toLowerCase())
        return true
      },
    })
  const entries = Object.entries(tryRead(read))
  const cut = withoutTop(entries.map(([name]) => name))
  const files = new Map(entries.map(([name, content]) => [name.slice(cut), Buffer.from(content)]))
  for (const name of files.keys()) {
    if (!readable(name)) wrong('压缩包里的文件名不是 UTF-8，请用系统自带的压缩功能重新打包')
    if (!isPackagePath(name)) wrong(`文件名 ${name} 不能使用`)
  }
  if (!files.has(manifestFile)) wrong('压缩包里没有 driver.json')
  return files
}

const tryRead = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    // Its own refusals pass; anything else is the archive's fault.
    if (error instanceof Refusal) throw error
    return wrong('文件不是有效的 zip 压缩包')
  }
}
