import { Refusal, refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { reload } from '../../order/find.ts'
import { move } from '../../order/states.ts'
import type { OrderFlag } from '../../order/types.ts'
import type { OrderRow } from '../../order/view.ts'
import { nobody, reverse } from '../../settlement/reverse.ts'
import { endDuplicate } from '../../settlement/tell-duplicate.ts'
import { twinOf } from '../classify/owner.ts'
import type { Repair } from '../repair/repair.ts'
import { type Before, beforeOf, restore } from '../repair/restore.ts'
import { flagLate } from './undo.ts'

/** An order of ours that is to be reversed at the centre, and how it was before we said that it stands. */
export interface Taken {
  orderId: string
  before?: Before
}

/**
 * One that was taken back here alone: the centre's book says that it stands. Until it is reversed it is listed: as the one
 * too many where its bill was settled anew, else as taken back here alone.
 */
export const standAgain = async ({ deps, by }: Repair, row: OrderRow): Promise<Taken> => {
  const duplicateOf = (await twinOf(deps.db, row))?.orderNo
  const flag: OrderFlag = duplicateOf ? 'duplicate' : 'reversedHere'
  const flags: OrderFlag[] = [flag, ...row.flags.filter((one) => one !== 'lateBooking' && one !== flag)]
  const never = { reversedBy: null, reversedAt: null, reversalSetlId: null, reversalMsgid: null, reversalReason: null }
  const patch = { ...never, ...nobody, flags, basket: { ...row.basket, duplicateOf, suspected: undefined } }
  const told = await deps.db.transaction(async (tx) => {
    const moved = await move(tx, row.id, 'stillStands', deps.clock(), { by, text: '医保中心仍有这笔结算', patch })
    return moved ? endDuplicate({ ...deps, db: tx }, row) : refuse('recon.locked')
  })
  told()
  return { orderId: row.id, before: beforeOf(row, patch, 'backToReversed') }
}

/** The centre keeps it: our book is as it was, so that the difference stays one. */
const putBack = async ({ deps, by, order: row }: Repair, before: Before): Promise<void> => {
  await deps.db.transaction((tx) => restore(tx, before, { at: deps.clock(), by }))
  if (row?.flags.includes('lateBooking'))
    await flagLate(deps, row.id, true, { by, text: '重复的结算没有撤销，仍在医保中心' })
}

/** 2103 of what our book has taken up for it. One that surely did nothing leaves our book as it was before. */
export const reverseTaken = async (
  c: Context,
  repair: Repair,
  { orderId, before }: Taken,
  reason: string,
): Promise<OrderRow> => {
  const { deps } = repair
  try {
    return await reverse(c, await reload(deps, orderId), reason, 'system')
  } catch (error) {
    if (error instanceof Refusal && before && (await reload(deps, orderId)).state === 'settled')
      await putBack(repair, before)
    throw error
  }
}
