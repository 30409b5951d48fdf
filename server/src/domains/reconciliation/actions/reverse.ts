import { and, eq } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import { settledRow } from '../../book/rows.ts'
import { reload } from '../../order/find.ts'
import { order } from '../../order/tables.ts'
import type { OrderRow } from '../../order/view.ts'
import { flagDuplicate } from '../../settlement/duplicates.ts'
import { reverse as sendReversal } from '../../settlement/reverse.ts'
import { ownerOf, twinOf } from '../classify/owner.ts'
import { settlementIn } from '../repair/find-settlement.ts'
import type { Action, Repair, Repaired } from '../repair/repair.ts'
import { backfillStranger } from './backfill-stranger.ts'
import { reverseTaken, standAgain, type Taken } from './stand-again.ts'
import { flagLate } from './undo.ts'

const reason = '对账：撤销多出的结算'

/** An order that holds this settlement by now is somebody's sale: it is reversed where orders are, and not from here. */
const requireUnheld = async ({ deps, storeRow, difference }: Repair): Promise<void> => {
  const rows = await deps.db
    .select()
    .from(order)
    .where(and(eq(order.storeId, storeRow.id), eq(order.msgid, difference.msgid)))
  const held = rows.find(settledRow)
  if (held) refuse('recon.state', { text: `这笔已在订单 ${held.orderNo} 中，请在订单管理核对后撤销` })
}

/**
 * A settlement that the centre has beside the one our order holds, or that no order is for: an order of its own, since a
 * reversal needs its settlement's order, and its intent is committed before it leaves (DESIGN 7).
 */
const takeIn = async (repair: Repair): Promise<Taken> => {
  const { deps, storeRow, by, order: row, difference } = repair
  const owner = await ownerOf(deps.db, storeRow.id, { msgid: difference.msgid, refunded: false })
  const outcome = owner?.intent?.outcome
  if (outcome === 'open' || outcome === 'unknown') return refuse('recon.locked')
  const found = await settlementIn(repair)
  if (found.refunded) return refuse('recon.state', { text: '医保中心这笔结算已退费，请重新对总账' })
  if (!row) return backfillStranger(repair, found)
  const made = await backfillStranger(repair, found, row.orderNo)
  const text = `重复的结算已另记一单，${made.text}`
  if (row.flags.includes('lateBooking')) await flagLate(deps, row.id, false, { by, text })
  return made
}

/** 撤销这笔: 2103 (2208) of a whole settlement; what our book holds beside it stays as it is. */
export const reverse: Action = async (repair) => {
  const { c, order: row, difference } = repair
  if (!c) return refuse('recon.locked')
  const its = row && row.msgid === difference.msgid ? row : undefined
  // Both books had it when it was found.
  if (its && difference.local) {
    const twin = await twinOf(c.db, its)
    // Without the other one it is no more one too many, but the only one of its bill.
    if (!twin) return refuse('recon.state', { text: '另一笔已撤销，请重新对明细' })
    if (twin.state !== 'settled') return refuse('recon.locked')
    await flagDuplicate(repair.deps, its, twin, { by: repair.by, text: `订单 ${twin.orderNo} 重复的结算` })
    return ended(await sendReversal(c, await reload(c, its.id), reason, 'system'))
  }
  await requireUnheld(repair)
  const takenBack = its?.setlId && its.state === 'reversed'
  return ended(await reverseTaken(c, repair, await (takenBack ? standAgain(repair, its) : takeIn(repair)), reason))
}

const ended = ({ state }: OrderRow): Repaired =>
  state === 'reversed' ? { text: '撤销成功' } : refuse('centre.unknown')
