import { lt } from 'drizzle-orm'
import type { Deps } from '../context.ts'
import { authorization, usedSecret } from '../domains/auth/tables.ts'
import { enrolCode } from '../domains/organisation/tables.ts'
import { continuation, idempotency, progress } from '../domains/system/tables.ts'
import { every } from './every.ts'
import type { Job } from './index.ts'

const hour = 3_600_000

/** Removes what has served its time: sessions, questions, approvals, codes; answers and progress after a week. */
export const sweepOnce = async ({ db, clock, services }: Pick<Deps, 'db' | 'clock' | 'services'>): Promise<void> => {
  const now = clock()
  const weekAgo = new Date(now.getTime() - 168 * hour)
  await services.access.sweep()
  await db.delete(continuation).where(lt(continuation.expiresAt, now))
  await db.delete(usedSecret).where(lt(usedSecret.expiresAt, now))
  await db.delete(authorization).where(lt(authorization.expiresAt, weekAgo))
  await db.delete(enrolCode).where(lt(enrolCode.expiresAt, weekAgo))
  await db.delete(idempotency).where(lt(idempotency.startedAt, weekAgo))
  await db.delete(progress).where(lt(progress.at, weekAgo))
}

export const sweep: Job = {
  name: 'sweep',
  start: (deps) =>
    every(
      hour,
      () => sweepOnce(deps),
      (fault) => console.error('sweep', fault),
    ),
}
