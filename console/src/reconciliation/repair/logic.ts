import type { ResultOf } from '@yibao/shared/call.ts'
import type { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { fen, formatAmount, formatCount, yuan } from '@yibao/shared/money.ts'

export type Difference = ResultOf<typeof reconciliation.diffPaged>['items'][number]
export type Group = ResultOf<typeof reconciliation.dayPaged>['items'][number]
type DiffClass = Difference['class']

/** Counts of the header (ux 3): 5 组 · 4 平 · 1 不平 → 3 笔差异 · 2 可自动处理 · 1 需确认. */
export const wayText = (groups: readonly Group[], rows: readonly Difference[]): string => {
  const count = (...states: string[]) => groups.filter(({ state }) => states.includes(state)).length
  const [equal, unequal] = [count('2'), count('3', '4')]
  const unfinished = groups.length - equal - unequal
  const open = rows.filter(isOpen)
  const automatic = open.filter((row) => row.risk === 'local' && row.proposal).length
  const totals = `${groups.length} 组 · ${equal} 平 · ${unequal} 不平${unfinished ? ` · ${unfinished} 未对完` : ''}`
  return open.length
    ? `${totals} → ${open.length} 笔差异 · ${automatic} 可自动处理 · ${open.length - automatic} 需确认`
    : totals
}

/** What our book has of a group, in a line. */
export const sumsText = ({ count, total, fund, account, cash }: Group['local']): string =>
  `${formatCount(count)} 笔 ${formatAmount(total)} · 基金 ${formatAmount(fund)} · 账户 ${formatAmount(account)} · 现金 ${formatAmount(cash)}`

/** Whether nobody has dealt with a difference yet. */
export const isOpen = (row: Difference): boolean => row.handledAt === undefined

/** The centre can say whose it is and what for: a settlement that no order of ours is for, where it can be found. */
export const mayBeAsked = (row: Difference): boolean =>
  row.class === 'centreOnlyUnknown' && !row.orderId && (!isOpen(row) || row.actions.includes('backfill'))

/** Nobody has asked yet whose it is: that comes before what is done with it (ux 3). */
export const needsAsking = (row: Difference): boolean => isOpen(row) && mayBeAsked(row) && !row.centre?.setlId

/** What can be done only with the settlement's own numbers, which the look-up brings. */
const byItsNumbers: ReadonlySet<string> = new Set(['backfill', 'reverse'])

/**
 * What may be chosen beside the proposal and the marking. Before anybody has asked only what needs nothing of the answer: a
 * settlement that the look-up does not find can be undone all the same, by the number of its message.
 */
export const choicesOf = (row: Difference): Difference['actions'] =>
  row.actions.filter(
    (action) => action !== row.proposal && action !== 'mark' && !(needsAsking(row) && byItsNumbers.has(action)),
  )

/** Id of the next open row after one, from the top when there is none below; undefined when all are done. */
export const nextOpen = (rows: readonly Difference[], id: string): string | undefined => {
  const at = rows.findIndex((row) => row.id === id)
  const order = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))]
  return order.find(isOpen)?.id
}

/** Neighbour of a row: step 1 below, -1 above; stays at the ends. */
export const step = (rows: readonly Difference[], id: string, by: 1 | -1): string | undefined => {
  const at = rows.findIndex((row) => row.id === id)
  return rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.id
}

/** Classes that occur, with their counts, in order of appearance. */
export const classCounts = (rows: readonly Difference[]): [DiffClass, number][] => {
  const counts = new Map<DiffClass, number>()
  for (const row of rows) counts.set(row.class, (counts.get(row.class) ?? 0) + 1)
  return [...counts]
}

/** Differences that one batch takes (reconciliation.batch). */
const mostAtOnce = 500

/** Open, unlocked rows of the same class as one, as many as a batch takes: what Shift+X selects. */
export const sameClass = (rows: readonly Difference[], id: string): string[] => {
  const own = rows.find((row) => row.id === id)?.class
  const same = rows.filter((row) => row.class === own && isOpen(row) && !row.locked)
  return same.slice(0, mostAtOnce).map((row) => row.id)
}

/**
 * What may be repaired as proposed without anybody's word for money: open rows that only our own book changes for, as the
 * batches they make, each of one class and one proposal (ux 3: safe repairs together).
 */
export const automaticOf = (rows: readonly Difference[]): Difference[][] => {
  const safe = rows.filter((row) => isOpen(row) && !row.locked && row.risk === 'local' && row.proposal)
  const kinds = new Map<string, Difference[]>()
  for (const row of safe) {
    const kind = `${row.class} ${row.proposal}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), row])
  }
  return [...kinds.values()].flatMap((same) =>
    Array.from({ length: Math.ceil(same.length / mostAtOnce) }, (_, i) =>
      same.slice(i * mostAtOnce, (i + 1) * mostAtOnce),
    ),
  )
}

/** Why a selection cannot be repaired together; undefined when it can (ux 3: one class, money of one store only). */
export const batchProblem = (rows: readonly Difference[]): string | undefined => {
  if (!rows.length) return '还没有选中差异'
  if (new Set(rows.map((row) => row.class)).size > 1) return '批量处理不能包含不同类别的差异，请按类别选择'
  if (new Set(rows.map((row) => row.proposal)).size > 1 || !rows[0]!.proposal) return '选中的差异没有共同的建议'
  if (rows[0]!.risk === 'money' && new Set(rows.map((row) => row.storeName)).size > 1)
    return '涉及资金的处理一次只能选一家门店'
  return undefined
}

const part = (value: string | undefined) => (value === undefined ? 0 : fen(value))

/** local − centre, everywhere (ux 3). */
export const differenceOf = (local: string | undefined, centre: string | undefined): string =>
  yuan(part(local) - part(centre))

/** What the row is about, for the person who approves. */
export const amountOf = (row: Difference): string => row.centre?.total ?? row.local?.total ?? '0.00'
