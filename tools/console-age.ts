import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { newest } from './newest.ts'

/** Whether the built console is missing or older than what it is built from. */
export const consoleIsStale = (root: string): boolean => {
  const built = join(root, 'console', 'dist', 'index.html')
  if (!existsSync(built)) return true
  const sources = Math.max(
    newest(join(root, 'console')),
    newest(join(root, 'shared')),
    statSync(join(root, 'package-lock.json')).mtimeMs,
  )
  return statSync(built).mtimeMs < sources
}
