import { and, asc, eq, gt, inArray, like, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { profileOf } from '../../centre/profiles.ts'
import { lockNames } from '../../database/locks.ts'
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
 * leave: the centre would count what nobody counted. `notFirst`: it is told after all once its day is the first again, with the
 * stock take it doubles.
 */
export const dropFirst = async (
  db: Pick<Database, 'update'>,
  shop: string,
  numbers: readonly string[],
  why: Pick<StockMessage, 'message' | 'notFirst'>,
): Promise<void> => {
  if (!numbers.length) return
  const doubled = and(eq(storeId, shop), eq(kindOf, 'change'), inArray(docNo, numbers.map(firstNo)))
  await db
    .update(stockMessage)
    .set({ state: 'needless', nextAt: null, ...why })
    .where(and(doubled, inArray(state, ['waiting', 'refused'])))
}

/**
 * Held until a transaction ends: two that change a store's stock takes see each other. Else each would be the first, and
 * stand on the shelf twice.
 */
export const lockTakes = (db: Pick<Database, 'execute'>, shop: string): Promise<void> =>
  lockNames(db, [`stock take ${shop}`])

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

/** Of a query over stock takes (`take`) joined to changes: the one that doubles it. */
const doubles = sql`${docNo} = ${take.docNo} || ${firstMark}`

/** How what doubles a stock take of a later day, and may stand at the centre, says so: what is taken back with it. */
const laterWords = '首次盘存改为'

const namesOf = (rows: readonly { docNo: string }[]): string => {
  const named = rows.slice(0, 5).map((one) => one.docNo)
  return `库存变更 ${named.join('、')}${rows.length > 5 ? ` 等 ${rows.length} 条` : ''}`
}

/**
 * What doubles stock takes of later days than the first is told no more. What has left already stays at the centre until
 * somebody takes it away, and what may have is looked for by the program itself: its row says so, and the answer names it,
 * '' for none.
 */
export const dropLater = async (db: Database, shop: string, first: string): Promise<string> => {
  const later = await db
    .select({
      ...{ id: stockMessage.id, number: take.docNo, docNo, state },
      pending: stockMessage.pending,
      message: stockMessage.message,
    })
    .from(take)
    .innerJoin(stockMessage, and(eq(storeId, shop), eq(kindOf, 'change'), doubles))
    .where(and(eq(take.storeId, shop), sql`${take.kind} = 'take'`, gt(take.happenedOn, first)))
    .orderBy(take.happenedOn, take.docNo)
  const why = `${laterWords} ${first}`
  const numbers = later.map(({ number }) => number)
  await dropFirst(db, shop, numbers, { message: `${why}，这条不用上传`, notFirst: true })
  const takeAway = '请在「进销存」删除，否则医保中心的库存多一份'
  const lookFor = '上传结果未知，核实后不再上传'
  const say = async (some: typeof later, words: string, message?: string): Promise<string[]> => {
    if (!some.length) return []
    const ids = some.map(({ id }) => id)
    await db.update(stockMessage).set({ notFirst: true, message }).where(inArray(stockMessage.id, ids))
    // Of many takes of one day that are told again each asks this: what says it already was named by the first.
    const fresh = some.filter((one) => one.message !== message)
    return message && fresh.length ? [`${namesOf(fresh)} ${words}`] : []
  }
  const unknown = later.filter((one) => one.state === 'unknown')
  const told = [
    ...(await say(
      later.filter((one) => one.state === 'uploaded'),
      `已上传：${takeAway}`,
      `${why}，这条已上传：${takeAway}`,
    )),
    ...(await say(
      unknown.filter(({ pending }) => pending !== 'delete'),
      lookFor,
      `${why}，这条${lookFor}`,
    )),
  ]
  // Somebody is at it already.
  await say(
    unknown.filter(({ pending }) => pending === 'delete'),
    '',
  )
  return told.length ? [why, ...told].join('，') : ''
}

/** Whether the centre holds, or may hold, what doubled a stock take of a day before the first one of now. */
export const heldBefore = async (db: Pick<Database, 'select'>, shop: string, first: string): Promise<boolean> => {
  const doubled = and(eq(storeId, shop), eq(kindOf, 'change'), like(docNo, `%${firstMark}`))
  const [held] = await db
    .select({ id: stockMessage.id })
    .from(stockMessage)
    .where(and(doubled, lt(happenedOn, first), inArray(state, ['uploaded', 'unknown'])))
    .limit(1)
  return held !== undefined
}

/** What doubles a stock take that was taken away, and stays at the centre until somebody takes that away too, says so. */
export const sayLeft = async (db: Database, { storeId: shop, docNo: number }: StockMessage): Promise<void> => {
  const doubled = and(eq(storeId, shop), eq(kindOf, 'change'), eq(docNo, firstNo(number)))
  await db
    .update(stockMessage)
    .set({
      notFirst: true,
      message: '盘存已删除，这条已上传：请在「进销存」删除，否则医保中心的库存多一份，之后的盘存也不作首次库存上传',
    })
    .where(and(doubled, eq(state, 'uploaded')))
}

/** What its first day's stock takes stand for again may stay at the centre: nobody has to take it away any more. */
export const keepFirst = async (db: Database, shop: string, numbers: readonly string[]): Promise<void> => {
  if (!numbers.length) return
  const doubled = and(eq(storeId, shop), eq(kindOf, 'change'), inArray(docNo, numbers.map(firstNo)))
  const stays = or(eq(state, 'uploaded'), and(eq(state, 'unknown'), ne(stockMessage.pending, 'delete')))
  const said = sql`case when ${stockMessage.message} similar to ${`(${laterWords}|盘存已删除)%`} then '' else ${stockMessage.message} end`
  await db
    .update(stockMessage)
    .set({ notFirst: false, message: said })
    .where(and(doubled, stays, stockMessage.notFirst))
}

/**
 * The stock takes of a store's first day that something stands on the shelf of, each with what doubles it: null where it
 * was written while an earlier day was the first.
 */
export const firstTakes = async (db: Pick<Database, 'select'>, shop: string, first: string) => {
  const counted = and(
    ...[eq(take.storeId, shop), sql`${take.kind} = 'take'`, eq(take.happenedOn, first)],
    ...[notInArray(take.state, ['deleted', 'needless']), sql`${take.quantity}::numeric <> 0`],
  )
  return db
    .select({ take, double: stockMessage })
    .from(take)
    .leftJoin(stockMessage, and(eq(storeId, shop), eq(kindOf, 'change'), doubles))
    .where(counted)
    .orderBy(take.id)
}
