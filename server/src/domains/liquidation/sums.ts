import { daysOfMonth } from '@yibao/shared/time.ts'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { countedQuery, type Span } from '../book/query.ts'
import { acctPay } from '../order/acct-pay.ts'
import { type GroupKey, groupColumns } from '../order/group.ts'
import { order } from '../order/tables.ts'

/** Sums of an application's settlements: fen, reversals taken off; counts apart, for areas count them differently. */
export interface ClaimSums {
  settled: number
  reversed: number
  total: number
  recognised: number
  fund: number
  account: number
  cash: number
}

const sumNames = ['settled', 'reversed', 'total', 'recognised', 'fund', 'account', 'cash'] as const

/** One group of a store's month, split by clr_way: the finest that applications are made of. */
export interface ClaimGroup extends GroupKey, ClaimSums {
  storeId: string
  clrWay: string
}

/** Nought of everything. */
export const noSums = (): ClaimSums => Object.fromEntries(sumNames.map((name) => [name, 0])) as unknown as ClaimSums

/** Both together, fen, signed. */
export const addSums = (one: ClaimSums, other: ClaimSums): ClaimSums =>
  Object.fromEntries(sumNames.map((name) => [name, one[name] + other[name]])) as unknown as ClaimSums

/** The first without the second, fen, signed. */
export const lessSums = (one: ClaimSums, other: ClaimSums): ClaimSums =>
  Object.fromEntries(sumNames.map((name) => [name, one[name] - other[name]])) as unknown as ClaimSums

/** Whether they agree to the fen, in each of their figures. */
export const sameSums = (one: ClaimSums, other: ClaimSums): boolean =>
  sumNames.every((name) => one[name] === other[name])

/** clr_way of an order as applications tell them apart: where it was not kept, what its area's edition calls 按项目. */
const wayOf = ({ services }: Pick<Deps, 'services'>, areas: readonly string[]): SQL => {
  const usual = areas.map((code) => sql`when ${code} then ${services.centre.of(code).profile.usualClrWay}`)
  const other = sql`case ${order.areaCode} ${sql.join(usual, sql` `)} else '' end`
  return usual.length ? sql`coalesce(nullif(${order.clrWay}, ''), ${other})` : sql`coalesce(${order.clrWay}, '')`
}

/** The rows of our book with what an application needs of them, by the rules of `bookQuery`. Columns as in `ClaimGroup`. */
const claimRows = (span: Span, where: SQL, way: SQL): SQL =>
  countedQuery(
    span,
    where,
    ({ refunded, sign, at }) => sql`
      ${order.id} as order_id, ${order.storeId} as store_id, ${at} as at,
      to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM') as month,
      ${groupColumns}, ${way} as clr_way, ${sql.raw(String(refunded))} as refunded,
      ${sign}${order.total} as total,
      ${sign}(${order.total} - coalesce((${order.split}->>'fullySelfPaid')::bigint, 0)) as recognised,
      ${sign}${order.fundTotal} as fund, ${sign}${acctPay} as account, ${sign}${order.cash} as cash`,
  )

/** The seven sums as columns over such rows. */
export const sumColumns = sql.raw(
  ['count(*) filter (where not refunded)::int as settled, count(*) filter (where refunded)::int as reversed']
    .concat(
      ['total', 'recognised', 'fund', 'account', 'cash'].map((name) => `coalesce(sum(${name}), 0)::text as ${name}`),
    )
    .join(', '),
)

/** Their values. */
export const sumsFrom = (row: Record<(typeof sumNames)[number], unknown>): ClaimSums =>
  Object.fromEntries(sumNames.map((name) => [name, Number(row[name])])) as unknown as ClaimSums

/** A month (yyyy-MM) of some stores, with the areas that they are in. */
export interface StoreMonth {
  storeIds: readonly string[]
  areas: readonly string[]
  month: string
}

/** All that our book has of some stores' month, as applications look at it. */
export const monthRows = (deps: Pick<Deps, 'services'>, { storeIds, areas, month }: StoreMonth): SQL => {
  const { first, last } = daysOfMonth(month)
  return claimRows({ from: first, until: last }, inArray(order.storeId, [...storeIds]), wayOf(deps, areas))
}

/** The names of a group as columns over such rows. */
export const groupNames = sql.raw(
  'store_id as "storeId", clr_optins as "clrOptins", insutype, clr_type as "clrType", clr_way as "clrWay"',
)

/** What our book holds of some stores' month now, group by group. */
export const claimGroups = async (deps: Pick<Deps, 'db' | 'services'>, asked: StoreMonth): Promise<ClaimGroup[]> => {
  if (!asked.storeIds.length) return []
  const answer = await deps.db.execute(sql`
    select ${groupNames}, ${sumColumns} from ${monthRows(deps, asked)} as book
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`)
  return (rowsFrom(answer) as ClaimGroup[]).map((row) => ({ ...row, ...sumsFrom(row) }))
}

/** What an application names; an empty part speaks of all. */
export type ClaimPart = Pick<ClaimGroup, 'clrOptins' | 'clrType' | 'clrWay' | 'insutype'>

/** Whether a group belongs to an application. */
export const belongs = (group: ClaimPart, claim: ClaimPart): boolean =>
  group.clrOptins === claim.clrOptins &&
  (['clrType', 'clrWay', 'insutype'] as const).every((name) => !claim[name] || claim[name] === group[name])

/** Whether two applications of one store's month would speak of the same settlements. */
export const overlap = (one: ClaimPart, other: ClaimPart): boolean =>
  one.clrOptins === other.clrOptins &&
  (['clrType', 'clrWay', 'insutype'] as const).every((name) => !one[name] || !other[name] || one[name] === other[name])

/** The same as `belongs` over columns of `claimRows`. */
export const belongsTo = (claim: ClaimPart): SQL =>
  sql`clr_optins = ${claim.clrOptins} and (${claim.clrType} = '' or clr_type = ${claim.clrType})
    and (${claim.clrWay} = '' or clr_way = ${claim.clrWay}) and (${claim.insutype} = '' or insutype = ${claim.insutype})`
