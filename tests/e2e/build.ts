import { spawn } from 'node:child_process'
import { mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { consoleIsStale } from '../../tools/console-age.ts'
import { root } from '../../tools/root.ts'

const pauseMs = 200
const longestMs = 90_000

const build = () =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'tools', 'build-console.ts')], { cwd: root, stdio: 'inherit' })
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`console build ended with ${code}`))))
  })

/** Folder of the built console; built when it is older than its sources, by one test process while the others wait. */
export const buildConsole = async (): Promise<string> => {
  const lock = join(root, 'console', 'node_modules', '.e2e-build')
  const until = Date.now() + longestMs
  while (consoleIsStale(root)) {
    mkdirSync(join(lock, '..'), { recursive: true })
    const mine = (() => {
      try {
        mkdirSync(lock)
        return true
      } catch {
        return false
      }
    })()
    if (mine) {
      try {
        if (consoleIsStale(root)) await build()
      } finally {
        rmdirSync(lock)
      }
      break
    }
    if (Date.now() > until) throw new Error(`${lock} is left from a killed test: remove it`)
    await new Promise((again) => setTimeout(again, pauseMs))
  }
  return join(root, 'console', 'dist')
}
