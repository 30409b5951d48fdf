import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Context } from '../../call/context.ts'
import { edgesOf, ofStores, type Span } from '../book/query.ts'
import { counted, countsAt, operatorOf } from '../order/counts.ts'
import { order } from '../order/tables.ts'
import { requireSpan } from '../reconciliation/list/span.ts'

/** What a list of the books is asked for besides its own filters. */
interface Asked {
  from?: string
  to?: string
  storeId?: string
  areaCode?: string
  companyId?: string
  refunded?: '0' | '1'
}

/** The asked days, this month unless said. Refuses what `requireSpan` does. */
export const spanOf = (c: Context, { from, to, storeId }: Asked): Span => {
  const until = to ?? formatDay(c.now)
  const span = { from: from ?? `${until.slice(0, 7)}-01`, until }
  requireSpan(c, span, storeId)
  return span
}

const shown = {
  id: order.id,
  orderNo: order.orderNo,
  erpBill: order.erpBill,
  areaCode: order.areaCode,
  storeId: order.storeId,
  source: order.source,
  maskedName: order.maskedName,
  person: order.person,
  insutype: order.insutype,
  medicalType: order.medicalType,
  outFlag: order.outFlag,
  basket: order.basket,
  lines: order.lines,
  split: order.split,
  total: order.total,
  fundTotal: order.fundTotal,
  account: order.account,
  familyAccount: order.familyAccount,
  cash: order.cash,
  setlId: order.setlId,
  reversedBy: order.reversedBy,
  reversalSetlId: order.reversalSetlId,
  mdtrtId: order.mdtrtId,
  msgid: order.msgid,
  reversalMsgid: order.reversalMsgid,
  clrOptins: order.clrOptins,
  clrWay: order.clrWay,
  clrType: order.clrType,
}

const half = (c: Context, refunded: boolean, where: SQL | undefined) =>
  c.db
    .select({
      ...shown,
      operatorName: operatorOf(refunded).name.as('operator_name'),
      refunded: sql<boolean>`${sql.raw(String(refunded))}`.as('refunded'),
      at: sql<Date>`${countsAt(refunded)}`.mapWith(order.createdAt).as('at'),
    })
    .from(order)
    .where(where)

/**
 * The rows of our books (`countedIn`) as a subquery named `book`. Amounts are the order's: `refunded` tells their sign.
 * What both halves are asked stands outside them: PostgreSQL then reads them as one table whose order is in the indexes of
 * the two days, and a page of a year reads its own rows instead of putting all of them in order.
 */
export const bookOf = (c: Context, f: Asked, where: (refunded: boolean) => SQL | undefined) => {
  const both = unionAll(half(c, false, where(false)), half(c, true, where(true))).as('halves')
  const { start, end } = edgesOf(spanOf(c, f))
  return c.db
    .select()
    .from(both)
    .where(
      and(
        f.refunded ? sql`${both.refunded} = ${sql.raw(f.refunded === '1' ? 'true' : 'false')}` : undefined,
        f.storeId ? eq(both.storeId, c.scope.check(f.storeId)) : undefined,
        !f.storeId || f.areaCode || f.companyId ? ofStores(c, both.storeId, f) : undefined,
        sql`case when ${both.refunded} then ${counted(true, both)} else ${counted(false, both)} end`,
        sql`${both.at} >= ${start.toISOString()}::timestamptz and ${both.at} < ${end.toISOString()}::timestamptz`,
      ),
    )
    .as('book')
}

/** A row's own key: a reversal stands beside its settlement. */
export const bookKey = sql<string>`(book.id || case when book.refunded then '-r' else '' end)`

/** +1, or −1 for a reversal. */
export const bookSign = sql`(case when book.refunded then -1 else 1 end)`
