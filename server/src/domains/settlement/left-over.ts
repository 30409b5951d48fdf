import { and, eq, gt, inArray, isNotNull, lt, notExists, type SQL } from 'drizzle-orm'
import type { Deps } from '../../context.ts'
import type { Database } from '../../database/open.ts'
import { platformOf } from '../organisation/settings.ts'
import { move } from './states.ts'
import { intent, order } from './tables.ts'

const hour = 3_600_000
const day = 24 * hour

/** Parked baskets become void after this, with a note, never silently (ux 1.10). */
const parkedLife = 24 * hour
/** Days before the line that are looked at: an outage may last that long, and no round reads the whole book. */
const looked = 60
const slice = 500

type Part = Pick<Deps, 'db' | 'clock' | 'config'>

/** Voids these orders; one that somebody takes up in the same moment is his. Answers how many. */
const voidAll = async (db: Database, which: SQL | undefined, at: Date, text: string): Promise<number> => {
  for (let voided = 0; ; ) {
    const found = await db.transaction(async (tx) => {
      const locked = tx.select({ id: order.id }).from(order).where(which).limit(slice)
      const rows = await locked.for('update', { skipLocked: true })
      for (const { id } of rows) await move(tx, id, 'void', at, { by: '系统', text, patch: { parked: false } })
      return rows.length
    })
    voided += found
    if (found < slice) return voided
  }
}

/** Voids what was put aside and not taken back. */
export const voidForgotten = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> => {
  const now = clock()
  const old = and(eq(order.parked, true), lt(order.updatedAt, new Date(now.getTime() - parkedLife)))
  return voidAll(db, old, now, '挂单超过 24 小时，自动作废')
}

/**
 * Voids what was priced and then left (系统参数: unsettledDays). Of what is void by then, whoever voided it, nobody knows
 * any more whose it was: certificate and card are kept for a settlement, and there will be none. A basket of which
 * anything was ever sent for booking stays as it is: the centre may know more of it. Answers how many it voided.
 */
export const voidLeftOver = async (deps: Part): Promise<number> => {
  const { db, clock } = deps
  const { unsettledDays } = await platformOf(deps)
  const now = clock()
  const line = new Date(now.getTime() - unsettledDays * day)
  const old = and(
    lt(order.createdAt, line),
    gt(order.createdAt, new Date(line.getTime() - looked * day)),
    notExists(db.select({ id: intent.id }).from(intent).where(eq(intent.orderId, order.id))),
  )
  const left = and(old, inArray(order.state, ['drafted', 'presettled']), lt(order.updatedAt, line))
  const voided = await voidAll(db, left, now, `${unsettledDays} 天没有结算，自动作废`)
  await db
    .update(order)
    .set({ identity: null })
    .where(and(old, eq(order.state, 'voided'), isNotNull(order.identity)))
  return voided
}
