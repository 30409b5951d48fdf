import { formatDay } from '@yibao/shared/time.ts'
import { inArray, lt } from 'drizzle-orm'
import type { Deps } from '../context.ts'
import { authorization, usedSecret } from '../domains/auth/tables.ts'
import { centreCall, centreFault, keptDays } from '../domains/centre-call/tables.ts'
import { message, messageReader } from '../domains/message/tables.ts'
import { agentCommand } from '../domains/organisation/monitor/tables.ts'
import { enrolCode } from '../domains/organisation/tables.ts'
import { hitDays, serviceHit, serviceUser, userDays } from '../domains/service-hit/tables.ts'
import { continuation, idempotency, progress } from '../domains/system/tables.ts'
import { exportJob, importJob } from '../domains/transfer/tables.ts'
import { reportFault } from '../fault.ts'
import { every } from './every.ts'
import type { Job } from './index.ts'

const hour = 3_600_000

/** Removes what has served its time: sessions, questions, approvals, codes; answers and progress after a week,
 * checked sheets after a day, the history of exports after 90 days, how the centres answered after 35, how often calls were hit after 400 and by whom after 35, notices half a
 * year after they end. */
export const sweepOnce = async ({ db, clock, services }: Pick<Deps, 'db' | 'clock' | 'services'>): Promise<void> => {
  const now = clock()
  const ago = (days: number) => new Date(now.getTime() - days * 24 * hour)
  const weekAgo = ago(7)
  await services.access.sweep()
  await db.delete(continuation).where(lt(continuation.expiresAt, now))
  await db.delete(usedSecret).where(lt(usedSecret.expiresAt, now))
  await db.delete(authorization).where(lt(authorization.expiresAt, weekAgo))
  await db.delete(enrolCode).where(lt(enrolCode.expiresAt, weekAgo))
  // What an agent answered is a log: it has served its time with the question.
  await db.delete(agentCommand).where(lt(agentCommand.at, weekAgo))
  await db.delete(idempotency).where(lt(idempotency.startedAt, weekAgo))
  await db.delete(progress).where(lt(progress.at, weekAgo))
  await db.delete(importJob).where(lt(importJob.createdAt, ago(1)))
  await db.delete(exportJob).where(lt(exportJob.createdAt, ago(90)))
  for (const counts of [centreCall, centreFault]) await db.delete(counts).where(lt(counts.at, ago(keptDays)))
  await db.delete(serviceHit).where(lt(serviceHit.day, formatDay(ago(hitDays))))
  await db.delete(serviceUser).where(lt(serviceUser.day, formatDay(ago(userDays))))
  const gone = await db
    .delete(message)
    .where(lt(message.validTo, ago(180)))
    .returning({ id: message.id })
  if (gone.length)
    await db.delete(messageReader).where(
      inArray(
        messageReader.messageId,
        gone.map(({ id }) => id),
      ),
    )
}

export const sweep: Job = {
  name: 'sweep',
  start: (deps) =>
    every(
      hour,
      deps.services.node.round('sweep', () => sweepOnce(deps)),
      (fault) => reportFault('sweep', fault),
    ),
}
