import { scaled, trimZeros, unscaled } from '@yibao/shared/money.ts'
import { addDays, startOfDay } from '@yibao/shared/time.ts'
import { and, eq, gte, lt } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { order } from '../order/tables.ts'
import { textOf } from './kinds/kind.ts'
import { specialDrug } from './kinds/special-drug.ts'
import { filingOf } from './rows.ts'

/** Of a quantity on the wire. */
const decimals = 4

const plain = (quantity: bigint): string => trimZeros(unscaled(quantity, decimals))

/**
 * What is left of a special drug's limit: what was applied for, less what the filing's own store has settled of the drug
 * for the person while it holds. 5391 tells no use, and other institutions' is not in our book.
 */
export const leftOf = async (c: Context, id: string): Promise<{ limit: number; used: string; left: string }> => {
  const { one } = await filingOf(c, specialDrug, id)
  const rows = await c.db
    .select({ lines: order.lines })
    .from(order)
    .where(
      and(
        ...[eq(order.storeId, one.storeId), eq(order.psnHash, one.psnHash), eq(order.state, 'settled')],
        ...[gte(order.settledAt, startOfDay(one.beginDay)), lt(order.settledAt, startOfDay(addDays(one.endDay, 1)))],
      ),
    )
  const ofDrug = rows.flatMap(({ lines }) => lines.filter(({ nationalCode }) => nationalCode === one.subjectCode))
  const used = ofDrug.reduce((total, { quantity }) => total + scaled(quantity, decimals), 0n)
  const limit = Number(textOf(one.form, 'limit'))
  const left = scaled(String(limit), decimals) - used
  return { limit, used: plain(used), left: plain(left > 0n ? left : 0n) }
}
