import { rmSync } from 'node:fs'
import { createDriver } from '@yibao/agent/dll/client.ts'
import { hostCommand } from '@yibao/agent/dll/host-command.ts'
import { scanDrivers } from '@yibao/agent/dll/registry.ts'
import { installTools } from '../../installer/tools.ts'
import { missingForWindows, which } from '../../tools/machine.ts'
import { koffiAlone } from './agent/beside.ts'
import { args, driverId, expected, functionName, manifest } from './agent/driver.ts'
import { compiled } from './hosts/native.ts'
import { underWine } from './hosts/wine.ts'
import type { Bench, Row } from './kit/row.ts'
import { interleave, percentile } from './kit/stats.ts'

const rounds = 20
const callsPerRound = 50

/** p50 and p99 of a list beside those of another. */
const rowsOf = (name: string, ours: number[], beside: string, others: number[]): Row[] =>
  ([50, 99] as const).map((share) => ({
    ...{ name: `${name} p${share}`, unit: 'ms', compare: 'ratio' },
    ours: percentile(ours, share / 100),
    beside: { name: `${beside} p${share}`, value: percentile(others, share / 100) },
  }))

/**
 * A call from the desk's side: arguments encoded, the host asked, its answer judged; no HTTP, no session. A .so of this
 * machine beside koffi in the same process; a 32-bit DLL under Wine beside the 64-bit one of the same source.
 */
export const run: Bench = async (say) => {
  const { folder, library } = compiled()
  const { dir, manifest: read } = scanDrivers([folder]).get(driverId)!
  const driver = createDriver({ manifest: read!, dir, dataDir: folder, command: hostCommand })
  const ours = async () => {
    const begin = performance.now()
    const { values } = await driver.call(functionName, args, 5000)
    const ms = performance.now() - begin
    if (values.out !== expected) throw new Error(`unexpected answer: ${JSON.stringify(values)}`)
    return ms
  }
  const native = koffiAlone(library)
  const repeat = async (work: () => Promise<number>) => {
    const times: number[] = []
    for (let i = 0; i < callsPerRound; i++) times.push(await work())
    return times
  }
  const rows: Row[] = []
  try {
    const contestants = { ours: () => repeat(ours), koffi: () => repeat(native) }
    await interleave(2, contestants)
    say(`桌面到驱动进程的 .so 调用，${rounds} 轮各 ${callsPerRound} 次，与同进程 koffi 交替`)
    const measured = await interleave(rounds, contestants)
    rows.push(...rowsOf('.so call, desk to host', measured.ours.flat(), 'koffi alone', measured.koffi.flat()))
  } finally {
    driver.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const missing = [...missingForWindows(), ...(which('x86_64-w64-mingw32-gcc') ? [] : ['mingw x64'])]
  if (missing.length || !installTools(say)) {
    say(`没有 Wine 下的调用：缺 ${missing.join('、') || '打包工具'}`)
    return rows
  }
  say('Wine 下 32 位与 64 位动态库的同一调用')
  const { x86, x64 } = await underWine(manifest, { fn: functionName, args, times: rounds * callsPerRound })
  return [...rows, ...rowsOf('32-bit DLL under Wine, desk to host', x86, '64-bit DLL under Wine', x64)]
}
