import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../files/disk.ts'
import { isVersion } from './layout.ts'

/** Reads `<root>/current`; undefined when there is none or it does not name a version. */
export const readPointer = (root: string): string | undefined => {
  try {
    const text = readFileSync(join(root, 'current'), 'utf8').trim()
    return isVersion(text) ? text : undefined
  } catch {
    return undefined
  }
}

/** What is said where there is no pointer: half an installation, or a file that somebody deleted. */
export const noVersion = (root: string): string => `${root} 没有记录正在使用的版本，请重新运行安装程序（修复）`

/** Moves the pointer in one step: a power cut leaves the old one or the new one. */
export const writePointer = (root: string, version: string): void => {
  if (!isVersion(version)) throw new TypeError(`not a version: ${version}`)
  writeWhole(join(root, 'current'), `${version}\n`)
}

/** Takes away what a move that was killed, of this version or one before, left beside the pointer. */
export const clearMoves = (root: string): void => {
  for (const name of readdirSync(root)) if (/^current(\.\d+)?\.new$/.test(name)) rmSync(join(root, name))
}
