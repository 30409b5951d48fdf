import type { DiffAction } from '../classify/classes.ts'
import type { Action } from '../repair/repair.ts'
import { backfill } from './backfill.ts'
import { confirmReversal } from './confirm-reversal.ts'
import { correctGroup } from './correct-group.ts'
import { markReversed } from './mark-reversed.ts'
import { moveDay } from './move-day.ts'
import { reverse } from './reverse.ts'
import { takeCentre } from './take-centre.ts'
import { undo } from './undo.ts'

/** What each repair does; `mark` changes nothing and stays counted as a difference (ux 3). */
export const actions: Record<DiffAction, Action> = {
  backfill,
  confirmReversal,
  correctGroup,
  mark: () => Promise.resolve({ text: '已标记' }),
  markReversed,
  moveDay,
  reverse,
  takeCentre,
  undo,
}
