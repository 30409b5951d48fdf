import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { outProvince } from '@yibao/shared/calls/out-province.ts'
import { outFlags } from '@yibao/shared/entities/person.ts'
import { yuan } from '@yibao/shared/money.ts'
import { and, between, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { ofStores } from '../book/query.ts'
import { clearingRow } from '../clearing/tables.ts'
import { claimedStates } from '../liquidation/state.ts'
import { liquidation } from '../liquidation/tables.ts'
import { acctPay } from '../order/acct-pay.ts'
import { order } from '../order/tables.ts'
import { areaName, namesWithin, prefixOf } from '../organisation/districts.ts'
import { ofCompany } from '../organisation/of-company.ts'
import { store } from '../organisation/tables.ts'
import { answerOf, inOrder, sheetOf, storeNames } from '../statistics/grouped.ts'
import { inApplication } from './open-claim.ts'
import { daysOfMonths, numbersOf, ordersOf, partOf, sumColumns, summed } from './order-sums.ts'

type Filters = InputOf<(typeof outProvince)['query']>
type Result = ResultOf<(typeof outProvince)['query']>
type Flag = keyof typeof outFlags

const booked = [
  'settlements',
  'reversals',
  'total',
  'inScope',
  'fundTotal',
  'account',
  'cash',
  'claimed',
  'claimedFund',
  'unconfirmed',
] as const
const sumNames = [...booked, 'confirmed', 'confirmedPaid'] as const
type Group = Record<(typeof sumNames)[number], number> & { key: string; outFlag: string | null }

/** Before the name of an area whose code was not kept. */
const byName = '~'
const code = sql`${order.person}->>'insuredArea'`
const name = sql`${order.person}->>'insuredAreaName'`

const keys: Record<NonNullable<Filters['groupBy']>, SQL> = {
  area: sql`coalesce(nullif(${code}, ''), ${byName} || coalesce(${name}, ''))`,
  store: sql`${order.storeId}`,
  outFlag: sql`${order.outFlag}`,
}

/** Codes below a prefix, and for orders of before the names that only such areas bear. */
const insuredIn = (asked: string): SQL => {
  const prefix = prefixOf(asked)
  return sql`(left(${code}, ${prefix.length}) = ${prefix}
    or (${code} is null and ${name} = any(${sql.param(namesWithin(prefix))})))`
}

/** What the organisation pays by our book, where an area clears it at all (profile `clearing`). */
const paidOf = async (c: Context): Promise<SQL> => {
  const areas = await c.db.selectDistinct({ code: store.areaCode }).from(store).where(c.scope.where(store.id))
  const parts = areas.flatMap(({ code: area }) => {
    const { clearing } = c.services.centre.of(area).profile
    if (clearing === 'none') return []
    const amount = clearing === 'paid' ? sql`${order.fundTotal} + ${acctPay}` : sql`${order.fundTotal}`
    return [sql`when ${area} then ${amount}`]
  })
  return parts.length ? sql`(case ${order.areaCode} ${sql.join(parts, sql` `)} else 0 end)` : sql`0`
}

const bookedGroups = async (c: Context, f: Filters): Promise<Group[]> => {
  const paid = await paidOf(c)
  const also = and(ne(order.outFlag, '0'), f.insuredArea ? insuredIn(f.insuredArea) : undefined)
  const counted = ordersOf(c, { ...f, ...daysOfMonths(f, c.now) }, also, ({ refunded, sign }) => {
    const claimed = inApplication(refunded, sql`${liquidation.state} in ${[...claimedStates]}`)
    return sql`
      ${keys[f.groupBy ?? 'area']} as key, ${order.outFlag} as flag, ${sql.raw(refunded ? '0' : '1')} as settlements,
      ${sql.raw(refunded ? '1' : '0')} as reversals, ${sign}${order.total} as total, ${sign}${partOf('inScope')} as "inScope",
      ${sign}${order.fundTotal} as "fundTotal", ${sign}${order.account} as account, ${sign}${order.cash} as cash,
      case when ${claimed} then ${sql.raw(refunded ? '0' : '1')} else 0 end as claimed,
      case when ${claimed} then ${sign}${order.fundTotal} else 0 end as "claimedFund", ${sign}${paid} as unconfirmed`
  })
  const answer = await c.db.execute(sql`
    select key, case when min(flag) = max(flag) then min(flag) end as "outFlag", ${sumColumns(booked)}
    from ${counted} as counted group by key order by key`)
  return (rowsFrom(answer) as Group[]).map((row) => ({
    ...row,
    ...{ ...numbersOf(booked, row), confirmed: 0, confirmedPaid: 0 },
  }))
}

const clearedKeys: Record<NonNullable<Filters['groupBy']>, SQL> = {
  area: sql`coalesce(nullif(${clearingRow.insuredArea}, ''), '~')`,
  store: sql`${clearingRow.storeId}`,
  outFlag: sql`coalesce(nullif(${clearingRow.outFlag}, ''), '~')`,
}

/** What was confirmed of the asked months (3261), in the same groups; what only the centre had is insured nowhere we know. */
const confirmedGroups = async (c: Context, f: Filters): Promise<Group[]> => {
  const { from, to } = daysOfMonths(f, c.now)
  const prefix = f.insuredArea ? prefixOf(f.insuredArea) : undefined
  const key = clearedKeys[f.groupBy ?? 'area']
  const rows = await c.db
    .select({
      ...{ key: sql<string>`${key}`, confirmed: sql<number>`count(*)::int` },
      confirmedPaid: sql<string>`coalesce(sum(${clearingRow.paid}), 0)::text`,
      outFlag: sql<string | null>`case when min(out_flag) = max(out_flag) then nullif(min(out_flag), '') end`,
    })
    .from(clearingRow)
    .where(
      and(
        between(clearingRow.month, from.slice(0, 7), to.slice(0, 7)),
        f.storeId ? eq(clearingRow.storeId, c.scope.check(f.storeId)) : ofStores(c, clearingRow.storeId),
        ofCompany(c, clearingRow.storeId, f.companyId),
        eq(clearingRow.answer, 'confirmed'),
        f.areaCode ? eq(clearingRow.areaCode, f.areaCode) : undefined,
        f.outFlag ? eq(clearingRow.outFlag, f.outFlag) : undefined,
        prefix ? sql`left(${clearingRow.insuredArea}, ${prefix.length}) = ${prefix}` : undefined,
      ),
    )
    .groupBy(key)
  const nothing = Object.fromEntries(booked.map((one) => [one, 0])) as Record<(typeof booked)[number], number>
  return rows.map((row) => {
    const confirmedPaid = Number(row.confirmedPaid)
    return { ...nothing, ...row, confirmedPaid, unconfirmed: -confirmedPaid }
  })
}

const groupsOf = async (c: Context, f: Filters): Promise<Group[]> => {
  const byKey = new Map((await bookedGroups(c, f)).map((group) => [group.key, group]))
  for (const group of await confirmedGroups(c, f)) {
    const known = byKey.get(group.key)
    byKey.set(group.key, known ? { ...known, ...summed(sumNames, [known, group]) } : group)
  }
  return [...byKey.values()]
}

/** A district says whose it is: there is more than one 鼓楼区. */
const nameOf = (key: string): string => {
  if (key.startsWith(byName)) return `${key.slice(byName.length) || '参保地'}（未记编码）`
  const [own, city] = [areaName(key), areaName(`${key.slice(0, 4)}00`)]
  if (own === key) return key
  return `${own.startsWith(city) ? own : city + own} ${key}`
}

const wireSums = ({
  settlements,
  reversals,
  claimed,
  confirmed,
  ...amounts
}: Omit<Group, 'key' | 'outFlag'>): Result['totals'] => {
  const texts = Object.fromEntries(Object.entries(amounts).map(([field, value]) => [field, yuan(value)]))
  return { settlements, reversals, claimed, confirmed, ...texts } as Result['totals']
}

/** Report/OutProvince/Query: money of persons insured elsewhere, by area, store or flag. */
const outProvinceReport = async (c: Context, f: Filters): Promise<Result> => {
  const { groupBy = 'area' } = f
  const groups = inOrder(await groupsOf(c, f), f, sumNames, { field: 'total' })
  const shops =
    groupBy === 'store'
      ? await storeNames(
          c,
          groups.map(({ key }) => key),
        )
      : undefined
  const items = groups.map(({ key, outFlag, ...sums }) => ({
    key,
    name:
      shops?.(key) ?? (groupBy === 'outFlag' ? (outFlags[key as unknown as Flag] ?? '本地没有的结算') : nameOf(key)),
    ...(groupBy === 'area' && !key.startsWith(byName) && { insuredArea: key }),
    ...(outFlag && { outFlag: outFlag as '1' | '2' }),
    ...wireSums(sums),
  }))
  return answerOf(c, items, wireSums(summed(sumNames, groups)))
}

/** 异地申报表. */
export const outProvinceHandlers: Handlers<typeof outProvince> = { query: (f, c) => outProvinceReport(c, f) }

/** The same rows for the export of sheets. */
export const outProvinceSource = sheetOf(outProvinceReport)
