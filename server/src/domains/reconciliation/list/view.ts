import type { ResultOf } from '@yibao/shared/call.ts'
import type { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { movesMoney } from '@yibao/shared/entities/reconciliation.ts'
import { yuan } from '@yibao/shared/money.ts'
import { optionalTime } from '@yibao/shared/time.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Deps } from '../../../call/context.ts'
import type { Sums } from '../../book/rows.ts'
import { store } from '../../organisation/tables.ts'
import { fileExpiries } from '../centre/result-file.ts'
import { actionsOf, classes, type DiffAction, type DiffClass } from '../classify/classes.ts'
import { tailOf } from '../classify/evidence.ts'
import { isFindable } from '../classify/finding.ts'
import { lockedOrders } from '../classify/owner.ts'
import { atWorkOf, type DifferenceRow, type GroupRow } from '../groups/groups.ts'
import { reconDifference, reconFigures, reconGroup, type Side } from '../tables.ts'
import { sumsNow } from './sums-now.ts'

export type WireGroup = ResultOf<typeof reconciliation.dayPaged>['items'][number]
export type WireDifference = ResultOf<typeof reconciliation.handle>

/** A local repair can be taken back for this long, ms (ux 3). */
const undoableFor = 24 * 3_600_000

interface GroupFacts {
  storeName: string
  /** Our book as it is now; a group's own sums are those of its last run. */
  now: Sums
  differences: number
  open: number
  expiresAt?: string | null
  /** Its rows are known: by a result file, or row by row. */
  detailed?: boolean
}

const wireSums = ({ count, total, fund, account, cash }: Sums) => ({
  ...{ count, total: yuan(total), fund: yuan(fund), account: yuan(account), cash: yuan(cash) },
})

/** Whether our book has moved since the centre was told a group's sums: by a repair, or by business that came later. */
const hasMoved = (row: GroupRow, now: Sums): boolean =>
  row.at !== null && (Object.keys(now) as (keyof Sums)[]).some((name) => row[name] !== now[name])

/** A group as its list shows it: our book now, and what the centre was told where that has moved since. */
export const wireGroup = (row: GroupRow, facts: GroupFacts): WireGroup => ({
  id: row.id,
  day: row.day,
  storeId: row.storeId,
  storeName: facts.storeName,
  clrOptins: row.clrOptins,
  insutype: row.insutype,
  clrType: row.clrType,
  local: wireSums(facts.now),
  compared: hasMoved(row, facts.now) ? wireSums(row) : undefined,
  centreResult: row.centreResult ?? undefined,
  centreText: row.centreText ?? undefined,
  differences: facts.differences,
  open: facts.open,
  state: row.state as WireGroup['state'],
  operatorName: row.operatorName ?? undefined,
  at: optionalTime(row.at),
  resultExpires: facts.expiresAt ?? undefined,
  detailed: row.fileId !== null || facts.detailed === true,
})

const moment = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

/** Groups as the wire shows them, our book as it is now and what is open in each, in the order of `ids`. */
export const groupsView = async ({ db }: Pick<Deps, 'db'>, ids: readonly string[]): Promise<WireGroup[]> => {
  if (!ids.length) return []
  const rows = await db
    .select({
      group: reconGroup,
      storeName: store.name,
      pulledAt: reconFigures.pulledAt,
    })
    .from(reconGroup)
    .innerJoin(store, eq(store.id, reconGroup.storeId))
    .leftJoin(reconFigures, eq(reconFigures.id, reconGroup.id))
    .where(inArray(reconGroup.id, [...ids]))
  const expiryOf = await fileExpiries(
    db,
    rows.map(({ group }) => group),
  )
  const counts = await db
    .select({
      groupId: reconDifference.groupId,
      differences: sql<number>`count(*)::int`,
      open: sql<number>`count(*) filter (where ${reconDifference.handledAt} is null)::int`,
    })
    .from(reconDifference)
    .where(and(inArray(reconDifference.groupId, [...ids]), eq(reconDifference.voided, false)))
    .groupBy(reconDifference.groupId)
  const nowOf = await sumsNow(
    db,
    rows.map(({ group }) => group),
  )
  const byId = new Map(
    rows.map(({ group, storeName, pulledAt }) => {
      const { differences = 0, open = 0 } = counts.find(({ groupId }) => groupId === group.id) ?? {}
      const expiresAt = expiryOf(group)
      const until = expiresAt && moment.test(expiresAt) ? expiresAt : undefined
      const facts = { storeName, now: nowOf(group), differences, open, expiresAt: until, detailed: pulledAt !== null }
      return [group.id, wireGroup(group, facts)]
    }),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const wireSide = (side: Side | null): WireDifference['local'] => {
  if (!side) return undefined
  const text = (amount: number | undefined) => (amount === undefined ? undefined : yuan(amount))
  const { setlId, mdtrtId, reversed } = side
  const told = { pool: text(side.pool), cash: text(side.cash) }
  return {
    ...{ setlId, mdtrtId, reversed, ...told },
    ...{ total: text(side.total), fund: text(side.fund), account: text(side.account) },
  }
}

/** What may be done with a difference now. */
export const allowedActions = (deps: Deps, row: DifferenceRow, areaCode: string): DiffAction[] =>
  actionsOf({
    class: row.class as DiffClass,
    // The bytes of a duplicate have been given up by us: where that was right after all, they would book it.
    findable: isFindable(deps, areaCode, row.class === 'centreOnlyKnown'),
    refunded: (row.centre ?? row.local)?.reversed ?? false,
    proposal: row.proposal as DiffAction | null,
  })

/** Whether what was done with a difference can still be taken back: what changed our book, for a day, and a mark of sums. */
export const isUndoable = (row: DifferenceRow, now: Date): boolean =>
  row.handledAt !== null &&
  // A mark of sums changed nothing, and is all that can be done with them: nothing else would open them again.
  (row.before !== null || row.class === 'totals') &&
  now.getTime() - row.handledAt.getTime() < undoableFor

/** Differences as the wire shows them. */
export const differencesView = async (deps: Deps, rows: readonly DifferenceRow[]): Promise<WireDifference[]> => {
  const storeIds = [...new Set(rows.map(({ storeId }) => storeId))]
  const stores = storeIds.length ? await deps.db.select().from(store).where(inArray(store.id, storeIds)) : []
  const locked = await lockedOrders(
    deps.db,
    rows.flatMap(({ orderId }) => orderId ?? []),
  )
  const atWork = await atWorkOf(deps, rows)
  const now = deps.clock()
  return rows.map((row) => {
    const storeRow = stores.find(({ id }) => id === row.storeId)
    const proposal = (row.proposal as DiffAction | null) ?? undefined
    return {
      id: row.id,
      groupId: row.groupId,
      day: row.day,
      storeName: storeRow?.name ?? row.storeId,
      class: row.class as DiffClass,
      maskedName: row.maskedName || '--',
      at: optionalTime(row.at),
      msgidTail: tailOf(row.msgid),
      orderId: row.orderId ?? undefined,
      local: wireSide(row.local),
      centre: wireSide(row.centre),
      evidence: row.evidence,
      proposal,
      actions: row.handledAt ? [] : allowedActions(deps, row, storeRow?.areaCode ?? ''),
      risk: proposal ? (movesMoney(proposal) ? 'money' : 'local') : classes[row.class as DiffClass].risk,
      locked: !row.handledAt && (atWork.has(row.id) || (row.orderId !== null && locked.has(row.orderId))),
      handledBy: row.handledBy ?? undefined,
      handledAction: (row.action as DiffAction | null) ?? undefined,
      handledNote: row.note ?? undefined,
      handledAt: optionalTime(row.handledAt),
      undoable: isUndoable(row, now),
    }
  })
}
