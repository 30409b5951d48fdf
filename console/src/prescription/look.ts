import type { ResultOf } from '@yibao/shared/call.ts'
import type { rx } from '@yibao/shared/calls/prescription.ts'
import type { Tone } from '../kit/index.ts'

type RxRow = ResultOf<typeof rx.paged>['items'][number]
export type RxDetail = ResultOf<typeof rx.get>

export const stateTones: Record<RxRow['state'], Tone> = {
  waiting: 'warn',
  second: 'warn',
  passed: 'good',
  refused: 'harm',
  returned: 'warn',
  undone: 'off',
}
export const useTones: Record<RxRow['use'], Tone> = { unused: 'action', inUse: 'warn', used: 'good', expired: 'harm' }

/**
 * As many as prescribed where the shop counts as the doctor does: 14 片 are no 14 盒, and 14 of no unit may be either. How
 * many those are a person says: ''.
 */
export const limitOf = (
  { quantity, unit }: { quantity: string; unit?: string | undefined },
  goods: { unit: string } | undefined,
): string => (unit?.trim() && unit.trim() === goods?.unit ? quantity : '')

/** A pharmacist has still to say something. */
export const awaits = ({ state }: Pick<RxRow, 'state'>): boolean => state === 'waiting' || state === 'second'

/** How the centre has heard of a verdict, or of what was handed out. */
export const toldTones: Record<NonNullable<RxRow['verdict']>, Tone> = {
  waiting: 'warn',
  told: 'good',
  unknown: 'warn',
  refused: 'harm',
  returned: 'off',
}

const open = (told: RxRow['verdict']) => told === 'waiting' || told === 'unknown' || told === 'refused'

/** The centre has not heard something of it. */
export const untold = ({ verdict, dispense }: RxRow): boolean => open(verdict) || open(dispense)

/** Downloaded, and no pharmacist has said anything: its lines may be given other goods. */
export const matchable = ({ source, state }: Pick<RxRow, 'source' | 'state'>): boolean =>
  source === 'circulation' && (state === 'waiting' || state === 'returned')

type OpenLines = Pick<RxRow, 'source' | 'state' | 'use'> & {
  lines: readonly Pick<RxDetail['lines'][number], 'name' | 'ownCode'>[]
}

/** Which drugs no goods of the store stand for, and what to do where some still can; undefined where nothing is to be said. */
export const openWords = (rx: OpenLines): { title: string; next?: string } | undefined => {
  const open = rx.lines.filter(({ ownCode }) => !ownCode).map(({ name }) => name)
  if (!open.length || rx.state === 'undone' || rx.use === 'used') return undefined
  return {
    title: `${open.join('、')} 没有对应本店商品，结算时不会带入`,
    ...(matchable(rx) && { next: '要在本店购买的，请在列表这一行按「选择本店商品」' }),
  }
}

/** It may still be written at: a paper only. */
export const editable = ({ state, source }: Pick<RxRow, 'state' | 'source'>): boolean =>
  source === 'paper' && (state === 'waiting' || state === 'returned' || state === 'refused')

/** Not withdrawn, and no settlement holds it. */
export const undoable = ({ state, use }: RxRow): boolean =>
  state !== 'undone' && (use === 'unused' || use === 'expired')

/** Passed, told to its centre where that has to know, good today, and of nobody's basket: it can be settled on. */
export const sellable = ({
  state,
  use,
  source,
  verdict,
}: Pick<RxRow, 'state' | 'use' | 'source' | 'verdict'>): boolean =>
  state === 'passed' && use === 'unused' && (source === 'paper' || verdict === 'told')

/** Whole minutes since a moment of the wire. */
export const minutesSince = (at: string, now = Date.now()): number =>
  Math.max(0, Math.floor((now - Date.parse(`${at.replace(' ', 'T')}+08:00`)) / 60_000))
