import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'
import { newId } from '../../../ids.ts'
import type { OrderRow } from '../../order/view.ts'
import { prescription, rxMessage } from '../tables.ts'
import { type Message, showOn } from './claim.ts'

/** The verdict on a downloaded prescription is to be told. */
export const writeVerdict = async (
  tx: Database,
  { id, storeId }: { id: string; storeId: string },
  at: Date,
): Promise<void> => {
  const row = { id: newId(at), prescriptionId: id, storeId, kind: 'verdict' as const, at, nextAt: at }
  await tx.insert(rxMessage).values(row)
  await showOn(tx, { prescriptionId: id, kind: 'verdict' }, 'waiting')
}

const write = async (tx: Database, row: typeof rxMessage.$inferInsert, state: Message['state'], at: Date) => {
  const nextAt = state === 'waiting' ? at : null
  await tx
    .insert(rxMessage)
    .values({ ...row, state, nextAt })
    .onConflictDoNothing()
  await showOn(tx, row as Pick<Message, 'prescriptionId' | 'kind'>, state)
}

/** What never left stays so, on both sides; of the rest the centre hears that it came back. */
const takeBack = async (tx: Database, row: OrderRow, last: Message, at: Date, id: string) => {
  await tx
    .update(rxMessage)
    .set({ state: 'needless', nextAt: null, message: '' })
    .where(and(eq(rxMessage.id, last.id), inArray(rxMessage.state, ['waiting', 'refused'])))
  const [now] = await tx.select().from(rxMessage).where(eq(rxMessage.id, last.id))
  const left = now?.state === 'told' || now?.state === 'unknown'
  const { prescriptionId, storeId, orderId, setlId, round } = last
  const back = { id, prescriptionId, storeId, kind: 'return' as const, orderId, setlId, round }
  await write(tx, { ...back, at: row.reversedAt ?? at }, left ? 'waiting' : 'needless', at)
}

/**
 * Writes what settled orders handed out on downloaded prescriptions, and what came back, beside what was sold
 * (sale/write.ts): in its transaction, so that each order counts once, and nothing of it is part of a settlement.
 */
export const writeDispenses = async (tx: Database, orders: readonly OrderRow[], at: Date): Promise<void> => {
  const ids = orders.flatMap(({ prescriptionId }) => prescriptionId ?? [])
  if (!ids.length) return
  const circulated = await tx
    .select({ id: prescription.id, storeId: prescription.storeId })
    .from(prescription)
    .where(and(inArray(prescription.id, ids), eq(prescription.source, 'circulation')))
  if (!circulated.length) return
  const known = await tx
    .select()
    .from(rxMessage)
    .where(
      inArray(
        rxMessage.orderId,
        orders.map(({ id }) => id),
      ),
    )
  for (const [n, row] of orders.entries()) {
    // Messages keep the orders' order: what came back of one is told before what is sold again in the next.
    const id = newId(new Date(at.getTime() + n))
    const rx = circulated.find(({ id }) => id === row.prescriptionId)
    const mine = known.filter(({ orderId, kind }) => orderId === row.id && kind === 'dispense')
    const last = mine.toSorted((a, b) => b.round - a.round)[0]
    if (rx && row.state === 'settled') {
      const round = (last?.round ?? 0) + 1
      const sold = { id, prescriptionId: rx.id, storeId: rx.storeId, kind: 'dispense' as const }
      const of = { orderId: row.id, setlId: row.setlId ?? '', round, at: row.settledAt ?? at }
      await write(tx, { ...sold, ...of }, 'waiting', at)
    } else if (last && row.state !== 'settled') await takeBack(tx, row, last, at, id)
  }
}
