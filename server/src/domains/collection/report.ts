import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { otherPay as calls } from '@yibao/shared/calls/other-pay.ts'
import { collectState } from '@yibao/shared/entities/other-pay.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import { fen } from '@yibao/shared/money.ts'
import { formatTime, parseTime } from '@yibao/shared/time.ts'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { Refusal, refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { requireCompany } from '../auth/company-key.ts'
import { order } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'
import { erpStore } from '../organisation/erp-store.ts'
import { holdOrder } from './book.ts'
import { kindName } from './kinds.ts'
import { type Collection, orderCollection, orderPayment, orderRefund } from './tables.ts'
import { addPayment, addRefund, paymentNumbered } from './write.ts'

type Input = InputOf<typeof calls.report>
type Answer = ResultOf<typeof calls.report>[number]
type PaymentIn = NonNullable<Input['payments']>[number]
type RefundIn = NonNullable<Input['refunds']>[number]
type Shop = Awaited<ReturnType<typeof erpStore>>

/** ms by which a till's clock may be ahead of ours. */
const clockSlip = 600_000

const stateTitle = (state: Collection['state']): string => choiceTitle(collectState, state)

const timeOf = (c: Context, text: string, what: string): Date => {
  const at = parseTime(text)
  if (at.getTime() > c.now.getTime() + clockSlip) refuse('otherPay.later', { what })
  return at
}

/**
 * The order that a bill's row is about: the named settlement, or the one that stands, or the last one that was settled; what
 * was begun on the bill since and booked nothing is none of it.
 */
const orderOfRow = async (db: Database, shop: Shop, { billNo, setlId }: PaymentIn | RefundIn): Promise<string> => {
  const stands = sql`${order.state} in ('settled','reversing','unknown')`
  const [found] = await db
    .select({ id: order.id })
    .from(order)
    .where(
      and(and(eq(order.storeId, shop.id), eq(order.erpBill, billNo)), setlId ? eq(order.setlId, setlId) : undefined),
    )
    .orderBy(desc(stands), desc(sql`${order.setlId} is not null`), desc(order.createdAt), desc(order.id))
    .limit(1)
  return found?.id ?? refuse('otherPay.bill', { billNo })
}

const bookOf = async (tx: Database, { id }: OrderRow): Promise<Collection | undefined> => {
  const [found] = await tx.select().from(orderCollection).where(eq(orderCollection.orderId, id))
  return found
}

/** What is answered of a row that somebody took off: it is not brought back by a machine that says the same again. */
const takenOff = ({
  removedAt,
  removedBy,
  removedReason,
}: {
  removedAt: Date
  removedBy: string
  removedReason: string
}) => `${removedBy} 于 ${formatTime(removedAt)} 取消了这笔登记：${removedReason}`

interface Taken {
  book: Collection | undefined
  text?: string
}

const takePayment = async (c: Context, tx: Database, row: OrderRow, one: PaymentIn): Promise<Taken> => {
  const { kind, payNo, operator } = one
  const amount = fen(one.amount)
  const known = await paymentNumbered(tx, row, { kind, payNo })
  if (known?.payment.orderId === row.id && known.payment.amount === amount) return { book: await bookOf(tx, row) }
  if (!known) {
    const same = and(eq(orderPayment.orderId, row.id), eq(orderPayment.kind, kind), eq(orderPayment.payNo, payNo))
    const [off] = await tx
      .select()
      .from(orderPayment)
      .where(and(same, eq(orderPayment.amount, amount), isNotNull(orderPayment.removedAt)))
      .orderBy(desc(orderPayment.removedAt), desc(orderPayment.id))
      .limit(1)
    if (off?.removedAt) return { book: await bookOf(tx, row), text: takenOff({ ...off, removedAt: off.removedAt }) }
  }
  const name = await kindName(tx, row.areaCode, kind)
  const paying = { kind, kindName: name, amount, payNo, paidAt: timeOf(c, one.paidAt, '支付时间'), operator }
  return { book: await addPayment({ tx, now: c.now, row }, { ...paying, source: 'erp' }) }
}

const takeRefund = async (c: Context, tx: Database, row: OrderRow, one: RefundIn): Promise<Taken> => {
  const { kind, payNo, refundNo, operator, reason = '' } = one
  const amount = fen(one.amount)
  const known = await paymentNumbered(tx, row, { kind, payNo })
  if (known?.payment.orderId !== row.id) return refuse('otherPay.payment')
  const [before] = await tx
    .select()
    .from(orderRefund)
    .where(
      and(
        and(eq(orderRefund.paymentId, known.payment.id), eq(orderRefund.refundNo, refundNo)),
        eq(orderRefund.amount, amount),
      ),
    )
    // One that counts before one that was taken off.
    .orderBy(desc(sql`${orderRefund.removedAt} is null`), desc(orderRefund.id))
    .limit(1)
  if (before) {
    const { removedAt } = before
    return { book: await bookOf(tx, row), text: removedAt ? takenOff({ ...before, removedAt }) : undefined }
  }
  const back = { amount, refundNo, refundedAt: timeOf(c, one.refundedAt, '退款时间'), operator, reason, approvedBy: '' }
  return { book: await addRefund({ tx, now: c.now, row }, known.payment.id, { ...back, source: 'erp' }) }
}

/** Takes one row, or says why not: the others are taken all the same. */
const answerOf = async (list: Answer['list'], no: string, take: () => Promise<Taken>): Promise<Answer> => {
  try {
    const { book, text } = await take()
    const state = book?.state ?? 'none'
    return { list, no, ok: true, state, text: text ?? stateTitle(state) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { list, no, ok: false, text: [error.message, error.tips].filter(Boolean).join('。') }
  }
}

/**
 * OtherPay/Report: what a till collected of bills that were settled, and what it gave back, each row taken or refused by
 * itself. A row that comes again under its number is the same one and answers how its order stands.
 */
export const reportPayments = async (input: Input, c: Context): Promise<Answer[]> => {
  await requireCompany(c, input, 'otherPay')
  const { payments = [], refunds = [] } = input
  if (!payments.length && !refunds.length) refuse('otherPay.empty')
  const shop = await erpStore(c, input)
  c.on(`${shop.name}，${payments.length} 笔付款，${refunds.length} 笔退款`, shop.id)
  const held = async <R extends PaymentIn | RefundIn>(
    one: R,
    take: (c: Context, tx: Database, row: OrderRow, one: R) => Promise<Taken>,
  ) => {
    const id = await orderOfRow(c.db, shop, one)
    return c.db.transaction(async (tx) => take(c, tx, await holdOrder(tx, eq(order.id, id)), one))
  }
  const answers: Answer[] = []
  // A payment before the refund that names it.
  for (const one of payments) answers.push(await answerOf('payments', one.payNo, () => held(one, takePayment)))
  for (const one of refunds) answers.push(await answerOf('refunds', one.refundNo, () => held(one, takeRefund)))
  return answers
}
