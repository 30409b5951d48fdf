import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import { rowKind } from '@yibao/shared/entities/figures.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { pageBounds } from '../../../database/page.ts'
import { type BookRow, bookRows, rowsInTotals } from '../../book/rows.ts'
import { keyText } from '../../order/group.ts'
import { figuresById } from '../centre/keep-figures.ts'
import { actionTitle, type DiffAction } from '../classify/classes.ts'
import { keyOf } from '../classify/classify.ts'
import { type DifferenceRow, findGroup, type GroupRow, siblingsOf } from '../groups/groups.ts'
import { differencesView, groupsView } from '../list/view.ts'
import { reconDifference, reconFigureRow } from '../tables.ts'
import { amountsApart, gapOf, wireAmounts } from './apart.ts'
import { requireFigures } from './ask.ts'
import { withFigures } from './days.ts'
import { amountsOf, type Pair, pairUp } from './pair.ts'
import { conventionsOf } from './places.ts'

type Call = (typeof figureBooks)['dayDetail']
type Filters = InputOf<Call>
type WireRow = ResultOf<Call>['items'][number]
type Kind = WireRow['kind']
type Difference = NonNullable<WireRow['difference']>
type Theirs = typeof reconFigureRow.$inferSelect

const msgidOf = ({ refunded, order }: BookRow) => (refunded ? order.reversalMsgid : order.msgid) ?? ''

type Named = { setlId: string; msgid: string; refunded: boolean }

/** Differences by what their rows may be known by: number or message, each with the refund flag. */
const byRow = (found: readonly DifferenceRow[]): ((row: Named) => string | undefined) => {
  const known = new Map<string, string>()
  // What is still open speaks before what was dealt with.
  for (const one of [...found].sort((a, b) => Number(a.handledAt === null) - Number(b.handledAt === null))) {
    for (const side of [one.local, one.centre]) {
      if (!side) continue
      known.set(keyOf(one.msgid, side.reversed), one.id)
      if (side.setlId) known.set(keyOf(side.setlId, side.reversed), one.id)
    }
  }
  return ({ setlId, msgid, refunded }) => known.get(keyOf(setlId, refunded)) ?? known.get(keyOf(msgid, refunded))
}

/** The difference of each row. One that names two rows, a settlement and its reversal, is shown at the one that is apart. */
const differencesOf = (rows: readonly (Named & { kind: Kind })[], found: readonly DifferenceRow[]) => {
  const idOf = byRow(found)
  const apart = (kind: Kind) => kind !== 'same'
  const taken = new Set<string>()
  const ids = new Map<Named, string>()
  for (const row of [...rows].sort((a, b) => Number(apart(b.kind)) - Number(apart(a.kind)))) {
    const id = idOf(row)
    if (!id || taken.has(id)) continue
    taken.add(id)
    ids.set(row, id)
  }
  return rows.map((row) => ids.get(row))
}

const kindOf = ({ local, centre }: Pair<BookRow, Theirs>, pulled: boolean): Kind => {
  if (!pulled) return 'waiting'
  if (!local) return 'centre'
  if (!centre) return 'local'
  return amountsApart(amountsOf(local), centre, 0).length ? 'different' : 'same'
}

const wireRow = ({ local, centre }: Pair<BookRow, Theirs>, kind: Kind): WireRow => {
  const { setlId, mdtrtId, refunded } = (local ?? centre)!
  const [ours, theirs] = [local && amountsOf(local), centre]
  return {
    ...{ id: `${setlId}-${Number(refunded)}`, kind, setlId, mdtrtId, reversed: refunded },
    at: formatTime(local?.at ?? centre!.settledAt),
    maskedName: local?.order.maskedName ?? '',
    erpBill: local?.order.erpBill ?? undefined,
    operatorName: local?.order.operatorName,
    orderId: local?.order.id,
    local: local && { ...wireAmounts(amountsOf(local)), reversed: local.refunded },
    centre: centre && { ...wireAmounts(centre), reversed: centre.refunded },
    gap: ours && theirs && wireAmounts(gapOf(ours, theirs)),
  }
}

