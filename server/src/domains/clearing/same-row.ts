import { formatTime } from '@yibao/shared/time.ts'
import type { Clearing } from '../../centre/operations/clearing.ts'
import { assign, type Rule } from './assign.ts'
import type { clearingRow } from './tables.ts'

type Row = typeof clearingRow.$inferSelect

/** A row of the centre as it is kept, as far as it is known again by it. */
export type Kept = Pick<Row, 'setlSn' | 'mdtrtId' | 'settledAt' | 'total' | 'paid' | 'answer' | 'asked'>

const joined = (...parts: (string | number | undefined)[]): string => parts.join('\n')

/** What a row that the centre lists is known by: a number is not one row's alone, and rows may be equal in all of it. */
export const keyOf = ({ setlSn, mdtrtId, settledAt, total }: Clearing): string =>
  joined(setlSn, mdtrtId, settledAt, total)

/** The same of one that is kept. */
export const keptKey = (row: Kept): string => joined(row.setlSn, row.mdtrtId, formatTime(row.settledAt), row.total ?? 0)

/** Number, visit and sign: what is left of a row of which the centre has corrected time or total. */
const numbered = ({ setlSn, mdtrtId, total }: Pick<Kept, 'setlSn' | 'mdtrtId' | 'total'>) =>
  setlSn && joined(setlSn, mdtrtId, (total ?? 0) < 0 ? '-' : '')

/** Number and sign: what is left of one that lacks its visit on a side. */
const unvisited = ({ setlSn, total }: Pick<Kept, 'setlSn' | 'total'>) =>
  setlSn && joined(setlSn, (total ?? 0) < 0 ? '-' : '')

/** Visit, time and total: what is left of one that lacks its number on a side. */
const unnumbered = ({ mdtrtId, total }: Pick<Kept, 'mdtrtId' | 'total'>, settledAt: string) =>
  mdtrtId && joined(mdtrtId, settledAt, total ?? 0)
const listedVisit = (one: Clearing) => unnumbered(one, one.settledAt)
const keptVisit = (row: Kept) => unnumbered(row, formatTime(row.settledAt))

type ListedKey = Rule<Clearing, Kept>[0]
type KeptKey = Rule<Clearing, Kept>[1]

/** By less than all that a row is known by: what was answered of it is said of this one only where the centre says so. */
const loosely = (listed: ListedKey, kept: KeptKey): Rule<Clearing, Kept>[] => [
  [(one) => (one.answered ? listed(one) : undefined), kept],
  [listed, (row) => (row.answer === 'open' ? kept(row) : undefined)],
]

const standing = { none: 'open', confirmed: 'confirmed', refused: 'refused' } as const

const again: readonly Rule<Clearing, Kept>[] = [
  // Of twins each keeps its answer, in whatever order they are told.
  [
    (one) => one.answered && joined(keyOf(one), one.paid, standing[one.answered]),
    (row) => joined(keptKey(row), row.paid ?? 0, row.answer),
  ],
  [(one) => joined(keyOf(one), one.paid), (row) => joined(keptKey(row), row.paid ?? 0)],
  [keyOf, keptKey],
  ...loosely(numbered, numbered),
  ...loosely(listedVisit, (row) => (row.setlSn ? '' : keptVisit(row))),
  ...loosely((one) => (one.setlSn ? '' : listedVisit(one)), keptVisit),
  ...loosely(unvisited, (row) => (row.mdtrtId ? '' : unvisited(row))),
  ...loosely((one) => (one.mdtrtId ? '' : unvisited(one)), unvisited),
]

/** Which of the kept rows those that the centre lists are; each is one row at most. */
export const knownAgain = <K extends Kept>(listed: readonly Clearing[], kept: readonly K[]): Map<Clearing, K> =>
  assign(listed, kept, again as readonly Rule<Clearing, K>[])

const isUnknown = ({ answer }: Kept) => answer === 'unknown'
const answered =
  (key: (one: Clearing) => string | undefined) =>
  (one: Clearing): string | undefined => {
    const found = key(one)
    return found && one.answered && joined(found, one.answered)
  }
const definite = ({ answer }: Kept) => (answer === 'open' ? 'none' : answer)

const told: readonly Rule<Kept, Clearing>[] = [
  // What the centre holds of a twin that was answered before, or was not sent, says nothing about this one.
  [(row) => (isUnknown(row) ? undefined : joined(keptKey(row), definite(row))), answered(keyOf)],
  [(row) => (isUnknown(row) ? joined(keptKey(row), row.asked) : undefined), answered(keyOf)],
  [(row) => (isUnknown(row) ? joined(keptKey(row), 'none') : undefined), answered(keyOf)],
  [(row) => (isUnknown(row) ? keptKey(row) : undefined), keyOf],
  [(row) => (isUnknown(row) ? numbered(row) : undefined), numbered],
]

/** What the centre lists for each kept row of a month: of those whose answer is unknown it says what became of it. */
export const toldOf = <K extends Kept>(kept: readonly K[], listed: readonly Clearing[]): Map<K, Clearing> =>
  assign(kept, listed, told as readonly Rule<K, Clearing>[])

/**
 * Rows of one page, each once: equal in everything that they are known by and under one seqno it is one that is told twice.
 * A centre that gives rows of other settlements the same seqno tells none apart by it.
 */
export const eachOnce = (page: readonly Clearing[]): Clearing[] => {
  const bearers = new Map<string, Set<string>>()
  for (const one of page) bearers.set(one.seqno, (bearers.get(one.seqno) ?? new Set()).add(keyOf(one)))
  const seen = new Set<string>()
  return page.filter(({ seqno }) => {
    if (!seqno || bearers.get(seqno)!.size > 1) return true
    if (seen.has(seqno)) return false
    seen.add(seqno)
    return true
  })
}
