import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildLinux, prepare } from '../../installer/build.ts'
import { bundle } from '../../installer/bundle.ts'
import { cacheFolder } from '../../installer/cache.ts'
import { agentExecutable } from '../../installer/executables.ts'
import { installTools } from '../../installer/tools.ts'
import type { Bench } from './kit/row.ts'
import { interleave, median } from './kit/stats.ts'
import { startHost } from './packaged/host.ts'
import { idle, memoryOf, startProgram } from './packaged/program.ts'

const rounds = 15
const warmUp = 2
const MiB = 1024 * 1024
/**
 * QZ Tray is started with this heap (`launch.opts` of its ant/project.properties), MiB: read, not measured. Its installer
 * needs a Java that is not to be had here. Of electron-hiprint no figure is published and its Electron 17 cannot be had.
 */
const qzTray = { name: 'QZ Tray, heap at start (read: its launch.opts)', value: 512 }

const sizeOf = (file: string) => statSync(file).size / MiB

/** The executable for Linux beside the least there can be: a hello-world fastify, packaged by the same steps. */
export const run: Bench = async (say) => {
  if (!installTools(say)) throw new Error('the packager could not be installed')
  const dist = join(cacheFolder, 'bench')
  const { agent } = await prepare(say)
  const ours = join(await buildLinux({ dist, version: '0.9.0', say }, agent), 'agent')
  const bare = join(dist, 'hello')
  await agentExecutable(await bundle('tests/bench/packaged/hello.ts'), 'linux', bare)
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-bench-'))
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    AGENT_PORT: '0',
    SERVER_URL: 'http://127.0.0.1:9',
    CONSOLE_DIR: dataDir,
  }
  const startOurs = () => startProgram(ours, ['gateway'], env)
  const startBare = () => startProgram(bare, [], env)
  const timed = (start: typeof startOurs) => async () => {
    const { ms, stop } = await start()
    await stop()
    return [ms]
  }
  try {
    const contestants = { ours: timed(startOurs), host: () => startHost(ours), bare: timed(startBare) }
    await interleave(warmUp, contestants)
    say(`启动 ${rounds} 次，与只有一个路由的 fastify 交替`)
    const starts = await interleave(rounds, contestants)
    say('空闲内存（PSS）')
    const [agentNow, bareNow] = [await startOurs(), await startBare()]
    await idle(agentNow.base)
    const memory = { ours: memoryOf(agentNow.child.pid!), bare: memoryOf(bareNow.child.pid!) }
    await Promise.all([agentNow.stop(), bareNow.stop()])
    const p50 = (samples: number[][]) => median(samples.flat())
    const beside = (value: number) => ({ name: 'plain SEA, hello-world fastify', value })
    return [
      {
        name: 'Linux exe',
        unit: 'MiB',
        ours: sizeOf(ours),
        beside: beside(sizeOf(bare)),
        compare: 'ratio',
        limit: { atMost: 1.05 },
      },
      { name: 'exe to /v1/hello p50', unit: 'ms', ours: p50(starts.ours), compare: 'value', limit: { atMost: 400 } },
      {
        name: 'exe to /v1/hello p50',
        unit: 'ms',
        ours: p50(starts.ours),
        beside: beside(p50(starts.bare)),
        compare: 'ratio',
      },
      {
        ...{ name: 'exe to a driver host p50', unit: 'ms', ours: p50(starts.host), compare: 'ratio' },
        ...{ beside: beside(p50(starts.bare)), limit: { atMost: 1 } },
      },
      { name: 'idle PSS, gateway + desk', unit: 'MiB', ours: memory.ours, compare: 'value', limit: { atMost: 150 } },
      {
        name: 'idle PSS, gateway + desk',
        unit: 'MiB',
        ours: memory.ours,
        beside: beside(memory.bare),
        compare: 'ratio',
      },
      { name: 'idle PSS, gateway + desk', unit: 'MiB', ours: memory.ours, beside: qzTray, compare: 'ratio' },
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
