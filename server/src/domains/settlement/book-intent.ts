import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { builtOnce, slot, statementName } from '../../database/slots.ts'
import type { Move, Moved } from '../order/moves.ts'
import { movingParts, movingValues, type PatchKey, patchKeys } from '../order/moving.ts'
import { intent } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'
import type { Claim } from './lease.ts'

export type BookingMove = Extract<Move, 'booked' | 'foundBooked' | 'backfilled'>

const statementOf = builtOnce((db, key, name: BookingMove, keys: PatchKey[]) => {
  // `heldBy`, with slots.
  const expected = and(
    eq(intent.id, slot(intent.id, 'intentId')),
    eq(intent.outcome, slot(intent.outcome, 'outcome')),
    eq(intent.attempts, slot(intent.attempts, 'attempts')),
    isNull(intent.undoSentAt),
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
    set outcome = 'booked', setl_id = ${slot(intent.setlId, 'settlementId')}, closed_at = ${slot(intent.closedAt, 'at')}, last_error = null
    from mine, moved where ${intent.id} = mine_id`)
  const query = db.with(mine, before, moved, event, closed).select().from(mine).leftJoin(moved, sql`true`)
  return query.prepare(statementName('book', key))
})

/** Closes the intent as booked and makes the move, or neither; undefined when it is not `mine` any more, or behind a 2601. */
export const bookIntent = async (
  db: Database,
  row: OrderRow,
  mine: Claim,
  name: BookingMove,
  values: Moved & { at: Date; setlId: string },
) => {
  const { at, setlId, ...moved } = values
  const keys = patchKeys(moved.patch)
  const statement = statementOf(db, `${name} ${keys.join()}`, name, keys)
  const { id: intentId, attempts } = mine
  const held = { intentId, attempts, outcome: attempts ? 'unknown' : 'open', settlementId: setlId }
  const [found] = await statement.execute({ ...movingValues(row.id, at, moved), ...held })
  if (!found) return undefined
  if (!found.moved) throw new Error(`order ${row.id} cannot be booked from its state`)
  const { was: _, ...booked } = found.moved
  return booked
}
