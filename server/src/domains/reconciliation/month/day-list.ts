import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { eq } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { pageBounds } from '../../../database/page.ts'
import { settingsOf } from '../../organisation/settings.ts'
import { store } from '../../organisation/tables.ts'
import { daysAsked, monthDays, sumsOfDays } from '../groups/days.ts'
import { groupIdOf } from '../groups/keys.ts'
import { wireSums } from './list.ts'

type Call = (typeof monthBooks)['monthDays']
type WireDay = ResultOf<Call>['items'][number]

/** Reconciliation/MonthDays: a store's month group by group and day by day, oldest first. */
export const daysOfStore = async (c: Context, f: InputOf<Call>): Promise<ResultOf<Call>> => {
  const storeId = f.storeId ?? c.me.storeId
  // An administrator has not chosen one yet.
  if (!storeId) {
    c.scope.take()
    return { items: [], total: 0, totalIsBound: false }
  }
  const [row] = await c.db
    .select()
    .from(store)
    .where(eq(store.id, c.scope.check(storeId)))
  if (!row) return refuse('not.found', { what: '门店' })
  const settings = await settingsOf(c.db, row.areaCode)
  const days = await monthDays(c.db, { storeIds: [storeId], month: f.month, now: c.now })
  const wanted = daysAsked(days, f)
  const { limit, offset } = pageBounds(f)
  const items = wanted.slice(offset, offset + limit).map((one): WireDay => {
    const { day, clrOptins, insutype, clrType, state, differences, open } = one
    return {
      ...{ id: groupIdOf(storeId, day, one), day, storeId, storeName: row.name, clrOptins, insutype, clrType },
      ...{ ...wireSums(sumsOfDays([one], settings)), differences, open, state },
    }
  })
  return { items, total: wanted.length, totalIsBound: false }
}
