import { and, eq, notInArray, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { lasting } from '../../database/held.ts'
import type { Database } from '../../database/open.ts'
import { openIdentity } from '../card/identity.ts'
import { reload } from '../order/find.ts'
import { isReversal } from '../order/infnos.ts'
import { move, note } from '../order/states.ts'
import { intent, order } from '../order/tables.ts'
import { lastIntent, type OrderRow, statesInAir } from '../order/view.ts'
import { refuseState } from '../order/wrong-state.ts'
import { storeOf } from '../organisation/store.ts'
import { bookedColumns } from './book.ts'
import { countedNow } from './counted.ts'
import { heldBy, underLease } from './lease.ts'
import { type Claimed, claimIntent, postpone } from './recover/claim.ts'
import { askSettlement } from './recover/lookup.ts'
import { recoverIntent } from './recover/recover.ts'
import { reversedThere } from './recover/reversed-there.ts'
import { endDuplicate } from './tell-duplicate.ts'

/**
 * Asks the centre again now. While another node asks, or nothing is open, the order is answered as it is. A guest's only
 * looks up: nothing that moves money leaves for him.
 */
export const recheck = async (c: Context, row: OrderRow): Promise<OrderRow> => {
  const last = await lastIntent(c, row.id)
  if (last && (last.outcome === 'open' || last.outcome === 'unknown'))
    await recoverIntent(c.deps, last.id, c.me.guest ? 'look' : 'act')
  return reload(c, row.id)
}

/** Voids an order of which nothing was booked; a settled one goes back by 撤销 alone (ux T08). */
export const voidOrder = async (c: Context, row: OrderRow, reason: string): Promise<OrderRow> => {
  const moved = await move(c.db, row.id, 'void', c.now, { by: c.me.name, text: reason })
  if (moved) return moved
  const now = await reload(c.deps, row.id)
  if (now.state === 'settled') return refuse('order.settled', { action: '作废' })
  return refuseState(now, '作废')
}

/**
 * A person has looked into what the system flagged (contradicting amounts, no bill in the ERP, one too many): the order leaves the
 * abnormal ones with his word in its record. Nothing of its money changes, and what its day's books differ by stays in
 * the reconciliation. While a result is unknown there is nothing to have looked into yet; a late booking goes when the
 * centre has it no longer (reconciliation/actions), not because somebody says so.
 */
export const acceptOrder = async (c: Context, row: OrderRow, reason: string): Promise<OrderRow> => {
  const left = sql`${order.flags} - 'amount' - 'erpMissing' - 'duplicate' - 'reversedHere'`
  const changes = { flags: left, basket: sql`${order.basket} - 'duplicateOf' - 'suspected'`, updatedAt: c.now }
  const flagged = and(eq(order.id, row.id), sql`${order.flags} <> ${left}`, notInArray(order.state, statesInAir))
  const accepted = await c.db.transaction(async (tx) => {
    const [taken] = await tx.update(order).set(changes).where(flagged).returning({ id: order.id })
    if (!taken) return undefined
    await note(tx, row.id, c.now, { by: c.me.name, text: `核对完成：${reason}` })
    // Nobody is to reverse what was found in order.
    return endDuplicate({ ...c.deps, db: tx }, row)
  })
  const now = await reload(c.deps, row.id)
  if (!accepted) {
    const state = statesInAir.includes(now.state) ? '结果未知' : now.flags.length ? '延迟入账' : '已核对'
    return refuse('order.state', { state, action: '核对完成' })
  }
  accepted()
  c.services.live.publish(`store:${row.storeId}`, 'order.changed', { orderId: row.id })
  return now
}

/**
 * 冲正: a person says that neither goods nor slip left the counter under a settlement that no automatic step is left for;
 * the centre is asked at once to take back what it may have booked (2601). `approve` spends a second person's word, or
 * refuses.
 */
export const undoOrder = async (
  c: Context,
  row: OrderRow,
  reason: string,
  approve: (db: Database) => Promise<void>,
): Promise<OrderRow> => {
  const last = await lastIntent(c, row.id)
  if (row.state !== 'unknown' || !last || isReversal(last.infno)) return refuseState(row, '冲正')
  // Of whom nobody can tell any more nothing is asked: a second person's approval would be spent for it.
  openIdentity(c.services.vault, row.identity)
  await c.db.transaction(async (tx) => {
    const asked = await tx
      .update(intent)
      .set({ undoAsked: true })
      .where(and(heldBy(last), eq(intent.needsPerson, true)))
      .returning({ id: intent.id })
    if (!asked.length) return refuse('order.busy')
    await approve(tx)
    await note(tx, row.id, c.now, { by: c.me.name, text: `人工冲正：${reason}` })
  })
  return recheck(c, row)
}

type Ids = { setlId: string; mdtrtId: string }

/** Books what 5203 shows under these numbers, while nobody else asks the centre about the order. */
const bindClaimed = async (c: Context, { order: row, intent: last }: Claimed, ids: Ids): Promise<OrderRow> => {
  const storeRow = await storeOf(c.deps, row.storeId)
  const identity = openIdentity(c.services.vault, row.identity)
  const found =
    (await askSettlement(c.deps, storeRow, identity, ids)) ?? refuse('order.bound', { text: '中心查无此结算' })
  if (found.medinsSetlId !== last.msgid) return refuse('order.bound', { text: '报文号不一致' })
  const there = (await reversedThere(c.deps, storeRow, identity, found)) ?? refuse('centre.down')
  if (there.reversed) return refuse('order.refunded')
  return c.db.transaction(async (tx) => {
    const { patch } = bookedColumns(row, await countedNow(tx, row, found), last.sentAt)
    const closed = await tx
      .update(intent)
      .set({ outcome: 'booked', setlId: found.setlId, closedAt: lasting(c.deps, 0), needsPerson: false })
      .where(heldBy(last))
      .returning({ id: intent.id })
    if (!closed.length) return refuse('order.busy')
    const text = '人工补录中心结算号'
    const moved = await move(tx, row.id, 'foundBooked', c.now, {
      by: c.me.name,
      text,
      patch: { ...patch, msgid: last.msgid },
    })
    return moved ?? refuse('order.busy')
  })
}

/**
 * A person brings setl_id and mdtrt_id from the centre's portal for an order that recovery could not decide; 5203 must
 * show our own msgid and a settlement that is not refunded (DESIGN 7). Not while recovery asks, nor behind a 2601 of
 * which nobody knows what became: what 5203 shows now might be taken back in the next moment.
 */
export const bindOrder = async (c: Context, row: OrderRow, ids: Ids): Promise<OrderRow> => {
  const last = await lastIntent(c, row.id)
  if (row.state !== 'unknown' || !last || isReversal(last.infno)) return refuseState(row, '补录')
  const claimed = await claimIntent(c.deps, last.id)
  if (!claimed) return refuse('order.busy')
  const { undoSentAt, needsPerson, lastError } = claimed.intent
  return underLease(c.deps, claimed.intent, async () => {
    try {
      if (undoSentAt && !needsPerson) return refuse('order.busy')
      return await bindClaimed(c, claimed, ids)
    } catch (error) {
      await postpone(c.deps, claimed, { error: lastError ?? '', needsPerson })
      throw error
    }
  })
}
