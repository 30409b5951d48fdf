import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../tools/free-port.ts'
import { root } from '../../tools/root.ts'
import { typeCheckArgs, typeCheckEnv } from '../../tools/type-check.ts'
import { program } from '../e2e/program.ts'
import { consoleSizes, notLists } from './console/size.ts'
import type { Bench, Row } from './kit/row.ts'
import { median, timed } from './kit/stats.ts'

const rounds = 3
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

const run3 = async (work: () => Promise<number>) => {
  const results: number[] = []
  for (let i = 0; i < rounds; i++) results.push(await work())
  return median(results)
}

const processMs = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  timed(async () => {
    const options = { cwd: root, env: { ...process.env, ...env } }
    const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
  })

/** Resident memory of a process in MB; NaN where there is no /proc. */
const residentMb = (pid: number | undefined): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

const mountMs = async (dataDir: string) => {
  const child = fork(join(import.meta.dirname, 'build', 'mount.ts'), {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
  })
  const [{ ms }] = (await once(child, 'message')) as [{ ms: number }]
  return ms
}

const startOnData = async (dataDir: string, say: (text: string) => void) => {
  const port = await freePort()
  const env = { DATA_DIR: dataDir, PORT: String(port), CENTRE_URL: 'http://127.0.0.1:9', DATABASE_URL: '' }
  const server = program('server/src/main.ts', [], port, { ...env, LOG_LEVEL: 'warn', CONSOLE_DIR: '' })
  try {
    const first = await timed(server.start)
    await server.stop()
    say(`第一次启动（建库、种子数据）${first.toFixed(0)} ms`)
    let mb = 0
    const ready = await run3(async () => {
      const ms = await timed(server.start)
      mb = Math.max(mb, residentMb(server.pid()))
      await server.stop()
      return ms
    })
    return { ready, mb }
  } finally {
    await server.stop()
  }
}

/** What developing and starting cost: type check, build, sizes, mounting every call, a start on data that is there. */
export const run: Bench = async (say) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-bench-build-'))
  const row = (name: string, unit: string, ours: number, atMost: number): Row => ({
    ...{ name, unit, ours, compare: 'value', limit: { atMost } },
  })
  try {
    say('服务端：第一次启动，再启动三次，挂载全部接口')
    const { ready, mb } = await startOnData(dataDir, say)
    const mount = await run3(() => mountMs(dataDir))
    say('类型检查：第一次和再一次；构建三次')
    const checkTypes = () => processMs([tsc, ...typeCheckArgs(join(dataDir, 'types.tsbuildinfo'))], typeCheckEnv())
    const whole = await checkTypes()
    const again = await checkTypes()
    const build = await run3(() => processMs([join(root, 'tools', 'build-console.ts')]))
    const sizes = await consoleSizes()
    // What is no list has a limit of its own (tests/console-size.test.ts).
    const lists = sizes.pages.filter(({ path }) => !notLists.has(path))
    const first = Math.max(...lists.map(({ added }) => added))
    return [
      row('type check, whole repository', 's', whole / 1000, 3),
      { name: 'type check, nothing changed', unit: 's', ours: again / 1000, compare: 'value' },
      row('build of the console', 's', build / 1000, 8),
      row('mount of all calls', 'ms', mount, 250),
      row('server ready on existing data', 's', ready / 1000, 2),
      row('server resident after the start', 'MB', mb, 450),
      row('JS to the login, gzip', 'KiB', sizes.login, 90),
      row('JS to shell and home, gzip', 'KiB', sizes.shell, 230),
      row('JS that the first list adds, gzip', 'KiB', first, 170),
      row('style sheets, gzip', 'KiB', sizes.css, 20),
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
