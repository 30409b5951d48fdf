import { approvalTarget } from '@yibao/shared/approval.ts'
import type { InputOf } from '@yibao/shared/call.ts'
import type { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { movesMoney } from '@yibao/shared/entities/reconciliation.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { useAuthorization } from '../auth/authorize.ts'
import { reversedRow, settledRow } from '../book/rows.ts'
import { order } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'
import { settingsOf } from '../organisation/settings.ts'
import { storeOf } from '../organisation/store.ts'
import { endDuplicate } from '../settlement/tell-duplicate.ts'
import { actions } from './actions/index.ts'
import { actionTitle, type DiffAction } from './classify/classes.ts'
import { lockedOrders } from './classify/owner.ts'
import { atWorkOf, type DifferenceRow, outdate, settleState } from './groups/groups.ts'
import { groupIdOf } from './groups/keys.ts'
import { allowedActions, differencesView, isUndoable, type WireDifference } from './list/view.ts'
import { atWork } from './repair/at-work.ts'
import { announce, openRepair, unlessSettledAnew, writeHandled } from './repair/repair.ts'
import { type Before, restore } from './repair/restore.ts'
import { reconDifference, reconGroup } from './tables.ts'

const noteLength = 5

/** What somebody says of a difference that he marks, without blanks around it; refuses what says nothing. */
export const requireNote = (note: string | undefined): string => {
  const said = note?.trim() ?? ''
  return [...said].length < noteLength ? refuse('recon.note') : said
}

const valid = (row: DifferenceRow): DifferenceRow =>
  row.voided ? refuse('recon.state', { text: '已重新对账，这条差异不再有效' }) : row

/** A difference of the last run, inside the caller's scope: the call is on its order, or on what the centre calls it. */
export const findDifference = async (c: Context, id: string): Promise<DifferenceRow> => {
  const [found] = await c.db
    .select({ row: reconDifference, orderNo: order.orderNo })
    .from(reconDifference)
    .leftJoin(order, eq(order.id, reconDifference.orderId))
    .where(and(eq(reconDifference.id, id), c.scope.where(reconDifference.storeId)))
  if (!found) return refuse('not.found', { what: '差异' })
  const { row, orderNo } = found
  c.on([row.day, orderNo ?? row.centre?.setlId].filter(Boolean).join(' '), row.storeId)
  return valid(row)
}

/** Refuses what this difference does not allow now: handled, another class's repair, or recovery at work on it. */
export const requireAllowed = async (c: Context, difference: DifferenceRow, action: DiffAction): Promise<void> => {
  if (difference.handledAt) refuse('recon.state', { text: '这一笔已处理' })
  const { areaCode } = await storeOf(c.deps, difference.storeId)
  if (!allowedActions(c.deps, difference, areaCode).includes(action))
    refuse('recon.action', { action: actionTitle(action) })
  const { orderId } = difference
  if (action !== 'mark' && orderId && (await lockedOrders(c.db, [orderId])).has(orderId)) refuse('recon.locked')
}

/** Whether this repair needs a second person: money, in an area that asks for it (ux 3). */
export const needsApproval = async (c: Context, storeId: string, action: DiffAction): Promise<boolean> => {
  if (!movesMoney(action)) return false
  const { areaCode } = await storeOf(c.deps, storeId)
  return (await settingsOf(c.db, areaCode)).authorizeUndo
}

const carryOutMine = async (
  c: Context,
  difference: DifferenceRow,
  action: DiffAction,
  { note, approvedBy }: { note?: string; approvedBy?: string },
): Promise<string> => {
  await requireAllowed(c, difference, action)
  const done = await actions[action](await openRepair(c.deps, difference, { c, by: c.me.name }))
  const texts = [note ?? done.text, approvedBy ? `授权人 ${approvedBy}` : '']
  const written = await writeHandled(c.deps, difference, {
    action,
    by: c.me.name,
    note: texts.filter(Boolean).join('；'),
    before: done.before,
  })
  return written ? done.text : refuse('recon.state', { text: '这一笔已由其他人处理' })
}

/**
 * Carries out an approved repair and writes who did it; a refusal leaves the difference open. Refuses what a newer run has
 * voided, and what the system or somebody else repairs in this moment.
 */
export const carryOut = (
  c: Context,
  difference: DifferenceRow,
  action: DiffAction,
  by: { note?: string; approvedBy?: string } = {},
): Promise<string> =>
  atWork(c, difference, async (mine) => carryOutMine(c, valid(mine ?? refuse('recon.locked')), action, by))

const viewOf = async (c: Context, id: string): Promise<WireDifference> => {
  const rows = await c.db.select().from(reconDifference).where(eq(reconDifference.id, id))
  return (await differencesView(c.deps, rows))[0]!
}

/**
 * Reconciliation/Handle. Money repairs spend an approval of reconciliation.handle for exactly `<action>:<diffId>`; it is
 * asked for last, so that a refusal does not use it up.
 */
export const handle = async (
  c: Context,
  { diffId, action, note, authorizationId }: InputOf<typeof reconciliation.handle>,
): Promise<WireDifference> => {
  const difference = await findDifference(c, diffId)
  if (action === 'mark') requireNote(note)
  await requireAllowed(c, difference, action)
  if ((await atWorkOf(c.deps, [difference])).size) refuse('recon.locked')
  const target = approvalTarget.difference(action, diffId)
  const approval = (await needsApproval(c, difference.storeId, action))
    ? await useAuthorization(c, { action: 'difference', target, authorizationId, stores: [difference.storeId] })
    : undefined
  await carryOut(c, difference, action, { note: note?.trim() || undefined, approvedBy: approval })
  return viewOf(c, diffId)
}

/** Every group of a day that an order has a row in. */
const placesOf = (row: OrderRow | undefined) =>
  [row && settledRow(row), row && reversedRow(row)].flatMap((one) =>
    one ? [{ day: formatDay(one.at), key: one }] : [],
  )

/** What an order was taken out of, and put into, knows nothing of it; the difference's own group has that one open again. */
const outdateOthers = async (db: Database, { storeId, groupId }: DifferenceRow, rows: (OrderRow | undefined)[]) => {
  const places = new Map(rows.flatMap(placesOf).map((one) => [groupIdOf(storeId, one.day, one.key), one]))
  places.delete(groupId)
  for (const { day, key } of places.values()) await outdate(db, storeId, day, key)
}

/** What a difference is before somebody deals with it. */
const open = { action: null, note: null, handledBy: null, handledAt: null, before: null }

/** Opens the sums of a group again that somebody has marked: unless they have been found equal since. */
const reopenSums = async ({ deps, db }: Context, { id, groupId }: DifferenceRow): Promise<void> => {
  const [group] = await db.select({ state: reconGroup.state }).from(reconGroup).where(eq(reconGroup.id, groupId))
  if (group?.state !== '4') refuse('recon.state', { text: '这一组后来已对平，不用撤回' })
  await db.update(reconDifference).set(open).where(eq(reconDifference.id, id))
  await settleState(deps, groupId)
}

/** Reconciliation/Undo: takes a local repair back within 24 h, while nothing it wrote has changed since. */
export const undoHandled = async (c: Context, diffId: string): Promise<WireDifference> => {
  const difference = await findDifference(c, diffId)
  if (!isUndoable(difference, c.now)) return refuse('recon.undo')
  if (!difference.before) {
    await reopenSums(c, difference)
    announce(c.deps, difference)
    return viewOf(c, diffId)
  }
  const { order: row } = await openRepair(c.deps, difference, { by: c.me.name })
  const told = await c.db.transaction(async (tx) => {
    const before = difference.before as unknown as Before
    await unlessSettledAnew(row, () => restore(tx, before, { at: c.now, by: c.me.name }))
    await tx.update(reconDifference).set(open).where(eq(reconDifference.id, diffId))
    const [now] = await tx.select().from(order).where(eq(order.id, before.orderId))
    await outdateOthers(tx, difference, [row, now])
    return before.move === 'takenBack' ? endDuplicate({ ...c.deps, db: tx }, { id: before.orderId }) : undefined
  })
  told?.()
  await settleState(c.deps, difference.groupId)
  announce(c.deps, difference)
  return viewOf(c, diffId)
}
