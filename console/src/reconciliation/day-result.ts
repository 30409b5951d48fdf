import type { ResultOf } from '@yibao/shared/call.ts'
import type { reconciliation } from '@yibao/shared/calls/books.ts'

// What the list of days and the bench of one day both say of a result.

export type Group = ResultOf<typeof reconciliation.dayPaged>['items'][number]

/** HH:mm of an equal result from before its day was over: what was settled later is in no book's sum yet. */
export const equalUntil = ({ state, at, day }: Group): string | undefined =>
  state === '2' && at && at.slice(0, 10) <= day ? at.slice(11, 16) : undefined

/** What 对明细 found, and what of it the system has put right by itself. */
export const detailText = (differences: number, automatic: number): string =>
  `${differences} 笔差异 · 系统已处理 ${automatic}`
