import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { monthCollect } from '@yibao/shared/calls/month-collect.ts'
import { yuan } from '@yibao/shared/money.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, between, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { dueOf } from '../liquidation/due.ts'
import { claimedStates } from '../liquidation/state.ts'
import { liquidation } from '../liquidation/tables.ts'
import { fundChange, fundDay } from '../order/fund-tables.ts'
import { ofCompany } from '../organisation/of-company.ts'
import { isClosed } from '../reconciliation/groups/groups.ts'
import { reconGroup } from '../reconciliation/tables.ts'
import { answerOf, inOrder, sheetOf, storeNames } from '../statistics/grouped.ts'
import { wireSums } from './fund-pay.ts'
import { type Filters as FundFilters, type Sums, sumNames, sumsByGroup } from './fund-sums.ts'
import { daysOfMonths, summed } from './order-sums.ts'

type Call = (typeof monthCollect)['query']
type Filters = InputOf<Call>
type Result = ResultOf<Call>
type Row = Result['items'][number]

const dayNames = ['businessDays', 'closedDays', 'openDays'] as const
const claimNames = ['due', 'applied', 'paid'] as const
const allNames = [...dayNames, ...sumNames, ...claimNames]
type Days = Record<(typeof dayNames)[number], number>
type Claimed = Record<(typeof claimNames)[number], number>
type Collected = Days & Sums & Claimed & { key: string }

const noDays: Days = { businessDays: 0, closedDays: 0, openDays: 0 }
const noClaims: Claimed = { due: 0, applied: 0, paid: 0 }
const noSums = Object.fromEntries(sumNames.map((name) => [name, 0])) as Sums

/**
 * Store-days by store and month: with business; of those the ones whose every group is reconciled; and the ones over that
 * are not, with business or where the centre alone has some. A group with business that nobody compared, or whose result is
 * from before the day's end, is not reconciled (as in 月对账); a day without business that agrees counts nowhere.
 */
const daysByStoreMonth = async (c: Context, f: Filters): Promise<Map<string, Days>> => {
  const { from, to } = daysOfMonths(f, c.now)
  const here = (table: typeof fundDay | typeof fundChange | typeof reconGroup) =>
    and(
      c.scope.where(table.storeId, f.storeId),
      between(table.day, from, to),
      f.areaCode ? eq(table.areaCode, f.areaCode) : undefined,
      ofCompany(c, table.storeId, f.companyId),
    )
  const moved = (table: typeof fundDay | typeof fundChange) =>
    sql`select store_id, day, clr_optins, insutype, clr_type, settlements, reversals from ${table} where ${here(table)}`
  const answer = await c.db.execute(sql`
    with business as (
      -- Together: what 2601 undid and is not folded in yet was no business.
      select store_id, day, clr_optins, insutype, clr_type, true as sold
      from (${moved(fundDay)} union all ${moved(fundChange)}) as moved
      group by 1, 2, 3, 4, 5 having sum(settlements) <> 0 or sum(reversals) <> 0
    ), run as (
      select store_id, day, clr_optins, insutype, clr_type, ${isClosed} as closed from ${reconGroup} where ${here(reconGroup)}
    ), days as (
      select store_id, day, coalesce(bool_or(sold), false) as sold, bool_and(closed is true) as closed
      from business full join run using (store_id, day, clr_optins, insutype, clr_type) group by 1, 2
    )
    select left(day, 7) || '/' || store_id as key, count(*) filter (where sold)::int as "businessDays",
      count(*) filter (where sold and closed)::int as "closedDays",
      count(*) filter (where not closed and day < ${formatDay(c.now)})::int as "openDays"
    from days group by 1`)
  return new Map((rowsFrom(answer) as (Days & { key: string })[]).map(({ key, ...days }) => [key, days]))
}

