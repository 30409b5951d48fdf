import type { DatabaseSync } from 'node:sqlite'

/** No PC sleeps as long, when the steady clock may stand still: this one was set. ms. */
const setMs = 100 * 24 * 3600_000

/** Where the box keeps when something came. */
const tables = ['erp_frame', 'erp_told', 'erp_unknown']

/**
 * A PC whose battery is empty comes up years ago, and a native ERP needs no clock: dated then, its bill would be a customer's
 * of before, and a result be forgotten, as soon as the clock is put right. Gives a function to call with each time (unix ms)
 * before it is used: where it has moved against `steady` (ms from anywhere, never set), what came since the start is moved
 * along. Smaller moves are a sleep, or what the times of the box bear.
 */
export const datedAnew = (database: DatabaseSync, steady: () => number) => {
  const start = steady()
  let offset: number | undefined
  return (nowMs: number) => {
    const [before, now] = [offset, nowMs - steady()]
    if (before !== undefined && Math.abs(now - before) > setMs)
      for (const table of tables)
        database
          .prepare(`update ${table} set at = at + :moved where at between :from and :to`)
          .run({ moved: Math.round(now - before), from: Math.floor(start + before), to: Math.ceil(steady() + before) })
    offset = now
  }
}
