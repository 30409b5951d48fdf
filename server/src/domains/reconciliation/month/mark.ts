import type { InputOf } from '@yibao/shared/call.ts'
import type { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { daysOfMonth } from '@yibao/shared/time.ts'
import { and, between, countDistinct, eq, gt } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import type { Database } from '../../../database/open.ts'
import { storeOf } from '../../organisation/store.ts'
import { daysUntil } from '../groups/days.ts'
import { isClosed } from '../groups/groups.ts'
import { requireNote } from '../handle.ts'
import { tellReconciled } from '../live.ts'
import { reconGroup, reconMonth } from '../tables.ts'
import { claimsOf, isOf } from './claims.ts'
import { monthResults } from './results.ts'

type Calls = typeof monthBooks
type MonthRow = typeof reconMonth.$inferSelect

/** What a month is that nobody has marked. */
export const unmarked = { handledBy: null, handledNote: null, handledAt: null }

/**
 * Whether somebody has marked the very result that a month has. One that was asked for behind the mark, be it by a node of
 * before, which knows of no marks, is another result.
 */
export const isMarked = ({ handledAt, at }: MonthRow): boolean => handledAt !== null && handledAt > at

const rowFor = async (c: Context, db: Database, id: string): Promise<MonthRow> => {
  const [row] = await db
    .select()
    .from(reconMonth)
    .where(and(eq(reconMonth.id, id), c.scope.where(reconMonth.storeId)))
    .for('update')
  if (!row) return refuse('not.found', { what: '月对账组' })
  c.on(`${(await storeOf({ db }, row.storeId)).name} ${row.month}`, row.storeId)
  return row
}

const stateOf = async (db: Database, { id, month }: MonthRow) => {
  const [standing] = await monthResults(db, { from: month, to: month, stores: eq(reconMonth.id, id) })
  return standing?.state
}

/** A day that was not asked about since, or that is open, may hold the difference; only where none does it is the sum itself. */
const requireEveryDay = async (db: Database, row: MonthRow): Promise<void> => {
  const { first, last } = daysOfMonth(row.month)
  const agreed = and(between(reconGroup.day, first, last), isClosed, gt(reconGroup.at, row.at))
  const [known] = await db
    .select({ n: countDistinct(reconGroup.day) })
    .from(reconGroup)
    .where(
      and(
        ...[eq(reconGroup.storeId, row.storeId), eq(reconGroup.clrOptins, row.clrOptins)],
        ...[eq(reconGroup.insutype, row.insutype), eq(reconGroup.clrType, row.clrType), agreed],
      ),
    )
  const left = daysUntil(row.month, last).length - (known?.n ?? 0)
  if (left)
    refuse('recon.state', {
      text: `这次月对账之后，还有 ${left} 天没有重新核对，差异可能在那几天。请先「逐日核对」，选「已对平的日子也重新核对」；每天都平就直接标记，不用再对总账`,
    })
}

/**
 * Reconciliation/MonthMark: a month that 3201 calls unequal as a whole, with every day of it agreed, counts as dealt with, so
 * that it can be claimed (domain.md 5.5). 3201 says a verdict and no figures: what nobody finds on any day, asked about once
 * more since, nobody here can find. A marked group is not asked about again by itself (day/total.ts): the same verdict may be of
 * another difference by then. Its days outdate it as they do any result.
 */
export const markMonth = async (c: Context, { id, note }: InputOf<Calls['markMonth']>): Promise<null> => {
  const handledNote = requireNote(note)
  const { storeId } = await c.db.transaction(async (db) => {
    const row = await rowFor(c, db, id)
    const state = await stateOf(db, row)
    if (state === '0') refuse('recon.state', { text: '上次月对账之后，日对账有变动，请重新对总账' })
    if (state !== '3') refuse('recon.state', { text: '这一组没有不平，不用标记' })
    await requireEveryDay(db, row)
    // Behind its result by whichever node's clock.
    const handledAt = new Date(Math.max(c.now.getTime(), row.at.getTime() + 1))
    await db.update(reconMonth).set({ handledBy: c.me.name, handledNote, handledAt }).where(eq(reconMonth.id, id))
    return row
  })
  tellReconciled(c.deps, storeId)
  return null
}

/** Reconciliation/MonthUnmark: the month is unequal again; refused while an application rests on it. */
export const unmarkMonth = async (c: Context, { id }: InputOf<Calls['unmarkMonth']>): Promise<null> => {
  const { storeId } = await c.db.transaction(async (db) => {
    const row = await rowFor(c, db, id)
    if (!isMarked(row)) refuse('recon.state', { text: '这一组没有标记，不用撤回' })
    const claims = await claimsOf(db, [row.storeId], [row.month])
    if (claims.some(isOf(row))) refuse('recon.state', { text: '这个月已有清算申请，请先删除或撤销那一份' })
    await db.update(reconMonth).set(unmarked).where(eq(reconMonth.id, id))
    return row
  })
  tellReconciled(c.deps, storeId)
  return null
}
