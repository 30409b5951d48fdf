import type { ResultOf } from '@yibao/shared/call.ts'
import type { report } from '@yibao/shared/calls/dashboard.ts'
import { addDays, startOfDay } from '@yibao/shared/time.ts'
import { and, count, gte, inArray, lt, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Context } from '../../../call/context.ts'
import { counted } from '../../order/counts.ts'
import { order } from '../../order/tables.ts'
import { store } from '../../organisation/tables.ts'

type Hours = ResultOf<typeof report.dashboard>['hours']

const hour = sql<number>`extract(hour from ${order.settledAt} at time zone 'Asia/Shanghai')::int`

/** Settlements of a day by hour. Sums are kept by day only; two days are few orders, and an index by store finds them. */
const byHour = (c: Context, day: string, which: 'today' | 'before') =>
  c.db
    .select({ which: sql<string>`${which}::text`.as('which'), hour: hour.as('hour'), n: count().as('n') })
    .from(order)
    .where(
      and(
        c.scope.where(order.storeId),
        // For everybody's orders too: without the stores every order there ever was would be read.
        inArray(order.storeId, c.db.select({ id: store.id }).from(store)),
        counted(false),
        gte(order.settledAt, startOfDay(day)),
        lt(order.settledAt, startOfDay(addDays(day, 1))),
      ),
    )
    .groupBy(hour)

/** Today's settlements by hour beside those of the same weekday a week ago (ux 7: when to staff). */
export const hoursOf = async (c: Context, today: string): Promise<Hours> => {
  const rows = await unionAll(byHour(c, today, 'today'), byHour(c, addDays(today, -7), 'before'))
  const hours = Array.from({ length: 24 }, (_, i): Hours[number] => ({ hour: i, today: 0, before: 0 }))
  for (const { which, hour: at, n } of rows) hours[at]![which as 'today' | 'before'] = Number(n)
  return hours
}
