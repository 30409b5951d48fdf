import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { yuan } from '@yibao/shared/money.ts'
import { addMonths, daysOfMonth, formatDay, formatTime, optionalTime } from '@yibao/shared/time.ts'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { countBound, pageBounds } from '../../../database/page.ts'
import { rowsFrom } from '../../../database/rows-from.ts'
import type { Sums } from '../../book/rows.ts'
import { type GroupKey, keyText } from '../../order/group.ts'
import { settingsOf } from '../../organisation/settings.ts'
import { store } from '../../organisation/tables.ts'
import { bookedGroups } from '../groups/booked.ts'
import { hasBusiness, type MonthDay, monthDays, sumsOfDays } from '../groups/days.ts'
import { groupIdOf } from '../groups/keys.ts'
import { reconGroup, reconMonth } from '../tables.ts'
import { claimsOf, isOf } from './claims.ts'
import { isMarked } from './mark.ts'
import { resultOf, stale } from './results.ts'

type Calls = typeof monthBooks
/** `only`: a condition over store_id, for a page of some stores. */
type MonthFilters = InputOf<Calls['monthPaged']> & { only?: SQL }
export type WireMonth = ResultOf<Calls['monthPaged']>['items'][number]

interface KeyRow extends GroupKey {
  storeId: string
  month: string
  state: WireMonth['state']
  /** There is a result, and the days have moved since. */
  stale: boolean
  /** Groups that match, this page's or not. */
  found: number
}

const spanOf = ({ from, to }: MonthFilters, now: Date) => {
  const last = to ?? formatDay(now).slice(0, 7)
  // Without a period the month before, which is the one to be reconciled, and the one under way.
  return { from: daysOfMonth(from ?? addMonths(last, -1)).first, until: daysOfMonth(last).last }
}

const conditions = (c: Context, f: MonthFilters): SQL =>
  sql.join(
    [
      sql`true`,
      f.storeId ? sql`store_id = ${c.scope.check(f.storeId)}` : undefined,
      f.insutype ? sql`insutype = ${f.insutype}` : undefined,
      f.clrType ? sql`clr_type = ${f.clrType}` : undefined,
      f.clrOptins ? sql`clr_optins = ${f.clrOptins}` : undefined,
      f.only,
    ].filter((one) => one !== undefined),
    sql` and `,
  )

/** What there is to claim: groups with business, those a day's run asked about, and those on record. */
const claimable = (c: Context, f: MonthFilters): SQL => {
  const { from, until } = spanOf(f, c.now)
  const columns = sql.raw('store_id, left(day, 7) as month, clr_optins, insutype, clr_type')
  return sql`
    select * from (
      select store_id, month, clr_optins, insutype, clr_type
      from ${bookedGroups({ from, until }, 'month', ({ storeId }) => c.scope.where(storeId))} as book
      union
      select ${columns} from ${reconGroup} where day between ${from} and ${until} and ${c.scope.where(reconGroup.storeId)}
      union
      select store_id, month, clr_optins, insutype, clr_type from ${reconMonth}
      where month between left(${from}, 7) and left(${until}, 7) and ${c.scope.where(reconMonth.storeId)}
    ) as each where ${conditions(c, f)}`
}

/** How each of some groups came out, which its days are gone through for. */
const withState = (some: SQL): SQL => sql`
  select *, case when stale then '0' else coalesce(result, '0') end as state from (
    select keys.*, ${resultOf} as result, m.id is not null and ${stale} as stale
    from (${some}) as keys left join ${reconMonth} m using (store_id, month, clr_optins, insutype, clr_type)
  ) as known`

const keysQuery = (c: Context, f: MonthFilters): SQL =>
  f.state ? sql`select * from (${withState(claimable(c, f))}) as shown where state = ${f.state}` : claimable(c, f)

/** Sums for the wire: yuan. */
export const wireSums = ({ count, total, fund, account, cash }: Sums) => ({
  count,
  ...{ total: yuan(total), fund: yuan(fund), account: yuan(account), cash: yuan(cash) },
})

