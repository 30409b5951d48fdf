import { addMonths, daysOfMonth } from '@yibao/shared/time.ts'
import { and, between, eq, notInArray, sql } from 'drizzle-orm'
import { groupBy } from '../../base/group-by.ts'
import type { Context } from '../../call/context.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { countedQuery } from '../book/query.ts'
import { counted, countsAt } from '../order/counts.ts'
import { type GroupKey, groupColumns } from '../order/group.ts'
import { order } from '../order/tables.ts'
import { ofCompany } from '../organisation/of-company.ts'
import { bookedGroups } from '../reconciliation/groups/booked.ts'
import { reconDifference } from '../reconciliation/tables.ts'
import { liquidation, liquidationItem } from './tables.ts'

export const openNames = ['settlements', 'reversals', 'total', 'fund', 'account', 'cash'] as const
type OpenSums = Record<(typeof openNames)[number], number>

/** Settlements of a group of a store's month that are in the same kind of application, or in none. Fen. */
export interface OpenGroup extends GroupKey, OpenSums {
  storeId: string
  month: string
  /** What family members' accounts paid, which is in the account. */
  family: number
  /** Of the application that holds them: a draft, rejected or unknown; null without one. */
  state: string | null
}

/** An application that the centre does not have, or may not have: what it holds is open under this name. */
const openStates = new Set(['5', '7'])

interface Asked {
  /** yyyy-MM, both included. */
  from: string
  to: string
  storeId?: string
  areaCode?: string
  companyId?: string
  clrType?: string
  insutype?: string
}

const numbered = (row: OpenGroup): OpenGroup => ({
  ...row,
  family: Number(row.family),
  ...(Object.fromEntries(openNames.map((name) => [name, Number(row[name])])) as OpenSums),
})

const placeOf = ({ storeId, month }: { storeId: string; month: string }): string => `${month}/${storeId}`

/** All that our book has of the asked months, in an application or not. */
const bookOf = async (c: Context, f: Asked): Promise<OpenGroup[]> => {
  const span = { from: daysOfMonth(f.from).first, until: daysOfMonth(f.to).last }
  const rows = bookedGroups(span, 'month', (days) =>
    and(
      f.storeId ? eq(days.storeId, c.scope.check(f.storeId)) : c.scope.where(days.storeId),
      ofCompany(c, days.storeId, f.companyId),
      f.areaCode ? eq(days.areaCode, f.areaCode) : undefined,
    ),
  )
  const answer = await c.db.execute(sql`
    select store_id as "storeId", month, clr_optins as "clrOptins", insutype, clr_type as "clrType", null as state,
      settlements, reversals, total::text, fund::text, account::text, cash::text,
      family_account::text as family from ${rows} as book`)
  return (rowsFrom(answer) as OpenGroup[]).map(numbered)
}

interface Applied extends OpenSums {
  storeId: string
  month: string
  state: string
}

/** What the applications of the same months hold, a store's month at a time; drafts and revoked ones hold nothing. */
const appliedOf = async (c: Context, f: Asked): Promise<Map<string, Applied[]>> => {
  const { storeId, month, state, settled: settlements, reversed: reversals, total, fund, account, cash } = liquidation
  const rows = await c.db
    .select({ storeId, month, state, settlements, reversals, total, fund, account, cash })
    .from(liquidation)
    .where(
      and(
        between(month, f.from, f.to),
        f.storeId ? eq(storeId, c.scope.check(f.storeId)) : c.scope.where(storeId),
        notInArray(state, ['0', '2']),
      ),
    )
  return groupBy(rows, placeOf)
}

/**
 * The account follows from the others; that of an application is as the centre counts it, without the family's part
 * (order/acct-pay.ts).
 */
const compared = openNames.filter((name) => name !== 'account')

const holdsAll = (book: readonly OpenGroup[], applied: readonly Applied[]): boolean =>
  compared.every(
    (name) => book.reduce((sum, one) => sum + one[name], 0) === applied.reduce((sum, one) => sum + one[name], 0),
  )

/** What became of a whole store-month: all of it in one kind of application, or in none; undefined when only its orders tell. */
const wholeOf = (book: readonly OpenGroup[], applied: readonly Applied[] = []): OpenGroup[] | undefined => {
  if (!applied.length) return [...book]
  if (!holdsAll(book, applied)) return undefined
  const [first, ...others] = new Set(applied.map(({ state }) => (openStates.has(state) ? state : null)))
  if (others.length) return undefined
  return first ? book.map((one) => ({ ...one, state: first })) : []
}

/** Months that a settlement may have been moved, and the difference that did it stands from where it is asked for. */
const apart = 12

/**
 * Store-months of which the sums tell nothing: our book has a claimed settlement in another month than its application, or
 * not at all, since a comparison put it right. Both months are named: the one that would have it as open, and the one where
 * another of the same amounts would hide behind it. Only a difference's repair moves what is booked, and it is on record at
 * one of the two days, so that no order is read but those few.
 */
