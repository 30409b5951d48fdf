import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Counting } from '../../centre/fund-sum.ts'
import type { Database } from '../../database/open.ts'
import { builtOnce, slot, statementName } from '../../database/slots.ts'
import type { Move, Moved } from '../order/moves.ts'
import { movingParts, movingValues, type PatchKey, patchKeys } from '../order/moving.ts'
import { intent, order } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'
import { area } from '../organisation/tables.ts'
import { counting } from './counted.ts'
import type { Claim } from './lease.ts'

export type BookingMove = Extract<Move, 'booked' | 'foundBooked' | 'backfilled'>

/**
 * The area, where it counts as the settlement was read. Whoever changes that holds it until all is turned (counted.ts): it
 * is not there until then, for whoever waited here would keep his connection.
 */
const counted = (db: Database) =>
  db.$with('counted').as(
    db
      .select({ code: sql<string>`${area.code}`.as('counted_code') })
      .from(area)
      .where(
        and(
          eq(area.code, slot(area.code, 'areaCode')),
          sql`${counting.accountInFund} = ${slot(order.familyApart, 'accountInFund')}`,
          sql`${counting.familyApart} = ${slot(order.familyApart, 'asApart')}`,
        ),
      )
      .for('share', { skipLocked: true }),
  )

const statementOf = builtOnce((db, key, name: BookingMove, keys: PatchKey[], asCounted: boolean) => {
  // `heldBy`, with slots.
  const expected = and(
    eq(intent.id, slot(intent.id, 'intentId')),
    eq(intent.outcome, slot(intent.outcome, 'outcome')),
    eq(intent.attempts, slot(intent.attempts, 'attempts')),
    isNull(intent.undoSentAt),
    asCounted ? sql`exists (select 1 from counted)` : undefined,
  )
  const mine = db.$with('mine').as(
    db
      .select({
        mineId: sql<string>`${intent.id}`.as('mine_id'),
        mineMsgid: sql<string>`${intent.msgid}`.as('mine_msgid'),
      })
      .from(intent)
      .where(expected)
      .for('update'),
  )
  const guard = sql`exists (select 1 from mine)`
  const also = { msgid: sql`(select mine_msgid from mine)` }
  const { before, moved, event } = movingParts(db, name, keys, { guard, also })
  // By this node's clock: of what is booked nothing is counted any more.
  const closed = db.$with('closed', {}).as(sql`update ${intent}
    set outcome = 'booked', setl_id = ${slot(intent.setlId, 'settlementId')}, closed_at = ${slot(intent.closedAt, 'at')}, last_error = null,
      answer = coalesce(${slot(intent.answer, 'answer')}, answer)
    from mine, moved where ${intent.id} = mine_id`)
  const first = asCounted ? [counted(db)] : []
  const query = db
    .with(...first, mine, before, moved, event, closed)
    .select()
    .from(mine)
    .leftJoin(moved, sql`true`)
  return query.prepare(statementName('book', key))
})

/**
 * Closes the intent as booked and makes the move, or neither; undefined when it is not `mine` any more, or behind a 2601, or
 * the area does not count as `read` says any more, or somebody is changing its options.
 */
export const bookIntent = async (
  db: Database,
  row: OrderRow,
  mine: Claim,
  name: BookingMove,
  values: Moved & { at: Date; setlId: string; read?: Counting; answer?: string },
) => {
  const { at, setlId, read, answer = null, ...moved } = values
  const keys = patchKeys(moved.patch)
  const statement = statementOf(db, `${name} ${keys.join()} ${read !== undefined}`, name, keys, read !== undefined)
  const { id: intentId, attempts } = mine
  const by = { areaCode: row.areaCode, accountInFund: read?.accountInFund, asApart: read?.familyApart }
  const held = {
    intentId,
    attempts,
    outcome: attempts ? 'unknown' : 'open',
    settlementId: setlId,
    answer,
    ...(read && by),
  }
  const [found] = await statement.execute({ ...movingValues(row.id, at, moved), ...held })
  if (!found) return undefined
  if (!found.moved) throw new Error(`order ${row.id} cannot be booked from its state`)
  const { was: _, ...booked } = found.moved
  return booked
}
