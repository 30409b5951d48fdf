import { maskName } from '../../base/mask.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { openIdentity } from '../card/identity.ts'
import { preferredInsurance, readingOf } from '../card/read.ts'
import { findOrder } from '../order/find.ts'
import { type StoreRow, storeOf } from '../organisation/store.ts'

/** Whose settlements are looked at, and at which store. */
export interface Whose {
  psnNo: string
  insuredArea: string
  maskedName: string
  shop: StoreRow
}

/** The person of a card that was read at this counter, or of an order inside the caller's scope. */
export const whoseOf = async (
  c: Context,
  { readId, orderId }: { readId?: string; orderId?: string },
): Promise<Whose> => {
  if (orderId) {
    const row = await findOrder(c, orderId)
    const { psnNo, insuredArea } = row.identity
      ? openIdentity(c.services.vault, row.identity)
      : refuse('input.invalid', { text: '这张订单没有参保人的信息，请读卡后查询' })
    return { psnNo, insuredArea, maskedName: row.maskedName, shop: await storeOf(c.deps, row.storeId) }
  }
  if (!readId) return refuse('input.invalid', { text: '请先读卡，或从一条记录查询' })
  const shop = await storeOf(c.deps, c.scope.check(c.storeId))
  const { person } = await readingOf(c, readId)
  const { insuredArea } = preferredInsurance(person)
  return { psnNo: person.person.psnNo, insuredArea, maskedName: maskName(person.person.name), shop }
}
