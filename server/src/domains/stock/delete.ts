import { and, eq, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import { storeOf } from '../organisation/store.ts'
import { takeAway } from '../telling/take-away.ts'
import { mark, tellingOf, withMessages } from './claim.ts'
import { dropFirst } from './first-take.ts'
import { stateTitle } from './rows.ts'
import { asItStands } from './send.ts'
import { type StockMessage, stockMessage } from './tables.ts'

/** The rows that name a purchase as what they give back. */
const returnsOf = async ({ db }: Deps, { storeId, kind, docNo }: StockMessage): Promise<string[]> => {
  if (kind !== 'purchase') return []
  const named = sql`${stockMessage.facts} ->> 'purchaseNo' = ${docNo}`
  const found = await db
    .select({ id: stockMessage.id })
    .from(stockMessage)
    .where(and(eq(stockMessage.storeId, storeId), eq(stockMessage.kind, 'back'), named))
  return found.map(({ id }) => id)
}

const takeOut = async (deps: Deps, claimed: StockMessage, reason: string): Promise<void> => {
  const shop = await storeOf(deps, claimed.storeId)
  const one = await asItStands(deps, claimed, shop)
  if (one.state === 'waiting' || one.state === 'refused') {
    const gone = { state: 'needless', nextAt: null, message: `已删除：${reason}` } as const
    if (!(await mark(deps, one, gone))) refuse('sale.busy')
    return
  }
  const returns = await returnsOf(deps, one)
  // Claimed meanwhile: on its way in the same moment one would be the return of nothing.
  await withMessages(deps, returns, async (mine) => {
    if (mine.some(({ state }) => state === 'uploaded' || state === 'unknown')) refuse('stock.returned')
    if (mine.length < returns.length) refuse('sale.busy')
    await takeAway(deps, tellingOf(deps, one, shop), reason)
  })
}

/**
 * Takes a claimed row away: by 3507 what the centre holds or may hold; what never got there is told no more, and neither
 * is what doubles it.
 */
export const deleteStock = async (deps: Deps, one: StockMessage, reason: string): Promise<void> => {
  const { state } = one
  if (state === 'needless' || state === 'deleted') refuse('sale.state', { state: stateTitle(state), action: '删除' })
  await takeOut(deps, one, reason)
  if (one.kind === 'take')
    await dropFirst(deps.db, one.storeId, [one.docNo], {
      message: `盘存已删除：${reason}`,
      notFirst: true,
    })
}
