import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { addDays, daysOfMonth, formatDay, formatTime } from '@yibao/shared/time.ts'
import { and, asc, count, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { countBound, pageBounds } from '../../../database/page.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { store } from '../../organisation/tables.ts'
import { notCompared } from '../groups/booked.ts'
import { daysUntil, hasBusiness, type MonthDay, monthDays, openDaysText } from '../groups/days.ts'
import { isClosed } from '../groups/groups.ts'
import { reconGroup } from '../tables.ts'

type Call = (typeof monthBooks)['matrix']
type Filters = InputOf<Call>
type MatrixRow = ResultOf<Call>['items'][number]
type State = MatrixRow['days'][number]['state']

// The least finished group speaks for its day: what asks for a person first.
const rank: readonly (readonly [MonthDay['state'], State])[] = [
  ['3', 'unequal'],
  ['5', 'failed'],
  ['1', 'running'],
  ['0', 'waiting'],
  ['4', 'handled'],
  ['2', 'equal'],
]

const stateOf = (groups: readonly MonthDay[]): State =>
  rank.find(([state]) => groups.some((one) => one.state === state))?.[1] ?? 'none'

const monthOf = (f: Filters, now: Date) => f.month ?? formatDay(now).slice(0, 7)

/** Stores with a day of the month that is over and not closed: found once, not looked for store by store. */
const withOpenDays = (c: Context, f: Filters): SQL => {
  const { first, last } = daysOfMonth(monthOf(f, c.now))
  const yesterday = addDays(formatDay(c.now), -1)
  const until = last < yesterday ? last : yesterday
  return sql`${store.id} in (
    select store_id from ${notCompared({ from: first, until }, ({ storeId }) => c.scope.where(storeId))} as book
    union all select store_id from ${reconGroup} where ${c.scope.where(reconGroup.storeId)}
      and day between ${first} and ${until} and not ${isClosed})`
}

const where = (c: Context, f: Filters) => {
  const open = withOpenDays(c, f)
  return and(
    c.scope.where(store.id, f.storeId),
    // A store that was given up has to be finished all the same, and is shown to who asks for it.
    f.storeId ? undefined : or(eq(store.closed, false), open),
    f.companyId ? eq(store.companyId, f.companyId) : undefined,
    c.me.areaCode ? eq(store.areaCode, c.me.areaCode) : undefined,
    f.state && (f.state === 'open' ? open : sql`not (${open})`),
  )
}

const rowOf = (place: { id: string; name: string }, month: string, own: readonly MonthDay[], now: Date): MatrixRow => {
  const days = daysUntil(month, formatDay(now)).map((day): MatrixRow['days'][number] => {
    const groups = own.filter((one) => one.day === day)
    return { day, state: stateOf(groups), open: groups.reduce((sum, one) => sum + one.open, 0) }
  })
  const latest = own.reduce<MonthDay | undefined>(
    (last, one) => (one.at && (!last?.at || one.at > last.at) ? one : last),
    undefined,
  )
  const daysWith = (some: readonly MonthDay[]) => new Set(some.map(({ day }) => day)).size
  return {
    ...{ storeId: place.id, storeName: place.name, month, days },
    businessDays: daysWith(own.filter(hasBusiness)),
    openDays: daysWith(own.filter(({ unfinished }) => unfinished)),
    openDates: openDaysText(own, 31) || undefined,
    operatorName: latest?.operatorName ?? undefined,
    at: latest?.at ? formatTime(latest.at) : undefined,
  }
}

const page = async (c: Context, f: Filters, bounds: { limit: number; offset: number }): Promise<MatrixRow[]> => {
  const month = monthOf(f, c.now)
  const places = await c.db
    .select({ id: store.id, name: store.name })
    .from(store)
    .where(where(c, f))
    .orderBy(asc(store.pinyin), asc(store.id))
    .limit(bounds.limit)
    .offset(bounds.offset)
  const days = await monthDays(c.db, { storeIds: places.map(({ id }) => id), month, now: c.now })
  return places.map((place) =>
    rowOf(
      place,
      month,
      days.filter(({ storeId }) => storeId === place.id),
      c.now,
    ),
  )
}

/** All stores that the list is narrowed to, in its order. */
export const matchingStores = (c: Context, f: Filters): Promise<StoreRow[]> =>
  c.db.select().from(store).where(where(c, f)).orderBy(asc(store.pinyin), asc(store.id))

/** Rows read at a time for a sheet. */
const batch = 100

/** The same rows for the export of sheets. */
export const matrixRows = {
  count: async (c: Context, f: Filters): Promise<number> => {
    const [counted] = await c.db.select({ n: count() }).from(store).where(where(c, f))
    return counted?.n ?? 0
  },
  stream: async function* (c: Context, f: Filters): AsyncGenerator<MatrixRow[]> {
    for (let offset = 0; ; offset += batch) {
      const rows = await page(c, f, { limit: batch, offset })
      yield rows
      if (rows.length < batch) return
    }
  },
}

/** Reconciliation/Matrix: the stores of the scope with every day of a month that has come, by its state. */
export const matrix = async (c: Context, f: Filters): Promise<ResultOf<Call>> => {
  const total = await matrixRows.count(c, f)
  return {
    items: await page(c, f, pageBounds(f)),
    total: Math.min(total, countBound),
    totalIsBound: total > countBound,
  }
}
