import { eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { order } from '../order/tables.ts'
import { noteRx, stateTitle, tellRx } from './moving.ts'
import { holder, rxOf } from './rows.ts'
import { prescription } from './tables.ts'

/**
 * Withdraws a prescription that no settlement holds; refuses otherwise. Its row is locked first and its orders are looked
 * for after that: a settlement that leaves at the same moment has locked it too (allow.ts), so one of them sees the other.
 */
export const withdraw = async (
  c: Context,
  { id, storeId }: { id: string; storeId: string },
  { move, reason, by }: { move: string; reason: string; by: string },
): Promise<void> => {
  await c.db.transaction(async (tx) => {
    const [now] = await tx.select().from(prescription).where(eq(prescription.id, id)).for('update')
    if (!now || now.state === 'undone') return refuse('rx.state', { state: stateTitle('undone'), action: '撤销' })
    const [held] = await tx
      .select({ id: order.id })
      .from(prescription)
      .innerJoin(order, holder)
      .where(eq(prescription.id, id))
    if (held) return refuse('rx.held')
    const set = { state: 'undone' as const, reason, changedAt: c.now, takenBy: '', takenName: '', takenUntil: null }
    await tx.update(prescription).set(set).where(eq(prescription.id, id))
    await noteRx(tx, id, c.now, { move, text: reason, by })
  })
  tellRx(c, { id, storeId })
}

/** Rx/Undo */
export const undoRx = async (c: Context, id: string, reason: string): Promise<void> => {
  const { one } = await rxOf(c, id)
  await withdraw(c, one, { move: '撤销', reason, by: c.me.name })
}
