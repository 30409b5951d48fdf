import { and, asc, eq, lt } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { progress } from '../system/tables.ts'
import { announce } from './announce.ts'

/** ms in which whoever watches work has read its end. */
const watched = 15_000
/** ms that a progress, and what it led to, can be read (jobs/sweep.ts). */
const kept = 7 * 86_400_000
/** Notices of a round. */
const most = 100

/**
 * Tells the owner of work on several stores that it has ended, where he has not seen that himself: once, with the sum and
 * the way to the line of each store, for as long as they are kept. Answers how many it told of.
 */
export const tellEnded = async (deps: Pick<Deps, 'db' | 'clock' | 'services'>): Promise<number> => {
  const { db, clock } = deps
  const quiet = lt(progress.at, new Date(clock().getTime() - watched))
  const ended = await db
    .select()
    .from(progress)
    .where(and(eq(progress.unseen, true), eq(progress.finished, true), quiet))
    .orderBy(asc(progress.at), asc(progress.id))
    .limit(most)
  for (const { id, userId, run, text, error, results, at } of ended) {
    const left = results.filter(({ ok }) => !ok).length
    const open = error || left
    await announce(deps, {
      key: `run:${id}`,
      title: `「${run?.name}」已结束${error ? '：没有做完' : left ? `：${left} 项还要处理` : ''}`,
      content: `${error ?? text}。按「查看结果」看每家门店的结果，结果保留 7 天。`,
      type: 'notice',
      level: open ? 'warning' : 'info',
      users: [userId],
      link: { title: '查看结果', path: `/system-manager/msg-center?progressId=${id}` },
      validTo: new Date(at.getTime() + kept),
    })
    // Behind the notice, whose key keeps another node from a second one.
    await db.update(progress).set({ unseen: false }).where(eq(progress.id, id))
  }
  return ended.length
}
