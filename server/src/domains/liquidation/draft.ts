import { and, eq, notInArray, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context, Deps } from '../../call/context.ts'
import { lease } from '../../database/claims.ts'
import { isFree } from '../../database/held.ts'
import type { Database } from '../../database/open.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import type { StoreRow } from '../organisation/store.ts'
import { amountsOf, claimColumns } from './amounts.ts'
import { finalStates, type Held } from './held.ts'
import { stateTitle } from './state.ts'
import { belongsTo, type ClaimPart, type ClaimSums, monthRows, sameSums, sumColumns, sumsFrom } from './sums.ts'
import { liquidation, liquidationItem } from './tables.ts'

interface Filling {
  id: string
  shop: StoreRow
  month: string
  part: ClaimPart
}

/** All that our book has of a store's month. */
export const bookOf = (c: Context, { shop, month }: Pick<Filling, 'shop' | 'month'>) =>
  monthRows(c.deps, { storeIds: [shop.id], areas: [shop.areaCode], month })

/** Puts the settlements of a part into an application, each with its amounts of now; answers their sums. */
const fill = async (c: Context, tx: Database, filling: Filling): Promise<ClaimSums> => {
  const { id, part } = filling
  const rows = bookOf(c, filling)
  const columns = sql.raw('order_id, refunded, at, total, recognised, fund, account, cash')
  await tx.execute(sql`
    insert into ${liquidationItem} (liquidation_id, ${columns})
    select ${id}, ${columns} from ${rows} as book where ${belongsTo(part)} on conflict do nothing`)
  const answer = await tx.execute(
    sql`select ${sumColumns} from ${liquidationItem} where ${eq(liquidationItem.liquidationId, id)}`,
  )
  return sumsFrom(rowsFrom<Parameters<typeof sumsFrom>[0]>(answer)[0]!)
}

/** What has to become of an application before others can have its settlements. */
const before: Readonly<Record<string, string>> = {
  ...{ 0: '请先删除那一份', 1: '请先撤销那一份', 5: '请先撤销那一份' },
  ...{ 7: '请先核实那一份的结果', 8: '请先核实那一份的结果' },
}

/** Refuses with the name of the application that holds settlements of a part and can still give them up. */
const unlessHeld = async (c: Context, tx: Database, filling: Filling): Promise<void> => {
  const { id, part } = filling
  const final = notInArray(sql`l.state`, [...finalStates])
  const answer = await tx.execute(sql`
    select l.month, l.state from (
      select order_id, refunded from ${bookOf(c, filling)} as book where ${belongsTo(part)}) as wanted
    join ${liquidationItem} i on i.order_id = wanted.order_id and i.refunded = wanted.refunded and i.live
    join ${liquidation} l on l.id = i.liquidation_id and ${final} where l.id <> ${id} order by l.month, l.id limit 1`)
  const [held] = rowsFrom(answer) as { month: string; state: string }[]
  if (!held) return
  const text = `有结算已在 ${held.month} 的另一份清算申请（${stateTitle(held.state)}）中，没有生成`
  refuse('liquidation.notMade', { text, next: before[held.state]! })
}

/** A part of a store's month that is to be applied for. */
export interface Making {
  shop: StoreRow
  month: string
  part: ClaimPart
  /** What of its month is claimed nowhere else for good. */
  expected: ClaimSums
  elsewhere: readonly Held[]
  agreed: boolean
  withAccount: boolean
}

/** Makes a draft in the place of an old one, if there is one; refuses when its settlements are not what was read. */
export const insertDraft = async (
  c: Context,
  { shop, month, part, expected, agreed, withAccount }: Making,
  old?: string,
) => {
  const now = c.deps.clock()
  const id = newId(now)
  await c.db.transaction(async (db) => {
    if (old) await dropDraft(c.deps, db, old)
    const place = { id, storeId: shop.id, areaCode: shop.areaCode, month, ...part }
    const made = await db
      .insert(liquidation)
      .values({ ...place, agreed, withAccount, operatorName: c.me.name, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: liquidation.id })
    if (!made.length) refuse('liquidation.busy')
    const sums = await fill(c, db, { id, shop, month, part })
    // One of them was settled, reversed or claimed elsewhere between the reading and now.
    if (!sameSums(sums, expected)) {
      await unlessHeld(c, db, { id, shop, month, part })
      refuse('liquidation.notMade', { text: '账目刚有变动，没有生成', next: '请重新生成' })
    }
    const claim = claimColumns(amountsOf(sums, { withAccount }))
    await db
      .update(liquidation)
      .set({ ...sums, ...claim })
      .where(eq(liquidation.id, id))
  })
}

/** Removes a draft with its settlements' places; refuses when it is none any more, or somebody is applying for it. */
export const dropDraft = async (deps: Pick<Deps, 'moved'>, db: Database, id: string): Promise<void> => {
  const free = isFree(deps, liquidation.claimedUntil, lease)
  const gone = await db
    .delete(liquidation)
    .where(and(eq(liquidation.id, id), eq(liquidation.state, '0'), free))
    .returning({ id: liquidation.id })
  if (!gone.length) refuse('liquidation.busy')
  await db.delete(liquidationItem).where(eq(liquidationItem.liquidationId, id))
}
