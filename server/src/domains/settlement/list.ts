import type { InputOf } from '@yibao/shared/call.ts'
import type { order as orderCalls } from '@yibao/shared/calls/books.ts'
import { fen } from '@yibao/shared/money.ts'
import { parseTime } from '@yibao/shared/time.ts'
import { and, asc, count, desc, eq, gte, ilike, inArray, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { kept } from '../../database/kept.ts'
import { countBound, pageBounds } from '../../database/page.ts'
import { maskName } from '../card/mask.ts'
import { store } from '../organisation/tables.ts'
import { statesOf } from './states.ts'
import { intent, order } from './tables.ts'
import { abnormalOf, listColumns, rowOf } from './view.ts'

type Filters = InputOf<typeof orderCalls.abnormalPaged>

/** Columns a list may be sorted by. */
const sortable = {
  createdAt: order.createdAt,
  settledAt: order.settledAt,
  total: order.total,
  cash: order.cash,
  fundTotal: order.fundTotal,
  account: order.account,
} as const

const startOf = (day: string) => parseTime(`${day} 00:00:00`)
const endOf = (day: string) => parseTime(`${day} 23:59:59`)

const reversedAs = (status: string | undefined): SQL | undefined =>
  status === '3' || status === '5' ? eq(order.reversedBy, status === '5' ? '2601' : '2103') : undefined

const flagged = (status: string | undefined): SQL | undefined => {
  if (status === '6') return sql`${order.flags} <> '[]'::jsonb`
  return status === '2' ? sql`${order.flags} = '[]'::jsonb` : undefined
}

/** An administrator's stores are all in his area: naming it as well lets the newest rows be read from one index. */
const inArea = ({ me }: Context): SQL | undefined =>
  me.areaCode && !me.storeId ? eq(order.areaCode, me.areaCode) : undefined

const conditions = (c: Context, f: Filters): SQL | undefined =>
  and(
    c.scope.where(order.storeId),
    inArea(c),
    f.storeId ? eq(order.storeId, c.scope.check(f.storeId)) : undefined,
    f.from ? gte(order.createdAt, startOf(f.from)) : undefined,
    f.to ? lte(order.createdAt, endOf(f.to)) : undefined,
    f.keyword ? or(eq(order.orderNo, f.keyword), eq(order.erpBill, f.keyword), eq(order.setlId, f.keyword)) : undefined,
    f.name ? ilike(order.maskedName, f.name.includes('*') ? f.name : `${maskName(f.name).slice(0, 1)}%`) : undefined,
    f.name && !f.name.includes('*') ? sql`${order.person}->>'name' = ${f.name}` : undefined,
    f.insutype ? eq(order.insutype, f.insutype) : undefined,
    f.medicalType ? eq(order.medicalType, f.medicalType) : undefined,
    f.status ? inArray(order.state, statesOf(f.status)) : undefined,
    reversedAs(f.status),
    flagged(f.status),
    f.source ? eq(order.source, f.source) : undefined,
    f.outFlag ? eq(order.outFlag, f.outFlag) : undefined,
    f.operatorName ? ilike(order.operatorName, `%${f.operatorName}%`) : undefined,
    f.minTotal ? gte(order.total, fen(f.minTotal)) : undefined,
    f.maxTotal ? lte(order.total, fen(f.maxTotal)) : undefined,
  )

/** Counts at most countBound rows: nothing scans a year of orders to show ten (DESIGN 10). */
const boundedCount = async (c: Context, where: SQL | undefined) => {
  const bounded = c.db
    .select({ one: sql`1` })
    .from(order)
    .where(where)
    .limit(countBound + 1)
    .as('bounded')
  const [row] = await kept(c.db.select({ n: count() }).from(bounded))
  const total = row?.n ?? 0
  return { total: Math.min(total, countBound), totalIsBound: total > countBound }
}

const page = async (c: Context, f: Filters, where: SQL | undefined) => {
  const { limit, offset } = pageBounds(f)
  const column = sortable[f.sortField as keyof typeof sortable] ?? order.createdAt
  const direction = f.sortOrder === 'ascend' ? asc : desc
  const rows = c.db
    .select({ row: listColumns, storeName: store.name })
    .from(order)
    .innerJoin(store, eq(store.id, order.storeId))
    .where(where)
    .orderBy(direction(column), direction(order.id))
    .limit(limit)
    .offset(offset)
  const [found, counted] = await Promise.all([kept(rows), boundedCount(c, where)])
  return { rows: found, ...counted }
}

/** Order/Paged: all orders of the scope but parked drafts, newest first. */
export const pagedOrders = async (c: Context, filters: Filters) => {
  const { rows, ...counts } = await page(c, filters, and(conditions(c, filters), ne(order.state, 'drafted')))
  return { items: rows.map(({ row, storeName }) => rowOf(row, storeName)), ...counts }
}

const abnormalWhere = sql`(${order.state} in ('settling','reversing','unknown') or ${order.flags} <> '[]'::jsonb)`

/** Order/AbnormalPaged: orders whose result is unknown or that carry a flag, with what the system is doing about them. */
export const abnormalOrders = async (c: Context, filters: Filters) => {
  const where = and(conditions(c, filters), abnormalWhere)
  const { rows, ...counts } = await page(c, filters, where)
  const ids = rows.map(({ row }) => row.id)
  const intents = ids.length
    ? await c.db.select().from(intent).where(inArray(intent.orderId, ids)).orderBy(asc(intent.createdAt))
    : []
  const last = new Map(intents.map((one) => [one.orderId, one]))
  const items = rows.flatMap(({ row, storeName }) => {
    const abnormal = abnormalOf(row, last.get(row.id))
    return abnormal && (!filters.kind || filters.kind === abnormal.kind) ? [{ ...rowOf(row, storeName), abnormal }] : []
  })
  return { items, ...counts }
}
