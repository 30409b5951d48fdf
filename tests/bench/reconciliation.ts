import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Counts } from './reconciliation/contestants.ts'
import { makeFiles, planted } from './reconciliation/files.ts'

/** One line of the table: ours beside others; `ratio` = ours / the best of them, at most `limit`. */
export interface BenchRow {
  name: string
  ours: number
  beside: { name: string; value: number }[]
  ratio: number
  limit: number
}

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

const hasDuck = (): boolean => {
  try {
    createRequire(import.meta.url).resolve('@duckdb/node-api')
    return true
  } catch {
    return false
  }
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/**
 * One million rows against one million: ours beside DuckDB (2 threads) where it is installed, and a Map of strings. The
 * contestants take turns, each in a process of its own; time without the process's start, memory is its peak, MiB.
 */
export const run = async (): Promise<BenchRow[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'yibao-bench-'))
  try {
    const { local, centre } = makeFiles(folder, rows)
    const names = hasDuck() ? ['ours', 'duckdb', 'map'] : ['ours', 'map']
    const results = new Map<string, Measured[]>(names.map((name) => [name, []]))
    for (let round = 0; round < rounds; round++)
      for (const name of round % 2 ? names.toReversed() : names) results.get(name)!.push(measure(name, local, centre))
    const of = (key: 'ms' | 'memory') => (name: string) => median(results.get(name)!.map((one) => one[key]))
    const row = (name: string, value: (contestant: string) => number, limit: number): BenchRow => {
      const beside = names.slice(1).map((one) => ({ name: one, value: value(one) }))
      const ours = value('ours')
      return { name, ours, beside, ratio: ours / Math.min(...beside.map((one) => one.value)), limit }
    }
    return [row('对账 100 万对 100 万，毫秒', of('ms'), 1.5), row('对账峰值内存，MiB', of('memory'), 1.25)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
