import { and, asc, eq, gt, inArray, notInArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { profileOf } from '../../centre/profiles.ts'
import type { Database } from '../../database/open.ts'
import { type StockMessage, stockMessage } from './tables.ts'

// A store's first stock take is told twice (3501 rule 2): as 3501, and as the stock change that its numbers end in.

const { docNo, storeId, kind: kindOf, state, happenedOn } = stockMessage

const firstMark = '#初始'

/** Number of the stock change that doubles a row of the first stock take. */
export const firstNo = (number: string): string => number + firstMark

/** Number of the row that a stock change of this number doubles; undefined where it doubles none. */
export const doubledNo = (number: string): string | undefined =>
  number.endsWith(firstMark) ? number.slice(0, -firstMark.length) : undefined

/**
 * What doubles stock takes that were taken away, or are no first stock any more, is told no more as long as it did not
 * leave: the centre would count what nobody counted.
 */
export const dropFirst = async (
  db: Pick<Database, 'update'>,
  shop: string,
  numbers: readonly string[],
  message: string,
): Promise<void> => {
  if (!numbers.length) return
  const doubled = and(eq(storeId, shop), eq(kindOf, 'change'), inArray(docNo, numbers.map(firstNo)))
  await db
    .update(stockMessage)
    .set({ state: 'needless', nextAt: null, message })
    .where(and(doubled, inArray(state, ['waiting', 'refused'])))
}

/** What doubles a stock take and is not told yet is due. */
export const firstIsDue = async (
  db: Pick<Database, 'update'>,
  { storeId: shop, docNo: number }: Pick<StockMessage, 'storeId' | 'docNo'>,
  nextAt: Date,
): Promise<void> => {
  const doubles = and(eq(storeId, shop), eq(kindOf, 'change'), eq(docNo, firstNo(number)))
  await db
    .update(stockMessage)
    .set({ nextAt })
    .where(and(doubles, eq(state, 'waiting')))
}

/** inv_chg_type of the first stock: Jiangxi has a code of its own, elsewhere it is another coming in (notes 11). */
export const firstStock = (areaCode: string): string => (profileOf(areaCode, '').edition === 'JX' ? '108' : '106')

/** Day of a store's first stock take. */
export const firstDay = async (db: Pick<Database, 'select'>, shop: string): Promise<string | undefined> => {
  const live = notInArray(state, ['deleted', 'needless'])
  const [first] = await db
    .select({ on: happenedOn })
    .from(stockMessage)
    .where(and(eq(storeId, shop), sql`${kindOf} = 'take'`, live))
    .orderBy(asc(happenedOn))
    .limit(1)
  return first?.on
}

const take = alias(stockMessage, 'take')

/**
 * What doubles stock takes of later days than the first is told no more. What has left already stays at the centre until
 * somebody takes it away: its row says so, and the answer names it, '' for none.
 */
export const dropLater = async (db: Database, shop: string, first: string): Promise<string> => {
  const later = await db
    .select({ id: stockMessage.id, number: take.docNo, docNo, state })
    .from(take)
    .innerJoin(
      stockMessage,
      and(eq(storeId, shop), eq(kindOf, 'change'), sql`${docNo} = ${take.docNo} || ${firstMark}`),
    )
    .where(and(eq(take.storeId, shop), sql`${take.kind} = 'take'`, gt(take.happenedOn, first)))
    .orderBy(take.happenedOn, take.docNo)
  const why = `首次盘存改为 ${first}`
  const numbers = later.map(({ number }) => number)
  await dropFirst(db, shop, numbers, `${why}，这条不用上传`)
  const gone = later.filter((one) => one.state === 'uploaded' || one.state === 'unknown')
  if (!gone.length) return ''
  const takeAway = '请在「进销存」删除，否则医保中心的库存多一份'
  const ids = gone.map(({ id }) => id)
  await db
    .update(stockMessage)
    .set({ message: `${why}，这条已上传：${takeAway}` })
    .where(inArray(stockMessage.id, ids))
  const named = gone.slice(0, 5).map((one) => one.docNo)
  return `${why}，库存变更 ${named.join('、')}${gone.length > 5 ? ` 等 ${gone.length} 条` : ''} 已上传：${takeAway}`
}
