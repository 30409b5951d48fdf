import type { InputOf } from '@yibao/shared/call.ts'
import type { order as orderCalls } from '@yibao/shared/calls/books.ts'
import { fen } from '@yibao/shared/money.ts'
import { omit } from '@yibao/shared/omit.ts'
import { addDays, startOfDay } from '@yibao/shared/time.ts'
import {
  type AnyColumn,
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  ilike,
  inArray,
  lt,
  lte,
  ne,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { noteUse } from '../../cache.ts'
import type { Context } from '../../context.ts'
import { askedBy, conditionOf, type Filters as FilterTable } from '../../database/filters.ts'
import { runKept } from '../../database/kept.ts'
import { like } from '../../database/like.ts'
import { overBound } from '../../database/over-bound.ts'
import { countBound, pageBounds } from '../../database/page.ts'
import { maskName } from '../../mask.ts'
import { readPersonHash } from '../card/read.ts'
import { store } from '../organisation/tables.ts'
import { asksCountedDays, byOwnTime, requireBounded, storesNamed } from './list-bounds.ts'
import { statesOf } from './states.ts'
import { intent, order } from './tables.ts'
import { abnormalOf, listColumns, rowOf } from './view.ts'

/** `psnHash`: whose orders, where a card was read for them. */
type Filters = InputOf<typeof orderCalls.abnormalPaged> & { psnHash?: string }

/** Columns a list may be sorted by. */
export const sortable = {
  createdAt: order.createdAt,
  settledAt: order.settledAt,
  total: order.total,
  cash: order.cash,
  fundTotal: order.fundTotal,
  account: order.account,
} as const

// Of the next day: a moment is kept to the millisecond, and the last second of a day is longer than none.
const endOf = (day: string) => startOfDay(addDays(day, 1))

const reversedAs = (status: string | undefined): SQL | undefined =>
  status === '3' || status === '5' ? eq(order.reversedBy, status === '5' ? '2601' : '2103') : undefined

const flagged = (status: string | undefined): SQL | undefined => {
  if (status === '6') return sql`${order.flags} <> '[]'::jsonb`
  return status === '2' ? sql`${order.flags} = '[]'::jsonb` : undefined
}

const counted = (when: SQL): SQL =>
  sql`(${when} and ${order.setlId} is not null and coalesce(${order.reversedBy}, '') <> '2601')`
const takenBack = (when: SQL): SQL => sql`(${when} and ${order.reversedBy} = '2103')`

const inAir = sql`${order.state} in ('settling','reversing','unknown')`
/** A column of an order's newest message. */
export const ofLastSent = <T>(column: AnyColumn): SQL<T | null> =>
  sql<T | null>`(select ${column} from ${intent} where ${intent.orderId} = ${order.id}
  order by ${intent.createdAt} desc limit 1)`

const lastSent = ofLastSent<string>(intent.infno)

/** The rows whose `abnormalOf` names this kind. */
export const ofKind = (kind: string): SQL => {
  if (kind === 'reversalUnknown') return sql`(${inAir} and ${lastSent} = '2103')`
  if (kind === 'unknown') return sql`(${inAir} and ${lastSent} is distinct from '2103')`
  return sql`(not ${inAir} and ${order.flags}->>0 = ${kind})`
}

interface Asked {
  c: Context
  f: Filters
}

/** Orders that bear a number: our own, the ERP's or the centre's. */
export const numbered = (value: Placeholder | string): SQL =>
  or(eq(order.orderNo, value), eq(order.erpBill, value), eq(order.setlId, value))!

/** What each filter of the list asks; in order of appearance in the statement. */
const filters: FilterTable<Asked> = {
  // An administrator's stores are all in his area: naming it as well lets the newest rows be read from one index.
  area: { value: ({ c: { me } }) => (me.storeId ? undefined : me.areaCode), where: (v) => eq(order.areaCode, v) },
  storeId: { value: ({ c, f }) => f.storeId && c.scope.check(f.storeId), where: (v) => eq(order.storeId, v) },
  from: { value: ({ f }) => f.from && startOfDay(f.from).toISOString(), where: (v) => gte(order.createdAt, v) },
  to: { value: ({ f }) => f.to && endOf(f.to).toISOString(), where: (v) => lt(order.createdAt, v) },
  // What a report counted on a day: the centre's moment, and never what 2601 undid.
  settledFrom: {
    value: ({ f }) => f.settledFrom && startOfDay(f.settledFrom).toISOString(),
    where: (v) => counted(gte(order.settledAt, v)),
  },
  settledTo: {
    value: ({ f }) => f.settledTo && endOf(f.settledTo).toISOString(),
    where: (v) => counted(lt(order.settledAt, v)),
  },
  reversedFrom: {
    value: ({ f }) => f.reversedFrom && startOfDay(f.reversedFrom).toISOString(),
    where: (v) => takenBack(gte(order.reversedAt, v)),
  },
  reversedTo: {
    value: ({ f }) => f.reversedTo && endOf(f.reversedTo).toISOString(),
    where: (v) => takenBack(lt(order.reversedAt, v)),
  },
  keyword: {
    value: ({ f }) => f.keyword,
    where: numbered,
  },
  maskedName: {
    // Its first character, which may be two units of a string: 𠮷.
    value: ({ f: { name } }) => name && (name.includes('*') ? name : `${[...maskName(name)][0]}%`),
    where: (v) => ilike(order.maskedName, v),
  },
  name: {
    value: ({ f: { name } }) => (name?.includes('*') ? undefined : name),
    where: (v) => sql`${order.person}->>'name' = ${v}`,
  },
  psnHash: { value: ({ f }) => f.psnHash, where: (v) => eq(order.psnHash, v) },
  insutype: { value: ({ f }) => f.insutype, where: (v) => eq(order.insutype, v) },
  medicalType: { value: ({ f }) => f.medicalType, where: (v) => eq(order.medicalType, v) },
  status: {
    choice: ({ f }) => f.status,
    where: (status) => and(inArray(order.state, statesOf(status)), reversedAs(status), flagged(status)),
  },
  kind: { choice: ({ f }) => f.kind, where: ofKind },
  source: { value: ({ f }) => f.source, where: (v) => eq(order.source, v) },
  outFlag: { value: ({ f }) => f.outFlag, where: (v) => eq(order.outFlag, v) },
  insuredArea: { value: ({ f }) => f.insuredArea, where: (v) => sql`${order.person}->>'insuredArea' = ${v}` },
  operatorName: {
    value: ({ f }) => f.operatorName && like(f.operatorName),
    where: (v) => ilike(order.operatorName, v),
  },
  minTotal: { value: ({ f }) => f.minTotal && fen(f.minTotal), where: (v) => gte(order.total, v) },
  maxTotal: { value: ({ f }) => f.maxTotal && fen(f.maxTotal), where: (v) => lte(order.total, v) },
}

type List = 'paged' | 'abnormal'

const lists: Record<List, SQL> = {
  paged: ne(order.state, 'drafted'),
  abnormal: sql`(${inAir} or ${order.flags} <> '[]'::jsonb)`,
}

/** The filters with whom a reading is of; refuses one that is over. */
const withPerson = async (c: Context, f: Filters): Promise<Filters> =>
  f.readId ? { ...f, psnHash: await readPersonHash(c, f.readId) } : f

/** What Order/Paged shows of the scope, for a statement that is built each time (export). */
export const orderCondition = async (c: Context, asked: Filters): Promise<SQL | undefined> => {
  await requireBounded(c, asked)
  const f = await withPerson(c, asked)
  return and(c.scope.where(order.storeId), conditionOf(filters, { c, f }), lists.paged)
}

/** What Order/Paged asks of an order but its area, so that a list of some days goes by the days of its stores. */
export const askedOfOrder = (c: Context, f: Filters): SQL | undefined => conditionOf(omit(filters, 'area'), { c, f })

/** Counts at most countBound rows: nothing scans a year of orders to show ten (DESIGN 10). */
const boundedCount = ({ db }: Context, where: SQL | undefined) => {
  const bounded = db
    .select({ one: sql`1` })
    .from(order)
    .where(where)
    .limit(countBound + 1)
    .as('bounded')
  return db.select({ n: count() }).from(bounded)
}

/** Rows that are passed over in an index before those of a page are read: to read them, too, took a second of 100 000. */
const deep = 1000

const page = async (c: Context, f: Filters, list: List) => {
  const scope = c.scope.asked(order.storeId)
  const ofStore = c.scope.asked(store.id)
  const asked = askedBy(filters, { c, f })
  const days = asksCountedDays(c, f)
  const near = () => (days ? storesNamed(ofStore.where()) : undefined)
  const where = () => and(scope.where(), near(), asked.where(), lists[list])
  const sortField = f.sortField && f.sortField in sortable ? (f.sortField as keyof typeof sortable) : 'createdAt'
  const ascending = f.sortOrder === 'ascend'
  const shape = `order ${list} ${scope.shape}&${asked.shape}${days ? ' days' : ''}`
  const bounds = pageBounds(f)
  const values = { ...scope.values, ...asked.values }
  const long = overBound(c.db, shape, values, c.now)
  const direction = ascending ? asc : desc
  // What has none comes last both ways, as in every list; a column that always has one keeps its index.
  const nulls = sortable[sortField].notNull ? sql`` : sql` nulls last`
  // Few carry a flag: they are read from their own index and put in order, not looked for among all, the newest first.
  const few = days || f.status === '6'
  const by = few && sortField === 'createdAt' ? byOwnTime : sql`${sortable[sortField]}`
  const sorted = [sql`${direction(by)}${nulls}`, direction(order.id)]
  const limited = { limit: sql.placeholder('limit'), offset: sql.placeholder('offset') }
  const isDeep = bounds.offset >= deep
  const wanted = isDeep
    ? await runKept(c.db, `${shape} ${sortField} ${ascending} ids`, { ...values, ...bounds }, () =>
        c.db
          .select({ id: order.id })
          .from(order)
          .where(where())
          .orderBy(...sorted)
          .limit(limited.limit)
          .offset(limited.offset),
      )
    : []
  const statement = `${shape} ${sortField} ${ascending} ${long.known} ${isDeep}`
  const place = isDeep ? { ids: wanted.map(({ id }) => id) } : bounds
  const found = await runKept(c.db, statement, { ...values, ...place }, () => {
    // The count is one subquery, made once whatever the number of rows, and spares a second round trip.
    const n = long.known ? sql`${countBound + 1}::int` : sql`${boundedCount(c, where())}`
    const rows = c.db
      .select({ row: listColumns, storeName: store.name, n: (n as SQL<number>).mapWith(Number) })
      .from(order)
      .innerJoin(store, eq(store.id, order.storeId))
      .orderBy(...sorted)
      .$dynamic()
    return isDeep
      ? rows.where(sql`${order.id} = any(${sql.placeholder('ids')}::text[])`)
      : rows.where(where()).limit(limited.limit).offset(limited.offset)
  })
  // A page behind the last row has none that could carry the count.
  const [counted] =
    found.length || !bounds.offset
      ? found
      : await runKept(c.db, `${shape} count`, values, () => boundedCount(c, where()))
  const total = counted?.n ?? 0
  if (total > countBound && !long.known) long.remember()
  // Of a list within the bound there is nothing to keep.
  if (total > countBound) noteUse(c.caches, long.known)
  return { rows: found, total: Math.min(total, countBound), totalIsBound: total > countBound }
}

/** Order/Paged: all orders of the scope but parked drafts, newest first. */
export const pagedOrders = async (c: Context, asked: Filters) => {
  await requireBounded(c, asked)
  const { rows, ...counts } = await page(c, await withPerson(c, asked), 'paged')
  return { items: rows.map(({ row, storeName }) => rowOf(row, storeName)), ...counts }
}

/** Order/AbnormalPaged: orders whose result is unknown or that carry a flag, with what the system is doing about them. */
export const abnormalOrders = async (c: Context, asked: Filters) => {
  const { rows, ...counts } = await page(c, await withPerson(c, asked), 'abnormal')
  const ids = rows.map(({ row }) => row.id)
  const intents = ids.length
    ? await c.db.select().from(intent).where(inArray(intent.orderId, ids)).orderBy(asc(intent.createdAt))
    : []
  const last = new Map(intents.map((one) => [one.orderId, one]))
  const items = rows.flatMap(({ row, storeName }) => {
    const abnormal = abnormalOf(row, last.get(row.id))
    return abnormal ? [{ ...rowOf(row, storeName), abnormal }] : []
  })
  return { items, ...counts }
}
