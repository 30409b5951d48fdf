import { yuan } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, count, eq, gte, inArray, isNull, like, lt, min, notExists, notInArray, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { announce, endNotice, tell, writeNotice } from '../message/announce.ts'
import { message } from '../message/tables.ts'
import { isReversal } from '../order/infnos.ts'
import { intent, order, unknownOnly } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'

/** A result that is still unknown then is worth telling the store and its administrators. ms. */
const patience = 600_000

const undecided = ['open', 'unknown'] as const
const atOnce = 500
const keyOf = sql<string>`'unknown:' || ${intent.id}`

/** The order in a list of its own. */
const linkTo = (title: string, list: string, orderNo: string) => ({
  title,
  path: `${list}?f.keyword=${encodeURIComponent(orderNo)}`,
})

type Asked = Pick<typeof intent.$inferSelect, 'infno' | 'outcome'>

/** What somebody who was told to wait has to know now, and to do. */
const endedWords = ({ infno, outcome }: Asked, { orderNo, cash, state }: OrderRow) => {
  const amount = `${yuan(cash)} 元`
  const booked = outcome === 'booked'
  if (isReversal(infno))
    return booked
      ? {
          end: '撤销成功',
          text: `医保中心已撤销订单 ${orderNo}。${cash > 0 ? `收过的现金 ${amount} 还没有退的，请退还参保人。` : '没有收过现金，不用退。'}`,
        }
      : { end: '没有撤销', text: `订单 ${orderNo} 仍然有效。还要撤销的，在「异常订单」或「订单管理」再撤销一次。` }
  if (booked && state !== 'reversed')
    return {
      end: '结算成功',
      text: `医保中心已结算订单 ${orderNo}，应收现金 ${amount}。留了电话的请通知参保人来取药；小票没有打印的，在「结算单打印」补打。`,
    }
  return { end: '没有扣款', text: `订单 ${orderNo} 没有扣款。参保人还要买的，请重新读取凭证后结算。` }
}

/**
 * Of what was announced as unknown and no longer is: takes that notice back and says what became of it (ux 1.7), each in
 * one transaction.
 */
const announceKnown = async (deps: Pick<Deps, 'db' | 'clock' | 'services'>): Promise<void> => {
  const known = await deps.db
    .select({ key: keyOf, intent, order })
    .from(message)
    .innerJoin(intent, eq(intent.id, sql`substr(${message.key}, length('unknown:') + 1)`))
    .innerJoin(order, eq(order.id, intent.orderId))
    .where(
      and(
        ...[isNull(message.withdrawnAt), gte(message.validTo, deps.clock()), like(message.key, 'unknown:%')],
        notInArray(intent.outcome, [...undecided]),
      ),
    )
    .limit(atOnce)
  for (const { key, intent: asked, order: row } of known) {
    const { end, text } = endedWords(asked, row)
    const told = await deps.db.transaction(async (db) => {
      const ended = await endNotice({ ...deps, db }, key)
      // Another node was first.
      if (!ended) return undefined
      const fresh = await writeNotice(
        { ...deps, db },
        {
          ...{ key: `known:${asked.id}`, type: 'order', level: 'warning', stores: [row.storeId] },
          title: `已核实，${end}：${row.orderNo}`,
          content: text,
          link: linkTo('打开订单', '/reconciliation/order-management', row.orderNo),
        },
      )
      return { ended, fresh }
    })
    if (!told) continue
    tell(deps, told.ended, 'messageWithdrawn')
    if (told.fresh) tell(deps, told.fresh)
  }
}

/**
 * Announces every settlement or reversal whose result has been unknown for ten minutes, once each, and what became of those
 * that were announced.
 */
export const announceUnknown = async (deps: Pick<Deps, 'db' | 'clock' | 'services'>): Promise<void> => {
  await announceKnown(deps)
  const since = new Date(deps.clock().getTime() - patience)
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
    .where(and(inArray(intent.outcome, undecided), lt(intent.sentAt, since), notExists(announced)))
    .limit(atOnce)
  for (const { key, infno, sentAt, storeId, no } of open)
    await announce(deps, {
      key,
      title: `${isReversal(infno) ? '撤销' : '结算'}结果未知超过 10 分钟：${no}`,
      content: `订单 ${no} 于 ${formatTime(sentAt)} 发往医保中心，至今没有结果。系统仍在核实，请勿重复结算；可在异常订单中查看，或凭中心门户的结算号补录。核实后会再通知。`,
      type: 'order',
      level: 'urgent',
      stores: [storeId],
      link: linkTo('打开异常订单', '/abnormal-manager/abnormal-order-manager', no),
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
