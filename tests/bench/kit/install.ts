import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = join(import.meta.dirname, '..', 'beside')

/**
 * Installs what the benches are measured against (NestJS, DuckDB) or with (Lighthouse) where its lock is newer than what
 * is there. It is a package of its own, so that nobody who starts or tests the product pays for it. False when npm could
 * not.
 */
export const installBeside = (say: (text: string) => void): boolean => {
  const installed = join(folder, 'node_modules', '.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs)
    return true
  say('安装用来对比的 NestJS、DuckDB 和 Lighthouse（npm ci，只有基准需要，约 230 MB）')
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  // On Windows npm is a .cmd file, which only a shell can start.
  const done = spawnSync('npm', ['ci', ...flags], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (done.status === 0) return true
  say('没有装上，与它们的比较算作未达到')
  return false
}

/** A package of tests/bench/beside as an address for `import`. */
export const besideUrl = (name: string): string =>
  pathToFileURL(createRequire(join(folder, 'package.json')).resolve(name)).href
