import { formatAmount, yuan } from '@yibao/shared/money.ts'
import { and, eq, gte, inArray, isNotNull, lt, notExists, type SQL } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { sweepingTime } from '../../database/sweeping.ts'
import { tell, writeNotice } from '../message/announce.ts'
import { orderOfBill } from '../order/find.ts'
import { move } from '../order/states.ts'
import { intent, order } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'
import { platformOf } from '../organisation/settings.ts'

const hour = 3_600_000
const day = 24 * hour

/** Parked baskets become void after this, with a note, never silently (ux 1.10). */
const parkedLife = 24 * hour
/** Days that one look reaches back from where it begins, so that no round reads the whole book. */
const looked = 60
/** So many looks reach ten years back; each hour makes the newest one and, in turn, one of the older. */
const looks = 61
const slice = 500

/**
 * Voids these orders; one that somebody takes up in the same moment is his. Answers how many. `write`: what is written
 * about each slice of them in the same transaction.
 */
const voidAll = async (
  db: Database,
  which: SQL | undefined,
  at: Date,
  text: string,
  write?: (tx: Database, voided: OrderRow[]) => Promise<void>,
): Promise<number> => {
  for (let voided = 0; ; ) {
    const found = await db.transaction(async (tx) => {
      const done: OrderRow[] = []
      const locked = tx.select({ id: order.id }).from(order).where(which).limit(slice)
      const rows = await locked.for('update', { skipLocked: true })
      for (const { id } of rows) {
        const row = await move(tx, id, 'void', at, { by: '系统', text })
        if (row) done.push(row)
      }
      await write?.(tx, done)
      return rows.length
    })
    voided += found
    if (found < slice) return voided
  }
}

const open = inArray(order.state, ['drafted', 'presettled'])

/** Baskets that a notice names; the order list has them all. */
const named = 10

/** A store's notice of what it has put aside and not taken back: as the list of F4 showed it, nobody by his name. */
const noticeOf = (storeId: string, rows: OrderRow[]) => {
  const some = rows.slice(0, named).map(({ maskedName, lines, total, operatorName, orderNo }) => {
    const whose = maskedName || '未读凭证'
    return `${whose} ${lines.length} 种 ${formatAmount(yuan(total))}（${operatorName}，订单 ${orderNo}）`
  })
  const more = rows.length > named ? `；另有 ${rows.length - named} 单` : ''
  return {
    // A basket becomes void once.
    key: `parked:${rows[0]!.id}`,
    title: `${rows.length} 单挂单超过 24 小时没有取回，已作废`,
    content: `${some.join('；')}${more}。没有结算，没有扣款。顾客还要的，请在 ERP 重新发送单据；没有单据的在刷卡页重新录入。`,
    type: 'order' as const,
    level: 'warning' as const,
    stores: [storeId],
    link: { title: '订单管理', path: '/reconciliation/order-management' },
  }
}

/**
 * Voids what was put aside and not taken back, and tells each store once what it was; nothing of a bill that was settled in
 * another order meanwhile.
 */
export const voidForgotten = async (deps: Pick<Deps, 'db' | 'clock' | 'moved' | 'services'>): Promise<number> => {
  const { db, clock } = deps
  const now = await sweepingTime(deps)
  if (!now) return 0
  const old = and(eq(order.parked, true), open, lt(order.updatedAt, new Date(now.getTime() - parkedLife)))
  const told: NonNullable<Awaited<ReturnType<typeof writeNotice>>>[] = []
  const write = async (tx: Database, voided: OrderRow[]) => {
    for (const storeId of new Set(voided.map((row) => row.storeId))) {
      const rows: OrderRow[] = []
      for (const row of voided)
        if (row.storeId === storeId && !(row.erpBill && (await orderOfBill({ db: tx }, storeId, row.erpBill))))
          rows.push(row)
      if (rows.length === 0) continue
      const notice = await writeNotice({ db: tx, clock }, noticeOf(storeId, rows))
      if (notice) told.push(notice)
    }
  }
  const voided = await voidAll(db, old, now, '挂单超过 24 小时，自动作废', write)
  for (const notice of told) tell(deps, notice)
  return voided
}

/** Takes the person out of these orders; one that changes in the same moment is looked at again in an hour. */
const forgetAll = async (db: Database, which: SQL | undefined): Promise<void> => {
  for (;;) {
    const some = db.select({ id: order.id }).from(order).where(which).limit(slice)
    const forgotten = await db
      .update(order)
      .set({ identity: null })
      .where(and(inArray(order.id, some), which))
      .returning({ id: order.id })
    if (forgotten.length < slice) return
  }
}

/**
 * Voids what was priced and then left (系统参数: unsettledDays). Of what is void by then, whoever voided it, nobody knows
 * any more whose it was: certificate and card are kept for a settlement, and there will be none. A basket of which
 * anything was ever sent for booking stays as it is: the centre may know more of it. What lies further back than one look
 * (a database of before this rule, days that were shortened) is reached within some days. `now`: by which its age
 * is told (database/sweeping.ts). Answers how many it voided.
 */
export const voidLeftOver = async (deps: Pick<Deps, 'db' | 'config'>, now: Date): Promise<number> => {
  const { db } = deps
  const { unsettledDays } = await platformOf(deps)
  const line = now.getTime() - unsettledDays * day
  const turn = 1 + (Math.floor(now.getTime() / hour) % (looks - 1))
  let voided = 0
  for (const look of [0, turn]) {
    const until = new Date(line - look * looked * day)
    const old = and(
      lt(order.createdAt, until),
      gte(order.createdAt, new Date(until.getTime() - looked * day)),
      notExists(db.select({ id: intent.id }).from(intent).where(eq(intent.orderId, order.id))),
    )
    const left = and(old, open, lt(order.updatedAt, new Date(line)))
    voided += await voidAll(db, left, now, `${unsettledDays} 天没有结算，自动作废`)
    await forgetAll(db, and(old, eq(order.state, 'voided'), isNotNull(order.identity)))
  }
  return voided
}
