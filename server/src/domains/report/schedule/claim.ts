import { and, eq, type SQL } from 'drizzle-orm'
import type { Deps } from '../../../call/context.ts'
import { mineOf } from '../../../database/claims.ts'
import type { LeaseEnd } from '../../../database/columns.ts'
import { hasCome, isFree, lasting } from '../../../database/held.ts'
import type { Database } from '../../../database/open.ts'
import { reportDelivery, reportRun } from './tables.ts'

/** ms one node works on a run without saying that it still does: longer than the statements of one recipient may take. */
const lease = 150_000
/** ms between two tries of one recipient. */
export const pause = 300_000

/** A run that this node carries out, as long as its claim stands. */
export type Claimed = typeof reportRun.$inferSelect & { claimedUntil: LeaseEnd }

const whose = ({ id, claimedUntil }: Claimed) => and(mineOf(reportRun, [id], claimedUntil), eq(reportRun.state, 'open'))

/** SQL: it is gone on with now, where nobody is at it. */
export const isDue = ({ clock }: Pick<Deps, 'clock'>): SQL => hasCome(reportRun.nextAttemptAt, clock(), pause)

/** One node at a time; whoever dies with it leaves it free after the lease. */
export const claim = async (deps: Pick<Deps, 'db' | 'clock' | 'moved'>, id: string): Promise<Claimed | undefined> => {
  const free = isFree(deps, reportRun.claimedUntil, lease)
  const [row] = await deps.db
    .update(reportRun)
    .set({ claimedUntil: lasting(deps, lease) })
    .where(and(eq(reportRun.id, id), eq(reportRun.state, 'open'), isDue(deps), free))
    .returning()
  return row as Claimed | undefined
}

/** Says that it is still carried out; false when it has become another node's. */
export const renew = async (deps: Pick<Deps, 'db' | 'moved'>, run: Claimed): Promise<boolean> => {
  const [row] = await deps.db
    .update(reportRun)
    .set({ claimedUntil: lasting(deps, lease) })
    .where(whose(run))
    .returning({ claimedUntil: reportRun.claimedUntil })
  if (row) run.claimedUntil = row.claimedUntil!
  return row !== undefined
}

/** Whether the claim still stands; inside a transaction nobody takes it until that ends. */
export const isMine = async (db: Database, run: Claimed): Promise<boolean> => {
  const [row] = await db.select({ id: reportRun.id }).from(reportRun).where(whose(run)).for('update')
  return row !== undefined
}

/** Leaves it, ended or to be gone on with; false when it has become another node's. */
export const leave = async (
  db: Database,
  run: Claimed,
  values: Partial<typeof reportRun.$inferInsert>,
): Promise<boolean> => {
  const [row] = await db
    .update(reportRun)
    .set({ ...values, claimedUntil: null })
    .where(whose(run))
    .returning({ id: reportRun.id })
  return row !== undefined
}

/** Writes how it stands with one recipient, whose outcome is not known yet. */
export const noteDelivery = async (
  db: Database,
  { id }: Pick<Claimed, 'id'>,
  userId: string,
  values: Partial<typeof reportDelivery.$inferInsert>,
): Promise<void> => {
  await db
    .update(reportDelivery)
    .set(values)
    .where(and(eq(reportDelivery.runId, id), eq(reportDelivery.userId, userId), eq(reportDelivery.outcome, 'waiting')))
}
