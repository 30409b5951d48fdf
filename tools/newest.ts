import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Newest change below a folder, ms; node_modules, dist and tests do not count. */
export const newest = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist' && name !== 'test')
    .map((entry) =>
      entry.isDirectory() ? newest(join(folder, entry.name)) : statSync(join(folder, entry.name)).mtimeMs,
    )
    .reduce((latest, one) => Math.max(latest, one), 0)
