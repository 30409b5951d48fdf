import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Context } from '../../context.ts'
import { countedIn, countsAt, ofStores, type Span } from '../reconciliation/book-query.ts'
import { requireSpan } from '../reconciliation/list-span.ts'
import { order } from '../settlement/tables.ts'

/** What a list of the books is asked for besides its own filters. */
export interface Asked {
  from?: string
  to?: string
  storeId?: string
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
  operatorName: order.operatorName,
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
  reversalSetlId: order.reversalSetlId,
  mdtrtId: order.mdtrtId,
  msgid: order.msgid,
  reversalMsgid: order.reversalMsgid,
  clrOptins: order.clrOptins,
  clrWay: order.clrWay,
  clrType: order.clrType,
}

const half = (c: Context, f: Asked, refunded: boolean, where: SQL | undefined) => {
  return c.db
    .select({
      ...shown,
      refunded: sql<boolean>`${sql.raw(String(refunded))}`.as('refunded'),
      at: sql<Date>`${countsAt(refunded)}`.mapWith(order.createdAt).as('at'),
    })
    .from(order)
    .where(
      and(
        f.refunded && f.refunded !== (refunded ? '1' : '0') ? sql`false` : undefined,
        f.storeId ? eq(order.storeId, c.scope.check(f.storeId)) : ofStores(c, order.storeId),
        countedIn(spanOf(c, f), refunded),
        where,
      ),
    )
}

/**
 * The rows of our books (`countedIn`) as a subquery named `book`. Amounts are the order's: `refunded` tells their sign.
 */
export const bookOf = (c: Context, f: Asked, where?: SQL) =>
  unionAll(half(c, f, false, where), half(c, f, true, where)).as('book')

/** A row's own key: a reversal stands beside its settlement. */
export const bookKey = sql<string>`(book.id || case when book.refunded then '-r' else '' end)`

/** +1, or −1 for a reversal. */
export const bookSign = sql`(case when book.refunded then -1 else 1 end)`
