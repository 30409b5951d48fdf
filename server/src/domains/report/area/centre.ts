import { formatDay, formatTime, startOfDay } from '@yibao/shared/time.ts'
import { and, desc, gte, sql, sum } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { percentileOf } from '../../centre-call/duration.ts'
import { type CallEnd, centreCall, centreFault } from '../../centre-call/tables.ts'
import { inArea } from '../../statistics/in-area.ts'

/** Reasons that the tile names. */
const named = 5
const day = 86_400_000

interface Counted {
  /** Beginning of its 10 minutes, unix seconds: as a date each of thousands would be read from its text. */
  at: number
  ms: number
  calls: number
  refused: number
  unanswered: number
}

const total = (rows: readonly Counted[], which: 'calls' | 'refused' | 'unanswered') =>
  rows.reduce((all, row) => all + row[which], 0)

/** 95 of 100 calls that waited for the centre were over by then, ms; a call that never left waited for nobody. */
const p95 = (rows: readonly Counted[]) =>
  percentileOf(
    rows.filter(({ ms }) => ms > 0),
    0.95,
  )

const calls = (ended?: CallEnd) =>
  ended
    ? sql<number>`coalesce(sum(${centreCall.calls}) filter (where ${centreCall.ended} = ${ended}), 0)::integer`
    : sql<number>`sum(${centreCall.calls})::integer`

/** Is it us or the centre: today's calls, why some were not booked, and how long they took in the last 24 hours (ux 7). */
export const centreOf = async (c: Context) => {
  const midnight = startOfDay(formatDay(c.now))
  const { at, ms } = centreCall
  const rows: Counted[] = await c.db
    .select({
      ...{ at: sql<number>`extract(epoch from ${at})::integer`, ms, calls: calls() },
      ...{ refused: calls('refused'), unanswered: calls('unanswered') },
    })
    .from(centreCall)
    .where(and(inArea(c, centreCall.areaCode), gte(at, new Date(c.now.getTime() - day))))
    .groupBy(at, ms)
  const times = sum(centreFault.calls).mapWith(Number)
  const faults = await c.db
    .select({ text: centreFault.text, times })
    .from(centreFault)
    .where(and(inArea(c, centreFault.areaCode), gte(centreFault.at, midnight)))
    .groupBy(centreFault.text)
    .orderBy(desc(times), centreFault.text)
    .limit(named)
  const today = rows.filter((row) => row.at * 1000 >= midnight.getTime())
  const steps = new Map<number, Counted[]>()
  for (const row of rows) {
    const step = steps.get(row.at)
    if (step) step.push(row)
    else steps.set(row.at, [row])
  }
  return {
    centre: {
      ...{ calls: total(today, 'calls'), refused: total(today, 'refused'), unanswered: total(today, 'unanswered') },
      ...{ p95: p95(today), faults: faults.map((fault) => ({ ...fault, times: fault.times ?? 0 })) },
    },
    latency: [...steps]
      .sort(([a], [b]) => a - b)
      .map(([time, step]) => {
        const count = { calls: total(step, 'calls'), unanswered: total(step, 'unanswered') }
        return { at: formatTime(new Date(time * 1000)), ...count, p95: p95(step) ?? 0 }
      }),
  }
}
