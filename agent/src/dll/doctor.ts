import { readFileSync, realpathSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import type { AgentErrorCode } from '@yibao/shared/agent/errors.ts'
import { sha256hex } from '../hash.ts'
import { readBinary } from './binary.ts'
import { checkImports, findIn, type ImportProblems } from './imports.ts'

// Windows answers "module not found" and names nothing (agent.md 9.7). The doctor looks before the load and
// says in words which file is missing or of the wrong bitness.

export interface Diagnosis {
  /** Bitness the host needs. */
  bits: 32 | 64
  /** Real path of the library; absent for a simulator or when something is wrong. */
  file?: string
  /** What keeps the driver from being loaded, as a code and as a sentence. */
  problem?: { code: AgentErrorCode; text: string }
  /** What the system has to give to it, which only the load shows. */
  note?: string
}

/** The manifest's file for this machine: the preferred bitness first, else the other. */
const fileFor = ({ files, bits }: Manifest, platform: string) => {
  const keys = [bits, bits === 32 ? 64 : 32].map(
    (b) => [`${platform}-${b === 32 ? 'ia32' : 'x64'}`, b as 32 | 64] as const,
  )
  for (const [key, keyBits] of keys) {
    const entry = files?.[key as keyof typeof files]
    if (entry) return { ...entry, bits: keyBits }
  }
  return undefined
}

const missingFile = (name: string) => ({
  code: 'DRIVER_MISSING_FILE' as const,
  text: `缺少文件 ${name}，请把它放进驱动文件夹`,
})

const named = (files: ImportProblems['missing']) => files.map(({ name, by }) => `${name}（${by} 要用）`).join('、')

const importProblem = ({ missing, misfit }: ImportProblems, bits: number) => {
  const [wrong] = misfit
  if (wrong)
    return {
      code: 'DRIVER_BITS' as const,
      text: `依赖文件 ${wrong.name} ${wrong.bits ? `是 ${wrong.bits} 位的` : '不是本系统的动态库'}，需要 ${bits} 位的，请换成同一套文件`,
    }
  return missing.length ? missingFile(named(missing)) : undefined
}

const importNote = ({ shared }: ImportProblems, bits: number) =>
  shared.length
    ? `${named(shared)}由系统里的 Visual C++ 2005/2008 运行库（${bits === 32 ? 'x86' : 'x64'}）提供，没有安装时请先安装`
    : undefined

/** Its header; what is wrong with the file where something is. */
const readLibrary = (path: string, bits: number, sha256: string | undefined) => {
  const bytes = readFileSync(path)
  const header = readBinary(bytes)
  const wanted = process.platform === 'win32' ? 'pe' : 'elf'
  if (!header || header.format !== wanted) return { code: 'DRIVER_BITS' as const, text: '文件不是本系统的动态库' }
  if (header.bits !== bits)
    return {
      code: 'DRIVER_BITS' as const,
      text: `文件是 ${header.bits} 位的，驱动说明要求 ${bits} 位，请换 ${bits} 位的文件`,
    }
  const actual = sha256hex(bytes)
  if (!sha256) return { code: 'DRIVER_HASH_MISMATCH' as const, text: `文件还没有登记校验值，核对来源后登记：${actual}` }
  if (actual !== sha256)
    return { code: 'DRIVER_HASH_MISMATCH' as const, text: '文件与登记的校验值不一致，可能被替换或损坏，请重新下载驱动' }
  return header
}

type Entry = NonNullable<ReturnType<typeof fileFor>>

const lookAt = (manifest: Manifest, dir: string, entry: Entry): Diagnosis => {
  const { bits } = entry
  const absent = [entry.file, ...(entry.needs ?? [])].find(
    (name) => !manifest.deps.concat('.').some((folder) => findIn(join(dir, folder), name)),
  )
  if (absent !== undefined) return { bits, problem: missingFile(absent) }
  const path = realpathSync(join(dir, entry.file))
  // A link that leads out of the folder would load what nobody checked.
  if (!path.startsWith(realpathSync(dir) + sep)) return { bits, problem: missingFile(entry.file) }
  const read = readLibrary(path, bits, entry.sha256)
  if ('code' in read) return { bits, problem: read }
  const folders = manifest.deps.map((folder) => join(dir, folder))
  const imports = checkImports(basename(path), read, folders)
  const [problem, note] = [importProblem(imports, bits), importNote(imports, bits)]
  return problem ? { bits, problem } : { bits, file: path, ...(note && { note }) }
}

/** Looks at a driver's files without loading anything. Never throws: one driver's file must not cost the others. */
export const diagnose = (manifest: Manifest, dir: string, platform: string = process.platform): Diagnosis => {
  if (manifest.simulator) return { bits: process.arch === 'ia32' ? 32 : 64 }
  const entry = fileFor(manifest, platform)
  if (!entry) {
    const text = '这个驱动没有适用于本系统的文件'
    return { bits: manifest.bits, problem: { code: 'DRIVER_MISSING_FILE', text } }
  }
  try {
    return lookAt(manifest, dir, entry)
  } catch (fault) {
    // A virus scanner holds it open, a folder has its name, the disk cannot read it.
    const why = (fault as NodeJS.ErrnoException).code ?? 'unknown'
    const text = `文件 ${entry.file} 或它的依赖文件读不出来（${why}），可能被杀毒软件占用，请放行后点〔恢复驱动〕`
    return { bits: entry.bits, problem: { code: 'DRIVER_MISSING_FILE', text } }
  }
}
