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

/**
 * By the settlement's own number; by the visit where a side has none: a settlement and its reversal share it and differ
 * in sign.
 */
const byVisit = (rows: readonly Own[], { mdtrtId, total }: Theirs): Own | undefined => {
  const same = rows.filter((one) => one.mdtrtId === mdtrtId)
  return same.find((one) => one.total === total) ?? same.find((one) => one.refunded === total < 0)
}

/** Each row of the centre with at most one of ours, and what is left of ours (domain.md 5.7: setl_sn, else mdtrt_id). */
export const pairUp = (theirs: readonly Theirs[], ours: readonly Own[]): { pairs: Pair[]; left: Own[] } => {
  const byNumber = new Map(ours.filter(({ setlSn }) => setlSn).map((own) => [own.setlSn, own]))
  const numbered = new Map(theirs.map((row) => [row.id, byNumber.get(row.setlSn)]))
  const left = new Set(ours)
  for (const own of numbered.values()) if (own) left.delete(own)
  const pairs = theirs.map((row): Pair => {
    const own = numbered.get(row.id) ?? byVisit([...left], row)
    if (own) left.delete(own)
    return { id: row.id, own, result: resultOf(row, own) }
  })
  return { pairs, left: [...left] }
}
