import type { ResultOf } from '@yibao/shared/call.ts'
import type { report } from '@yibao/shared/calls/dashboard.ts'
import { addDays } from '@yibao/shared/time.ts'
import type { Context } from '../../../call/context.ts'
import { standingOf } from '../../reconciliation/list/standing.ts'

/** Yesterday's reconciliation of the stores in scope; nothing where there was nothing to compare. */
export const yesterdayOf = async (
  c: Context,
  today: string,
): Promise<ResultOf<typeof report.dashboard>['yesterday']> => {
  const { stores, differences, unfinished, handled } = await standingOf(c, addDays(today, -1))
  if (!stores) return unfinished ? { state: '0', differences: 0 } : undefined
  if (differences) return { state: '3', differences }
  return { state: unfinished ? '5' : handled ? '4' : '2', differences }
}
