import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { consoleIsStale } from './console-age.ts'
import { makeOnce } from './make-once.ts'
import { root } from './root.ts'

const build = () =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'tools', 'build-console.ts')], { cwd: root, stdio: 'inherit' })
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`console build ended with ${code}`))))
  })

/** Folder of the built console; built, by one process for all that wait for it, when it is older than its sources. */
export const buildConsole = async (): Promise<string> => {
  await makeOnce(join(root, 'console', 'node_modules', '.e2e-build'), () => consoleIsStale(root), build)
  return join(root, 'console', 'dist')
}
