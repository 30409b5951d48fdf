import type { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import type { Handlers } from '../../../call/mount.ts'
import { checkDays, runTotals } from '../month/run.ts'
import { askFigures } from './ask.ts'
import { figureDayRows } from './days.ts'
import { byFigures } from './detail.ts'
import { pullMarked } from './marked.ts'
import { figureMonthDays } from './month-days.ts'
import { figureMonthRows } from './months.ts'
import { onlyFigures } from './places.ts'
import { figureRows } from './rows.ts'
import { pullDetails, pullTotals } from './run.ts'

export const figureBooksHandlers: Handlers<typeof figureBooks> = {
  dayPaged: (filters, c) => figureDayRows.page(c, filters),
  pullTotal: (input, c) => pullTotals(c, input),
  pullMarked: (input, c) => pullMarked(c, input),
  dayDetail: (filters, c) => figureRows(c, filters),
  pullDetail: (input, c) => pullDetails(c, input),
  monthPaged: (filters, c) => figureMonthRows.page(c, filters),
  pullMonth: (input, c) => runTotals(c, input, { ask: askFigures, only: onlyFigures(c) }),
  checkMonth: (input, c) => checkDays(c, input, { means: byFigures, only: onlyFigures(c) }),
  monthDetail: (filters, c) => figureMonthDays(c, filters),
}
