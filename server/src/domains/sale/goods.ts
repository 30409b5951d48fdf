import { eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import { like } from '../../database/like.ts'
import type { Database } from '../../database/open.ts'
import { goodsOf, saleDue, soldGoodsOnly } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'
import { soldGoods } from './tables.ts'

/**
 * Keeps what the goods of some orders are called. Runs where sales are written, after their settlement and no part of one;
 * rows in one order, so that two nodes do not wait for each other.
 */
export const rememberGoods = async (tx: Database, orders: readonly Pick<OrderRow, 'lines'>[]): Promise<void> => {
  const lines = orders.flatMap((row) => row.lines)
  const found = new Map(
    lines.map(({ ownCode, nationalCode, name }) => [
      JSON.stringify([ownCode, nationalCode, name]),
      { ownCode, nationalCode, name },
    ]),
  )
  const rows = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  if (rows.length) await tx.insert(soldGoods).values(rows).onConflictDoNothing()
}

/** Goods that are looked for one by one; of more of them there is one in every few orders. */
const most = 200

/**
 * SQL over orders: those that may have goods of a code, a national code or a name, or have not been looked through yet.
 * What it leaves has to be asked line by line. Undefined where words fit so many goods that the newest orders have some.
 */
export const ordersOfGoods = async (db: Database, goods: string): Promise<SQL | undefined> => {
  const rows = await db
    .selectDistinct({ ownCode: soldGoods.ownCode })
    .from(soldGoods)
    .where(or(eq(soldGoods.ownCode, goods), eq(soldGoods.nationalCode, goods), ilike(soldGoods.name, like(goods))))
    .limit(most + 1)
  if (rows.length > most) return undefined
  const codes = sql.param(rows.map(({ ownCode }) => ownCode))
  return sql`(${soldGoodsOnly} and ${goodsOf} ?| ${codes}::text[] or ${saleDue} or state in ('settling','reversing','unknown'))`
}
