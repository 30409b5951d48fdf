import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BinaryHeader, readBinary } from './binary.ts'

/** Where this machine keeps the libraries a host may load: not in C:\Windows itself (onlyTheseFolders of os/windows.ts). */
const systemFolders = (bits: number) => {
  if (process.platform === 'win32') {
    const root = process.env.SystemRoot ?? 'C:\\Windows'
    return [join(root, bits === 32 && process.arch !== 'ia32' ? 'SysWOW64' : 'System32')]
  }
  return ['/lib', '/lib64', '/usr/lib', '/usr/local/lib', '/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu']
}

/** The path of a file in a folder, undefined without one. Windows does not mind the case, a copy on Linux does. */
export const findIn = (folder: string, name: string): string | undefined => {
  if (existsSync(join(folder, name))) return join(folder, name)
  const wanted = name.toLowerCase()
  const found = existsSync(folder) ? readdirSync(folder).find((file) => file.toLowerCase() === wanted) : undefined
  return found === undefined ? undefined : join(folder, found)
}

// api-ms-win-… are no files but names the Windows loader resolves itself.
const virtual = (name: string) => /^(api|ext)-ms-/i.test(name)

/**
 * The runtimes of Visual Studio 2005 and 2008 are shared side by side (C:\Windows\WinSxS): the loader takes them from there
 * by the manifest inside the library that asks, and no folder shows whether it will find them.
 */
const sideBySide = /^(?:msvc[rpm]|mfcm?|atl|vcomp)(?:80|90)u?d?\.dll$/i

export interface ImportProblems {
  /** Files that are nowhere, each with the file that asks for it. */
  missing: { name: string; by: string }[]
  /** Files of the driver's folder that a process of this bitness cannot load. */
  misfit: { name: string; bits: number }[]
  /** Files that only the loader can find, or not. */
  shared: { name: string; by: string }[]
}

/**
 * Follows what a library loads, and what the driver's own files load in turn: Windows names none of them when one is
 * not there (agent.md 9.7). The system's own libraries are not followed.
 */
export const checkImports = (
  file: string,
  header: BinaryHeader,
  folders: readonly string[],
  system: readonly string[] = systemFolders(header.bits),
): ImportProblems => {
  const problems: ImportProblems = { missing: [], misfit: [], shared: [] }
  const seen = new Set<string>()
  const follow = (by: string, { imports }: BinaryHeader) => {
    for (const name of imports.filter((one) => !virtual(one))) {
      if (seen.has(name.toLowerCase())) continue
      seen.add(name.toLowerCase())
      const own = folders.map((folder) => findIn(folder, name)).find((path) => path !== undefined)
      if (own === undefined) {
        if (!system.some((folder) => findIn(folder, name)))
          problems[sideBySide.test(name) ? 'shared' : 'missing'].push({ name, by })
        continue
      }
      const inner = readBinary(readFileSync(own))
      if (!inner || inner.bits !== header.bits) problems.misfit.push({ name, bits: inner?.bits ?? 0 })
      else follow(name, inner)
    }
  }
  follow(file, header)
  return problems
}
