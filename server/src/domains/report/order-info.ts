import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { orderInfo } from '@yibao/shared/calls/settlement-report.ts'
import { yuan } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { summing, withinBound } from '../../database/bounded-sums.ts'
import { countBound } from '../../database/page.ts'
import { type Cursor, type Rows, rowsOf } from '../../database/rows.ts'
import { order } from '../order/tables.ts'
import type { Line } from '../order/types.ts'
import { store } from '../organisation/tables.ts'
import { type AsSold, lineAsSold, soldLines } from '../sale/as-sold.ts'
import { ordersOfGoods } from '../sale/goods.ts'
import { bookKey, bookSign } from './book-list.ts'
import {
  amount,
  booked,
  expanded,
  type Filters,
  field,
  inScope,
  listType,
  ofLine,
  type Row,
} from './order-info-lines.ts'
import { pharmacistRows } from './order-info-pharmacists.ts'

type Call = (typeof orderInfo)['query']

const quantity = sql<string>`(${bookSign} * (${field('quantity')})::numeric)`
const lineKey = sql<string>`(${bookKey} || '-' || lpad(${field('no')}, 4, '0'))`

const soldOfLine = soldLines({
  ...{ orderId: sql`book.id`, setlId: sql`book.setl_id`, no: sql`(${field('no')})::int` },
})

/** Line by line, the newest first. */
const lineRows = rowsOf({
  select: (c: Context, cursor: Cursor, f: Filters) => {
    const book = booked(c, f)
    const { at, refunded, orderNo, erpBill, setlId, reversalSetlId, basket, maskedName, operatorName } = book
    return c.db
      .select({
        ...{ at, refunded, orderNo, erpBill, setlId, reversalSetlId, basket, maskedName, storeName: store.name },
        operatorName,
        line: sql<Line>`line`.as('line'),
        sold: sql<AsSold | null>`(${soldOfLine})`.as('sold'),
        ...{ key: lineKey.as('key'), amount: amount.as('amount'), inScope: inScope.as('in_scope') },
        quantity: quantity.as('quantity'),
        listType: listType.as('list_type'),
        ...cursor,
      })
      .from(book)
      .innerJoin(store, eq(store.id, book.storeId))
      .innerJoinLateral(expanded, sql`true`)
      .$dynamic()
  },
  where: (_, f) => ofLine(f),
  sortable: {
    at: { by: sql`book.at`, type: 'timestamptz', notNull: true },
    amount: { by: amount, type: 'bigint' },
    quantity: { by: quantity, type: 'numeric' },
    storeName: store.pinyin,
  },
  key: lineKey,
  keyOf: ({ key }) => key,
  wire: ({ key, at, refunded, line: settled, sold, basket, storeName, ...raw }): Row => {
    const line = lineAsSold(settled, sold)
    return {
      ...{ key, at: formatTime(at), refunded: refunded ? '1' : '0', orderNo: raw.orderNo, storeName },
      erpBill: raw.erpBill ?? undefined,
      maskedName: raw.maskedName || '--',
      setlId: (refunded ? raw.reversalSetlId : null) ?? raw.setlId ?? undefined,
      ...{ ownCode: line.ownCode, nationalCode: line.nationalCode, name: line.name, spec: line.spec },
      ...{ producer: line.producer, lot: line.lot, unit: line.unit, quantity: raw.quantity, price: line.price },
      ...{ amount: yuan(raw.amount), listType: raw.listType ?? undefined },
      ...{ itemClass: line.itemClass, feeClass: line.feeClass },
      ...{ selfPayRatio: line.selfPayRatio, priceLimit: line.priceLimit },
      inScope: raw.inScope === null ? undefined : yuan(raw.inScope),
      prescription: line.prescription,
      traceCodes: line.traceCodes?.join('、') || undefined,
      prescriptionNo: line.prescription ? basket.prescription?.number : undefined,
      doctor: line.prescription ? basket.prescription?.doctor : undefined,
      ...{ pharmacistName: basket.pharmacistName, operatorName: raw.operatorName, orders: 1 },
    }
  },
})

/** What an item is told apart by: a name or a code that changed is another one. */
const identity = ['ownCode', 'nationalCode', 'name', 'spec', 'producer', 'unit'] as const
/** Shown where all lines of the item agree. */
const common = (value: SQL) => sql<string | null>`case when min(${value}) = max(${value}) then min(${value}) end`
const number = (name: keyof Line) => sql`(${field(name)})::numeric`

/** An item's sums, as a subquery named `goods`; `which`: of some lines. */
const goodsOf = (c: Context, f: Filters, which?: SQL) =>
  c.db
    .select({
      ...(Object.fromEntries(identity.map((name) => [name, field(name).as(name)])) as Record<
        (typeof identity)[number],
        SQL.Aliased<string>
      >),
      key: sql<string>`md5(jsonb_build_array(${sql.join(identity.map(field), sql`, `)})::text)`.as('key'),
      at: sql<Date>`max(book.at)`.mapWith(order.createdAt).as('at'),
      quantity: sql<string>`sum(${quantity})`.as('quantity'),
      amount: sql<number>`sum(${amount})`.mapWith(Number).as('amount'),
      inScope: sql<number | null>`sum(${inScope})`.mapWith(Number).as('in_scope'),
      price: common(number('price')).as('price'),
      priceLimit: common(number('priceLimit')).as('price_limit'),
      selfPayRatio: common(number('selfPayRatio')).as('self_pay_ratio'),
      listType: common(listType).as('list_type'),
      itemClass: common(field('itemClass')).as('item_class'),
      feeClass: common(field('feeClass')).as('fee_class'),
      prescription: sql<boolean>`bool_or((${field('prescription')})::boolean)`.as('prescription'),
      orders: sql<number>`count(distinct book.id)`.mapWith(Number).as('orders'),
    })
    .from(booked(c, f))
    .innerJoinLateral(expanded, sql`true`)
    .where(and(which, ofLine(f)))
    .groupBy(...identity.map(field))
    .as('goods')

