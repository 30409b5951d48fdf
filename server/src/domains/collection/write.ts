import { yuan } from '@yibao/shared/money.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Database } from '../../database/open.ts'
import { note } from '../order/states.ts'
import { order } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'
import { statusTitle } from '../order/wrong-state.ts'
import { openBook, recount } from './book.ts'
import { wasSettled } from './give-back.ts'
import { leftOf, moneyOf } from './read.ts'
import { type Collection, orderPayment, orderRefund, type Payment, type Refund } from './tables.ts'

/** Who writes, and when. */
interface Writing {
  tx: Database
  now: Date
  /** The order, held (book.ts). */
  row: OrderRow
}

type Paying = Pick<Payment, 'kind' | 'kindName' | 'amount' | 'payNo' | 'paidAt' | 'operator' | 'source'>
type GivingBack = Pick<Refund, 'amount' | 'refundNo' | 'refundedAt' | 'operator' | 'approvedBy' | 'reason' | 'source'>

/** What is collected before a settlement is not ours to know; after its reversal it is a fact, and goes back. */
const requireSettled = (row: OrderRow): void => {
  if (!wasSettled(row)) refuse('otherPay.unsettled', { orderNo: row.orderNo, state: statusTitle(row) })
}

/** The payment that has this number among those that count. */
export const paymentNumbered = async (
  db: Database,
  { areaCode, companyId }: Pick<OrderRow, 'areaCode' | 'companyId'>,
  { kind, payNo }: Pick<Payment, 'kind' | 'payNo'>,
): Promise<{ payment: Payment; orderNo: string } | undefined> => {
  const { areaCode: area, companyId: company, kind: kindOf, payNo: no, removedAt } = orderPayment
  const [found] = await db
    .select({ payment: orderPayment, orderNo: order.orderNo })
    .from(orderPayment)
    .innerJoin(order, eq(order.id, orderPayment.orderId))
    .where(and(eq(area, areaCode), eq(company, companyId), eq(kindOf, kind), eq(no, payNo), isNull(removedAt)))
  return found
}

/** Writes what was paid of a held order. Refuses an order that was never settled and a number that covers another one. */
export const addPayment = async ({ tx, now, row }: Writing, paying: Paying): Promise<Collection> => {
  requireSettled(row)
  if (paying.amount <= 0) refuse('otherPay.amount', { what: '付款金额' })
  await openBook(tx, row)
  const { id: orderId, storeId, areaCode, companyId } = row
  const [written] = await tx
    .insert(orderPayment)
    .values({ id: newId(now), orderId, storeId, areaCode, companyId, createdAt: now, ...paying })
    .onConflictDoNothing()
    .returning({ id: orderPayment.id })
  if (!written) {
    const taken = await paymentNumbered(tx, row, paying)
    const amount = yuan(taken?.payment.amount ?? paying.amount)
    return refuse('otherPay.taken', { payNo: paying.payNo, orderNo: taken?.orderNo ?? '', amount })
  }
  await note(tx, orderId, now, { by: paying.operator, text: `登记付款 ${yuan(paying.amount)}（${paying.kindName}）` })
  return recount(tx, orderId)
}

/** Writes what went back of a payment of a held order, never more than is left of it. */
export const addRefund = async (
  { tx, now, row }: Writing,
  paymentId: string,
  back: GivingBack,
): Promise<Collection> => {
  if (back.amount <= 0) refuse('otherPay.amount', { what: '退款金额' })
  const { payments, refunds } = await moneyOf({ db: tx }, row.id)
  const payment = payments.find(({ id }) => id === paymentId) ?? refuse('not.found', { what: '付款' })
  if (payment.removedAt) refuse('otherPay.removed', { by: payment.removedBy })
  const left = leftOf(payment, refunds)
  if (back.amount > left) refuse('otherPay.over', { amount: yuan(back.amount), left: yuan(left) })
  const { areaCode, companyId, kind, kindName } = payment
  const [written] = await tx
    .insert(orderRefund)
    .values({ ...{ id: newId(now), paymentId, orderId: row.id, areaCode, companyId, kind, createdAt: now }, ...back })
    .onConflictDoNothing()
    .returning({ id: orderRefund.id })
  if (!written) refuse('otherPay.refundNo', { refundNo: back.refundNo })
  const text = `登记退款 ${yuan(back.amount)}（${kindName}）${back.reason && `：${back.reason}`}`
  await note(tx, row.id, now, { by: back.operator, text })
  return recount(tx, row.id)
}

/** Takes a payment or refund of a held order off again; it stays as what somebody wrote, and why it was wrong. */
export const takeOff = async (
  { tx, now, row }: Writing,
  id: string,
  { by, reason }: { by: string; reason: string },
): Promise<Collection> => {
  const { payments, refunds } = await moneyOf({ db: tx }, row.id)
  const payment = payments.find((one) => one.id === id)
  const one = payment ?? refunds.find((refund) => refund.id === id) ?? refuse('not.found', { what: '这笔登记' })
  if (one.removedAt) refuse('otherPay.removed', { by: one.removedBy })
  const back = payment ? payment.amount - leftOf(payment, refunds) : 0
  // Of what went back it is known that it came.
  if (back) refuse('otherPay.refunded', { amount: yuan(back) })
  const table = payment ? orderPayment : orderRefund
  await tx.update(table).set({ removedAt: now, removedBy: by, removedReason: reason }).where(eq(table.id, id))
  await note(tx, row.id, now, { by, text: `取消${payment ? '付款' : '退款'}登记 ${yuan(one.amount)}：${reason}` })
  return recount(tx, row.id)
}
