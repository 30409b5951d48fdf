import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { Refusal, refuse } from '../../../call/refuse.ts'
import { reload } from '../../order/find.ts'
import { move } from '../../order/states.ts'
import { order } from '../../order/tables.ts'
import type { OrderFlag } from '../../order/types.ts'
import type { OrderRow } from '../../order/view.ts'
import { reverse as sendReversal } from '../../settlement/reverse.ts'
import { settlementIn } from '../find-settlement.ts'
import { ownerOf, twinOf } from '../owner.ts'
import type { Action, Repair, Repaired } from '../repair.ts'
import { type Before, beforeOf, restore } from '../restore.ts'
import { settledRow } from '../rows.ts'
import { tellCash } from '../tell-cash.ts'
import { backfillStranger } from './backfill-stranger.ts'
import { flagLate } from './undo.ts'

/** An order that holds this settlement by now is somebody's sale: it is reversed where orders are, and not from here. */
const requireUnheld = async ({ deps, storeRow, difference }: Repair): Promise<void> => {
  const rows = await deps.db
    .select()
    .from(order)
    .where(and(eq(order.storeId, storeRow.id), eq(order.msgid, difference.msgid)))
  const held = rows.find(settledRow)
  if (held) refuse('recon.state', { text: `这笔已在订单 ${held.orderNo} 中，请在订单管理核对后撤销` })
}

/** An order of ours that is reversed at the centre, and how it was before we said so. */
interface Taken {
  orderId: string
  before?: Before
}

/**
 * One that was taken back here alone, while its bill was settled anew: the centre's book says that it stands. It is flagged as
 * the one too many, which it is until it is reversed.
 */
const standAgain = async ({ deps, by }: Repair, row: OrderRow): Promise<Taken> => {
  const flags: OrderFlag[] = ['duplicate', ...row.flags.filter((flag) => flag !== 'lateBooking')]
  const duplicateOf = (await twinOf(deps.db, row))?.orderNo
  const never = { reversedBy: null, reversedAt: null, reversalSetlId: null, reversalMsgid: null, reversalReason: null }
  const patch = { ...never, flags, basket: { ...row.basket, ...(duplicateOf && { duplicateOf }) } }
  const moved = await move(deps.db, row.id, 'stillStands', deps.clock(), { by, text: '医保中心仍有这笔结算', patch })
  if (!moved) return refuse('recon.locked')
  return { orderId: row.id, before: beforeOf(row, patch, 'backToReversed') }
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

/** The centre keeps it: our book is as it was, so that the difference stays one. */
const putBack = async ({ deps, by, order: row }: Repair, before: Before): Promise<void> => {
  await deps.db.transaction((tx) => restore(tx, before, { at: deps.clock(), by }))
  if (row?.flags.includes('lateBooking'))
    await flagLate(deps, row.id, true, { by, text: '重复的结算没有撤销，仍在医保中心' })
}

/** Sends the 2103 of an order, and tells the store what has to be given back of a duplicate. */
const send = async (c: Context, repair: Repair, row: OrderRow): Promise<OrderRow> => {
  const after = await sendReversal(c, row, '对账：撤销多出的结算', 'system')
  if (repair.difference.class === 'duplicate') await tellCash(repair.deps, after)
  return after
}

const sendTaken = async (c: Context, repair: Repair, { orderId, before }: Taken): Promise<OrderRow> => {
  const { deps } = repair
  try {
    return await send(c, repair, await reload(deps, orderId))
  } catch (error) {
    if (error instanceof Refusal && before && (await reload(deps, orderId)).state === 'settled')
      await putBack(repair, before)
    throw error
  }
}

/** 撤销这笔: 2103 (2208) of a whole settlement; what our book holds beside it stays as it is. */
export const reverse: Action = async (repair) => {
  const { c, order: row, difference } = repair
  if (!c) return refuse('recon.locked')
  const its = row && row.msgid === difference.msgid ? row : undefined
  // Both books had it when it was found.
  if (its && difference.local) return ended(await send(c, repair, its))
  await requireUnheld(repair)
  const takenBack = its?.setlId && its.state === 'reversed'
  return ended(await sendTaken(c, repair, await (takenBack ? standAgain(repair, its) : takeIn(repair))))
}

const ended = ({ state }: OrderRow): Repaired =>
  state === 'reversed' ? { text: '撤销成功' } : refuse('centre.unknown')
