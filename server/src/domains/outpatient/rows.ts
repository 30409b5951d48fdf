import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { outpatient as calls } from '@yibao/shared/calls/outpatient.ts'
import { yuan } from '@yibao/shared/money.ts'
import { addDays, formatDay, formatTime, startOfDay } from '@yibao/shared/time.ts'
import { and, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Context } from '../../call/context.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { ofName } from '../order/find.ts'
import { isReversal } from '../order/infnos.ts'
import { ofKind, ofLastSent } from '../order/list-filters.ts'
import { statusOf } from '../order/states.ts'
import { intent, order } from '../order/tables.ts'
import { type OrderRow, statesInAir } from '../order/view.ts'
import { visit } from '../order/visit-tables.ts'
import { store } from '../organisation/tables.ts'
import { spanOf } from '../report/book-list.ts'

type Row = ResultOf<typeof calls.paged>['items'][number]
type Filters = InputOf<typeof calls.paged>
type Step = Row['step']

/** Days listed unless a period is asked for: today and the six before it. */
const usualDays = 6
/** Registrations that stay are few: a centre's fault of days would be more, and then these are enough to know of it. */
const mostLeft = 500

const late = sql`(${order.flags} <> '[]'::jsonb and ${order.flags} ? 'lateBooking')`
const lastInfno = ofLastSent<string>(intent.infno)

/**
 * A registration of it stands at the centre though nothing is sold in it: the centre, or what is wrong with the message, says
 * why, or nobody has tried for an hour (nobody is signed in there). A small index holds all of them.
 */
const stays = sql`${visit.state} = 'left'
  and (${visit.message} <> '' or ${visit.nextAt} is null or ${visit.nextAt} < now() - interval '1 hour')`
const visitLeft = sql<boolean>`${order.id} in (select ${visit.orderId} from ${visit} where ${stays})`

/** Of the newest of them. */
const ofLeft = (column: AnyPgColumn) =>
  sql<string | null>`(select ${column} from ${visit} where ${visit.orderId} = ${order.id} and ${stays}
    order by ${visit.createdAt} desc, ${visit.id} desc limit 1)`

/** Orders of the asker's stores of which a registration stays, however old they are: what is taken back is often older. */
const ordersLeft = async (c: Context): Promise<string[]> => {
  const rows = await c.db
    .selectDistinct({ orderId: visit.orderId })
    .from(visit)
    .where(and(stays, c.scope.where(visit.storeId)))
    .limit(mostLeft)
  return rows.map(({ orderId }) => orderId)
}

/** Orders whose registration bears a number of the centre's: in which they are, or that was left. */
const ordersIn = async (c: Context, mdtrtId: string): Promise<string[]> => {
  const of = and(eq(visit.mdtrtId, mdtrtId), c.scope.where(visit.storeId))
  const rows = await c.db.select({ orderId: visit.orderId }).from(visit).where(of).limit(mostLeft)
  return rows.map(({ orderId }) => orderId)
}

// What somebody put aside is the counter's, which shows it.
const isPriced = sql`(${order.state} = 'presettled' and not ${order.parked} and not ${late})`
const isOver = sql`(${order.state} not in ('settling','reversing','unknown') and not ${late})`

const steps: Record<Step, SQL> = {
  presettled: isPriced,
  unknown: ofKind('unknown'),
  reversalUnknown: ofKind('reversalUnknown'),
  lateBooking: sql`(${order.state} not in ('settling','reversing','unknown') and ${late})`,
  registered: sql`(${isOver} and not ${isPriced} and ${visitLeft})`,
}

const stepOf = ({ state, flags, parked }: Pick<OrderRow, 'state' | 'flags' | 'parked'>, infno: string | null): Step => {
  if (statesInAir.includes(state)) return isReversal(infno) ? 'reversalUnknown' : 'unknown'
  if (flags.includes('lateBooking')) return 'lateBooking'
  return state === 'presettled' && !parked ? 'presettled' : 'registered'
}

const between = (c: Context, f: Filters): SQL | undefined => {
  const to = f.to ?? formatDay(c.now)
  const span = spanOf(c, { ...f, to, from: f.from ?? addDays(to, -usualDays) })
  const start = startOfDay(span.from)
  return and(gte(order.createdAt, start), lt(order.createdAt, startOfDay(addDays(span.until, 1))))
}

/** Outpatient/Paged: visits of some days that did not end, newest first. */
export const visitRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) =>
    c.db
      .select({
        id: order.id,
        orderNo: order.orderNo,
        storeName: store.name,
        maskedName: order.maskedName,
        medicalType: order.medicalType,
        insutype: order.insutype,
        total: order.total,
        mdtrtId: order.mdtrtId,
        visitId: order.visitId,
        visitLeft,
        leftMessage: ofLeft(visit.message),
        leftVisit: ofLeft(visit.mdtrtId),
        parked: order.parked,
        state: order.state,
        flags: order.flags,
        reversedBy: order.reversedBy,
        operatorName: order.operatorName,
        createdAt: order.createdAt,
        updatedAt: order.updatedAt,
        infno: lastInfno,
        msgid: ofLastSent<string>(intent.msgid),
        error: ofLastSent<string>(intent.lastError),
        ...cursor,
      })
      .from(order)
      .innerJoin(store, eq(store.id, order.storeId))
      .$dynamic(),
  where: async (c, f) => {
    const { keyword, step } = f
    const registered = keyword ? await ordersIn(c, keyword) : []
    const left = f.from || f.to || keyword ? [] : await ordersLeft(c)
    const named = or(eq(order.orderNo, keyword ?? ''), eq(order.mdtrtId, keyword ?? ''))
    const period = between(c, f)
    return and(
      c.scope.where(order.storeId, f.storeId),
      c.me.storeId ? undefined : c.me.areaCode ? eq(order.areaCode, c.me.areaCode) : undefined,
      registered.length ? inArray(order.id, registered) : left.length ? or(period, inArray(order.id, left)) : period,
      step ? steps[step] : or(...Object.values(steps)),
      f.name ? ofName(f.name) : undefined,
      keyword && !registered.length ? named : undefined,
    )
  },
  sortable: { createdAt: order.createdAt, updatedAt: order.updatedAt, total: order.total, storeName: store.pinyin },
  key: order.id,
  keyOf: ({ id }) => id,
  wire: ({ flags, state, reversedBy, msgid, visitId, leftMessage, leftVisit, parked, cursor: _, ...row }): Row => {
    const step = stepOf({ state, flags, parked }, row.infno)
    const isLeft = step === 'registered'
    const last = row.infno ?? (state === 'presettled' ? (visitId ? '2206' : '2101') : undefined)
    return {
      ...row,
      insutype: row.insutype ?? undefined,
      mdtrtId: (isLeft ? leftVisit : row.mdtrtId) ?? undefined,
      total: yuan(row.total),
      step,
      infno: isLeft ? '2202' : last,
      msgidTail: isLeft ? undefined : msgid?.slice(-8),
      error: (isLeft ? leftMessage : row.error) || undefined,
      status: statusOf({ state, reversedBy, flags }),
      createdAt: formatTime(row.createdAt),
      updatedAt: formatTime(row.updatedAt),
    }
  },
})
