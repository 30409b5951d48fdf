import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installBeside } from './kit/install.ts'
import type { Bench } from './kit/row.ts'
import { median } from './kit/stats.ts'
import type { Counts } from './reconciliation/contestants.ts'
import { makeFiles, planted } from './reconciliation/files.ts'

const rows = 1_000_000
const rounds = 3

interface Measured {
  ms: number
  memory: number
  counts: Counts
}

const measure = (contestant: string, local: string, centre: string): Measured => {
  const child = join(import.meta.dirname, 'reconciliation/child.ts')
  const done = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', child, contestant, local, centre],
    {
      encoding: 'utf8',
    },
  )
  if (done.status !== 0) throw new Error(`${contestant}: ${done.stderr}`)
  const measured = JSON.parse(done.stdout) as Measured
  const right = (Object.keys(planted) as (keyof Counts)[]).every((kind) => measured.counts[kind] === planted[kind])
  if (!right) throw new Error(`${contestant} found ${JSON.stringify(measured.counts)}`)
  return measured
}

/**
 * One million rows against one million: ours beside DuckDB (2 threads) and a Map of strings. The
 * contestants take turns, each in a process of its own; time without the process's start, memory is its peak, MiB.
 */
export const run: Bench = async (say) => {
  const folder = mkdtempSync(join(tmpdir(), 'yibao-bench-'))
  try {
    say('生成两边各 100 万行的文件')
    const { local, centre } = makeFiles(folder, rows)
    const names = installBeside(say) ? ['ours', 'duckdb', 'map'] : ['ours', 'map']
    say(`${rounds} 轮，各方轮流，每次一个新进程：${names.join('、')}`)
    const results = new Map<string, Measured[]>(names.map((name) => [name, []]))
    for (let round = 0; round < rounds; round++)
      for (const name of round % 2 ? names.toReversed() : names) results.get(name)!.push(measure(name, local, centre))
    const of = (name: string, key: 'ms' | 'memory') => median((results.get(name) ?? []).map((one) => one[key]))
    const time = { name: 'reconcile 1 M with 1 M', unit: 'ms', ours: of('ours', 'ms'), compare: 'ratio' } as const
    return [
      { ...time, beside: { name: 'DuckDB, 2 threads', value: of('duckdb', 'ms') }, limit: { atMost: 1.5 } },
      { ...time, beside: { name: 'Map of strings', value: of('map', 'ms') } },
      {
        ...{ name: 'reconcile, peak memory', unit: 'MiB', ours: of('ours', 'memory'), compare: 'value' },
        ...{ beside: { name: 'DuckDB', value: of('duckdb', 'memory') }, limit: { atMost: 300 } },
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
