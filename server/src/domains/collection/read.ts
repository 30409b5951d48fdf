import type { ResultOf } from '@yibao/shared/call.ts'
import type { otherPay as calls } from '@yibao/shared/calls/other-pay.ts'
import { familyKind, payKinds } from '@yibao/shared/entities/other-pay.ts'
import { sum, yuan } from '@yibao/shared/money.ts'
import { formatTime, optionalTime } from '@yibao/shared/time.ts'
import { asc, eq } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { statusOf } from '../order/states.ts'
import type { OrderRow } from '../order/view.ts'
import { settingsOf } from '../organisation/settings.ts'
import { store } from '../organisation/tables.ts'
import { type Collection, orderCollection, orderPayment, orderRefund, type Payment, type Refund } from './tables.ts'

type Row = ResultOf<typeof calls.paged>['items'][number]
type Detail = ResultOf<typeof calls.get>

const withFamily = ({ kindNames, familyAccount }: Pick<Collection, 'kindNames' | 'familyAccount'>): string =>
  [kindNames, familyAccount ? payKinds[familyKind] : ''].filter(Boolean).join('、')

/** An order's book for the wire. */
export const wireBook = (one: Collection, storeName: string): Row => ({
  ...{ orderId: one.orderId, orderNo: one.orderNo, setlId: one.setlId, erpBill: one.erpBill ?? '' },
  ...{ storeId: one.storeId, storeName, maskedName: one.maskedName || '--', at: formatTime(one.at) },
  ...{ due: yuan(one.due), familyAccount: yuan(one.familyAccount), paid: yuan(one.paid) },
  ...{ refunded: yuan(one.refunded), open: yuan(one.open), kinds: withFamily(one), payNos: one.payNos },
  ...{ paidAt: optionalTime(one.paidAt), refundedAt: optionalTime(one.refundedAt) },
  ...{ state: one.state, operators: one.operators },
})

const wireRemoved = ({ removedAt, removedBy, removedReason }: Payment | Refund) => ({
  ...{ removed: removedAt !== null, removedAt: optionalTime(removedAt), removedBy, removedReason },
})

const wireRefund = (one: Refund) => ({
  ...{ id: one.id, amount: yuan(one.amount), refundNo: one.refundNo, at: formatTime(one.refundedAt) },
  ...{ operator: one.operator, approvedBy: one.approvedBy, reason: one.reason, source: one.source },
  ...wireRemoved(one),
})

/** What may still go back of a payment, in fen. */
export const leftOf = (payment: Payment, refunds: readonly Refund[]): number => {
  const live = refunds.filter(({ paymentId, removedAt }) => paymentId === payment.id && !removedAt)
  return payment.removedAt ? 0 : payment.amount - sum(live.map(({ amount }) => amount))
}

const wirePayment = (one: Payment, refunds: readonly Refund[]): Detail['payments'][number] => ({
  ...{ id: one.id, kind: one.kind, kindName: one.kindName, amount: yuan(one.amount), payNo: one.payNo },
  ...{ at: formatTime(one.paidAt), operator: one.operator, source: one.source },
  refundable: yuan(leftOf(one, refunds)),
  refunds: refunds.filter(({ paymentId }) => paymentId === one.id).map(wireRefund),
  ...wireRemoved(one),
})

/** Mutual aid is the centre's answer: a line that nobody typed and nobody takes away. */
const familyLine = ({ familyAccount, at }: Collection): Detail['payments'] =>
  familyAccount
    ? [
        {
          ...{ id: familyKind, kind: familyKind, kindName: payKinds[familyKind]!, amount: yuan(familyAccount) },
          ...{ payNo: '', at: formatTime(at), operator: '', source: 'centre', refundable: yuan(0), refunds: [] },
          ...{ removed: false, removedBy: '', removedReason: '' },
        },
      ]
    : []

/** An order's payments and refunds as they were written, oldest first. */
export const moneyOf = async ({ db }: Pick<Context, 'db'>, orderId: string) => ({
  payments: await db
    .select()
    .from(orderPayment)
    .where(eq(orderPayment.orderId, orderId))
    .orderBy(asc(orderPayment.createdAt), asc(orderPayment.id)),
  refunds: await db
    .select()
    .from(orderRefund)
    .where(eq(orderRefund.orderId, orderId))
    .orderBy(asc(orderRefund.createdAt), asc(orderRefund.id)),
})

/** The book of an order nobody has paid anything of, and nothing was left to pay. */
const empty = (row: OrderRow): Collection => ({
  ...{ orderId: row.id, orderNo: row.orderNo, areaCode: row.areaCode, storeId: row.storeId, setlId: row.setlId ?? '' },
  ...{ erpBill: row.erpBill, maskedName: row.maskedName, at: row.settledAt ?? row.createdAt, gone: false, due: 0 },
  ...{ familyAccount: 0, paid: 0, refunded: 0, kinds: [], kindNames: '', payNos: '', operators: '', paidAt: null },
  ...{ refundedAt: null, open: 0, state: 'none' },
})

/** One order with all its payments, as OtherPay/Get answers it. */
export const collectionOf = async (c: Pick<Context, 'db'>, row: OrderRow): Promise<Detail> => {
  const [found] = await c.db.select().from(orderCollection).where(eq(orderCollection.orderId, row.id))
  const [shop] = await c.db.select({ name: store.name }).from(store).where(eq(store.id, row.storeId))
  const book = found ?? empty(row)
  const { payments, refunds } = await moneyOf(c, row.id)
  const { authorizeReversal } = await settingsOf(c.db, row.areaCode)
  return {
    ...wireBook(book, shop?.name ?? ''),
    orderStatus: statusOf(row),
    payments: [...familyLine(book), ...payments.map((one) => wirePayment(one, refunds))],
    needsApproval: authorizeReversal === true,
  }
}