type Item = Required<Pick<Row, 'key' | 'ownCode'>>

/** By goods, what brought most first: which they are. */
const itemRows = rowsOf({
  select: (c: Context, cursor: Cursor, f: Filters) => {
    const goods = goodsOf(c, f)
    // What is not asked of the subquery is not summed.
    return c.db
      .select({
        key: goods.key,
        ownCode: goods.ownCode,
        found: sql<number>`count(*) over ()`.mapWith(Number),
        ...cursor,
      })
      .from(goods)
      .$dynamic()
  },
  where: () => undefined,
  sortable: {
    amount: { by: sql`goods.amount`, type: 'numeric' },
    quantity: { by: sql`goods.quantity`, type: 'numeric' },
    at: { by: sql`goods.at`, type: 'timestamptz' },
  },
  key: sql`goods.key`,
  keyOf: ({ key }) => key,
  found: ({ found }) => found,
  wire: ({ key, ownCode }): Item & Partial<Row> => ({ key, ownCode }),
})

type Goods = ReturnType<typeof goodsOf>['_']['selectedFields']
type Sums = { [K in keyof Goods]: Goods[K] extends SQL.Aliased<infer T> ? T : never }

const wireGoods = (goods: Sums): Row => ({
  ...goods,
  ...{ at: formatTime(goods.at), amount: yuan(goods.amount) },
  ...{ price: goods.price ?? undefined, priceLimit: goods.priceLimit ?? undefined },
  listType: goods.listType ?? undefined,
  ...{ selfPayRatio: goods.selfPayRatio ?? undefined, itemClass: goods.itemClass ?? undefined },
  feeClass: goods.feeClass ?? undefined,
  inScope: goods.inScope === null ? undefined : yuan(goods.inScope),
})

/**
 * The sums of items that are shown. To take every field of every line apart, and to tell the orders of each item apart,
 * costs a month of a chain more than finding the few that are.
 */
const withSums = async (c: Context, f: Filters, items: readonly Item[]): Promise<Row[]> => {
  if (!items.length) return []
  const codes = sql.param([...new Set(items.map(({ ownCode }) => ownCode))])
  const rows = await c.db.select().from(goodsOf(c, f, sql`${field('ownCode')} = any(${codes})`))
  const found = new Map(rows.map((goods) => [goods.key, wireGoods(goods as Sums)]))
  return items.flatMap(({ key }) => found.get(key) ?? [])
}

const goodsRows: Rows<Filters, Row> = {
  page: async (c, f) => {
    const page = await itemRows.page(c, f)
    return { ...page, items: await withSums(c, f, page.items) }
  },
  count: itemRows.count,
  stream: async function* (c, f, batch) {
    for await (const items of itemRows.stream(c, f, batch)) yield await withSums(c, f, items)
  },
}

const views: Record<NonNullable<Filters['groupBy']>, Rows<Filters, Row>> = {
  ...{ line: lineRows, goods: goodsRows, pharmacist: pharmacistRows },
}
const askedRows = ({ groupBy = 'line' }: Filters): Rows<Filters, Row> => views[groupBy]

const withFound = async <F extends Filters>(c: Context, f: F): Promise<F> =>
  f.goods ? { ...f, found: await ordersOfGoods(c.db, f.goods) } : f

const summed = {
  settlements: sql`count(distinct id) filter (where not refunded)`,
  reversals: sql`count(distinct id) filter (where refunded)`,
  lines: sql`count(*)`,
  amount: sql`sum(amount)`,
  inScope: sql`sum(in_scope)`,
}

/** Report/OrderInfo/Totals: what the lines come to, shown one by one or not; undefined where there are more than a list counts (DESIGN 10). */
const totalsOf = async (c: Context, f: Filters): Promise<ResultOf<(typeof orderInfo)['totals']>['totals']> => {
  const book = booked(c, f)
  const some = c.db
    .select({ id: book.id, refunded: book.refunded, amount: amount.as('amount'), inScope: inScope.as('in_scope') })
    .from(book)
    .innerJoinLateral(expanded, sql`true`)
    .where(ofLine(f))
    .limit(countBound + 1)
    .as('some')
  const all = withinBound(await summing(c.db, some, summed))
  return all && { ...all, amount: yuan(all.amount), inScope: yuan(all.inScope) }
}

/** Report/OrderInfo/Query as page, count and stream. */
export const orderInfoRows: Rows<InputOf<Call>, Row> = {
  page: async (c, f) => askedRows(f).page(c, await withFound(c, f)),
  count: async (c, f, bound) => askedRows(f).count(c, await withFound(c, f), bound),
  stream: async function* (c, f, batch) {
    yield* askedRows(f).stream(c, await withFound(c, f), batch)
  },
}

export const orderInfoHandlers: Handlers<typeof orderInfo> = {
  query: (f, c) => orderInfoRows.page(c, f),
  totals: async (f, c) => ({ totals: await totalsOf(c, await withFound(c, f)) }),
}
