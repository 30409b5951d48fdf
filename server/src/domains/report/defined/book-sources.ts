import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { countedQuery, type Half, ofStores, type Span } from '../../book/query.ts'
import { operatorOf } from '../../order/counts.ts'
import { groupParts } from '../../order/group.ts'
import { order } from '../../order/tables.ts'
import { store } from '../../organisation/tables.ts'
import { partOf, type SplitPart, splitParts } from '../order-sums.ts'
import { columnsSql, dayOf, type Expressions, filled, type SourceRows } from './source.ts'

const ofOrders = (c: Context, storeId: string | undefined): SQL =>
  storeId ? eq(order.storeId, c.scope.check(storeId)) : ofStores(c, order.storeId)

const flagText = (refunded: boolean) => sql.raw(`'${refunded ? '1' : '0'}'::text`)

const person = (name: string) => filled(sql`${order.person}->>${sql.raw(`'${name}'`)}`)

/** What both books' sources have of an order; the name of the store comes from outside. */
const common = ({ refunded, at }: Half) => ({
  at: sql`${at}`,
  day: dayOf(sql`${at}`),
  month: sql`left(${dayOf(sql`${at}`)}, 7)`,
  refunded: flagText(refunded),
  storeId: sql`${order.storeId}`,
  orderNo: sql`${order.orderNo}`,
  erpBill: sql`${order.erpBill}`,
  setlId: refunded ? sql`coalesce(${order.reversalSetlId}, ${order.setlId})` : sql`${order.setlId}`,
  insutype: filled(sql`${order.insutype}`),
  medicalType: sql`${order.medicalType}`,
  operatorName: operatorOf(refunded).name,
})

/** The rows of the settlement report: the same half-and-half of `countedIn`, the same parts of the split. */
const settlementHalf = (half: Half): Omit<Expressions<'settlements'>, 'storeName'> => {
  const { refunded, sign } = half
  return {
    ...common(half),
    mdtrtId: sql`${order.mdtrtId}`,
    maskedName: filled(sql`${order.maskedName}`),
    personTypeName: person('personTypeName'),
    insuredAreaName: person('insuredAreaName'),
    diseaseName: filled(sql`${order.basket}->>'diseaseName'`),
    outFlag: sql`${order.outFlag}`,
    source: sql`${order.source}`,
    clrOptins: groupParts.clrOptins,
    clrType: groupParts.clrType,
    clrWay: filled(sql`${order.clrWay}`),
    settlements: sql.raw(refunded ? '0' : '1'),
    reversals: sql.raw(refunded ? '1' : '0'),
    total: sql`${sign}${order.total}`,
    fundTotal: sql`${sign}${order.fundTotal}`,
    account: sql`${sign}${order.account}`,
    familyAccount: sql`${sign}${order.familyAccount}`,
    cash: sql`${sign}${order.cash}`,
    ...(Object.fromEntries(splitParts.map((name) => [name, sql`${sign}${partOf(name)}`])) as Record<SplitPart, SQL>),
  }
}

const orderKey = ({ refunded }: Half) => (refunded ? sql`${order.id} || '-r'` : sql`${order.id}`)

/** A statement of the books with the name of each row's store. */
const withStore = (counted: SQL, columns: SQL, more: SQL = sql``): SQL =>
  sql`(select ${columns}, ${store.name} as "storeName", ${store.pinyin} as "storePinyin"
    from ${counted} as book join ${store} on ${store.id} = book."storeId" ${more})`

/** Settlements and their reversals of a span, each half a row on its own day, with its store. */
export const settlementRows: SourceRows = (c, span: Span, storeId) =>
  withStore(
    countedQuery(span, and(ofOrders(c, storeId))!, (half) =>
      columnsSql({ key: orderKey(half), ...settlementHalf(half) }),
    ),
    sql`book.*`,
  )

const line = (name: string) => sql`line->>${sql.raw(`'${name}'`)}`
const ofBook = (name: string) => sql`book.${sql.identifier(name)}`

const lineExpressions: Omit<Expressions<'lines'>, 'storeName'> = {
  ...(Object.fromEntries(
    (
      [
        ...(['at', 'day', 'month', 'refunded', 'storeId', 'orderNo', 'erpBill', 'setlId'] as const),
        ...(['insutype', 'medicalType', 'operatorName', 'pharmacistName'] as const),
      ] as const
    ).map((name) => [name, ofBook(name)]),
  ) as Record<
    | 'at'
    | 'day'
    | 'month'
    | 'refunded'
    | 'storeId'
    | 'orderNo'
    | 'erpBill'
    | 'setlId'
    | 'insutype'
    | 'medicalType'
    | 'operatorName'
    | 'pharmacistName',
    SQL
  >),
  ownCode: line('ownCode'),
  nationalCode: filled(line('nationalCode')),
  name: line('name'),
  spec: filled(line('spec')),
  producer: filled(line('producer')),
  unit: filled(line('unit')),
  itemClass: filled(line('itemClass')),
  feeClass: filled(line('feeClass')),
  prescription: sql`(${line('prescription')})::boolean`,
  price: sql`(${line('price')})::numeric`,
  priceLimit: sql`(${line('priceLimit')})::numeric`,
  selfPayRatio: sql`(${line('selfPayRatio')})::numeric`,
  lines: sql`1`,
  quantity: sql`book.sign * (${line('quantity')})::numeric`,
  amount: sql`book.sign * (${line('amount')})::bigint`,
  inScope: sql`book.sign * (${line('inScope')})::bigint`,
}

/** The lines of the order report. */
export const lineRows: SourceRows = (c, span, storeId) =>
  withStore(
    countedQuery(span, and(ofOrders(c, storeId))!, (half) =>
      columnsSql({
        key: orderKey(half),
        ...common(half),
        pharmacistName: filled(sql`${order.basket}->>'pharmacistName'`),
        sign: sql.raw(half.refunded ? '-1' : '1'),
        lines: sql`${order.lines}`,
      }),
    ),
    columnsSql({ key: sql`book.key || '-' || lpad(${line('no')}, 4, '0')`, ...lineExpressions }),
    sql`cross join lateral jsonb_array_elements(book.lines) as line`,
  )
