import { and, eq, type SQL } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { claimsOn, markOn, oneOn } from '../../database/claims.ts'
import type { Written } from '../../database/columns.ts'
import { type StoreRow, storeOf } from '../organisation/store.ts'
import type { Telling } from '../telling/told.ts'
import { tellFirst } from './first-again.ts'
import { doubledNo, dropLater, firstDay, firstIsDue, lockTakes, sayLeft } from './first-take.ts'
import { kinds } from './kinds.ts'
import { type StockMessage, stockMessage } from './tables.ts'

/** Rows that one request or job at a time works on (claims.ts). */
export const withMessages = claimsOn(stockMessage)

/** The same of one. */
export const withMessage = oneOn(stockMessage)

const markRow = markOn(stockMessage)

/**
 * What is known of a claimed row from now on; false when the claim has ended, or `when` no longer holds. In the same commit,
 * what doubles a stock take and waited for its deletion (waitFor) is due when that has come to an end, and a store's first
 * stock take is told where it is another one now.
 */
export const mark = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  one: StockMessage,
  set: Written<StockMessage>,
  when?: SQL,
): Promise<boolean> => {
  const take = one.kind === 'take'
  const settled = take && set.pending !== undefined && set.pending !== 'delete'
  // Also of a double: its own day may be the first again by now, or what was to be the first waited until it is gone.
  const doubles = doubledNo(one.docNo) !== undefined
  const moves = (take || doubles) && (set.state === 'deleted' || set.state === 'needless')
  if (!settled && !moves) return markRow(deps, one, set, when)
  return deps.db.transaction(async (db) => {
    if (moves) await lockTakes(db, one.storeId)
    const marked = await markRow({ db }, one, set, when)
    if (marked && settled) await firstIsDue(db, one, deps.clock())
    const first = marked && moves ? await firstDay(db, one.storeId) : undefined
    if (marked && take && set.state === 'deleted') await sayLeft(db, one)
    if (first && (take ? first > one.happenedOn : first >= one.happenedOn))
      await tellFirst(db, deps.clock(), await storeOf({ db }, one.storeId), first)
    return marked
  })
}

/**
 * A claimed stock take that was taken away is to be told again: in the same commit its day may be the store's first again,
 * with what doubled it, and what doubles a later one is told no more. Answers it as it stands then, and what somebody has to
 * take away at the centre himself, in words.
 */
export const standAgain = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  one: StockMessage,
): Promise<{ one: StockMessage; surplus: string }> =>
  deps.db.transaction(async (db) => {
    await lockTakes(db, one.storeId)
    const open = { state: 'waiting', pending: '', message: '', nextAt: deps.clock() } as const
    const stands = await markRow({ db }, one, open, eq(stockMessage.state, one.state))
    if (!stands) return { one, surplus: '' }
    if ((await firstDay(db, one.storeId)) !== one.happenedOn) return { one: { ...one, ...open }, surplus: '' }
    await tellFirst(db, deps.clock(), await storeOf({ db }, one.storeId), one.happenedOn)
    return { one: { ...one, ...open }, surplus: await dropLater(db, one.storeId, one.happenedOn) }
  })

/**
 * A claimed row that doubles a stock take whose deletion has no answer is looked at again when that is, and where that
 * waits for a person waits too. One whose take has come to an end meanwhile stays as due as it was.
 */
export const waitFor = (deps: Pick<Deps, 'db'>, one: StockMessage, take: StockMessage): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const open = and(eq(stockMessage.id, take.id), eq(stockMessage.pending, 'delete'))
    // Locked: whoever ends it makes due what waits, behind this or before.
    const [found] = await tx.select({ nextAt: stockMessage.nextAt }).from(stockMessage).where(open).for('share')
    if (!found) return
    // A refused one is a person's matter all the same.
    const nextAt = one.state === 'waiting' ? found.nextAt : null
    await markRow({ db: tx }, one, { nextAt })
  })

/** A claimed row as it is told. */
export const tellingOf = (deps: Deps, one: StockMessage, shop: StoreRow): Telling => ({
  ...{ one, shop, type: kinds[one.kind].type },
  mark: (set, when) => mark(deps, one, set, when && eq(stockMessage.state, when)),
})
