import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../tools/root.ts'

/** What survives a build: everything in it can be made again. */
export const cacheFolder = join(root, 'node_modules', '.cache', 'agent-build')

export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
export const sha256Of = (file: string): string => sha256(readFileSync(file))

/**
 * Puts the file that `make` makes at `target`, or the one it made before from the same `parts` (texts or hashes that
 * together settle the result).
 */
export const cached = async (parts: readonly string[], target: string, make: (file: string) => Promise<void>) => {
  const kept = join(cacheFolder, 'files', sha256(parts.join('\n')))
  if (!existsSync(kept)) {
    mkdirSync(dirname(kept), { recursive: true })
    await make(`${kept}.new`)
    // Whole or not at all: a build that was cut short leaves no file of this name.
    renameSync(`${kept}.new`, kept)
  }
  const now = new Date()
  utimesSync(kept, now, now)
  mkdirSync(dirname(target), { recursive: true })
  copyFileSync(kept, target)
}
