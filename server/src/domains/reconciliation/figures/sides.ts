import { formatTime } from '@yibao/shared/time.ts'
import type { Figures } from '../../../centre/operations/figures.ts'
import type { Kept } from '../centre/keep-figures.ts'
import { gapOf, wireFigures } from './apart.ts'

/** Both sides of a group for the wire, and what lies between (local − centre). */
export const wireSides = (ours: Figures, kept: Kept | undefined) => ({
  local: wireFigures(ours),
  centre: kept && wireFigures(kept),
  gap: kept && wireFigures(gapOf<Figures>(ours, kept)),
  figuresAt: kept && formatTime(kept.at),
})