const movedOf = async (c: Context, f: Asked): Promise<Set<string>> => {
  const { orderId, storeId, day } = reconDifference
  const near = { first: daysOfMonth(addMonths(f.from, -apart)).first, last: daysOfMonth(addMonths(f.to, apart)).last }
  const counts = (refunded: boolean) =>
    sql`case when ${counted(refunded)} then to_char(${countsAt(refunded)} at time zone 'Asia/Shanghai', 'YYYY-MM') end`
  const answer = await c.db.execute(sql`
    select distinct ${liquidation.storeId} as "storeId", ${liquidation.month} as claimed, now.month as counted
    from ${reconDifference} join ${order} on ${order.id} = ${orderId}
    join ${liquidationItem} on ${liquidationItem.orderId} = ${order.id} and ${liquidationItem.live}
    join ${liquidation} on ${liquidation.id} = ${liquidationItem.liquidationId}
    cross join lateral (select case when ${liquidationItem.refunded} then ${counts(true)} else ${counts(false)} end as month) now
    where ${and(
      f.storeId ? eq(storeId, c.scope.check(f.storeId)) : c.scope.where(storeId),
      between(day, near.first, near.last),
    )} and ${liquidation.month} is distinct from now.month`)
  const rows = rowsFrom(answer) as { storeId: string; claimed: string; counted: string | null }[]
  const months = (one: (typeof rows)[number]) => (one.counted === null ? [one.claimed] : [one.claimed, one.counted])
  return new Set(rows.flatMap((one) => months(one).map((month) => placeOf({ storeId: one.storeId, month }))))
}

/** Order by order, with the application that each is in. */
const byOrders = async (c: Context, f: Asked, places: readonly { storeId: string; month: string }[]) => {
  if (!places.length) return []
  const months = groupBy(places, ({ month }) => month)
  const rows = [...months].map(([month, some]) => {
    const { first, last } = daysOfMonth(month)
    const stores = some.map(({ storeId }) => storeId)
    return countedQuery(
      { from: first, until: last },
      and(sql`${order.storeId} = any(${sql.param(stores)})`, f.areaCode ? eq(order.areaCode, f.areaCode) : undefined)!,
      ({ refunded, sign }) => sql`
        ${order.id} as order_id, ${sql.raw(String(refunded))} as refunded, ${order.storeId} as store_id,
        ${month}::text as month, ${groupColumns},
        ${sign}${order.total} as total, ${sign}${order.fundTotal} as fund, ${sign}${order.account} as account,
        ${sign}${order.cash} as cash, ${sign}${order.familyAccount} as family`,
    )
  })
  const sums = sql.raw(
    ['total', 'fund', 'account', 'cash', 'family'].map((name) => `sum(book.${name})::text as ${name}`).join(', '),
  )
  const answer = await c.db.execute(sql`
    select book.store_id as "storeId", book.month, book.clr_optins as "clrOptins", book.insutype,
      book.clr_type as "clrType", l.state, count(*) filter (where not book.refunded)::int as settlements,
      count(*) filter (where book.refunded)::int as reversals, ${sums}
    from (${sql.join(rows, sql` union all `)}) as book
    left join ${liquidationItem} i on i.order_id = book.order_id and i.refunded = book.refunded and i.live
    left join ${liquidation} l on l.id = i.liquidation_id
    where l.id is null or l.state in ('0', ${sql.join(
      [...openStates].map((state) => sql`${state}`),
      sql`, `,
    )})
    group by 1, 2, 3, 4, 5, 6`)
  return (rowsFrom(answer) as OpenGroup[]).map(numbered)
}

/**
 * What of some months is in no accepted application, group by group. A store's month whose book is what its applications
 * hold, or that has none, is told by the sums of its days; orders are read of the others alone, and of those whose book a
 * claimed settlement was moved out of, or into. Else what was claimed stays in its month's book, so equal sums are the same
 * settlements. The account is our book's, with what the family's paid, as in
 * every report: total = fund + account + cash.
 */
export const openSums = async (c: Context, f: Asked): Promise<OpenGroup[]> => {
  const book = groupBy(await bookOf(c, f), placeOf)
  const applied = await appliedOf(c, f)
  const moved = await movedOf(c, f)
  const told: OpenGroup[] = []
  const untold: { storeId: string; month: string }[] = []
  for (const [place, groups] of book) {
    const whole = moved.has(place) ? undefined : wholeOf(groups, applied.get(place))
    if (whole) told.push(...whole)
    else untold.push(groups[0]!)
  }
  const all = [...told, ...(await byOrders(c, f, untold))]
  return all.filter(
    ({ clrType, insutype }) => (!f.clrType || f.clrType === clrType) && (!f.insutype || f.insutype === insutype),
  )
}
