import { and, asc, eq, inArray } from 'drizzle-orm'
import { newId } from '../../../base/ids.ts'
import type { Database } from '../../../database/open.ts'
import { backAt, type OrderRow } from '../../order/view.ts'
import { settingsOf } from '../../organisation/settings.ts'
import { doubtOf } from '../../telling/doubt.ts'
import { prescription, rxMessage } from '../tables.ts'
import { handedOutBy } from './args.ts'
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

/** `due` = when it is told, if it is. */
const write = async (tx: Database, row: typeof rxMessage.$inferInsert, state: Message['state'], due: Date) => {
  const nextAt = state === 'waiting' ? due : null
  await tx
    .insert(rxMessage)
    .values({ ...row, state, nextAt })
    .onConflictDoNothing()
  await showOn(tx, row as Pick<Message, 'prescriptionId' | 'kind'>, state)
}

/** What never left stays so, on both sides; of the rest the centre hears that it came back. */
const takeBack = async (tx: Database, row: OrderRow, last: Message, at: Date) => {
  const doubt = await doubtOf({ db: tx, clock: () => at }, last, last.at)
  if (doubt)
    await tx
      .update(rxMessage)
      .set(doubt)
      .where(and(eq(rxMessage.id, last.id), eq(rxMessage.state, last.state)))
  await tx
    .update(rxMessage)
    .set({ state: 'needless', nextAt: null, message: '' })
    .where(and(eq(rxMessage.id, last.id), inArray(rxMessage.state, ['waiting', 'refused'])))
  const [now] = await tx.select().from(rxMessage).where(eq(rxMessage.id, last.id))
  const left = now?.state === 'told' || now?.state === 'unknown'
  const { prescriptionId, storeId, orderId, setlId, round, handedOut } = last
  const back = { id: newId(at), prescriptionId, storeId, kind: 'return' as const, orderId, setlId, round, handedOut }
  await write(tx, { ...back, at: backAt(row, at) }, left ? 'waiting' : 'needless', at)
}

/** What was written of these orders before, a return behind what it takes back: by rounds, as a clock may be set back. */
const knownOf = async (tx: Database, orders: readonly OrderRow[]): Promise<Message[]> => {
  const again = orders.filter(({ saleMark }) => saleMark !== '').map(({ id }) => id)
  if (!again.length) return []
  return tx
    .select()
    .from(rxMessage)
    .where(inArray(rxMessage.orderId, again))
    .orderBy(asc(rxMessage.round), asc(rxMessage.kind))
}

/** The downloaded ones among their prescriptions. */
const circulatedOf = async (tx: Database, orders: readonly OrderRow[]) => {
  const ids = orders.flatMap(({ prescriptionId }) => prescriptionId ?? [])
  if (!ids.length) return []
  return tx
    .select({ id: prescription.id, storeId: prescription.storeId })
    .from(prescription)
    .where(and(inArray(prescription.id, ids), eq(prescription.source, 'circulation')))
}

/**
 * Writes what settled orders handed out on downloaded prescriptions, and what came back, beside what was sold
 * (sale/write.ts): in its transaction, so that each order counts once, and nothing of it is part of a settlement.
 * Messages keep the orders' order (their ids do): what came back of one is told before what is sold again in the next.
 */
export const writeDispenses = async (tx: Database, orders: readonly OrderRow[], at: Date): Promise<void> => {
  const known = await knownOf(tx, orders)
  const circulated = await circulatedOf(tx, orders)
  for (const row of orders) {
    const last = known.findLast(({ orderId }) => orderId === row.id)
    const stands = last?.kind === 'dispense' ? last : undefined
    const settled = row.state === 'settled'
    // Settled again as it was written: there is nothing new.
    if (settled && stands && stands.setlId === row.setlId) continue
    // It may have been on another prescription than the order is now.
    if (stands) await takeBack(tx, row, stands, at)
    const rx = settled && circulated.find((one) => one.id === row.prescriptionId)
    if (!rx) continue
    const sold = { prescriptionId: rx.id, storeId: rx.storeId, kind: 'dispense' as const, orderId: row.id }
    const of = { setlId: row.setlId ?? '', round: (last?.round ?? 0) + 1, at: row.settledAt ?? at }
    // As long as what was sold (telling/turns.ts): it may be completed, or taken back, before anybody is told.
    const { saleUploadDelay } = await settingsOf(tx, row.areaCode, row.storeId)
    const due = new Date(of.at.getTime() + saleUploadDelay)
    await write(tx, { id: newId(at), ...sold, ...of, handedOut: handedOutBy(row, at) }, 'waiting', due)
  }
}
