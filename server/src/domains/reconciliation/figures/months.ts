import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import { daysOfMonth } from '@yibao/shared/time.ts'
import type { Context } from '../../../call/context.ts'
import { figuresById } from '../centre/keep-figures.ts'
import { monthRows, pagedMonths, type WireMonth } from '../month/list.ts'
import { noFigures, ownFigures, placeOf } from './own.ts'
import { conventionsOf, ofFigureStores } from './places.ts'
import { wireSides } from './sides.ts'

type Call = (typeof figureBooks)['monthPaged']
type Filters = InputOf<Call>
type WireFigureMonth = ResultOf<Call>['items'][number]

const withFigures = async (c: Context, groups: readonly WireMonth[]): Promise<WireFigureMonth[]> => {
  if (!groups.length) return []
  const storeIds = [...new Set(groups.map(({ storeId }) => storeId))]
  const months = groups.map(({ month }) => month).sort()
  const span = { from: daysOfMonth(months[0]!).first, until: daysOfMonth(months.at(-1)!).last }
  const ours = await ownFigures(c.db, { storeIds, span, by: 'month' }, await conventionsOf(c, storeIds))
  const kept = await figuresById(
    c.db,
    groups.map(({ id }) => id),
  )
  return groups.map((group) => ({
    ...{ id: group.id, month: group.month, storeId: group.storeId, storeName: group.storeName },
    ...{ insutype: group.insutype, clrType: group.clrType, clrOptins: group.clrOptins },
    ...wireSides(ours.get(placeOf(group.storeId, group.month, group)) ?? noFigures, kept.get(group.id)),
    ...{ state: group.state, centreText: group.centreText, operatorName: group.operatorName, at: group.at },
    ...{ days: group.days, openDays: group.openDays, claim: group.claim },
    ...{ handledBy: group.handledBy, handledNote: group.handledNote, handledAt: group.handledAt },
  }))
}

/** Reconciliation/JsV2MonthPaged and its sheet: the groups of 月对账 in areas whose centre tells its figures. */
export const figureMonthRows = ofFigureStores<Filters, WireMonth, WireFigureMonth>(
  { page: pagedMonths, ...monthRows },
  withFigures,
)
