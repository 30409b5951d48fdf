import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { clearScore as calls } from '@yibao/shared/calls/clear-score.ts'
import { yuan } from '@yibao/shared/money.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { order } from '../order/tables.ts'
import { prefixOf } from '../organisation/districts.ts'
import { store } from '../organisation/tables.ts'
import { clearingMonth, clearingRow } from './tables.ts'

type Filters = InputOf<typeof calls.paged>
type Row = ResultOf<typeof calls.paged>['items'][number]

/** The month asked for: the one before this unless said, since a month is cleared in the next. */
export const wantedMonth = ({ month }: { month?: string }, now: Date): string => month ?? lastMonth(now)

const insuredIn = (asked: string): SQL => {
  const prefix = prefixOf(asked)
  return sql`left(${clearingRow.insuredArea}, ${prefix.length}) = ${prefix}`
}

const inView = (view: NonNullable<Filters['view']>) =>
  view === 'all' ? undefined : view === 'unequal' ? ne(clearingRow.result, 'equal') : eq(clearingRow.result, view)

/** Store and month of a question, inside the asker's scope. */
export const placeOf = (c: Context, f: Pick<Filters, 'month' | 'storeId'>): SQL =>
  and(c.scope.where(clearingRow.storeId, f.storeId), eq(clearingRow.month, wantedMonth(f, c.now)))!

/** The centre listed it when its month was extracted last; of one that is half extracted, by all that is known. */
const listed = (run: SQL | typeof clearingRow.run) =>
  sql`${run} > 0 and exists (select 1 from ${clearingMonth} where ${clearingMonth.id} = ${clearingRow.monthId}
    and (${clearingMonth.state} = '1' or ${clearingMonth.run} = ${run}))`

/** Of a row of the centre: how many it lists that are equal in number, visit, time and total, and which of them it is. */
const alike = (which: SQL) => sql<number>`case when ${listed(clearingRow.run)} then (
  select count(*)::int from clearing_row as one where ${listed(sql`one.run`)} and one.month_id = ${clearingRow.monthId}
    and one.setl_sn = ${clearingRow.setlSn} and one.mdtrt_id = ${clearingRow.mdtrtId}
    and one.settled_at = ${clearingRow.settledAt} and one.total = ${clearingRow.total} and ${which}) else 0 end`
const alikes = { count: alike(sql`true`), place: alike(sql`one.nth <= ${clearingRow.nth}`) }

/** What the centre did not give of a row and 3261 has to name: such a row cannot be answered. */
const lacking = ({ run, setlSn, mdtrtId }: typeof clearingRow.$inferSelect): string | undefined =>
  (run && [!setlSn && '结算流水号', !mdtrtId && '就诊号'].filter(Boolean).join('、')) || undefined

const gap = (own: number | null, theirs: number | null) =>
  own === null || theirs === null ? undefined : yuan(own - theirs)
const money = (value: number | null) => (value === null ? undefined : yuan(value))

/** ClearScore/Paged, the oldest settlement first. */
export const clearingRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) =>
    c.db
      .select({
        ...{ row: clearingRow, storeName: store.name, orderNo: order.orderNo, maskedName: order.maskedName },
        ...{ count: alikes.count, place: alikes.place },
        ...cursor,
      })
      .from(clearingRow)
      .innerJoin(store, eq(store.id, clearingRow.storeId))
      .leftJoin(order, eq(order.id, clearingRow.orderId))
      .$dynamic(),
  where: (c, f) =>
    and(
      placeOf(c, f),
      f.insuredArea ? insuredIn(f.insuredArea) : undefined,
      f.view ? inView(f.view) : undefined,
      f.answer ? eq(clearingRow.answer, f.answer) : undefined,
    ),
  sortable: {
    settledAt: clearingRow.settledAt,
    storeName: store.pinyin,
    total: clearingRow.total,
    paid: clearingRow.paid,
    answeredAt: clearingRow.answeredAt,
  },
  direction: 'ascend',
  key: clearingRow.id,
  keyOf: ({ row }) => row.id,
  wire: ({ row, storeName, orderNo, maskedName, count, place }): Row => ({
    ...{ id: row.id, month: row.month, storeId: row.storeId, storeName, seqno: row.seqno || undefined },
    ...{ setlSn: row.setlSn || '--', mdtrtId: row.mdtrtId || '--', lacks: lacking(row) },
    alike: count > 1 ? `${count} 笔中的第 ${place} 笔` : undefined,
    ...{ settledAt: formatTime(row.settledAt), maskedCertNo: row.maskedCert || undefined },
    ...{ advance: row.run ? row.advance : undefined, total: money(row.total), paid: money(row.paid) },
    ...{ ownTotal: money(row.ownTotal), ownPaid: money(row.ownPaid) },
    ...{ totalGap: gap(row.ownTotal, row.total), paidGap: gap(row.ownPaid, row.paid) },
    ...{ orderId: row.orderId ?? undefined, orderNo: orderNo ?? undefined, maskedName: maskedName ?? undefined },
    ...{ insuredArea: row.insuredArea || undefined, result: row.result, answer: row.answer },
    ...{ note: row.note || undefined, answeredBy: row.answeredBy || undefined },
    answeredAt: row.answeredAt ? formatTime(row.answeredAt) : undefined,
  }),
})
