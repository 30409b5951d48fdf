import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import type { Context } from '../../../call/context.ts'
import { figuresById } from '../centre/keep-figures.ts'
import { daySource, pagedDays } from '../list/day-list.ts'
import type { WireGroup } from '../list/view.ts'
import { noFigures, ownFigures, placeOf } from './own.ts'
import { conventionsOf, ofFigureStores } from './places.ts'
import { wireSides } from './sides.ts'

type Call = (typeof figureBooks)['dayPaged']
type Filters = InputOf<Call>
export type WireDay = ResultOf<Call>['items'][number]

/** Groups of days with the centre's figures and ours as they are now. */
export const withFigures = async (c: Context, groups: readonly WireGroup[]): Promise<WireDay[]> => {
  if (!groups.length) return []
  const days = groups.map(({ day }) => day).sort()
  const storeIds = [...new Set(groups.map(({ storeId }) => storeId))]
  const span = { from: days[0]!, until: days.at(-1)! }
  const ours = await ownFigures(c.db, { storeIds, span, by: 'day' }, await conventionsOf(c, storeIds))
  const kept = await figuresById(
    c.db,
    groups.map(({ id }) => id),
  )
  return groups.map((group) => ({
    ...{ id: group.id, day: group.day, storeId: group.storeId, storeName: group.storeName },
    ...{ insutype: group.insutype, clrType: group.clrType, clrOptins: group.clrOptins },
    ...wireSides(ours.get(placeOf(group.storeId, group.day, group)) ?? noFigures, kept.get(group.id)),
    ...{ state: group.state, centreText: group.centreText, operatorName: group.operatorName, at: group.at },
    ...{ differences: group.differences, open: group.open, detailed: kept.get(group.id)?.pulledAt != null },
  }))
}

/** Reconciliation/JsV2DayPaged and its sheet: the groups of 日对账 in areas whose centre tells its figures. */
export const figureDayRows = ofFigureStores<Filters, WireGroup, WireDay>({ page: pagedDays, ...daySource }, withFigures)
