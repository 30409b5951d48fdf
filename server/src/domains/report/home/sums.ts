import type { ResultOf } from '@yibao/shared/call.ts'
import type { report } from '@yibao/shared/calls/dashboard.ts'
import { yuan } from '@yibao/shared/money.ts'
import { addDays } from '@yibao/shared/time.ts'
import { and, gte, lte } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Context } from '../../../call/context.ts'
import { namesOf } from '../../dictionary/entries.ts'
import { fundChange, fundDay } from '../../order/fund-tables.ts'
import { type Sources, sumsIn } from '../fund-sums.ts'

type Home = ResultOf<typeof report.dashboard>

const names = ['settlements', 'reversals', 'total', 'fundTotal', 'account', 'cash'] as const
type Sums = Record<(typeof names)[number], number>

const part = (c: Context, table: Sources, from: string, to: string) =>
  c.db
    .select({ day: table.day, type: table.medicalType, ...sumsIn(table, names) })
    .from(table)
    .where(and(c.scope.where(table.storeId), gte(table.day, from), lte(table.day, to)))
    .groupBy(table.day, table.medicalType)

const none = (): Sums => ({ settlements: 0, reversals: 0, total: 0, fundTotal: 0, account: 0, cash: 0 })

const addTo = (groups: Map<string, Sums>, key: string, row: Record<(typeof names)[number], string>) => {
  const sums = groups.get(key) ?? none()
  for (const name of names) sums[name] += Number(row[name])
  groups.set(key, sums)
}

const money = ({ fundTotal, account, cash }: Sums) => ({
  ...{ fund: yuan(fundTotal), account: yuan(account), cash: yuan(cash) },
})

/** Today, the 29 days before it, and all of them by kind of visit, out of the sums that are kept by day. */
export const sumsOf = async (c: Context, today: string): Promise<Pick<Home, 'today' | 'days' | 'types'>> => {
  const from = addDays(today, -29)
  // One statement: what is folded meanwhile is counted once.
  const rows = await unionAll(part(c, fundDay, from, today), part(c, fundChange, from, today))
  const [days, types] = [new Map<string, Sums>(), new Map<string, Sums>()]
  for (const row of rows) {
    addTo(days, row.day, row)
    addTo(types, row.type, row)
  }
  const of = (day: string) => days.get(day) ?? none()
  const nameOf = await namesOf(c.db, c.me.areaCode, ['med_type'])
  const { settlements, reversals, total } = of(today)
  return {
    today: { count: settlements, reversals, total: yuan(total), ...money(of(today)) },
    days: Array.from({ length: 30 }, (_, i) => {
      const day = addDays(from, i)
      return { day, count: of(day).settlements, ...money(of(day)) }
    }),
    types: [...types]
      .filter(([, sums]) => names.some((name) => sums[name] !== 0))
      .sort(([, a], [, b]) => b.total - a.total)
      .map(([key, sums]) => ({
        ...{ key: key || '-', name: key ? nameOf('med_type', key) : '未填' },
        ...{ count: Math.max(0, sums.settlements), total: yuan(sums.total) },
      })),
  }
}
