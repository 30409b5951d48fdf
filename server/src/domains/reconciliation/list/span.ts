import { addDays } from '@yibao/shared/time.ts'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import type { Span } from '../../book/query.ts'

/** Days that are listed for all stores in reach at once, and for one store. */
const longest = { all: 31, one: 366 }

/** Whether a period is as short as one that is listed for all stores in reach, or for the one that is asked for. */
export const isListed = ({ from, until }: Span, storeId: string | undefined): boolean =>
  addDays(from, storeId ? longest.one : longest.all) > until

/**
 * Refuses an inverted period, and one that reads more orders than a list is for. `storeId`: the one store that is asked
 * for, which a clerk's own always is.
 */
export const requireSpan = (c: Context, { from, until }: Span, storeId = c.me.storeId): void => {
  const wrong = (text: string) => refuse('input.invalid', { text }, { fields: { to: text } })
  if (from > until) wrong('结束日期早于开始日期')
  if (addDays(from, longest.one) <= until) wrong('一次最多查一年，请分段查询')
  if (!storeId && addDays(from, longest.all) <= until) wrong('没有选门店时一次最多查 31 天，请缩短日期，或选一家门店')
}
