import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Newest change below a folder, ms; node_modules and dist do not count. */
const newest = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist' && name !== 'test')
    .map((entry) =>
      entry.isDirectory() ? newest(join(folder, entry.name)) : statSync(join(folder, entry.name)).mtimeMs,
    )
    .reduce((latest, one) => Math.max(latest, one), 0)

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
