import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import { formatTime } from '@yibao/shared/time.ts'
import type { Context } from '../../../call/context.ts'
import { pageBounds } from '../../../database/page.ts'
import { settingsOf } from '../../organisation/settings.ts'
import { storeOf } from '../../organisation/store.ts'
import { figuresById } from '../centre/keep-figures.ts'
import { daysAsked, type MonthDay, monthDays } from '../groups/days.ts'
import { groupIdOf } from '../groups/keys.ts'
import { hasFigures } from './ask.ts'
import type { WireDay } from './days.ts'
import { noFigures, ownFigures, placeOf } from './own.ts'
import { wireSides } from './sides.ts'

type Call = (typeof figureBooks)['monthDetail']
type Filters = InputOf<Call>

interface Found {
  days: MonthDay[]
  wire: (days: readonly MonthDay[]) => Promise<WireDay[]>
}

/** The wanted days of one store's month; undefined where its centre tells no figures, none before a store is chosen. */
const daysOf = async (c: Context, f: Filters): Promise<Found | undefined> => {
  const storeId = f.storeId ?? c.me.storeId
  if (!storeId) {
    c.scope.take()
    return { days: [], wire: async () => [] }
  }
  const shop = await storeOf(c.deps, c.scope.check(storeId))
  if (!hasFigures(c, shop.areaCode)) return undefined
  const all = await monthDays(c.db, { storeIds: [storeId], month: f.month, now: c.now })
  const days = daysAsked(all, f)
  const wire = async (shown: readonly MonthDay[]): Promise<WireDay[]> => {
    if (!shown.length) return []
    const settings = await settingsOf(c.db, shop.areaCode)
    const span = { from: shown[0]!.day, until: shown.at(-1)!.day }
    const ours = await ownFigures(c.db, { storeIds: [storeId], span, by: 'day' }, () => settings)
    const ids = shown.map((one) => groupIdOf(storeId, one.day, one))
    const kept = await figuresById(c.db, ids)
    return shown.map((one, i): WireDay => {
      const { day, clrOptins, insutype, clrType, state, differences, open, operatorName, at } = one
      return {
        ...{ id: ids[i]!, day, storeId, storeName: shop.name, insutype, clrType, clrOptins },
        ...wireSides(ours.get(placeOf(storeId, day, one)) ?? noFigures, kept.get(ids[i]!)),
        ...{ state, differences, open, operatorName: operatorName ?? undefined, at: at ? formatTime(at) : undefined },
        detailed: kept.get(ids[i]!)?.pulledAt != null,
      }
    })
  }
  return { days, wire }
}

/** Reconciliation/JsV2MonthDetail: a store's month day by day and group by group with both sides, oldest first. */
export const figureMonthDays = async (c: Context, f: Filters): Promise<ResultOf<Call>> => {
  const found = await daysOf(c, f)
  if (!found) return { items: [], total: 0, totalIsBound: false, available: false }
  const { limit, offset } = pageBounds(f)
  const items = await found.wire(found.days.slice(offset, offset + limit))
  return { items, total: found.days.length, totalIsBound: false, available: true }
}

/** The same for a sheet. */
export const figureMonthDayRows = {
  count: async (c: Context, f: Filters): Promise<number> => (await daysOf(c, f))?.days.length ?? 0,
  stream: async function* (c: Context, f: Filters): AsyncGenerator<WireDay[]> {
    const found = await daysOf(c, f)
    if (found) yield await found.wire(found.days)
  },
}
