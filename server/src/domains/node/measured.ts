import { percentileOf } from '../centre-call/duration.ts'
import type { Latest, nodeSample } from './tables.ts'

/** What was measured over some time: sums, and the most of what has no sum. */
export type Measured = Omit<typeof nodeSample.$inferSelect, 'name' | 'span' | 'at' | 'nodeId'>

const added = (one: Measured['waits'], other: Measured['waits']): Measured['waits'] => {
  const calls = new Map(one)
  for (const [ms, n] of other) calls.set(ms, (calls.get(ms) ?? 0) + n)
  return [...calls]
}

/** Two times after each other as one. */
export const together = (one: Measured, other: Measured): Measured => ({
  ms: one.ms + other.ms,
  cpuMs: one.cpuMs + other.cpuMs,
  rss: Math.max(one.rss, other.rss),
  heap: Math.max(one.heap, other.heap),
  lag: Math.max(one.lag, other.lag),
  requests: one.requests + other.requests,
  active: Math.max(one.active, other.active),
  queue: Math.max(one.queue, other.queue),
  dbUsed: Math.max(one.dbUsed, other.dbUsed),
  dbMax: Math.max(one.dbMax, other.dbMax),
  waits: added(one.waits, other.waits),
})

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

/** As people read it: per cent of a core, MB, ms, requests in a second. */
export const figuresOf = ({ waits, ...m }: Measured): Latest => {
  const calls = waits.map(([ms, n]) => ({ ms, calls: n }))
  return {
    cpu: Math.round((m.cpuMs / Math.max(m.ms, 1)) * 100),
    rss: megabytes(m.rss),
    heap: megabytes(m.heap),
    lag: Math.round(m.lag),
    rate: Math.round((m.requests / Math.max(m.ms, 1)) * 10_000) / 10,
    active: m.active,
    queue: m.queue,
    dbUsed: m.dbUsed,
    dbMax: m.dbMax,
    p50: percentileOf(calls, 0.5),
    p95: percentileOf(calls, 0.95),
  }
}
