import type { Deps } from '../../../call/context.ts'
import type { QueriedSettlement } from '../../../centre/operations/settlement-query.ts'
import { lookForSettlement } from '../../../centre/operations/settlement-query.ts'
import { deniesSettlement } from '../../../centre/outcome.ts'
import { runAsSystem } from '../../attendance/ask.ts'
import { openIdentity } from '../../card/identity.ts'
import type { OrderRow } from '../../order/view.ts'
import type { StoreRow } from '../../organisation/store.ts'

/** Who a question is about: all that 2601, 5201 and 5203 need of a person. */
export interface Person {
  psnNo: string
  insuredArea: string
}

/** What the centre says about one settlement: its figures, a no in its own words, or nothing that tells of it. */
export type Asked =
  | { kind: 'found'; settlement: QueriedSettlement }
  | { kind: 'none'; text: string }
  | { kind: 'silent'; text?: string }

/** The person of an order; his own area, where he was insured when he bought. */
export const personOf = ({ services }: Deps, row: OrderRow): Person => openIdentity(services.vault, row.identity)

/**
 * 5203 by the store's own operator. Unlike the look-up of recovery it tells a refusal from silence: only the first is
 * evidence that the centre has no such settlement. What a centre under maintenance answers is silence.
 */
export const ask = async (
  deps: Deps,
  storeRow: StoreRow,
  { psnNo, insuredArea }: Person,
  ids: { setlId: string; mdtrtId: string },
): Promise<Asked> => {
  const waiting = { timeoutMs: 20_000, insuredArea }
  const answer = await runAsSystem(deps, storeRow, lookForSettlement, { psnNo, ...ids }, waiting)
  if (answer.kind === 'booked')
    return answer.value === 'none'
      ? { kind: 'none', text: '（答复中没有这笔结算）' }
      : { kind: 'found', settlement: answer.value }
  if (answer.kind !== 'refused') return { kind: 'silent' }
  const text = answer.message
  return deniesSettlement(answer) ? { kind: 'none', text } : { kind: 'silent', text }
}
