import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { settlementReport } from '@yibao/shared/calls/settlement-report.ts'
import { yuan } from '@yibao/shared/money.ts'
import { omit } from '@yibao/shared/omit.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { isUsualClrWay } from '../../centre/profiles.ts'
import { summing, withinBound } from '../../database/bounded-sums.ts'
import { countBound } from '../../database/page.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { ofOperator } from '../order/counts.ts'
import { groupOf, groupParts } from '../order/group.ts'
import { askedOfOrder } from '../order/list-filters.ts'
import { order } from '../order/tables.ts'
import { store } from '../organisation/tables.ts'
import { bookKey, bookOf, bookSign, spanOf } from './book-list.ts'
import { wireSums } from './fund-pay.ts'
import { type Sums, sumNames, sumsByGroup } from './fund-sums.ts'
import { openIn } from './open-claim.ts'
import { type SplitPart, splitParts } from './order-sums.ts'

type Call = (typeof settlementReport)['query']
type Filters = InputOf<Call>
type Row = ResultOf<Call>['items'][number]

const amountNames = ['total', 'fundTotal', 'account', 'familyAccount', 'cash'] as const

/** As applications tell the ways apart (liquidation/sums.ts `wayOf`): what was kept without one was cleared the usual way. */
const ofWay = (way: string): SQL =>
  isUsualClrWay(way) ? sql`coalesce(nullif(${order.clrWay}, ''), ${way}) = ${way}` : eq(order.clrWay, way)

/** The days are the books' own; a reversal is found by what its settlement was, its amount without the sign. */
const matching = (c: Context, f: Filters) => {
  // Where the stores are in their areas and companies is asked of the stores.
  const { clrOptins, clrType, clrWay, claim, operatorId, ...asked } = omit(
    f,
    'from',
    'to',
    'storeId',
    'areaCode',
    'companyId',
  )
  // As 3201 tells the groups apart (`bookQuery`).
  const ofGroup = and(
    clrOptins ? sql`${groupParts.clrOptins} = ${clrOptins}` : undefined,
    clrType ? sql`${groupParts.clrType} = ${clrType}` : undefined,
    clrWay ? ofWay(clrWay) : undefined,
  )
  return bookOf(c, f, (refunded) =>
    and(askedOfOrder(c, asked), ofOperator(refunded, operatorId), ofGroup, claim && openIn(claim, refunded)),
  )
}

const signed = (name: string): SQL => sql`(${bookSign} * ${sql.raw(`book.${name}`)})`

/** Report/Settlement/Query, the newest first. */
export const settlementRows = rowsOf({
  select: (c: Context, cursor: Cursor, f: Filters) => {
    const book = matching(c, f)
    return c.db
      .select({ book: omit(book._.selectedFields, 'lines'), storeName: store.name, key: bookKey.as('key'), ...cursor })
      .from(book)
      .innerJoin(store, eq(store.id, book.storeId))
      .$dynamic()
  },
  where: () => undefined,
  sortable: {
    at: { by: sql`book.at`, type: 'timestamptz', notNull: true },
    total: { by: signed('total'), type: 'bigint' },
    fundTotal: { by: signed('fund_total'), type: 'bigint' },
    account: { by: signed('account'), type: 'bigint' },
    cash: { by: signed('cash'), type: 'bigint' },
    storeName: store.pinyin,
  },
  key: bookKey,
  keyOf: ({ key }) => key,
  wire: ({ book, storeName, key }): Row => {
    const { refunded, split } = book
    // -0 is not 0 for a strict comparison.
    const money = (amount = 0) => yuan(refunded && amount ? -amount : amount)
    const own = Object.fromEntries(splitParts.map((name) => [name, money(split?.[name])])) as Record<SplitPart, string>
    const whole = Object.fromEntries(amountNames.map((name) => [name, money(book[name])]))
    return {
      ...{ key, at: formatTime(book.at), refunded: refunded ? '1' : '0', orderId: book.id, orderNo: book.orderNo },
      ...{ erpBill: book.erpBill ?? undefined, storeId: book.storeId, storeName },
      setlId: (refunded ? book.reversalSetlId : null) ?? book.setlId ?? '',
      mdtrtId: book.mdtrtId ?? undefined,
      msgid: (refunded ? book.reversalMsgid : book.msgid) ?? undefined,
      ...{ maskedName: book.maskedName || '--', personTypeName: book.person.personTypeName },
      ...{ insuredAreaName: book.person.insuredAreaName, diseaseName: book.basket.diseaseName },
      ...{ insutype: book.insutype ?? undefined, medicalType: book.medicalType },
      ...{ outFlag: book.outFlag as Row['outFlag'], source: book.source as Row['source'] },
      ...{
        ...omit(groupOf(book), 'insutype'),
        clrWay: book.clrWay ?? undefined,
      },
      operatorName: book.operatorName,
      ...(whole as Pick<Row, (typeof amountNames)[number]>),
      ...own,
      hospitalPart: split?.hospitalPart === undefined ? undefined : money(split.hospitalPart),
    }
  },
})

const none = Object.fromEntries(sumNames.map((name) => [name, 0])) as Sums

/** The days' own sums where nothing is asked that they do not tell apart: no order is read. */
const ofDays = async (c: Context, f: Filters): Promise<Sums> => {
  const { from, until } = spanOf(c, f)
  const groups = await sumsByGroup(c, { ...f, from, to: until }, 'month')
  return groups.reduce<Sums>(
    (sum, group) => Object.fromEntries(sumNames.map((name) => [name, sum[name] + group[name]])) as Sums,
    none,
  )
}

const summed: Record<keyof Sums, SQL> = {
  settlements: sql`count(*) filter (where not book.refunded)`,
  reversals: sql`count(*) filter (where book.refunded)`,
  ...(Object.fromEntries(
    sumNames.slice(2).map((name) => [name, sql`sum(${bookSign} * coalesce((book.split->>${name})::bigint, 0))`]),
  ) as Record<Exclude<keyof Sums, 'settlements' | 'reversals'>, SQL>),
  total: sql`sum(${signed('total')})`,
  fundTotal: sql`sum(${signed('fund_total')})`,
  account: sql`sum(${signed('account')})`,
  familyAccount: sql`sum(${signed('family_account')})`,
  cash: sql`sum(${signed('cash')})`,
}

/** Sums of the rows themselves; undefined where there are more than a list counts (DESIGN 10). */
const ofRows = async (c: Context, f: Filters): Promise<Sums | undefined> => {
  const some = c.db
    .select()
    .from(matching(c, f))
    .limit(countBound + 1)
    .as('book')
  return withinBound(await summing(c.db, some, summed))
}

/** What days are told apart by (fund_day); every other question is asked of the rows. */
const dayFilters = new Set(['from', 'to', 'storeId', 'areaCode', 'companyId', 'insutype', 'medicalType', 'outFlag'])
const paging = new Set(['page', 'pageSize', 'sortField', 'sortOrder'])

const totalsOf = async (c: Context, f: Filters) => {
  const asked = Object.entries(f).filter(([name, value]) => value !== undefined && value !== '' && !paging.has(name))
  const sums = asked.every(([name]) => dayFilters.has(name)) ? await ofDays(c, f) : await ofRows(c, f)
  return sums && wireSums(sums)
}

export const settlementReportHandlers: Handlers<typeof settlementReport> = {
  query: async (f, c) => {
    const [rows, totals] = await Promise.all([settlementRows.page(c, f), totalsOf(c, f)])
    return { ...rows, totals }
  },
}
