import type { Context } from '../../call/context.ts'
import { giveBackOf, wasSettled } from '../collection/give-back.ts'
import { detailOf, type OrderRow } from '../order/view.ts'

/** An order as somebody looks at it who may reverse it: with what the customer then gets back, and how. */
export const shownOrder = async (c: Pick<Context, 'db' | 'me'>, row: OrderRow) => {
  const detail = await detailOf(c, row, { masked: c.me.guest })
  return wasSettled(row) ? { ...detail, giveBack: await giveBackOf(c.db, row) } : detail
}
