import { formatTime } from '@yibao/shared/time.ts'
import { and, count, eq, inArray, lt, min, notExists, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { announce } from '../message/announce.ts'
import { message } from '../message/tables.ts'
import { isReversal } from '../order/infnos.ts'
import { intent, order, unknownOnly } from '../order/tables.ts'

/** A result that is still unknown then is worth telling the store and its administrators. ms. */
const patience = 600_000

/** Announces every settlement or reversal whose result has been unknown for ten minutes, once each. */
export const announceUnknown = async (deps: Pick<Deps, 'db' | 'clock' | 'services'>): Promise<void> => {
  const since = new Date(deps.clock().getTime() - patience)
  const keyOf = sql<string>`'unknown:' || ${intent.id}`
  const announced = deps.db.select({ id: message.id }).from(message).where(eq(message.key, keyOf))
  const open = await deps.db
    .select({
      key: keyOf,
      infno: intent.infno,
      sentAt: intent.sentAt,
      storeId: order.storeId,
      no: order.orderNo,
    })
    .from(intent)
    .innerJoin(order, eq(order.id, intent.orderId))
    .where(and(inArray(intent.outcome, ['open', 'unknown']), lt(intent.sentAt, since), notExists(announced)))
    .limit(500)
  for (const { key, infno, sentAt, storeId, no } of open)
    await announce(deps, {
      key,
      title: `${isReversal(infno) ? '撤销' : '结算'}结果未知超过 10 分钟：${no}`,
      content: `订单 ${no} 于 ${formatTime(sentAt)} 发往医保中心，至今没有结果。系统仍在核实，请勿重复结算；可在异常订单中查看，或凭中心门户的结算号补录。`,
      type: 'order',
      level: 'urgent',
      stores: [storeId],
    })
}

/**
 * Settlements and reversals of the whole installation whose result nobody knows: how many, for how many seconds the
 * oldest, and for how many of them no automatic step is left.
 */
export const openNow = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const [row] = await db
    .select({
      unknown: count(),
      since: min(intent.sentAt),
      needsPerson: sql<number>`count(*) filter (where ${intent.needsPerson})`.mapWith(Number),
    })
    .from(intent)
    .where(unknownOnly)
  const { unknown, since, needsPerson } = row!
  return { unknown, needsPerson, oldest: since ? Math.max(0, (clock().getTime() - since.getTime()) / 1000) : 0 }
}
