import type { Context } from '../../call/context.ts'
import { giveBackOf, wasSettled } from '../collection/give-back.ts'
import { detailOf, type OrderRow } from '../order/view.ts'
import { asSold, lineAsSold } from '../sale/as-sold.ts'

/**
 * An order as somebody looks at it who may reverse it: its packs as 销售明细 has them by now, and with what the customer then
 * gets back, and how.
 */
export const shownOrder = async (c: Pick<Context, 'db' | 'me'>, row: OrderRow) => {
  const [shown, sold] = await Promise.all([detailOf(c, row, { masked: c.me.guest }), asSold(c.db, row)])
  const detail = { ...shown, lines: shown.lines.map((line) => lineAsSold(line, sold.get(line.no))) }
  return wasSettled(row) ? { ...detail, giveBack: await giveBackOf(c.db, row) } : detail
}
