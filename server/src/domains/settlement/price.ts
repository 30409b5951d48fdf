import { yuan } from '@yibao/shared/money.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Answer, Header } from '../../centre/client.ts'
import { presettle, type Settlement } from '../../centre/operations/settlement.ts'
import { presettleVisit } from '../../centre/operations/visit-settlement.ts'
import type { Identity } from '../card/types.ts'
import type { OrderRow } from '../order/view.ts'
import type { VisitRow } from '../order/visit-tables.ts'
import type { StoreRow } from '../organisation/store.ts'
import { charged } from '../visit/charge.ts'
import { leave } from '../visit/claim.ts'
import { isDraftIn } from '../visit/draft.ts'
import type { Needs } from '../visit/needs.ts'
import { saleOf } from './sale.ts'

interface Pricing {
  shop: StoreRow
  draft: OrderRow
  identity: Identity
  /** Of the message that prices it. */
  header: Header
  /** Of the visit that it is settled in; undefined: it is settled by 2102. */
  needs: Needs | undefined
  /** What the prescription says. */
  condition: string | undefined
}

interface Priced {
  answer: Answer<Settlement>
  /** Of which message. */
  infno: string
  /** In which its lines stand. */
  visit?: VisitRow
}

/** What an order keeps of the batch that its split is of: neither of them alone says that it is still this one. */
export const pricedBatch = (settleKey: string | null, batch: string): string => `${settleKey} ${batch}`

/** ms: nobody is charged by it. */
const longestTrial = 60_000

/** What the centre makes of a draft: 2101, or in a visit 2206 of the lines that 2204 has brought there. Nothing is booked. */
export const priceOf = async (
  c: Context,
  { shop, draft, identity, header, needs, condition }: Pricing,
): Promise<Priced> => {
  const client = c.services.centre.of(shop.areaCode)
  const sale = saleOf(draft, identity, c.now)
  const waiting = { timeoutMs: c.deps.config.settleWait }
  if (!needs) {
    const { visitId } = draft
    if (visitId) await leave(c.deps, visitId, isDraftIn(c.db, draft, visitId))
    return { answer: await client.run(presettle, sale, header, waiting), infno: presettle.infno }
  }
  const stands = await charged({ c, shop, draft, identity, sale, needs, condition })
  if ('no' in stands) return stands.no
  const { visit, lines } = stands
  const asked = { sale, mdtrtId: visit.mdtrtId ?? '', batch: visit.batch }
  const timeoutMs = Math.min(waiting.timeoutMs, longestTrial)
  const answer = await client.run(presettleVisit, asked, header, { timeoutMs })
  const { infno } = presettleVisit
  if (answer.kind !== 'booked') return { answer, infno, visit }
  // Of a visit in which the centre has other lines too nothing is settled.
  if (answer.value.total !== draft.total) {
    await leave(c.deps, visit.id, isDraftIn(c.db, { ...draft, visitId: visit.id }, visit.id))
    return refuse('visit.total', { theirs: yuan(answer.value.total), ours: yuan(draft.total) })
  }
  return { answer: { ...answer, value: { ...answer.value, lines } }, infno, visit }
}
