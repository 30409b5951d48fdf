import type { SlipNews } from '@yibao/shared/agent/slip-news.ts'
import { and, eq, exists, gte, inArray, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../database/open.ts'
import { order } from '../order/tables.ts'
import { cameOut, outStates } from './out.ts'
import { slip } from './tables.ts'

/**
 * A settlement's slip says that something is paid: no more once that is taken back, or may be. Of an order that has such
 * a slip it is the reversal whose result is unknown.
 */
const takenBack = new Set(['reversing', 'unknown', 'reversed'])

/**
 * Why these slips, which wait in an agent's queue, are not to come out by themselves any more (ux 1.8: one settlement,
 * one receipt). Only what belongs to these stores and of which there is something to say is answered. Another document of
 * the same order and kind counts when its print number is not lower: a 补打 is made because the one before came out. What
 * is shown before a settlement is no receipt, and each time it is asked for a document of its own.
 */
export const slipsElsewhere = async (
  db: Database,
  storeIds: string[],
  slipIds: string[],
): Promise<{ slipId: string; news: SlipNews }[]> => {
  const other = alias(slip, 'other')
  const again = db
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        ...[eq(other.orderId, slip.orderId), eq(other.kind, slip.kind), ne(other.id, slip.id)],
        ...[gte(other.printNo, slip.printNo), inArray(other.state, outStates), ne(slip.kind, 'presettlement')],
      ),
    )
  const rows = await db
    .select({ id: slip.id, kind: slip.kind, state: slip.state, order: order.state, again: exists(again) })
    .from(slip)
    .innerJoin(order, eq(order.id, slip.orderId))
    .where(and(inArray(slip.id, slipIds), inArray(slip.storeId, storeIds)))
  return rows.flatMap((row) => {
    const news: Record<SlipNews, unknown> = {
      out: cameOut(row.state),
      again: row.again,
      reversed: row.kind === 'settlement' && takenBack.has(row.order),
    }
    const first = (['out', 'again', 'reversed'] as const).find((one) => news[one])
    return first ? [{ slipId: row.id, news: first }] : []
  })
}
