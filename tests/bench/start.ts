import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../tools/free-port.ts'
import { paceOf } from '../../tools/pace.ts'
import { program } from '../e2e/program.ts'
import { paced } from './kit/paced.ts'
import type { Bench, Row } from './kit/row.ts'
import { medianOf, timed } from './kit/stats.ts'

const rounds = 3

/** Resident memory of a process in MB; NaN where there is no /proc. */
const residentMb = (pid: number | undefined): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

const mountMs = async (dataDir: string) => {
  const child = fork(join(import.meta.dirname, 'start', 'mount.ts'), {
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
    const ready = await medianOf(rounds, async () => {
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

const row = (name: string, unit: 'ms' | 'MB', ours: number, atMost: number): Row => ({
  ...{ name, unit, ours, compare: 'value', limit: { atMost } },
})

/** What a start of the server costs: mounting every call, and being ready on data that is there. */
export const run: Bench = async (say) => {
  const before = await paceOf()
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-bench-start-'))
  try {
    say('服务端：第一次启动，再启动三次，挂载全部接口')
    const { ready, mb } = await startOnData(dataDir, say)
    const mount = await medianOf(rounds, () => mountMs(dataDir))
    const rows = [
      row('mount of all calls', 'ms', mount, 250),
      row('server ready on existing data', 'ms', ready, 2000),
      row('server resident after the start', 'MB', mb, 450),
    ]
    return paced(rows, (before + (await paceOf())) / 2)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
