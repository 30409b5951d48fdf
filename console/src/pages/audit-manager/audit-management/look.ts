import type { audit } from '@yibao/shared/calls/audit.ts'
import type { RowOf, Tone } from '../../../kit/index.ts'

export type Row = RowOf<typeof audit.paged>

export const stateTones: Record<Row['state'], Tone> = {
  0: 'warn',
  1: 'good',
  2: 'harm',
  3: 'action',
  4: 'good',
  5: 'harm',
}

/** Still to be appealed against or accepted by the store. */
export const isOpen = ({ state, reversed }: Row): boolean => state === '0' && !reversed

/** Still to be decided. */
export const isUndecided = ({ state, reversed }: Row): boolean => (state === '0' || state === '3') && !reversed
