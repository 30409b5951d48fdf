import { and, asc, desc, eq, gt, inArray, notInArray, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Deps } from '../../../call/context.ts'
import type { LeaseEnd } from '../../../database/columns.ts'
import { databaseNow, isFree, lasting, noLease } from '../../../database/held.ts'
import { move, note } from '../../order/states.ts'
import { intent, order, underWayOnly, unknownOnly } from '../../order/tables.ts'
import type { IntentRow, OrderRow } from '../../order/view.ts'
import { heldBy, hold } from '../lease.ts'

/** After each attempt without a definite answer (DESIGN 7): 5 s, 30 s, 2 min, then every 10 min. */
const longestPause = 600_000
const pauses = [5_000, 30_000, 120_000, longestPause]

const nextAttempt = (deps: Pick<Deps, 'moved'>, attempts: number) =>
  lasting(deps, pauses[Math.min(attempts, pauses.length) - 1 || 0]!)

const closedBy = (deps: Pick<Deps, 'moved'>) => sql`coalesce(${intent.closedAt}, ${lasting(deps, 0)})`

export interface Claimed {
  intent: IntentRow
  order: OrderRow
}

/**
 * Takes one intent and makes its order unknown if its server died under it; undefined when somebody has it or it is done.
 * From here on nothing is written or sent under any earlier claim on it. The lease is the caller's to renew (`underLease`)
 * while it asks the centre.
 */
export const claimIntent = async (deps: Deps, id: string): Promise<Claimed | undefined> => {
  const { db, config, clock, services } = deps
  // A lease that is over by a clock somebody has set: the call is open here, and its connection is not closed.
  if (services.underWay.has(id)) return undefined
  const now = clock()
  return db.transaction(async (tx) => {
    const due = and(
      eq(intent.id, id),
      inArray(intent.outcome, ['open', 'unknown']),
      isFree(deps, intent.leaseUntil, config.lease),
    )
    const [claimed] = await tx
      .update(intent)
      .set({
        outcome: 'unknown',
        node: config.node,
        leaseUntil: lasting(deps, config.lease),
        // A node that lost its lease is dead or stalled: from here on its connection counts as closed.
        closedAt: closedBy(deps),
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

/** What waits for recovery: its lease is over, its pause too, and no person decides it. */
const isDue = (deps: Deps) =>
  and(
    eq(intent.needsPerson, false),
    isFree(deps, intent.leaseUntil, deps.config.lease),
    isFree(deps, intent.nextAttemptAt, longestPause),
  )

/**
 * What is due. Of what nobody has taken yet, with a lease that ended after `since` alone: what is sold in an hour of a
 * backup is not read each second.
 */
const dueSince = (deps: Deps, since: Date | undefined) => {
  const { id, areaCode, attempts, sentAt, nextAttemptAt, leaseUntil, outcome } = intent
  const columns = { id, areaCode, attempts, sentAt, nextAttemptAt, leaseUntil, outcome }
  const some = () => deps.db.select(columns).from(intent)
  const due = isDue(deps)
  const left = and(underWayOnly, since && gt(intent.leaseUntil, since as LeaseEnd), due)
  return unionAll(some().where(and(unknownOnly, due)), some().where(left)).as('due')
}

/**
 * Areas in which something is due: with `since` as the full look before said it, without it in a full look, which answers
 * what the next ones may leave out. No lease of before ends again: a new one is written by the database's clock and longer
 * than what its statement takes. What all that is not true of, a clock that was set back, the next full look finds.
 */
export const dueAreas = async (deps: Deps, since?: Date): Promise<{ areas: string[]; since: Date }> => {
  const next = since ?? new Date((await databaseNow(deps.db)).getTime() + deps.moved())
  const due = dueSince(deps, since)
  const left = sql<Date | null>`min(${due.leaseUntil}) filter (where ${due.outcome} = 'open')`.mapWith(due.leaseUntil)
  const rows = await deps.db.select({ areaCode: due.areaCode, left }).from(due).groupBy(due.areaCode)
  // What is not begun with in this round is in the next one's too.
  const oldest = Math.min(next.getTime(), ...rows.flatMap((row) => (row.left ? [row.left.getTime() - 1] : [])))
  return { areas: rows.map(({ areaCode }) => areaCode), since: new Date(oldest) }
}

/**
 * Whose turn it is: `newest` = what nobody has asked about yet, the last one first, for a clerk stands before it;
 * `longest` = what has waited longest since it was due, so that each has its turn however many there are.
 */
export type Turn = 'newest' | 'longest'

/** The next `limit` due intents of an area in a turn, without those of `except`; `since` as in `dueAreas`. */
export const dueIntents = async (
  deps: Deps,
  areaCode: string,
  turn: Turn,
  { except = [], limit, since }: { except?: readonly string[]; limit: number; since?: Date | undefined },
): Promise<string[]> => {
  const fresh = turn === 'newest'
  const due = dueSince(deps, since)
  const rows = await deps.db
    .select({ id: due.id })
    .from(due)
    .where(and(eq(due.areaCode, areaCode), notInArray(due.id, [...except]), fresh ? eq(due.attempts, 0) : undefined))
    .orderBy(fresh ? desc(due.sentAt) : asc(sql`coalesce(${due.nextAttemptAt}, ${due.sentAt})`), asc(due.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** How far an attempt may go: `look` only asks, and nothing that moves money leaves under it. */
export type Reach = 'act' | 'look'

/** Ends a claim under which nothing was sent: what comes next, and when, stays as it was. */
export const giveBack = async ({ db }: Pick<Deps, 'db'>, { intent: row }: Claimed): Promise<void> => {
  await db.update(intent).set({ leaseUntil: noLease }).where(heldBy(row))
}

/**
 * Ends a claim without a definite answer: when to try again, or that a person must decide. Nothing, when it is
 * somebody else's by now. `closedAt` = when the last bytes that may still arrive stopped leaving; now, where they were on
 * their way again.
 */
export const postpone = async (
  deps: Pick<Deps, 'db' | 'moved'>,
  { intent: row }: Claimed,
  { error, needsPerson = false, closedAt }: { error: string; needsPerson?: boolean; closedAt?: Date | null },
): Promise<void> => {
  await deps.db
    .update(intent)
    .set({
      leaseUntil: noLease,
      closedAt: closedAt ?? closedBy(deps),
      nextAttemptAt: nextAttempt(deps, row.attempts),
      lastError: error.slice(0, 500),
      needsPerson,
    })
    .where(heldBy(row))
}

/** Ends a claim with what no step can find out: a person decides, and reads why in the order's record. */
export const leaveToPerson = (deps: Deps, claimed: Claimed, text: string): Promise<void> =>
  deps.db.transaction(async (db) => {
    if (!(await hold({ ...deps, db }, claimed.intent))) return
    await note(db, claimed.order.id, deps.clock(), { by: '系统', text })
    await postpone({ ...deps, db }, claimed, { error: text, needsPerson: true })
  })
