import type { InputOf } from '@yibao/shared/call.ts'
import type { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { countBound, pageBounds } from '../../../database/page.ts'
import { rowsFrom } from '../../../database/rows-from.ts'
import type { Span } from '../../book/query.ts'
import { fundChange, fundDay } from '../../order/fund-tables.ts'
import type { GroupKey } from '../../order/group.ts'
import { store } from '../../organisation/tables.ts'
import { notCompared } from '../groups/booked.ts'
import { isClosed } from '../groups/groups.ts'
import { groupIdOf } from '../groups/keys.ts'
import { reconDifference, reconGroup } from '../tables.ts'
import { requireSpan } from './span.ts'
import { sumsNow } from './sums-now.ts'
import { groupsView, type WireGroup, wireGroup } from './view.ts'

/** `only`: a condition over store_id, for a page of some stores. */
export type DayFilters = InputOf<typeof reconciliation.dayTotals> & { only?: SQL }

interface KeyRow extends GroupKey {
  storeId: string
  day: string
  /** Absent: business that no run has looked at yet. */
  groupId: string | null
  /** Groups that match, this page's or not. */
  found: number
}

/** Days shown when no period is asked for: a year of orders is never scanned to show ten rows (DESIGN 10). */
export const defaultDays = 31

/** The asked days; without them the last month, today at its end. */
export const periodOf = ({ from, to }: DayFilters, now: Date): Span => {
  const until = to ?? formatDay(now)
  return { from: from ?? addDays(until, 1 - defaultDays), until }
}

/** Whether a group has business of its days' sums, of persons insured here or elsewhere where one is named. */
const hasOwn = (outFlag?: string): SQL => {
  const among = (days: typeof fundDay | typeof fundChange) => sql`select own.settlements, own.reversals from ${days} own
    where own.store_id = every.store_id and own.day = every.day and own.clr_optins = every.clr_optins
      and own.insutype = every.insutype and own.clr_type = every.clr_type
      ${outFlag === undefined ? sql`` : sql`and own.out_flag = ${outFlag}`}`
  // What was moved away leaves noughts, which are no business.
  return sql`exists (select 1 from (${among(fundDay)} union all ${among(fundChange)}) as changes
    having sum(settlements) <> 0 or sum(reversals) <> 0)`
}

/** A group that the centre alone has rows of says of nobody where he is insured: it is looked for among those from here. */
const isOf = (outFlag: string): SQL =>
  outFlag === '0' ? sql`(${hasOwn(outFlag)} or not ${hasOwn()})` : hasOwn(outFlag)

/** SQL over a difference: it counts, and nobody has dealt with it. */
export const isOpen = sql.raw('(not voided and handled_at is null)')

/**
 * Somebody has to look into a group: its sums differ, a difference is open, or its day is over and its books do not agree.
 * Today's may still come to agree by themselves.
 */
const isPending = (now: Date): SQL => sql`(state = '3' or (not closed and day < ${formatDay(now)})
  or exists (select 1 from ${reconDifference} where group_id = every.group_id and ${isOpen}))`

const wanted = (c: Context, f: DayFilters): SQL => {
  const { from, until } = periodOf(f, c.now)
  const conditions = [
    sql`day between ${from} and ${until}`,
    f.storeId ? sql`store_id = ${c.scope.check(f.storeId)}` : undefined,
    f.insutype ? sql`insutype = ${f.insutype}` : undefined,
    f.clrType ? sql`clr_type = ${f.clrType}` : undefined,
    f.clrOptins ? sql`clr_optins = ${f.clrOptins}` : undefined,
    f.state ? sql`state = ${f.state}` : undefined,
    f.outFlag ? isOf(f.outFlag) : undefined,
    f.pending ? isPending(c.now) : undefined,
    f.only,
  ]
  return sql.join(
    conditions.filter((one) => one !== undefined),
    sql` and `,
  )
}

const columns = sql.raw('store_id, day, clr_optins, insutype, clr_type')

/** Business that no run has looked at, in front of the groups. */
const notRunYet = (c: Context, f: DayFilters): SQL => {
  const span = periodOf(f, c.now)
  requireSpan(c, span, f.storeId)
  return sql`
    select ${columns}, '0' as state, null as group_id, false as closed
    from ${notCompared(span, ({ storeId }) => c.scope.where(storeId))} as book
    union all`
}

/**
 * Groups on record, and business that has none yet, as keys with their state; `closed`: the books of the whole day agree, or
 * their differences are all dealt with.
 */
export const keysQuery = (c: Context, f: DayFilters): SQL => sql`
  with every as (
    ${f.state && f.state !== '0' ? sql`` : notRunYet(c, f)}
    select ${columns}, state, id as group_id, coalesce(${isClosed}, false) as closed from ${reconGroup} where ${c.scope.where(reconGroup.storeId)}
  )
  select store_id as "storeId", day, clr_optins as "clrOptins", insutype, clr_type as "clrType", group_id as "groupId", state,
    closed
  from every where ${wanted(c, f)}`

const rowsOf = async <T>(c: Context, query: SQL): Promise<T[]> => rowsFrom(await c.db.execute(query))

/** Business without a run, as the first run will see it. */
const notRun = async (c: Context, keys: readonly KeyRow[]): Promise<Map<string, WireGroup>> => {
  const storeIds = [...new Set(keys.map(({ storeId }) => storeId))]
  const stores = storeIds.length ? await c.db.select().from(store).where(inArray(store.id, storeIds)) : []
  const byId = new Map(stores.map((one) => [one.id, one]))
  const groups = keys.flatMap(({ storeId, day, clrOptins, insutype, clrType }) => {
    const shop = byId.get(storeId)
    const key = { clrOptins, insutype, clrType }
    return shop ? [{ shop, storeId, areaCode: shop.areaCode, day, ...key, id: groupIdOf(storeId, day, key) }] : []
  })
  const nowOf = await sumsNow(c.db, groups)
  const empty = { centreResult: null, centreText: null, operatorName: null, at: null, changedAt: null, fileId: null }
  return new Map(
    groups.map(({ shop, ...group }) => {
      const now = nowOf(group)
      const facts = { storeName: shop.name, now, differences: 0, open: 0 }
      return [group.id, wireGroup({ ...group, ...now, ...empty, state: '0' }, facts)]
    }),
  )
}

const countUpTo = async (c: Context, filters: DayFilters, bound: number): Promise<number> => {
  const bounded = sql`select count(*)::int as found from (${keysQuery(c, filters)} limit ${bound + 1}) as bounded`
  return (await rowsOf<Pick<KeyRow, 'found'>>(c, bounded))[0]?.found ?? 0
}

/** The most open differences, then sums that differ for a reason nobody knows yet. */
const worstFirst = sql`(select count(*) from ${reconDifference} where group_id = wanted."groupId" and ${isOpen}) desc,
  state = '3' desc, `

/** Keys in the list's order; all of them without bounds. */
const keysOf = (c: Context, filters: DayFilters, bounds?: ReturnType<typeof pageBounds>): Promise<KeyRow[]> =>
  rowsOf<KeyRow>(
    c,
    sql`select *, count(*) over ()::int as found from (${keysQuery(c, filters)}) as wanted
      order by ${filters.pending ? worstFirst : sql``}day desc, "storeId", "clrOptins", insutype, "clrType"
      ${bounds ? sql`limit ${bounds.limit} offset ${bounds.offset}` : sql``}`,
  )

const groupsOf = async (c: Context, keys: readonly KeyRow[]): Promise<WireGroup[]> => {
  const known = await groupsView(
    c,
    keys.flatMap(({ groupId }) => groupId ?? []),
  )
  const byId = new Map([
    ...known.map((group): [string, WireGroup] => [group.id, group]),
    ...(await notRun(
      c,
      keys.filter(({ groupId }) => !groupId),
    )),
  ])
  return keys.flatMap((key) => byId.get(key.groupId ?? groupIdOf(key.storeId, key.day, key)) ?? [])
}

/** Reconciliation/DayPaged: groups of the scope, newest day first, what is pending by how bad it is; days with business but no run as 未对账. */
export const pagedDays = async (c: Context, filters: DayFilters & InputOf<typeof reconciliation.dayPaged>) => {
  const bounds = pageBounds(filters)
  const keys = await keysOf(c, filters, bounds)
  const items = await groupsOf(c, keys)
  // A page behind the last one has no row to say how many there are.
  const total = keys[0]?.found ?? (bounds.offset ? await countUpTo(c, filters, countBound) : 0)
  return { items, total: Math.min(total, countBound), totalIsBound: total > countBound }
}

const batch = 200

/** The same groups for a sheet: the keys of one moment, and what is known of each as it is read. */
export const daySource = {
  count: (c: Context, filters: DayFilters, bound: number) => countUpTo(c, filters, bound),
  stream: async function* (c: Context, filters: DayFilters): AsyncGenerator<WireGroup[]> {
    const keys = await keysOf(c, filters)
    for (let at = 0; at < keys.length; at += batch) yield await groupsOf(c, keys.slice(at, at + batch))
  },
}
