import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../tools/root.ts'
import { typeCheckArgs, typeCheckEnv } from '../../tools/type-check.ts'
import { consoleSizes, notLists } from './console/size.ts'
import type { Bench, Row } from './kit/row.ts'
import { medianOf, timed } from './kit/stats.ts'

const rounds = 3
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

const processMs = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  timed(async () => {
    const options = { cwd: root, env: { ...process.env, ...env } }
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
  })

/** What developing costs: type check, build, sizes. */
export const run: Bench = async (say) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-bench-build-'))
  const row = (name: string, unit: string, ours: number, atMost: number): Row => ({
    ...{ name, unit, ours, compare: 'value', limit: { atMost } },
  })
  try {
    say('类型检查：第一次和再一次；构建三次')
    const checkTypes = () => processMs([tsc, ...typeCheckArgs(join(dataDir, 'types.tsbuildinfo'))], typeCheckEnv())
    const whole = await checkTypes()
    const again = await checkTypes()
    const build = await medianOf(rounds, () => processMs([join(root, 'tools', 'build-console.ts')]))
    const sizes = await consoleSizes()
    // What is no list has a limit of its own (tests/console-size.test.ts).
    const lists = sizes.pages.filter(({ path }) => !notLists.has(path))
    const first = Math.max(...lists.map(({ added }) => added))
    return [
      row('type check, whole repository', 's', whole / 1000, 3),
      { name: 'type check, nothing changed', unit: 's', ours: again / 1000, compare: 'value' },
      row('build of the console', 's', build / 1000, 8),
      row('JS to the login, gzip', 'KiB', sizes.login, 90),
      row('JS to shell and home, gzip', 'KiB', sizes.shell, 230),
      row('JS that the first list adds, gzip', 'KiB', first, 170),
      row('style sheets, gzip', 'KiB', sizes.css, 20),
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
