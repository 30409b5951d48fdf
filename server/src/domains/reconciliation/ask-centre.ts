import type { ResultOf } from '@yibao/shared/call.ts'
import type { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { unscaled, yuan } from '@yibao/shared/money.ts'
import { optionalTime, parseTime } from '@yibao/shared/time.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { maskName } from '../../base/mask.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Settlement } from '../../centre/operations/settlement.ts'
import { isFindable } from './classify/finding.ts'
import type { DifferenceRow } from './groups/groups.ts'
import { findDifference } from './handle.ts'
import { linesIn, settlementIn } from './repair/find-settlement.ts'
import { openRepair } from './repair/repair.ts'
import { reconDifference } from './tables.ts'

/** What a statement left out is kept with the difference: whoever approves a repair of it reads a name then. */
const keep = async (c: Context, row: DifferenceRow, s: Settlement & { name?: string }): Promise<void> => {
  const { setlId, mdtrtId, cash } = s
  const at = row.at ?? (s.setlTime ? parseTime(s.setlTime) : null)
  await c.db
    .update(reconDifference)
    .set({
      ...(s.name && { maskedName: maskName(s.name) }),
      ...(row.centre && { centre: { ...row.centre, setlId, mdtrtId, cash } }),
      at,
    })
    .where(and(eq(reconDifference.id, row.id), isNull(reconDifference.handledAt)))
}

/**
 * Reconciliation/AskCentre: whose settlement it is that only the centre has, and what for, before anybody decides about it
 * (ux 3). Asks by the person's number and the day, which is all that a statement tells; never by the bytes of a message,
 * which could book.
 */
export const askCentre = async (c: Context, diffId: string): Promise<ResultOf<typeof reconciliation.askCentre>> => {
  const row = await findDifference(c, diffId)
  const repair = await openRepair(c.deps, row, { c, by: c.me.name })
  if (row.local || row.centre?.reversed) return refuse('recon.state', { text: '只有中心多出的结算可以查询明细' })
  if (!isFindable(c.deps, repair.storeRow.areaCode, false))
    return refuse('recon.state', { text: '本地区的医保中心不能按参保人查询结算，请在医保中心网站核对后再处理' })
  const s = await settlementIn(repair)
  const lines = await linesIn(repair, s)
  if (!row.handledAt) await keep(c, row, s)
  const { setlId, mdtrtId, insurance: insutype, medicalType } = s
  return {
    ...{ setlId, mdtrtId, insutype, medicalType: medicalType || '41', refunded: s.refunded ?? false },
    maskedName: maskName(s.name ?? '') || row.maskedName || '--',
    at: optionalTime(s.setlTime ? parseTime(s.setlTime) : null),
    ...{ total: yuan(s.total), fund: yuan(s.fundTotal), account: yuan(s.account), cash: yuan(s.cash) },
    lines: lines?.map(({ itemName, spec, quantity, amount }) => ({
      ...{ itemName, spec },
      ...{ quantity: unscaled(quantity, 4), amount: yuan(amount) },
    })),
  }
}
