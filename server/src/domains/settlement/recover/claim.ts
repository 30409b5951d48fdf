import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Deps } from '../../../context.ts'
import { move } from '../states.ts'
import { intent, order } from '../tables.ts'
import type { IntentRow, OrderRow } from '../view.ts'

/** After each attempt without a definite answer (DESIGN 7): 5 s, 30 s, 2 min, then every 10 min. */
const pauses = [5_000, 30_000, 120_000, 600_000]

export const nextAttempt = (now: Date, attempts: number): Date =>
  new Date(now.getTime() + pauses[Math.min(attempts, pauses.length) - 1 || 0]!)

export interface Claimed {
  intent: IntentRow
  order: OrderRow
}

/**
 * Takes one intent for this node and makes its order unknown if its server died under it; undefined when another node
 * has it or it is done. The lease is the caller's to renew (`underLease`) while it asks the centre.
 */
export const claimIntent = async (deps: Deps, id: string): Promise<Claimed | undefined> => {
  const { db, config, clock } = deps
  const now = clock()
  return db.transaction(async (tx) => {
    const due = and(eq(intent.id, id), inArray(intent.outcome, ['open', 'unknown']), lt(intent.leaseUntil, now))
    const [claimed] = await tx
      .update(intent)
      .set({
        outcome: 'unknown',
        node: config.node,
        leaseUntil: new Date(now.getTime() + config.lease),
        // A node that lost its lease is dead or stalled: from here on its connection counts as closed.
        closedAt: sql`coalesce(${intent.closedAt}, ${now.toISOString()}::timestamptz)`,
        attempts: sql`${intent.attempts} + 1`,
      })
      .where(due)
      .returning()
    if (!claimed) return undefined
    await move(tx, claimed.orderId, 'lost', now, { by: '系统', text: '服务器中断，正在核实' })
    const [row] = await tx.select().from(order).where(eq(order.id, claimed.orderId))
    return row && { intent: claimed, order: row }
  })
}

/** The intents whose lease is over and whose next attempt is due, oldest first. */
export const dueIntents = async ({ db, clock }: Deps, limit = 20): Promise<string[]> => {
  const now = clock()
  const rows = await db
    .select({ id: intent.id })
    .from(intent)
    .where(
      and(
        inArray(intent.outcome, ['open', 'unknown']),
        eq(intent.needsPerson, false),
        lt(intent.leaseUntil, now),
        or(isNull(intent.nextAttemptAt), lte(intent.nextAttemptAt, now)),
      ),
    )
    .orderBy(asc(intent.sentAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Ends a claim without a definite answer: when to try again, or that a person must decide. */
export const postpone = async (
  { db, clock }: Deps,
  { intent: row }: Claimed,
  { error, needsPerson = false }: { error: string; needsPerson?: boolean },
): Promise<void> => {
  const now = clock()
  await db
    .update(intent)
    .set({
      leaseUntil: now,
      nextAttemptAt: nextAttempt(now, row.attempts),
      lastError: error.slice(0, 500),
      needsPerson,
    })
    .where(and(eq(intent.id, row.id), eq(intent.node, row.node), eq(intent.outcome, 'unknown')))
}
