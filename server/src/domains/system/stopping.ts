import { and, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import type { SessionUser } from '../../call/session-user.ts'
import { progress } from './tables.ts'

/** What stands as the error of work that its owner has asked to stop, until it does. */
export const stopping = '正在停止'

/** Its owner stops it: thrown by a step of one part among many. */
export class Stopped extends Error {}

/** Whether the owner of some work has asked for its end. */
export const isStopping = async ({ db }: Pick<Deps, 'db'>, progressId: string): Promise<boolean> => {
  const [row] = await db.select({ error: progress.error }).from(progress).where(eq(progress.id, progressId))
  return row?.error === stopping
}

/** Asks the caller's own work to end behind the part it is at; `what`: as people know it. */
export const stopWork = async (
  { db, me }: Pick<Deps, 'db'> & { me: Pick<SessionUser, 'userId'> },
  progressId: string,
  what: string,
): Promise<void> => {
  const stopped = await db
    .update(progress)
    .set({ error: stopping })
    .where(and(eq(progress.id, progressId), eq(progress.userId, me.userId), eq(progress.finished, false)))
    .returning({ id: progress.id })
  if (!stopped.length) refuse('not.found', { what })
}
