import { filingState, soonDays } from '@yibao/shared/entities/filing.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import { addDays } from '@yibao/shared/time.ts'
import type { Filing } from './kinds/kind.ts'

/** What people call a state. */
export const stateTitle = (state: Filing['state']): string => choiceTitle(filingState, state)

const dayMs = 86_400_000

/** Days to the end of what the centre holds, where it is worth a word: `soonDays` or fewer, negative when it has ended. */
export const endsIn = ({ state, endDay }: Pick<Filing, 'state' | 'endDay'>, today: string): number | undefined =>
  state === 'uploaded' && endDay && endDay <= addDays(today, soonDays)
    ? Math.round((Date.parse(endDay) - Date.parse(today)) / dayMs)
    : undefined
