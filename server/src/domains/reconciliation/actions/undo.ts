import { eq } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Deps } from '../../../call/context.ts'
import { settledRow } from '../../book/rows.ts'
import { type PurchaseInfno, settlesBy } from '../../order/infnos.ts'
import { note } from '../../order/states.ts'
import { intent, order } from '../../order/tables.ts'
import { underLease } from '../../settlement/lease.ts'
import { type Claimed, claimIntent, postpone } from '../../settlement/recover/claim.ts'
import { askUndo, bookUndone, markUndoSent, type UndoAnswer } from '../../settlement/recover/undo.ts'
import { mayBeOfVisit } from '../../visit/needs.ts'
import { type Owner, ownerOf } from '../classify/owner.ts'
import type { DifferenceRow } from '../groups/groups.ts'
import { allowedActions } from '../list/view.ts'
import { identityIn } from '../repair/find-settlement.ts'
import type { Action, Case, Repair } from '../repair/repair.ts'

const send = (repair: Repair<Case>, oinfno: PurchaseInfno, departing?: () => Promise<boolean>): Promise<UndoAnswer> => {
  const { deps, storeRow, difference } = repair
  return askUndo(deps, storeRow, identityIn(repair), { omsgid: difference.msgid, oinfno }, departing)
}

/**
 * Of a message that this store has no order of, nobody knows by which transaction it settled: where the store has or had both, the
 * other one is named when the centre knows none of the first.
 */
const sendOfStranger = async (repair: Repair<Case>): Promise<UndoAnswer> => {
  const { deps, storeRow } = repair
  const answer = await send(repair, '2102')
  const definite = answer.kind === 'undone' || answer.kind === 'open'
  if (definite || !(await mayBeOfVisit(deps, storeRow))) return answer
  const other = await send(repair, '2207')
  // What it said of the first is more than that the second is none of it.
  return other.kind === 'undone' || other.kind === 'open' || answer.kind === 'notFound' ? other : answer
}

/** What a person may still do with a difference whose 2601 the centre refused (a settlement that it calls confirmed). */
const tipsIn = ({ deps, difference, storeRow }: Repair<Case>): string => {
  if (!('class' in difference)) return ''
  const left = allowedActions(deps, difference as DifferenceRow, storeRow.areaCode)
  return left.includes('reverse') ? '这笔仍在医保中心，可改用「撤销这笔」' : ''
}

const refuseUnlessUndone = (repair: Repair<Case>, answer: UndoAnswer): void => {
  if (answer.kind === 'refused') refuse('centre.refused', { text: answer.text, tips: tipsIn(repair) })
  if (answer.kind === 'notFound') refuse('recon.state', { text: '医保中心答复查无此交易，请重新对明细' })
  if (answer.kind === 'open') refuse('recon.state', { text: '冲正没有得到答复，可以再次冲正' })
}

/** The intent is still unknown: the claim of recovery is taken, so that only one of us asks. */
const undoUnknown = async (repair: Repair<Case>, claimed: Claimed): Promise<void> => {
  const answer = await send(repair, claimed.intent.infno as PurchaseInfno, () => markUndoSent(repair.deps, claimed))
  if (answer.kind === 'undone') {
    await bookUndone(repair.deps, claimed, 'booked')
    return
  }
  const error = answer.kind === 'notFound' ? '医保中心查无此交易' : answer.text
  await postpone(repair.deps, claimed, { error, needsPerson: answer.kind === 'refused' })
  refuseUnlessUndone(repair, answer)
}

/** Puts the order on the abnormal page, or takes it off: lateBooking = the centre holds what we took for undone. */
export const flagLate = async (
  { db, clock }: Deps,
  orderId: string,
  late: boolean,
  event: { by: string; text: string },
) => {
  await db.transaction(async (tx) => {
    const [row] = await tx.select({ flags: order.flags }).from(order).where(eq(order.id, orderId)).for('update')
    const rest = (row?.flags ?? []).filter((flag) => flag !== 'lateBooking')
    await tx
      .update(order)
      .set({ flags: late ? [...rest, 'lateBooking'] : rest, updatedAt: clock() })
      .where(eq(order.id, orderId))
    await note(tx, orderId, clock(), event)
  })
}

/** The order has moved on already: its state stays, the late booking is undone beside it, with an entry (DESIGN 7). */
const undoLate = async (repair: Repair<Case>, { order: row, intent: sent }: Owner): Promise<void> => {
  const { deps, by } = repair
  await flagLate(deps, row.id, true, { by, text: '医保中心延迟入账，开始冲正' })
  if (sent)
    await deps.db
      .update(intent)
      .set({ undoSentAt: sent.undoSentAt ?? deps.clock() })
      .where(eq(intent.id, sent.id))
  const answer = await send(repair, (sent?.infno as PurchaseInfno | undefined) ?? settlesBy(row))
  if (answer.kind === 'undone') {
    if (sent) await deps.db.update(intent).set({ outcome: 'undone', undoneBy: 'booked' }).where(eq(intent.id, sent.id))
    await flagLate(deps, row.id, false, { by, text: '延迟入账已冲正，没有扣款' })
    return
  }
  refuseUnlessUndone(repair, answer)
}

/** 冲正这笔: 2601 by the message number of the statement. Asking again is safe; what is settled here is never undone. */
export const undo: Action<Case> = async (repair) => {
  const { deps, storeRow, difference } = repair
  const owner = await ownerOf(deps.db, storeRow.id, { msgid: difference.msgid, refunded: false })
  if (owner && owner.order.msgid === difference.msgid && settledRow(owner.order))
    return refuse('order.settled', { action: '冲正' })
  const sent = owner?.intent
  if (sent && (sent.outcome === 'open' || sent.outcome === 'unknown')) {
    const claimed = await claimIntent(deps, sent.id)
    if (!claimed) return refuse('recon.locked')
    await underLease(deps, claimed.intent, () => undoUnknown(repair, claimed))
  } else if (owner) await undoLate(repair, owner)
  else refuseUnlessUndone(repair, await sendOfStranger(repair))
  return { text: '冲正成功' }
}
