import { and, eq, gt } from 'drizzle-orm'
import { Refusal, refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Clearing } from '../../centre/operations/clearing.ts'
import type { Renew } from '../../database/claims.ts'
import { minutesOf } from '../organisation/in-flight.ts'
import type { StoreRow } from '../organisation/store.ts'
import { keepRolledBack, land } from './keep.ts'
import { wholeList } from './list.ts'
import { closedNow, type Month, mark, monthOf, requireState, stateByRows, stillOnItsWay, withMonth } from './month.ts'
import { toldOf } from './same-row.ts'
import { clearingRow } from './tables.ts'

/**
 * Everything that the centre lists of a claimed month, and the month under its claim as it is by then: a list may have more
 * pages than one claim has time for. Refuses when the month is somebody else's meanwhile.
 */
const listed = async (c: Context, shop: StoreRow, one: Month, renew: Renew) => {
  let { claimedUntil } = one
  const list = await wholeList(c, shop, one.month, async () => {
    claimedUntil = (await renew()) ?? refuse('clearing.busy')
  })
  return { list, mine: { ...one, claimedUntil } }
}

/**
 * Makes the rows definite that left and got no answer: the centre lists each with what it holds as ours. A 3261 is taken
 * whole or not at all, and one that is not there yet may still arrive until `inFlightMax` has passed.
 */
const resolveRows = async (c: Context, shop: StoreRow, one: Month, renew: Renew): Promise<void> => {
  const rows = await c.db
    .select()
    .from(clearingRow)
    .where(and(eq(clearingRow.monthId, one.id), gt(clearingRow.run, 0)))
    .orderBy(clearingRow.nth, clearingRow.id)
  const open = rows.filter(({ answer }) => answer === 'unknown')
  // Before the question leaves: what can still arrive then may do so behind its answer.
  const ms = await stillOnItsWay(c, one)
  const { list, mine } = await listed(c, shop, one, renew)
  const told = toldOf(rows, list)
  const idsOf = (answered: Clearing['answered']) =>
    open.filter((row) => told.get(row)?.answered === answered).map(({ id }) => id)
  const [confirmed, refused, none] = [idsOf('confirmed'), idsOf('refused'), idsOf('none')]
  if (confirmed.length) await land(c, mine, confirmed, 'confirmed')
  if (refused.length) await land(c, mine, refused, 'refused')
  if (none.length) {
    if (ms) return refuse('clearing.travelling', { action: '确认', minutes: minutesOf(ms) })
    await land(c, mine, none, 'open', '医保中心没有收到确认，可以重新确认')
  }
  if (confirmed.length + refused.length + none.length < open.length) refuse('clearing.untold', { action: '确认' })
}

const resolveRollback = async (c: Context, shop: StoreRow, one: Month, renew: Renew): Promise<void> => {
  const ms = await stillOnItsWay(c, one)
  const { list: rows, mine } = await listed(c, shop, one, renew)
  // A centre that lists nothing of a month that it cleared says nothing about it.
  if (!rows.length || rows.some(({ answered }) => answered === undefined))
    return refuse('clearing.untold', { action: '回退' })
  if (rows.every(({ answered }) => answered === 'none')) return keepRolledBack(c, mine, one.message)
  if (ms) return refuse('clearing.travelling', { action: '回退', minutes: minutesOf(ms) })
  const state = await stateByRows(c.db, one.id)
  await mark(c, mine, { state, message: '医保中心没有收到回退，确认仍在', rollbackId: null })
}

/** The question that follows a lost answer at once; what it cannot find out stays unknown, and the person is told so. */
export const settleUnknown = async (c: Context, shop: StoreRow, left: Month, renew: Renew): Promise<void> => {
  const { closedAt } = closedNow(c, left)
  const one = (await mark(c, left, { closedAt })) ?? left
  const action = one.state === '6' ? '回退' : '确认'
  try {
    await (one.state === '6' ? resolveRollback : resolveRows)(c, shop, one, renew)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    refuse('clearing.unknown', { action })
  }
}

/** ClearScore/Resolve. */
export const resolve = async (c: Context, id: string): Promise<void> => {
  const { shop } = await monthOf(c, id)
  await withMonth(c, id, async (one, renew) => {
    requireState({ one, shop }, ['5', '6'], '核实')
    await (one.state === '6' ? resolveRollback : resolveRows)(c, shop, one, renew)
  })
}