/** Groups of some months for the wire: figures of the last run, or of the book as it is where there was none. */
const wireMonths = async (c: Context, keys: readonly KeyRow[]): Promise<WireMonth[]> => {
  if (!keys.length) return []
  const storeIds = [...new Set(keys.map(({ storeId }) => storeId))]
  const stores = new Map(
    (await c.db.select().from(store).where(inArray(store.id, storeIds))).map((row) => [row.id, row]),
  )
  const days: MonthDay[] = []
  const months = [...new Set(keys.map((key) => key.month))]
  for (const month of months) days.push(...(await monthDays(c.db, { storeIds, month, now: c.now })))
  const claims = await claimsOf(c.db, storeIds, months)
  const ids = keys.map((key) => groupIdOf(key.storeId, key.month, key))
  const known = new Map(
    (await c.db.select().from(reconMonth).where(inArray(reconMonth.id, ids))).map((row) => [row.id, row]),
  )
  return Promise.all(
    keys.map(async (key, i) => {
      const storeRow = stores.get(key.storeId)
      const own = days.filter(
        (one) => one.storeId === key.storeId && one.day.startsWith(key.month) && keyText(one) === keyText(key),
      )
      const row = key.stale ? undefined : known.get(ids[i]!)
      const { month, storeId, clrOptins, insutype, clrType } = key
      return {
        ...{ id: ids[i]!, month, storeId, storeName: storeRow?.name ?? storeId, clrOptins, insutype, clrType },
        days: own.filter(hasBusiness).length,
        openDays: own.filter(({ unfinished }) => unfinished).length,
        ...wireSums(row ?? sumsOfDays(own, await settingsOf(c.db, storeRow?.areaCode ?? clrOptins))),
        centreResult: row?.centreResult ?? undefined,
        centreText: key.stale ? moved : (row?.centreText ?? undefined),
        state: key.state,
        claim: claims.find(isOf(key))?.state,
        operatorName: row?.operatorName,
        at: row && formatTime(row.at),
        ...(row && isMarked(row) && wireMark(row)),
      }
    }),
  )
}

const wireMark = ({ handledBy, handledNote, handledAt }: typeof reconMonth.$inferSelect) => ({
  ...{ handledBy: handledBy ?? undefined, handledNote: handledNote ?? undefined },
  handledAt: optionalTime(handledAt),
})

const moved = '上次月对账之后，日对账有变动，请重新对总账'

const sorted = sql.raw('order by month desc, store_id, clr_optins, insutype, clr_type')
const fields = sql.raw(
  'store_id as "storeId", month, clr_optins as "clrOptins", insutype, clr_type as "clrType", state, stale, found',
)

/**
 * Keys in the list's order; all of them without bounds. Where no state is asked for, only those that are shown are asked
 * how they came out: of a chain's months it is ten of thousands.
 */
const keysOf = async (c: Context, f: MonthFilters, bounds?: ReturnType<typeof pageBounds>) => {
  const page = sql`select *, count(*) over ()::int as found from (${keysQuery(c, f)}) as wanted ${sorted}
    ${bounds ? sql`limit ${bounds.limit} offset ${bounds.offset}` : sql``}`
  return rowsFrom(
    await c.db.execute(sql`select ${fields} from (${f.state ? page : withState(page)}) as listed ${sorted}`),
  ) as KeyRow[]
}

/** Reconciliation/MonthPaged: groups of the scope's months, newest first. */
export const pagedMonths = async (c: Context, f: MonthFilters) => {
  const bounds = pageBounds(f)
  const keys = await keysOf(c, f, bounds)
  // A page behind the last one does not say how many there are.
  const total = keys[0]?.found ?? (bounds.offset ? await monthRows.count(c, f, countBound) : 0)
  return { items: await wireMonths(c, keys), total: Math.min(total, countBound), totalIsBound: total > countBound }
}

/** Rows read at a time for a sheet. */
const batch = 200

/** The same rows for the export of sheets. */
export const monthRows = {
  count: async (c: Context, f: MonthFilters, bound: number): Promise<number> => {
    const answer = await c.db.execute(
      sql`select count(*)::int as n from (${keysQuery(c, f)} limit ${bound + 1}) as bounded`,
    )
    return (rowsFrom(answer) as { n: number }[])[0]?.n ?? 0
  },
  stream: async function* (c: Context, f: MonthFilters): AsyncGenerator<WireMonth[]> {
    const keys = await keysOf(c, f)
    for (let at = 0; at < keys.length; at += batch) yield await wireMonths(c, keys.slice(at, at + batch))
  },
}
