import { liquidationState } from '@yibao/shared/entities/liquidation-state.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import type { ClaimStage } from '../../centre/operations/liquidation.ts'

/** domain.md 5.6, and 7 and 8 for an application or revocation whose answer was lost. */
export type ClaimStateCode = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8'

/** What people call a state. */
export const stateTitle = (state: string): string => choiceTitle(liquidationState, state)

/** Our state of what the centre says. */
export const stateOfStage: Readonly<Record<ClaimStage, ClaimStateCode>> = {
  ...{ applied: '1', reviewing: '3', approved: '4', rejected: '5', paid: '6', revoked: '2' },
}

/** The centre has it, or may have it: its settlements are claimed. */
export const claimedStates = ['1', '3', '4', '6', '7', '8'] as const
