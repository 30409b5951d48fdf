import { reversedBillsAtOnce } from '@yibao/shared/agent/cloud.ts'
import { resultOf } from '@yibao/shared/agent/erp.ts'
import { and, asc, eq, gt, gte, inArray, isNotNull, notInArray, or, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { lifeBegan } from '../../database/life.ts'
import { order } from './tables.ts'
import { listColumns, rowOf } from './view.ts'

/** A reversal is seen this long after its time at the latest: what was under way, what another node's clock is off. ms. */
const overlap = 10 * 60_000
/** A reversal has the time it had at the centre: this long before ours; one of an older statement is a turn besides. ms. */
const foundWithin = 60 * 86_400_000

/** SQL over orders: those whose end became another one, with a bill. Written out, as its index is. */
const turnedWithBill = sql`turned > 0 and (erp_bill is not null or former_bill is not null)`

const columns = { ...listColumns, basket: order.basket, turned: order.turned, updatedAt: order.updatedAt }
type Turned = Pick<typeof order.$inferSelect, 'basket' | 'turned'> & Parameters<typeof rowOf>[0]

const frameOf = (row: Turned, state: 'settled' | 'reversed' | 'voided', now: Date) => {
  const shown = { ...rowOf(row, ''), erpTurn: row.turned || undefined }
  return resultOf(shown, state, row.basket.erpRevision ?? 0, now.getTime())
}

/**
 * What bills came to whose end became another one since: settled again, taken back, or not theirs any more. What nobody knows
 * now, or is under way, is told when it is known.
 */
const turnedBills = async ({ db, now }: Pick<Context, 'db' | 'now'>, storeIds: string[], since: Date) => {
  const rows = await db
    .select({ ...columns, formerBill: order.formerBill })
    .from(order)
    .where(
      and(
        ...[inArray(order.storeId, storeIds), turnedWithBill, gte(order.updatedAt, since)],
        inArray(order.state, ['settled', 'reversed', 'drafted', 'presettled', 'voided']),
      ),
    )
    .orderBy(asc(order.updatedAt), asc(order.id))
    .limit(reversedBillsAtOnce)
  const frames = rows.flatMap(({ formerBill, ...row }) => {
    const own = row.erpBill ? [frameOf(row, row.state === 'settled' ? 'settled' : 'reversed', now)] : []
    // Taken off it, that bill is over whatever the order has come to, and whichever bill it has now.
    const former = formerBill && formerBill !== row.erpBill
    return former ? [frameOf({ ...row, erpBill: formerBill }, 'reversed', now), ...own] : own
  })
  return { frames, last: rows.length === reversedBillsAtOnce ? rows.at(-1)!.updatedAt : undefined }
}

/**
 * What the ERPs of these stores are told of bills that were taken back since (unix ms, none later than now counts), the oldest first, and since when
 * to ask on: nothing of a person, only the amounts that the settlement's own result had. What is answered twice is the
 * same frame.
 */
export const reversedBills = async ({ db, now }: Pick<Context, 'db' | 'now'>, storeIds: string[], asked: number) => {
  const since = Math.min(Math.max(0, asked), now.getTime())
  const rows = await db
    .select(columns)
    .from(order)
    .where(
      and(
        inArray(order.storeId, storeIds),
        // The index has the centre's time, which only bounds what is looked through; ours tells what is new.
        gte(order.reversedAt, new Date(since - foundWithin)),
        gte(order.updatedAt, new Date(since)),
        eq(order.state, 'reversed'),
        isNotNull(order.erpBill),
      ),
    )
    .orderBy(asc(order.updatedAt), asc(order.id))
    .limit(reversedBillsAtOnce)
  const turned = await turnedBills({ db, now }, storeIds, new Date(since))
  const last = rows.length === reversedBillsAtOnce ? rows.at(-1)?.updatedAt : undefined
  const next = [last, turned.last].flatMap((at) => at?.getTime() ?? [])
  return {
    frames: rows.map((row) => frameOf(row, 'reversed', now)),
    ...(turned.frames.length && { turned: turned.frames }),
    since: next.length ? Math.min(...next) : now.getTime() - overlap,
  }
}

/**
 * What became of bills that these stores' ERPs were told of as unknown; of one that is still under way nothing. Nor of one
 * that a played-back database only has priced: it may have been booked in what was lost.
 */
export const endedBills = async (c: Pick<Context, 'db' | 'now'>, storeIds: string[], ids: string[]) => {
  const { db, now } = c
  const began = await lifeBegan(c)
  const rows = await db
    .select(columns)
    .from(order)
    .where(
      and(
        ...[inArray(order.id, ids), inArray(order.storeId, storeIds), isNotNull(order.erpBill)],
        notInArray(order.state, ['settling', 'unknown', 'reversing']),
        or(inArray(order.state, ['settled', 'reversed', 'voided']), gt(order.updatedAt, began)),
      ),
    )
    .orderBy(asc(order.createdAt), asc(order.id))
  return rows.map((row) => {
    const became = row.state === 'settled' || row.state === 'reversed' ? row.state : 'voided'
    return frameOf(row, became, now)
  })
}
