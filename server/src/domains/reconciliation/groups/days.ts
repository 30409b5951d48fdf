import { addDays, daysOfMonth, formatDay } from '@yibao/shared/time.ts'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'
import { rowsFrom } from '../../../database/rows-from.ts'
import { bookOfDays, bookQuery } from '../../book/query.ts'
import type { Sums } from '../../book/rows.ts'
import type { GroupKey } from '../../order/group.ts'
import { order } from '../../order/tables.ts'
import type { AreaSettings } from '../../organisation/settings.ts'
import { reconDifference, reconGroup } from '../tables.ts'
import { isEarly } from './groups.ts'

type Convention = Pick<AreaSettings, 'cntMode' | 'refundInTotals'>

/** One day of one group of a store, as our book has it now and as its last run left it. */
export interface MonthDay extends GroupKey {
  storeId: string
  day: string
  /** Settlements and reversals apart, for areas count them differently. Fen; reversals are negative. */
  settled: Sums
  reversed: Sums
  /** reconState of the day's group; 未对账 without one, and when its result is from before the day had ended. */
  state: '0' | '1' | '2' | '3' | '4' | '5'
  /** It is over, and its books do not agree yet: today's may still change by themselves. */
  unfinished: boolean
  differences: number
  /** Differences nobody has handled yet. */
  open: number
  operatorName: string | null
  at: Date | null
}

interface Raw extends GroupKey {
  storeId: string
  day: string
  state: MonthDay['state'] | null
  early: boolean | null
  operatorName: string | null
  at: string | null
  differences: number
  open: number
  figures: Record<string, string | number | null>
}

const names = ['total', 'fund', 'account', 'cash'] as const

const figures = sql.join(
  ['settled', 'reversed'].flatMap((side) => {
    const rows = sql.raw(`filter (where ${side === 'settled' ? 'not ' : ''}refunded)`)
    const one = (name: string, value: string) => sql`${sql.raw(`'${side}.${name}', ${value}`)} ${rows}`
    return [one('count', 'count(*)'), ...names.map((name) => one(name, `sum(${name})`))]
  }),
  sql`, `,
)

const sumsFrom = (from: Raw['figures'] | null, side: 'settled' | 'reversed'): Sums => {
  const of = (name: string) => Number(from?.[`${side}.${name}`] ?? 0)
  return { count: of('count'), total: of('total'), fund: of('fund'), account: of('account'), cash: of('cash') }
}

/** Our book by store, day and group; `figures` for `sumsFrom`. */
const groupedBook = (book: SQL): SQL => sql`
  select store_id, day, clr_optins, insutype, clr_type, json_build_object(${figures}) as figures
  from ${book} as rows group by store_id, day, clr_optins, insutype, clr_type`

/** What our book has of one group of a store's day. */
type BookedDay = Pick<MonthDay, 'storeId' | 'day' | 'settled' | 'reversed'> & GroupKey

/** What our book has of some days of some stores, group by group; a day is named once. */
export const bookedOn = async (
  db: Database,
  days: readonly Pick<MonthDay, 'storeId' | 'day'>[],
): Promise<BookedDay[]> => {
  if (!days.length) return []
  const answer = await db.execute(sql`
    select store_id as "storeId", day, clr_optins as "clrOptins", insutype, clr_type as "clrType", figures
    from (${groupedBook(bookOfDays(days))}) as book`)
  return (rowsFrom(answer) as (Omit<BookedDay, 'settled' | 'reversed'> & Pick<Raw, 'figures'>)[]).map(
    ({ figures: found, ...key }) => ({
      ...key,
      settled: sumsFrom(found, 'settled'),
      reversed: sumsFrom(found, 'reversed'),
    }),
  )
}

/**
 * The days of some stores' month, group by group: every day with business or with a run, oldest first. A day that has not
 * come is none.
 */
