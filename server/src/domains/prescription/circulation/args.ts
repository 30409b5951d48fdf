import { scaled } from '@yibao/shared/money.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Deps } from '../../../call/context.ts'
import type { DispensedDrug, Dispensing } from '../../../centre/operations/dispensing.ts'
import type { RxVerdict } from '../../../centre/operations/prescription.ts'
import { acctPayOf } from '../../order/acct-pay.ts'
import { isBroken } from '../../order/broken.ts'
import type { Line } from '../../order/types.ts'
import type { OrderRow } from '../../order/view.ts'
import { doctor } from '../../staff/tables.ts'
import type { Rx } from '../rows.ts'
import type { HandedOut, RxReview } from '../tables.ts'
import type { Message } from './claim.ts'

const reviewerOf = ({ reviews }: Rx) => reviews[0] ?? { name: '', code: '', doctorId: '' }

/** What 7204 is told: the first pharmacist, and who checked him where the area asks for two. */
export const verdictArgs = async ({ db }: Pick<Deps, 'db'>, one: Rx): Promise<RxVerdict | { missing: string }> => {
  const { reviews, number, downloadCode } = one
  const [first] = reviews
  const last = reviews.at(-1)
  if (!first || !last) return { missing: '还没有审核结果' }
  const registered = await db
    .select()
    .from(doctor)
    .where(and(inArray(doctor.id, [first.doctorId, last.doctorId]), eq(doctor.storeId, one.storeId)))
  const rowOf = ({ doctorId }: RxReview) => registered.find(({ id }) => id === doctorId)
  // The centre knows a pharmacist by his national code: one that he has been given since counts.
  const coded = (review: RxReview) => ({ name: review.name, code: review.code || rowOf(review)?.code || '' })
  const [reviewer, second] = [coded(first), coded(last)]
  const uncoded = [reviewer, second].find(({ code }) => !code)
  if (uncoded) return { missing: `药师 ${uncoded.name} 没有国家编码，请在「医保医师药师」填写` }
  const known = rowOf(first)
  return {
    ...{ number, downloadCode, passed: last.passed, opinion: last.opinion, at: new Date(last.at) },
    reviewer: { ...reviewer, certificateNo: known?.practiceNo || known?.certificateNo || '' },
    ...(last === first ? {} : { second }),
  }
}

const drugOf = (line: Line): DispensedDrug => ({
  // As the settlement named it (sale.ts).
  ...{ nationalCode: line.nationalCode || line.ownCode, ownCode: line.ownCode, name: line.name, spec: line.spec },
  ...{ producer: line.producer, lot: line.lot ?? '', madeOn: line.madeOn ?? '', expiresOn: line.expiresOn ?? '' },
  ...{ prescription: line.prescription, broken: isBroken(line.quantity), unit: line.unit, amount: line.amount },
  ...{ price: scaled(line.price, 6), quantity: scaled(line.quantity, 4), traceCodes: line.traceCodes ?? [] },
})

/** What an order hands out by the settlement that it has now. */
export const handedOutBy = (row: OrderRow, at: Date): HandedOut => {
  const { operatorName, outFlag, total, fundTotal, cash, lines } = row
  const personPart = row.split?.personPart ?? total - fundTotal
  const settledAt = (row.settledAt ?? at).toISOString()
  return { operatorName, outFlag, settledAt, total, fundTotal, account: acctPayOf(row), cash, personPart, lines }
}

/**
 * What 7206 is told. Who fetched the goods is the operator; who checked them is the reviewing pharmacist: a shop of two
 * people has nobody else.
 */
export const dispensingArgs = (one: Rx, message: Message, out: HandedOut): Dispensing => {
  const { name, code } = reviewerOf(one)
  return {
    ...{ number: one.number, downloadCode: one.downloadCode, back: message.kind === 'return' },
    ...{ reviewer: { name, code }, dispenser: out.operatorName, checker: name, elsewhere: out.outFlag !== '0' },
    ...{ setlId: message.setlId, settledAt: new Date(out.settledAt), at: message.at },
    ...{ total: out.total, fund: out.fundTotal, account: out.account, cash: out.cash, personPart: out.personPart },
    drugs: out.lines.map(drugOf),
  }
}
