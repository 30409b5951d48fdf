import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { monthBooks } from '@yibao/shared/calls/month-books.ts'
import type { Context } from '../../call/context.ts'
import { daysOfStore } from '../reconciliation/month/day-list.ts'

type Call = (typeof monthBooks)['monthDays']
type Filters = InputOf<Call>

/** Days of a group in one go: a month of a store has a few hundred at the most. */
const pageSize = 500

/** 月对账明细 as rows of a sheet: the list's own pages, one behind the other. */
export const monthDayRows = {
  count: async (c: Context, f: Filters): Promise<number> =>
    (await daysOfStore(c, { ...f, page: 1, pageSize: 1 })).total,
  stream: async function* (c: Context, f: Filters): AsyncGenerator<ResultOf<Call>['items']> {
    for (let page = 1; ; page++) {
      const { items } = await daysOfStore(c, { ...f, page, pageSize })
      if (items.length) yield items
      if (items.length < pageSize) return
    }
  },
}
