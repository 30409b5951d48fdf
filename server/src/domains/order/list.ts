import { omit } from '@yibao/shared/omit.ts'
import { and, asc, between, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { askedBy } from '../../database/filters.ts'
import { runKept } from '../../database/kept.ts'
import { overBound } from '../../database/over-bound.ts'
import { countBound, pageBounds } from '../../database/page.ts'
import { noteUse } from '../../process/cache.ts'
import { store } from '../organisation/tables.ts'
import { asksCountedDays, byOwnTime, requireBounded, storesNamed } from './list-bounds.ts'
import { type Filters, filters, type List, lists, withPerson } from './list-filters.ts'
import { intent, order } from './tables.ts'
import { abnormalRowOf, listColumns, rowOf } from './view.ts'

/** Columns a list may be sorted by. */
export const sortable = {
  createdAt: order.createdAt,
  settledAt: order.settledAt,
  total: order.total,
  cash: order.cash,
  fundTotal: order.fundTotal,
  account: order.account,
} as const

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

const bound = { limit: sql.placeholder('limit'), offset: sql.placeholder('offset') }

/**
 * Whether the newest of a company's orders are asked for: no index has them in their order, and among everybody's they may
 * be few. So the newest of each of its stores are read, and of those the newest.
 */
const isByStores = (f: Filters, list: List, by: keyof typeof sortable) =>
  list === 'paged' && f.companyId !== undefined && !f.storeId && !f.keyword && f.status !== '6' && by === 'createdAt'

const ofOrders = omit(filters, 'area', 'areaCode', 'companyId')

/** Which orders are on a page of a company's (`reach`: as many as stand before its end). */
const idsByStores = (c: Context, f: Filters, direction: typeof asc | typeof desc) => {
  const { db } = c
  // Of which company and area a store is, is asked once: not of each of its orders.
  const where = wantedOf(c, f, 'paged', false, ofOrders).where()
  const area = f.areaCode ? eq(store.areaCode, sql.placeholder('areaCode')) : undefined
  const newest = db
    .select({ id: order.id, createdAt: order.createdAt })
    .from(order)
    // Not an equality: the store then stands in the order as well, which one index alone has.
    .where(and(between(order.storeId, store.id, store.id), where))
    .orderBy(direction(order.storeId), direction(order.createdAt), direction(order.id))
    .limit(sql.placeholder('reach'))
    .as('newest')
  return db
    .select({ id: newest.id })
    .from(store)
    .innerJoinLateral(newest, sql`true`)
    .where(and(eq(store.companyId, sql.placeholder('companyId')), area))
    .orderBy(direction(newest.createdAt), direction(newest.id))
    .limit(bound.limit)
    .offset(bound.offset)
}

/**
 * Which rows a list shows: `shape` names the text of the condition, which holds placeholders for `values`. `of`: without those
 * that are asked of the stores instead.
 */
export const wantedOf = (c: Context, f: Filters, list: List, days: boolean, of: Partial<typeof filters> = filters) => {
  const scope = c.scope.asked(order.storeId)
  const ofStore = c.scope.asked(store.id)
  const asked = askedBy(of as typeof filters, { c, f })
  const near = () => (days ? storesNamed(ofStore.where()) : undefined)
  return {
    shape: `order ${list} ${scope.shape}&${asked.shape}${days ? ' days' : ''}`,
    values: { ...scope.values, ...asked.values },
    where: () => and(scope.where(), near(), asked.where(), lists[list]),
  }
}

/** How they stand in order. */
const sortOf = (f: Filters, days: boolean) => {
  const field =
    f.sortField && Object.hasOwn(sortable, f.sortField) ? (f.sortField as keyof typeof sortable) : 'createdAt'
  const ascending = f.sortOrder === 'ascend'
  const direction = ascending ? asc : desc
  // What has none comes last both ways, as in every list; a column that always has one keeps its index.
  const nulls = sortable[field].notNull ? sql`` : sql` nulls last`
  // Few carry a flag: they are read from their own index and put in order, not looked for among all, the newest first.
  const few = days || f.status === '6'
  const by = few && field === 'createdAt' ? byOwnTime : sql`${sortable[field]}`
  return { field, direction, shape: `${field} ${ascending}`, by: [sql`${direction(by)}${nulls}`, direction(order.id)] }
}

const page = async (c: Context, f: Filters, list: List) => {
  const days = asksCountedDays(c, f)
  const { shape, values, where } = wantedOf(c, f, list, days)
  const sort = sortOf(f, days)
  const bounds = pageBounds(f)
  const long = overBound(c.db, shape, values, c.now)
  const byStores = !days && isByStores(f, list, sort.field)
  const idsOfPage = () =>
    runKept(c.db, `${shape} ${sort.shape} ids`, { ...values, ...bounds, reach: bounds.limit + bounds.offset }, () => {
      if (byStores) return idsByStores(c, f, sort.direction)
      return c.db
        .select({ id: order.id })
        .from(order)
        .where(where())
        .orderBy(...sort.by)
        .limit(bound.limit)
        .offset(bound.offset)
    })
  const isDeep = byStores || bounds.offset >= deep
  const place = isDeep ? { ids: (await idsOfPage()).map(({ id }) => id) } : bounds
  const statement = `${shape} ${sort.shape} ${long.known} ${isDeep}`
  const found = await runKept(c.db, statement, { ...values, ...place }, () => {
    // The count is one subquery, made once whatever the number of rows, and spares a second round trip.
    const n = long.known ? sql`${countBound + 1}::int` : sql`${boundedCount(c, where())}`
    const rows = c.db
      .select({ row: listColumns, storeName: store.name, n: (n as SQL<number>).mapWith(Number) })
      .from(order)
      .innerJoin(store, eq(store.id, order.storeId))
      .orderBy(...sort.by)
      .$dynamic()
    return isDeep
      ? rows.where(sql`${order.id} = any(${sql.placeholder('ids')}::text[])`)
      : rows.where(where()).limit(bound.limit).offset(bound.offset)
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

/**
 * Order/AbnormalPaged: orders whose result is unknown or that carry a flag, with what the system is doing about them. A guest,
 * whose rows are masked, asks of no person: whether somebody is among them would be an answer.
 */
export const abnormalOrders = async (c: Context, asked: Filters) => {
  if (c.me.guest && (asked.name || asked.readId)) refuse('order.guestPerson')
  const { rows, ...counts } = await page(c, await withPerson(c, asked), 'abnormal')
  const ids = rows.map(({ row }) => row.id)
  const intents = ids.length
    ? await c.db
        .select()
        .from(intent)
        .where(inArray(intent.orderId, ids))
        .orderBy(asc(intent.createdAt), asc(intent.id))
    : []
  const last = new Map(intents.map((one) => [one.orderId, one]))
  const items = rows.flatMap(({ row, storeName }) => {
    return abnormalRowOf(row, storeName, last.get(row.id)) ?? []
  })
  return { items, ...counts }
}