/** What was applied for of each store's month, and paid; a rejected application is none. */
const claimsByStoreMonth = async (c: Context, f: Filters) => {
  const { from, to } = daysOfMonths(f, c.now)
  const answer = await c.db.execute(sql`
    select month || '/' || store_id as key, sum(claim_fund)::text as applied, sum(paid)::text as paid
    from ${liquidation} where ${and(
      c.scope.where(liquidation.storeId, f.storeId),
      between(liquidation.month, from.slice(0, 7), to.slice(0, 7)),
      inArray(liquidation.state, [...claimedStates]),
      f.areaCode ? eq(liquidation.areaCode, f.areaCode) : undefined,
      ofCompany(c, liquidation.storeId, f.companyId),
    )} group by 1`)
  const rows = rowsFrom(answer) as Record<'applied' | 'paid' | 'key', string>[]
  return rows.map(({ key, applied, paid }) => ({ key, applied: Number(applied), paid: Number(paid) }))
}

/** storeMonth, month or store of a store's month. */
const groupOf = (key: string, groupBy: NonNullable<Filters['groupBy']>): string => {
  const [month = '', storeId = ''] = key.split('/')
  return { storeMonth: key, month, store: storeId }[groupBy]
}

const collect = async (c: Context, f: Filters): Promise<Collected[]> => {
  const { groupBy = 'storeMonth' } = f
  const { from, to } = daysOfMonths(f, c.now)
  const asked = { from, to, areaCode: f.areaCode, storeId: f.storeId, companyId: f.companyId } as FundFilters
  const money = await sumsByGroup(c, asked, 'storeMonth')
  const days = await daysByStoreMonth(c, f)
  const groups = new Map<string, Collected>()
  type Values = Days & Sums & Claimed
  const add = (place: string, names: readonly (keyof Values)[], values: Partial<Values>) => {
    const key = groupOf(place, groupBy)
    const group = groups.get(key) ?? { key, ...noDays, ...noSums, ...noClaims }
    for (const name of names) group[name] += values[name] ?? 0
    groups.set(key, group)
  }
  const storeIn = (key: string) => key.split('/')[1] ?? ''
  const due = await dueOf(
    c,
    money.map(({ key }) => storeIn(key)),
  )
  for (const { key, ...sums } of money) {
    add(key, sumNames, sums)
    const { fundTotal: fund, account, familyAccount: family } = sums
    add(key, ['due'], { due: due(storeIn(key), { fund, account, family }) })
  }
  // A store that sold nothing has a row only when the centre says otherwise.
  for (const [key, of] of days) if (of.businessDays || of.openDays) add(key, dayNames, of)
  for (const { key, ...claimed } of await claimsByStoreMonth(c, f)) add(key, ['applied', 'paid'], claimed)
  return [...groups.values()]
}

/** Report/MonthCollect/Query: store-months with business, their money and how far their days are reconciled. */
const monthCollectReport = async (c: Context, f: Filters): Promise<Result> => {
  // The newest month first, as it is the one being worked on.
  const usual = { field: 'key', newestFirst: f.groupBy !== 'store' }
  const groups = inOrder(await collect(c, f), f, allNames, usual)
  const idOf = (key: string) => key.split('/').at(-1)!
  const stores = f.groupBy === 'month' ? [] : groups.map(({ key }) => idOf(key))
  const storeName = await storeNames(c, stores)
  const nameOf = (key: string) => {
    if (f.groupBy === 'month') return key
    const name = storeName(idOf(key))
    return f.groupBy === 'store' ? name : `${key.slice(0, 7)} ${name}`
  }
  const wire = ({ businessDays, closedDays, openDays, due, applied, paid, ...sums }: Days & Sums & Claimed) => ({
    ...{ businessDays, closedDays, openDays, due: yuan(due), applied: yuan(applied), paid: yuan(paid) },
    ...wireSums(sums),
  })
  const items = groups.map(({ key, ...group }): Row => ({ key, name: nameOf(key), ...wire(group) }))
  return answerOf(c, items, wire(summed(allNames, groups)))
}

/** 月汇总表. */
export const monthCollectHandlers: Handlers<typeof monthCollect> = { query: (f, c) => monthCollectReport(c, f) }

/** The same rows for the export of sheets. */
export const monthCollectSource = sheetOf(monthCollectReport)
