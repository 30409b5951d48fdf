import { and, eq } from 'drizzle-orm'
import type { Message, NotSent } from '../../centre/client.ts'
import type { Deps } from '../../context.ts'
import type { Database } from '../../database/open.ts'
import type { OwnIntent } from './depart.ts'
import { refuseOutcome } from './outcome.ts'
import { intent } from './tables.ts'

/** The name of the unique index a failed insert ran into; undefined for any other error. Both drivers put it differently. */
export const brokenIndex = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint, message } = cause as Error & { code?: string; constraint?: string }
    if (code === '23505') return constraint ?? /"(\w+)"/.exec(message)?.[1]
  }
  return undefined
}

/** The message, or the refusal a clerk reads when our own check held it back. */
export const messageOrRefuse = (built: Message | NotSent): Message =>
  built.kind === 'message' ? built : refuseOutcome(built)

/** Hands an intent of this node to recovery: its fate is unknown. False when recovery had taken it already. */
export const giveToRecovery = async ({ db, clock, config }: Deps, row: OwnIntent, detail: string): Promise<boolean> => {
  const now = clock()
  const given = await db
    .update(intent)
    .set({ outcome: 'unknown', closedAt: now, leaseUntil: now, nextAttemptAt: now, lastError: detail })
    .where(and(eq(intent.id, row.id), eq(intent.outcome, 'open'), eq(intent.node, config.node)))
    .returning({ id: intent.id })
  return given.length > 0
}

/** Ends an intent of this node that definitely did nothing. False when it is no longer `from`: another node has it. */
export const closeRefused = async (
  tx: Database,
  { config, clock }: Deps,
  row: OwnIntent,
  from: 'open' | 'unknown' = 'open',
): Promise<boolean> => {
  const closed = await tx
    .update(intent)
    .set({ outcome: 'refused', closedAt: clock(), lastError: null, needsPerson: false })
    .where(and(eq(intent.id, row.id), eq(intent.outcome, from), eq(intent.node, config.node)))
    .returning({ id: intent.id })
  return closed.length > 0
}
