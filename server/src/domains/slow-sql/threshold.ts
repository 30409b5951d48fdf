import type { Context, Deps } from '../../call/context.ts'
import { readThreshold, usualThreshold } from './flush.ts'
import { slowSetting } from './tables.ts'

/** Event by which a node tells the others that the threshold is another. */
const changed = 'slow.threshold'

/** From now on this node takes up at once what another one was told. */
export const hearThreshold = (deps: Deps, report: (fault: unknown) => void): void => {
  deps.services.live.onNodes?.(changed, () => readThreshold(deps).catch(report))
}

/** The threshold that somebody set, by whom and when; undefined while nobody did. */
export const thresholdOf = async ({ db }: Pick<Context, 'db'>): Promise<typeof slowSetting.$inferSelect | undefined> =>
  (await db.select().from(slowSetting))[0]

/** Holds on all nodes from now on: on those that hear nothing, within 10 s. */
export const setThreshold = async (c: Context, thresholdMs: number): Promise<void> => {
  const before = await thresholdOf(c)
  c.on('慢SQL阈值')
  c.keep({ before: { thresholdMs: before?.thresholdMs ?? usualThreshold }, after: { thresholdMs } })
  const row = { thresholdMs, by: c.me.name || c.me.userName, at: c.now }
  await c.db
    .insert(slowSetting)
    .values({ id: 1, ...row })
    .onConflictDoUpdate({ target: slowSetting.id, set: row })
  await readThreshold(c)
  c.services.live.tellNodes?.(changed, String(thresholdMs))
}
