import { formatDay } from '@yibao/shared/time.ts'
import { lt, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { addedTo, asIncoming, incoming } from '../../database/incoming.ts'
import type { SlowStatement } from '../../database/statements.ts'
import { sweepingTime } from '../../database/sweeping.ts'
import { normalise } from './normalise.ts'
import { slowSetting, slowStatement, slowText } from './tables.ts'

type SlowDeps = Pick<Deps, 'db' | 'clock' | 'services'>

/** Days that are kept, today included. */
export const keptDays = 30
/** Different statements that are kept of a day: those that took longest in all. */
const digestsADay = 200
/** Rows of one statement on one day: nodes and askers. */
const rowsADigest = 50

export const usualThreshold = 500

/** Takes up the threshold, wherever it was set. */
export const readThreshold = async ({ db, services }: Pick<Deps, 'db' | 'services'>): Promise<void> => {
  const [row] = await db.select({ ms: slowSetting.thresholdMs }).from(slowSetting)
  if (services.statements) services.statements.threshold = row?.ms ?? usualThreshold
}

const rowsFrom = (taken: readonly SlowStatement[], node: string) => {
  const texts = new Map<string, typeof slowText.$inferInsert>()
  const rows = new Map<string, typeof slowStatement.$inferInsert>()
  for (const { text, caller, count, totalMs, maxMs, rows: found, at } of taken) {
    const { digest, text: kept, tables } = normalise(text)
    const lastAt = new Date(at)
    const day = formatDay(lastAt)
    texts.set(digest, { digest, text: kept, tables, lastAt })
    const key = `${day} ${digest} ${caller}`
    const one = rows.get(key) ?? { day, digest, node, caller, count: 0, totalMs: 0, maxMs: 0, rows: 0, lastAt }
    rows.set(key, {
      ...one,
      count: one.count + count,
      totalMs: one.totalMs + Math.round(totalMs),
      maxMs: Math.max(one.maxMs, Math.round(maxMs)),
      rows: one.rows + found,
      lastAt: one.lastAt > lastAt ? one.lastAt : lastAt,
    })
  }
  return { texts: [...texts.values()], rows: [...rows.values()] }
}

/** Writes down what was slow on this node since the last time; what cannot be written is lost, it is a diagnosis only. */
export const flushSlow = async ({ db, services }: SlowDeps): Promise<void> => {
  const taken = services.statements?.take() ?? []
  if (!taken.length) return
  const { texts, rows } = rowsFrom(taken, services.node.name)
  const { day, digest, node, caller } = slowStatement
  await db
    .insert(slowText)
    .values(texts)
    .onConflictDoUpdate({ target: slowText.digest, set: asIncoming(slowText, ['lastAt']) })
  await db
    .insert(slowStatement)
    .values(rows)
    .onConflictDoUpdate({
      target: [day, digest, node, caller],
      set: {
        ...addedTo(slowStatement, ['count', 'totalMs', 'rows']),
        maxMs: sql`greatest(${slowStatement.maxMs}, ${incoming(slowStatement.maxMs)})`,
        lastAt: sql`greatest(${slowStatement.lastAt}, ${incoming(slowStatement.lastAt)})`,
      },
    })
}

/** Keeps 30 days, and of each day what cost most. */
export const trimSlow = async (deps: Pick<Deps, 'db' | 'clock' | 'moved'>): Promise<void> => {
  const { db } = deps
  const now = await sweepingTime(deps)
  if (!now) return
  const first = new Date(now.getTime() - (keptDays - 1) * 86_400_000)
  await db.delete(slowStatement).where(lt(slowStatement.day, formatDay(first)))
  await db.execute(sql`
    delete from ${slowStatement} s using (
      select day, digest, row_number() over (partition by day order by sum(total_ms) desc, digest) as place
      from ${slowStatement} group by day, digest) ranked
    where s.day = ranked.day and s.digest = ranked.digest and ranked.place > ${digestsADay}`)
  await db.execute(sql`
    delete from ${slowStatement} s using (
      select day, digest, node, caller,
        row_number() over (partition by day, digest order by total_ms desc, node, caller) as place
      from ${slowStatement}) ranked
    where s.day = ranked.day and s.digest = ranked.digest and s.node = ranked.node and s.caller = ranked.caller
      and ranked.place > ${rowsADigest}`)
  await db.execute(sql`
    delete from ${slowText} t where not exists (select 1 from ${slowStatement} s where s.digest = t.digest)
      and t.last_at < ${new Date(now.getTime() - 3_600_000).toISOString()}::timestamptz`)
}
