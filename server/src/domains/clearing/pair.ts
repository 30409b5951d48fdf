import { assign, type Rule } from './assign.ts'
import type { Own } from './own.ts'
import type { ClearingResult } from './tables.ts'

/** What pairing looks at of a row of the centre. */
export interface Theirs {
  id: string
  setlSn: string
  mdtrtId: string
  total: number
  paid: number
}

/** A row of the centre with ours, where there is one. */
export interface Pair {
  id: string
  own: Own | undefined
  result: ClearingResult
}

const resultOf = (theirs: Theirs, own: Own | undefined): ClearingResult => {
  if (!own) return 'centreOnly'
  return theirs.total === own.total && theirs.paid === own.paid ? 'equal' : 'differs'
}

const joined = (...parts: (string | number | boolean)[]): string => parts.join('\n')
const isBack = ({ total }: Theirs) => total < 0

/**
 * By the settlement's own number; by its settlement's, under which a centre may list a reversal; by the visit where a side
 * has none. What a settlement shares with its reversal is told apart by the sign, and of several the one with our sums first.
 */
const rulesOf = (ours: readonly Own[]): Rule<Theirs, Own>[] => {
  const shared = new Set(ours.map(({ settlementSn }) => settlementSn))
  return [
    [
      ({ setlSn, total, paid }) => setlSn && joined(setlSn, total, paid),
      ({ setlSn, total, paid }) => setlSn && joined(setlSn, total, paid),
    ],
    [(row) => row.setlSn && joined(row.setlSn, isBack(row)), (own) => own.setlSn && joined(own.setlSn, own.refunded)],
    [
      (row) => row.setlSn && joined(row.setlSn, isBack(row)),
      (own) => own.settlementSn && joined(own.settlementSn, own.refunded),
    ],
    // Under a number of its own alone, whatever its sign.
    [({ setlSn }) => setlSn, ({ setlSn }) => (shared.has(setlSn) ? undefined : setlSn)],
    [
      ({ mdtrtId, total }) => mdtrtId && joined(mdtrtId, total),
      ({ mdtrtId, total }) => mdtrtId && joined(mdtrtId, total),
    ],
    [
      (row) => row.mdtrtId && joined(row.mdtrtId, isBack(row)),
      (own) => own.mdtrtId && joined(own.mdtrtId, own.refunded),
    ],
  ]
}

/** Each row of the centre with at most one of ours, and what is left of ours (domain.md 5.7: setl_sn, else mdtrt_id). */
export const pairUp = (theirs: readonly Theirs[], ours: readonly Own[]): { pairs: Pair[]; left: Own[] } => {
  const found = assign(theirs, ours, rulesOf(ours))
  const taken = new Set(found.values())
  const pairs = theirs.map((row): Pair => {
    const own = found.get(row)
    return { id: row.id, own, result: resultOf(row, own) }
  })
  return { pairs, left: ours.filter((own) => !taken.has(own)) }
}
