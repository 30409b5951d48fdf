import type { monthBooks } from '@yibao/shared/calls/month-books.ts'
import type { Handlers } from '../../../call/mount.ts'
import { daysOfStore } from './day-list.ts'
import { pagedMonths } from './list.ts'
import { markMonth, unmarkMonth } from './mark.ts'
import { matrix } from './matrix.ts'
import { remind } from './remind.ts'
import { checkDays, runTotals } from './run.ts'

export const monthBooksHandlers: Handlers<typeof monthBooks> = {
  monthPaged: (filters, c) => pagedMonths(c, filters),
  monthDays: (filters, c) => daysOfStore(c, filters),
  monthTotal: (input, c) => runTotals(c, input),
  monthCheck: (input, c) => checkDays(c, input),
  markMonth: (input, c) => markMonth(c, input),
  unmarkMonth: (input, c) => unmarkMonth(c, input),
  remind: (input, c) => remind(c, input),
  matrix: (filters, c) => matrix(c, filters),
}
