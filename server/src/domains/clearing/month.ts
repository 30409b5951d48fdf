import { clearingState } from '@yibao/shared/entities/clearing.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import { and, eq, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Answer, Operation } from '../../centre/client.ts'
import { markedOn, oneOn, type Renew } from '../../database/claims.ts'
import { lasting } from '../../database/held.ts'
import type { Database } from '../../database/open.ts'
import { runAsSystem } from '../attendance/ask.ts'
import { leftOf } from '../organisation/in-flight.ts'
import type { StoreRow } from '../organisation/store.ts'
import { store } from '../organisation/tables.ts'
import { type ClearingStateCode, clearingMonth, clearingRow } from './tables.ts'

export type Month = typeof clearingMonth.$inferSelect

/** A store's month with its store. */
export interface Found {
  one: Month
  shop: StoreRow
}

/** Waiting for an answer of the centre, ms. */
const timeoutMs = 60_000

/** What people call a state. */
const stateTitle = (state: string): string => choiceTitle(clearingState, state)

/** How an area clears; refuses where it does not. */
export const clearingOf = ({ services }: Pick<Context, 'services'>, { areaCode }: StoreRow): 'fund' | 'paid' => {
  const { clearing } = services.centre.of(areaCode).profile
  return clearing === 'none' ? refuse('clearing.none') : clearing
}

/** One message to a store's centre. */
export const run = <A, R>(c: Context, shop: StoreRow, operation: Operation<A, R>, args: A): Promise<Answer<R>> =>
  runAsSystem(c.deps, shop, operation, args, { timeoutMs })

/** A month that the asker may see. */
export const monthOf = async (c: Context, id: string): Promise<Found> => {
  const [found] = await c.db
    .select({ one: clearingMonth, shop: store })
    .from(clearingMonth)
    .innerJoin(store, eq(store.id, clearingMonth.storeId))
    .where(and(eq(clearingMonth.id, id), c.scope.where(clearingMonth.storeId)))
  if (!found) return refuse('not.found', { what: '这个月的清分' })
  c.on(`${found.shop.name} ${found.one.month}`, found.shop.id)
  return found
}

/** The same by its store, of which the asker has it already. */
export const findMonth = async (
  { db }: Pick<Context, 'db'>,
  shop: StoreRow,
  month: string,
): Promise<Month | undefined> => {
  const here = and(eq(clearingMonth.storeId, shop.id), eq(clearingMonth.month, month))
  const [one] = await db.select().from(clearingMonth).where(here)
  return one
}

/** The same, begun when there is none. */
export const openMonth = async (c: Context, shop: StoreRow, month: string): Promise<Month> => {
  const now = c.deps.clock()
  const values = { id: newId(now), storeId: shop.id, areaCode: shop.areaCode, month, operatorName: c.me.name }
  await c.db.insert(clearingMonth).values(values).onConflictDoNothing()
  return (await findMonth(c, shop, month))!
}

const claimed = oneOn(clearingMonth)

/** Works on a month as it is now; refuses while somebody else does (claims.ts). */
export const withMonth = <T>(c: Context, id: string, work: (one: Month, renew: Renew) => Promise<T>): Promise<T> =>
  claimed(c.deps, id, work, () => refuse('clearing.busy'))

/** A claimed month as it is from now on; undefined when the claim has ended and is somebody else's. */
export const mark = markedOn(clearingMonth)

/** Refuses what a month's state does not allow. */
export const requireState = (
  { one, shop }: Found,
  states: readonly ClearingStateCode[],
  action: string,
  tips = '请刷新后查看',
): void => {
  if (states.includes(one.state)) return
  refuse('clearing.state', { store: shop.name, month: one.month, state: stateTitle(one.state), action, tips })
}

/** The state that a month's rows make. */
export const stateByRows = async (db: Database, monthId: string): Promise<ClearingStateCode> => {
  const n = (answer: string) => sql<number>`count(*) filter (where ${clearingRow.answer} = ${answer})::int`
  const [sums] = await db
    .select({ open: n('open'), unknown: n('unknown'), confirmed: n('confirmed'), refused: n('refused') })
    .from(clearingRow)
    .where(eq(clearingRow.monthId, monthId))
  const { open, unknown, confirmed, refused } = sums!
  if (unknown) return '5'
  if (confirmed + refused === 0) return open ? '2' : '0'
  return open ? '3' : '4'
}

/** When the connection of a message that leaves now is closed at the latest, should nobody be there to see it. */
export const closedBy = ({ deps }: Pick<Context, 'deps'>) => lasting(deps, timeoutMs)

/** A month whose message has been answered: its connection is closed. */
export const closedNow = ({ deps }: Pick<Context, 'deps'>, one: Month) => ({ ...one, closedAt: lasting(deps, 0) })

/** ms until a message that was sent can arrive no more (DESIGN 7); 0 when it cannot. */
export const stillOnItsWay = ({ deps }: Pick<Context, 'deps'>, one: Month): Promise<number> =>
  leftOf(deps, one.areaCode, one, timeoutMs)
