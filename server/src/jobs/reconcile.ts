import { addDays, formatDay, formatTime } from '@yibao/shared/time.ts'
import { and, asc, eq, exists, inArray, lt, notExists, or, type SQL } from 'drizzle-orm'
import type { Deps } from '../context.ts'
import { announce } from '../domains/message/announce.ts'
import { store } from '../domains/organisation/tables.ts'
import { boundsOf } from '../domains/reconciliation/keys.ts'
import { reconcileDay } from '../domains/reconciliation/store-day.ts'
import { reconGroup } from '../domains/reconciliation/tables.ts'
import { reportFault } from '../fault.ts'
import { every } from './every.ts'
import type { Job } from './index.ts'

const tenMinutes = 600_000

/** The night's hours in Shanghai: after the centre has closed its day, before the shops open (domain.md 5.1). */
const isNight = (now: Date): boolean => {
  const clock = formatTime(now).slice(11, 16)
  return clock >= '00:30' && clock < '06:00'
}

const tellUnequal = async (deps: Deps, { id, name }: typeof store.$inferSelect, day: string, groups: number) => {
  if (!groups) return
  await announce(deps, {
    key: `reconciliation:${id}:${day}`,
    title: `${day} 对账不平：${name}`,
    content: `${name} ${day} 有 ${groups} 组与医保中心不平，差异已列在日对账中，请在当天处理。`,
    type: 'reconciliation',
    level: 'warning',
    stores: [id],
  })
}

const reconcileStore = async (deps: Deps, storeRow: typeof store.$inferSelect, day: string): Promise<void> =>
  tellUnequal(deps, storeRow, day, await reconcileDay(deps, storeRow, { day, by: '系统' }))

/**
 * Yesterday of every open store that no run has finished since the day was over, with every group. A store whose centre
 * does not answer is reported and tried again at the next round; two nodes do not run the same group. Answers how many
 * stores were run.
 */
export const reconcileNight = async (deps: Deps, report: (fault: unknown) => void): Promise<number> => {
  const now = deps.clock()
  if (!isNight(now)) return 0
  const day = addDays(formatDay(now), -1)
  const groups = (open?: SQL) =>
    deps.db
      .select({ id: reconGroup.id })
      .from(reconGroup)
      .where(and(eq(reconGroup.storeId, store.id), eq(reconGroup.day, day), open))
  // A result from before the day was over knows nothing of what came after it.
  const early = lt(reconGroup.at, boundsOf(formatDay(now)).start)
  const unfinished = or(inArray(reconGroup.state, ['0', '1', '5']), early)
  const stores = await deps.db
    .select()
    .from(store)
    .where(and(eq(store.closed, false), or(notExists(groups()), exists(groups(unfinished)))))
    .orderBy(asc(store.id))
  for (const storeRow of stores) await reconcileStore(deps, storeRow, day).catch(report)
  return stores.length
}

/** Every night both sides' books of the day before are compared. */
export const reconcile: Job = {
  name: 'reconcile',
  start: (deps) => {
    const report = (fault: unknown) => reportFault('reconcile', fault)
    return every(tenMinutes, () => reconcileNight(deps, report).then(() => undefined), report)
  },
}
