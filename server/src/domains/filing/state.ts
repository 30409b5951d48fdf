import { filingState, soonDays } from '@yibao/shared/entities/filing.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import { addDays, daysBetween } from '@yibao/shared/time.ts'
import type { Filing } from './kinds/kind.ts'

/** What people call a state. */
export const stateTitle = (state: Filing['state']): string => choiceTitle(filingState, state)

/** Days to the end of what the centre holds, where it is worth a word: `soonDays` or fewer, negative when it has ended. */
export const endsIn = ({ state, endDay }: Pick<Filing, 'state' | 'endDay'>, today: string): number | undefined =>
  state === 'uploaded' && endDay && endDay <= addDays(today, soonDays) ? daysBetween(today, endDay) : undefined