const handlingOf = (row: WireRow, group: GroupRow): string | undefined => {
  const { difference, kind } = row
  if (difference?.handledAction)
    return `已处理：${actionTitle(difference.handledAction as DiffAction)}（${difference.handledBy}）`
  if (difference) return difference.locked ? '核实中' : '未处理'
  return kind === 'different' && group.state === '2' ? '在容差内' : undefined
}

/** What was dealt with stays in sight when its row has left both books: a local repair can be taken back for a day. */
const handledRow = (difference: Difference, group: GroupRow): WireRow => {
  const { setlId, mdtrtId, reversed } = (difference.local ?? difference.centre)!
  const row: WireRow = {
    ...{ id: difference.id, kind: 'handled', setlId, mdtrtId, reversed, at: difference.at },
    ...{ maskedName: difference.maskedName, orderId: difference.orderId, difference },
  }
  return { ...row, handling: handlingOf(row, group) }
}

/**
 * Reconciliation/JsV2DayDetail: the settlements of a group in both books, ours in their order, then what only the centre has.
 */
export const figureRows = async (c: Context, f: Filters): Promise<ResultOf<Call>> => {
  if (!f.groupId) {
    c.scope.take()
    return { items: [], total: 0, totalIsBound: false }
  }
  const group = await findGroup(c, f.groupId)
  requireFigures(c, group.areaCode)
  const settings = (await conventionsOf(c, [group.storeId]))(group.storeId)
  const kept = (await figuresById(c.db, [group.id])).get(group.id)
  const pulled = kept?.pulledAt != null
  const own = rowsInTotals(await bookRows(c.db, group.storeId, group.day), settings)
  const theirs = await c.db
    .select()
    .from(reconFigureRow)
    .where(eq(reconFigureRow.groupId, group.id))
    .orderBy(asc(reconFigureRow.settledAt), asc(reconFigureRow.setlId), asc(reconFigureRow.refunded))
  // A settlement under two insurances is one difference, whichever of both groups is looked at.
  const siblings = (await siblingsOf(c.db, group)).map(({ id }) => id)
  const found = await c.db
    .select()
    .from(reconDifference)
    .where(and(inArray(reconDifference.groupId, siblings), eq(reconDifference.voided, false)))
    .orderBy(asc(reconDifference.at), asc(reconDifference.id))
  const shown = new Map((await differencesView(c.deps, found)).map((one) => [one.id, one]))
  const ours = own.filter((row) => keyText(row) === keyText(group))
  const pairs = pairUp(ours, theirs, keyOf)
  const named = pairs.map((pair) => {
    const { setlId, refunded } = (pair.local ?? pair.centre)!
    const msgid = pair.local ? msgidOf(pair.local) : pair.centre!.msgid
    return { setlId, msgid, refunded, kind: kindOf(pair, pulled) }
  })
  const ids = differencesOf(named, found)
  const listed = pairs.map((pair, i): WireRow => {
    const difference = ids[i] ? shown.get(ids[i]) : undefined
    const row = wireRow(pair, named[i]!.kind)
    const name = row.maskedName || (difference?.maskedName ?? '--')
    const whole = { ...row, maskedName: name, orderId: row.orderId ?? difference?.orderId, difference }
    return { ...whole, handling: handlingOf(whole, group) }
  })
  const left = found.filter((one) => one.groupId === group.id && one.handledAt && !ids.includes(one.id))
  const all = [...listed, ...left.map((one) => handledRow(shown.get(one.id)!, group))]
  const { limit, offset } = pageBounds(f)
  const wanted = all.filter(({ kind }) => !f.view || f.view === 'all' || kind === f.view)
  const [head] = await withFigures(c, await groupsView(c, [group.id]))
  const kinds = Object.keys(metaOf(rowKind)?.choices ?? {}) as Kind[]
  const counts = kinds.map((kind) => ({ kind, count: all.filter((row) => row.kind === kind).length }))
  return {
    items: wanted.slice(offset, offset + limit),
    total: wanted.length,
    totalIsBound: false,
    head: { ...head!, pulledAt: kept?.pulledAt ? formatTime(kept.pulledAt) : undefined, counts },
  }
}
