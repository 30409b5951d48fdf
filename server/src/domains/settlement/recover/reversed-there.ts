import type { Deps } from '../../../call/context.ts'
import type { QueriedSettlement } from '../../../centre/operations/settlement-query.ts'
import { notLookedAt } from '../../../centre/outcome.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { heardOf, numbersIn, type Who } from './lookup.ts'
import { takenBackAmong } from './reversal-among.ts'

/** Whether the centre has taken a settlement back, and the row by which, where its visit shows one. */
export type ReversedThere = { reversed: boolean; by?: QueriedSettlement }

/**
 * Whether a settlement that 5203 shows was taken back there: it is flagged itself, or its visit holds its reversal (5204,
 * then 5203 of what else was settled in it; areas with `lookup`, the other ones can only be believed). Asked only where the
 * flag does not tell and the answer decides something. Undefined when something was not answered, or nothing says which of
 * several was taken back: it proves nothing.
 */
export const reversedThere = async (
  deps: Deps,
  storeRow: StoreRow,
  who: Who,
  settled: QueriedSettlement,
): Promise<ReversedThere | undefined> => {
  const { lookup } = deps.services.centre.of(storeRow.areaCode).profile
  if (settled.refunded || !lookup) return { reversed: settled.refunded }
  const { mdtrtId } = settled
  const numbers = await numbersIn(deps, storeRow, who, mdtrtId)
  if (numbers.kind === 'refused' && !notLookedAt(numbers)) return { reversed: false }
  if (numbers.kind !== 'booked') return undefined
  const visit: (QueriedSettlement | undefined)[] = []
  for (const setlId of numbers.value) {
    if (setlId === settled.setlId) continue
    const other = await heardOf(deps, storeRow, who, { setlId, mdtrtId })
    if (other !== 'none') visit.push(other)
  }
  const by = takenBackAmong(settled, visit)
  if (by === 'unclear' || visit.includes(undefined)) return undefined
  return by ? { reversed: true, by } : { reversed: false }
}
