import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/root.ts'

const folder = join(root, 'installer')

/** A file of the packages that only the build needs. */
export const toolFile = (...names: string[]): string => join(folder, 'node_modules', ...names)

/** Whether what the executables are built with is installed as installer/package-lock.json says. */
export const toolsInstalled = (): boolean => {
  const installed = toolFile('.package-lock.json')
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
}

/**
 * Installs it: the packager, and Node and koffi of the other platforms (which is what --force is for). It is a package of
 * its own, so that nobody who starts or tests the product pays for it. False when npm could not.
 */
export const installTools = (say: (text: string) => void): boolean => {
  if (toolsInstalled()) return true
  say('安装打包工具和 Windows 的 Node（npm ci，约 75 MB，只需一次）')
  const flags = ['--force', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  // On Windows npm is a .cmd file, which only a shell can start.
  const shell = process.platform === 'win32'
  return spawnSync('npm', ['ci', ...flags], { cwd: folder, stdio: 'inherit', shell }).status === 0
}