export const monthDays = async (
  db: Database,
  { storeIds, month, now }: { storeIds: readonly string[]; month: string; now: Date },
): Promise<MonthDay[]> => {
  if (!storeIds.length) return []
  const { first, last } = daysOfMonth(month)
  const answer = await db.execute(sql`
    with book as (${groupedBook(bookQuery({ from: first, until: last }, inArray(order.storeId, [...storeIds])))}
    ), run as (
      select * from ${reconGroup} where ${inArray(reconGroup.storeId, [...storeIds])} and day between ${first} and ${last}
    )
    select store_id as "storeId", day, clr_optins as "clrOptins", insutype, clr_type as "clrType", book.figures,
      run.state, run.operator_name as "operatorName", run.at::text as at,
      ${isEarly} as early,
      (select count(*)::int from ${reconDifference} d where d.group_id = run.id and not d.voided) as differences,
      (select count(*)::int from ${reconDifference} d where d.group_id = run.id and not d.voided and d.handled_at is null) as open
    from book full join run using (store_id, day, clr_optins, insutype, clr_type)
    order by day, store_id, clr_optins, insutype, clr_type`)
  const today = formatDay(now)
  return (rowsFrom(answer) as Raw[])
    .filter(({ day }) => day <= today)
    .map(({ figures: found, early, state: stored, at, ...row }) => {
      const state = stored === null || (isDone(stored) && early) ? '0' : stored
      return {
        ...row,
        settled: sumsFrom(found, 'settled'),
        reversed: sumsFrom(found, 'reversed'),
        state,
        unfinished: row.day < today && !isDone(state),
        at: at === null ? null : new Date(at),
      }
    })
}

/** What a page of a store-month asks of its days: one group of the month, or a part of it, and whether they are open. */
type Asked = { [K in keyof GroupKey]?: GroupKey[K] | undefined } & { unfinished?: boolean | undefined }

/** Those days of a month that a page asks for. */
export const daysAsked = (days: readonly MonthDay[], { unfinished, ...f }: Asked): MonthDay[] =>
  days.filter(
    (one) =>
      (!unfinished || one.unfinished) &&
      (['insutype', 'clrType', 'clrOptins'] as const).every((name) => !f[name] || one[name] === f[name]),
  )

/** The days of a month up to `until`, oldest first. */
export const daysUntil = (month: string, until: string): string[] => {
  const { first, last } = daysOfMonth(month)
  const days: string[] = []
  for (let day = first; day <= last && day <= until; day = addDays(day, 1)) days.push(day)
  return days
}

/** The books agree, or their differences are all dealt with. */
const isDone = (state: MonthDay['state']): boolean => state === '2' || state === '4'

/** Days of a month that are not equal yet, for people: 3日、17日; at most `most` of them by name. */
export const openDaysText = (days: readonly Pick<MonthDay, 'day' | 'unfinished'>[], most = 5): string => {
  const open = [...new Set(days.filter(({ unfinished }) => unfinished).map(({ day }) => Number(day.slice(8))))]
  const named = open.slice(0, most).map((day) => `${day}日`)
  return `${named.join('、')}${open.length > most ? `等 ${open.length} 天` : ''}`
}

/** Whether anything was settled or taken back on a day, whatever it comes to. */
export const hasBusiness = ({ settled, reversed }: Pick<MonthDay, 'settled' | 'reversed'>): boolean =>
  settled.count + reversed.count > 0

/** Signed sums of some days as the area's 3201 counts them (domain.md 5.2): the same rule as `sumsOf` has for rows. */
export const sumsOfDays = (
  days: readonly Pick<MonthDay, 'settled' | 'reversed'>[],
  { cntMode, refundInTotals }: Convention,
): Sums =>
  days.reduce<Sums>(
    (sum, { settled, reversed }) => {
      const add = (name: (typeof names)[number]) => sum[name] + settled[name] + (refundInTotals ? reversed[name] : 0)
      const rows = refundInTotals ? (cntMode === 'NET' ? -reversed.count : reversed.count) : 0
      return {
        count: sum.count + settled.count + rows,
        ...{ total: add('total'), fund: add('fund'), account: add('account'), cash: add('cash') },
      }
    },
    { count: 0, total: 0, fund: 0, account: 0, cash: 0 },
  )
