import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { siteLoad } from '@yibao/shared/calls/site-load.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, gte } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { coarse, fine } from './beat.ts'
import { figuresOf, type Measured, together } from './measured.ts'
import { nodeSample } from './tables.ts'

type Result = ResultOf<typeof siteLoad.history>

/** Seconds: how far back, in which steps, and from which samples. */
const ranges = {
  hour: { back: 3600, step: 30, span: fine },
  day: { back: 86_400, step: 300, span: coarse },
  week: { back: 7 * 86_400, step: 1800, span: coarse },
} as const

/**
 * SiteLoad/History: a node by its name over its starts, in even steps; a step in which nobody measured is there and
 * empty.
 */
export const historyOf = async (c: Context, { name, range }: InputOf<typeof siteLoad.history>): Promise<Result> => {
  const { back, step, span } = ranges[range]
  const place = (at: Date) => Math.floor(at.getTime() / 1000 / step)
  const last = place(c.now)
  const first = last - back / step + 1
  const rows = await c.db
    .select()
    .from(nodeSample)
    .where(and(eq(nodeSample.name, name), eq(nodeSample.span, span), gte(nodeSample.at, new Date(first * step * 1000))))
  const sums = new Map<number, Measured>()
  for (const row of rows) {
    const known = sums.get(place(row.at))
    sums.set(place(row.at), known ? together(known, row) : row)
  }
  const points = Array.from({ length: last - first + 1 }, (_, i): Result['points'][number] => {
    const at = formatTime(new Date((first + i) * step * 1000))
    const sum = sums.get(first + i)
    if (!sum) return { at }
    const { rate, dbMax: most, ...figures } = figuresOf(sum)
    return { at, ...figures, rate: rate.toString() }
  })
  const dbMax = Math.max(0, ...rows.map((row) => row.dbMax))
  return { points, step, dbMax: dbMax || undefined }
}
