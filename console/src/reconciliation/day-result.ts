import type { ResultOf } from '@yibao/shared/call.ts'
import type { reconciliation } from '@yibao/shared/calls/reconciliation.ts'

// What the list of days and the bench of one day both say of a result.

export type Group = ResultOf<typeof reconciliation.dayPaged>['items'][number]

/** HH:mm of an equal result from before its day was over: what was settled later is in no book's sum yet. */
export const equalUntil = ({ state, at, day }: Pick<Group, 'state' | 'at' | 'day'>): string | undefined =>
  state === '2' && at && at.slice(0, 10) <= day ? at.slice(11, 16) : undefined

/** What 对明细 found, what of it the system has put right by itself, and where the rest is dealt with. */
export const detailText = (differences: number, automatic: number): string => {
  const rest = differences - automatic
  return `${differences} 笔差异 · 系统已处理 ${automatic}${rest > 0 ? `。点开这一组，处理其余 ${rest} 笔` : ''}`
}

/** A number of differences; of sums that do not agree nobody knows it before the rows were compared (3202). */
export const countText = ({ state, detailed }: Pick<Group, 'state' | 'detailed'>, count: number): string =>
  state === '3' && !detailed ? '--' : String(count)

/** Why a group that is not equal shows no difference. */
export const openText = ({ state, detailed }: Pick<Group, 'state' | 'detailed'>): string => {
  if (state !== '3' && state !== '4') return '这一组还没有对完，请先对总账'
  // Rows of another group of the same comparison differ: they may be this one's, and come first.
  return detailed
    ? '两边合计不平，这一组没有明细差异。先处理这一天其他组的差异，再重新对明细：仍不平的，会列出两边合计供核对'
    : '两边合计不平，还没有对明细'
}
