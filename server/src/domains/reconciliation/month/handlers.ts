import type { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { refuse } from '../../../base/refuse.ts'
import type { Handlers } from '../../../call/mount.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { daysOfStore } from './day-list.ts'
import { pagedMonths } from './list.ts'
import { markMonth, unmarkMonth } from './mark.ts'
import { matchingStores, matrix } from './matrix.ts'
import { remind, remindAll } from './remind.ts'
import { checkDays, runTotals } from './run.ts'

export const monthBooksHandlers: Handlers<typeof monthBooks> = {
  monthPaged: (filters, c) => pagedMonths(c, filters),
  monthDays: (filters, c) => daysOfStore(c, filters),
  monthTotal: (input, c) => runTotals(c, input),
  monthCheck: (input, c) => checkDays(c, input),
  markMonth: (input, c) => markMonth(c, input),
  unmarkMonth: (input, c) => unmarkMonth(c, input),
  remind: (input, c) => remind(c, input),
  remindAll: (input, c) => remindAll(c, input),
  checkAll: async (filters, c) => {
    const matching = new Set((await matchingStores(c, filters)).map(({ id }) => id))
    if (!matching.size) return refuse('not.found', { what: '符合条件的门店' })
    const only = (stores: StoreRow[]) => stores.filter(({ id }) => matching.has(id))
    return checkDays(c, { month: filters.month }, { only })
  },
  matrix: (filters, c) => matrix(c, filters),
}
