import { formatDay } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import { lockNames } from '../../database/locks.ts'
import type { Database } from '../../database/open.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { lookUp } from '../audit/counter/look-up.ts'
import { newestPurchases } from '../order/purchases.ts'
import type { OrderRow } from '../order/view.ts'
import { soldName } from '../sale/sold-name.ts'
import type { Ready } from './ready.ts'
import { codesOf, soldWarnings } from './sold-codes.ts'

/** Newest purchases of a person that are looked at. */
const most = 100

/**
 * What another settlement may take away from this one until it leaves, by the names of locks: that its person has bought
 * nothing more where a rule asks for it, and that its packs are still there. What is kept of a return was judged and sold
 * before. None for most baskets of a store that scans no codes.
 */
export const sharedWith = ({ companyId, psnHash, basket, lines }: OrderRow): string[] => {
  if (basket.replaces) return []
  const person = basket.judged ? [`purchases ${companyId} ${psnHash}`] : []
  return [...person, ...codesOf(lines).map(soldName)]
}

/** The person's purchases of which the rules did not know when they judged this basket, the newest. */
export const boughtSince = (
  { id, psnHash, companyId, areaCode }: Pick<OrderRow, 'id' | 'psnHash' | 'companyId' | 'areaCode'>,
  { day, orders }: { day: string; orders: readonly string[] },
) => {
  const of = { psnHash: sql`${psnHash}`, companyId: sql`${companyId}`, areaCode: sql`${areaCode}` }
  const newest = newestPurchases({ ...of, day: sql`${day}::date` }, most)
  return sql`select id from (${newest}) newest where id <> all(${sql.param([id, ...orders])}::text[])`
}

const requireNothingBought = async (tx: Database, { order, store }: Ready, now: Date): Promise<void> => {
  const { judged } = order.basket
  if (!judged) return
  const since = rowsFrom<{ id: string }>(await tx.execute(boughtSince(order, judged)))
  if (!since.length) return
  const ids = new Set(since.map(({ id }) => id))
  const { bought } = await lookUp(tx, {
    ...{ areaCode: order.areaCode, companyId: order.companyId, storeId: store.id, psnHash: order.psnHash ?? '' },
    ...{ today: formatDay(now), disease: [], except: [order.id] },
    codes: order.lines.map(({ nationalCode }) => nationalCode),
    ownCodes: order.lines.map(({ ownCode }) => ownCode),
  })
  // Goods that no rule means with these change nothing.
  const one = bought.find(({ orderId }) => ids.has(orderId))
  if (one) refuse('order.bought', { where: one.sameStore ? '本店' : one.storeName, name: one.name })
}

/**
 * Refuses to settle what was judged without knowing of a purchase, or of a sold pack, that there is by now: it is priced and
 * judged again. Whoever settles with one of these names at the same moment waits until this transaction has ended, and is
 * judged by what it wrote.
 */
export const requireJudged = async (
  tx: Database,
  ready: Ready,
  { names, now }: { names: readonly string[]; now: Date },
): Promise<void> => {
  const { order, store } = ready
  await lockNames(tx, names)
  await requireNothingBought(tx, ready, now)
  const sold = await soldWarnings(tx, store, order.lines, order.id)
  const one = sold.find(({ text }) => !order.warnings.includes(text))
  if (one) refuse('order.codeSold', { what: one.text })
}
