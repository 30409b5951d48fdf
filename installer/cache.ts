import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../tools/root.ts'

/** What survives a build: everything in it can be made again. */
export const cacheFolder = join(root, 'node_modules', '.cache', 'agent-build')

export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
export const sha256Of = (file: string): string => sha256(readFileSync(file))

/** Executables are large: two builds' worth of files stay, the last used first. */
const mostFiles = 12

const prune = (folder: string) => {
  const files = readdirSync(folder).map((name) => join(folder, name))
  const used = new Map(files.map((file) => [file, statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0]))
  for (const file of files.sort((a, b) => used.get(b)! - used.get(a)!).slice(mostFiles)) rmSync(file, { force: true })
}

/**
 * Puts the file that `make` makes at `target`, or the one it made before from the same `parts` (texts or hashes that
 * together settle the result).
 */
export const cached = async (parts: readonly string[], target: string, make: (file: string) => Promise<void>) => {
  const kept = join(cacheFolder, 'files', sha256(parts.join('\n')))
  if (!existsSync(kept)) {
    mkdirSync(dirname(kept), { recursive: true })
    const beside = `${kept}.${process.pid}`
    await make(beside)
    // Whole or not at all: a build that was cut short leaves no file of this name.
    renameSync(beside, kept)
    prune(dirname(kept))
  }
  const now = new Date()
  utimesSync(kept, now, now)
  mkdirSync(dirname(target), { recursive: true })
  copyFileSync(kept, target)
}
