import type { InputOf } from '@yibao/shared/call.ts'
import type { settlement } from '@yibao/shared/calls/settlement.ts'
import type { Context } from '../../call/context.ts'
import { requireReversible } from '../liquidation/in-application.ts'
import type { OrderRow } from '../order/view.ts'
import { settingsOf } from '../organisation/settings.ts'
import type { Approve } from '../settlement/approve-reversal.ts'
import { samePersonPresented } from '../settlement/present.ts'
import { reverse } from '../settlement/reverse.ts'

type Cancel = InputOf<typeof settlement.cancel>

const rereads = async ({ db }: Context, { areaCode, state }: OrderRow): Promise<boolean> =>
  state === 'settled' && (await settingsOf(db, areaCode)).rereadBeforeReversal

/**
 * Where the area wants it, whose settlement it is shows his card again, or another proof of who he is; of what does not stand
 * nobody is asked.
 */
export const requirePresent = async (c: Context, row: OrderRow, medium: Cancel['medium']): Promise<void> => {
  if (await rereads(c, row)) await samePersonPresented(c, row, 'reversal', medium)
}

/** The same of what somebody elsewhere is to approve: either it is read, or he is told why nothing could be, in words. */
export const presentOrWhy = async (c: Context, row: OrderRow, { medium, withoutCard }: Cancel): Promise<string> => {
  if (withoutCard && (await rereads(c, row))) return withoutCard
  await requirePresent(c, row, medium)
  return ''
}

/**
 * The reversal that a clerk asks for. What is claimed at the centre is refused, where the area does not allow it (ux 1.12
 * T17); a repair of the books does not ask that: it finds out what the centre has done already. Answers and refuses as
 * `reverse` does.
 */
export const reverseByClerk = async (
  c: Context,
  row: OrderRow,
  reason: string,
  approve?: Approve,
): Promise<OrderRow> => {
  // What does not stand is refused by its state, whatever it was claimed in.
  if (row.state === 'settled') await requireReversible(c, row)
  // Once more as it leaves: it may be applied for at the same moment.
  const last: Approve = async (db) => {
    await requireReversible({ db }, row)
    await approve?.(db)
  }
  return reverse(c, row, reason, 'clerk', last)
}
